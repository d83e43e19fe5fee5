//! The rules of the releases, each over the machine itself: where they cut, when they flush,
//! what they warn of, how they begin, and what a call returns. The numbers are those of
//! docs/MODEL.md; where the machine departs on purpose, the test says so in words.

mod begin;
mod cuts;
mod steps;
