//! Runs an example, a saved session or a text without a browser, and prints its trace.
//! `cargo run --release --no-default-features --example play -- --help` says how.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

mod player;

use player::Failure;

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let played = player::play(std::env::args_os().skip(1), &mut out);
    let flushed = out.flush().map_err(Failure::Output);
    match played.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody can be told where even that fails.
            let _ = writeln!(io::stderr(), "play: {failure}");
            ExitCode::from(failure.status())
        }
    }
}
