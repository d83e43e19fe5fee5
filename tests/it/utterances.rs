//! What the scripted model makes of what people say: the list of utterances in
//! `tests/utterances`, and proofs that it knows nothing but its prompt.

mod anything;
mod list;
mod narrow;
mod proofs;
mod window;
