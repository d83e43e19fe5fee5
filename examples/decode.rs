//! Reads the body of a provider's reply from a file and prints what it was read as.
//! `cargo run --release --no-default-features --example decode -- --help` says how.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

mod decoder;

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    let printed = match decoder::decode(arguments) {
        Ok(printed) => printed,
        Err(bad_use) => {
            // Nobody can be told where even that fails.
            let _ = writeln!(io::stderr(), "decode: {bad_use}");
            return ExitCode::from(2);
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match writeln!(out, "{printed}").and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "decode: cannot print: {error}");
            ExitCode::from(2)
        }
    }
}
