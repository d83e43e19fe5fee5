//! Measures natively and prints the figures as one JSON object.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use engine_bench::{Conversation, Figure, measure, to_json};

/// The system's allocator, with a count of the bytes in use.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Messages in the run whose memory is measured.
const STORED_MESSAGES: u32 = 100_000;

fn main() {
    let begin = Instant::now();
    let mut figures = measure(|| begin.elapsed().as_secs_f64() * 1_000.0);
    figures.extend(memory());
    println!("{}", to_json(&figures));
}

/// Bytes a stored message, beyond its text: of the whole run with its trace and
/// checkpoints, and of the search index, apart.
fn memory() -> [Figure; 2] {
    let before = IN_USE.load(Ordering::Relaxed);
    let mut conversation = Conversation::new();
    while conversation.messages() < STORED_MESSAGES {
        assert!(
            conversation.turn(),
            "the run was full before it had its messages"
        );
    }
    let run = IN_USE.load(Ordering::Relaxed) - before;
    let before = IN_USE.load(Ordering::Relaxed);
    let index = conversation.index_alone();
    let index_bytes = IN_USE.load(Ordering::Relaxed) - before;
    drop(index);
    let messages = f64::from(conversation.messages());
    let beyond = run
        .saturating_sub(index_bytes)
        .saturating_sub(conversation.text_bytes());
    [
        Figure {
            name: "bytes_a_message",
            value: beyond as f64 / messages,
        },
        Figure {
            name: "index_bytes_a_message",
            value: index_bytes as f64 / messages,
        },
    ]
}
