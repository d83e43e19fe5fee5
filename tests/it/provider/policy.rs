//! The policy of the page lets through the providers of the table, this computer, and nothing
//! else.

use memgpt_playground::provider::endpoint::Endpoint;
use memgpt_playground::provider::profile::PROFILES;

#[test]
fn the_page_reaches_the_providers_of_the_table_and_no_other_host() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/index.html");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, policy) = page.split_once("connect-src ").unwrap();
    let (policy, _) = policy.split_once(';').unwrap();
    let mut allowed: Vec<&str> = policy.split_whitespace().collect();
    allowed
        .retain(|source| !["'self'", "http://localhost:*", "http://127.0.0.1:*"].contains(source));
    let mut wanted = Vec::new();
    for profile in PROFILES {
        if let Ok(endpoint) = Endpoint::read(profile.base, profile)
            && !profile.is_local
        {
            wanted.push(endpoint.origin().to_string());
        }
    }
    wanted.sort();
    wanted.dedup();
    allowed.sort_unstable();
    assert_eq!(allowed, wanted);
}
