//! The digests of many runs, as they are natively; `tests/web` compares them in a browser.
//! `UPDATE_EXPECT=1` writes them anew.

use expect_test::expect_file;

#[path = "../both/digests.rs"]
mod both;

#[test]
fn many_runs_have_the_digests_that_are_written_down() {
    expect_file!["../golden/digests.txt"].assert_eq(&both::digests());
}
