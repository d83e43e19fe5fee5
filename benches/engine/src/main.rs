//! Measures natively and prints the figures as one JSON object.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use engine_bench::{Conversation, Figure, measure, to_json};

/// The system's allocator, with a count of the bytes in use. The program has one thread, so
/// that counting needs no lock, which would weigh in the figures of time.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size(), 0);
        unsafe { System.dealloc(pointer, layout) }
    }

    // Without this a list that grows would be copied by hand.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(layout.size(), size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn count(less: usize, more: usize) {
    let in_use = IN_USE.load(Ordering::Relaxed);
    IN_USE.store(in_use - less + more, Ordering::Relaxed);
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Messages in the run whose memory is measured.
const STORED_MESSAGES: u32 = 100_000;

fn main() {
    let mut figures = measure(processor_milliseconds);
    figures.extend(memory());
    println!("{}", to_json(&figures));
}

/// Milliseconds that the processor gave to this program.
fn processor_milliseconds() -> f64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to a value of our own.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    assert_eq!(result, 0, "the system has a clock of the processor");
    time.tv_sec as f64 * 1_000.0 + time.tv_nsec as f64 / 1_000_000.0
}

/// Bytes a stored message, beyond its text: of the whole run with its trace and
/// checkpoints, of recall storage alone, and of the search index, apart.
fn memory() -> [Figure; 3] {
    let empty = IN_USE.load(Ordering::Relaxed);
    let since = |before| IN_USE.load(Ordering::Relaxed) - before;
    let mut conversation = Conversation::new();
    while conversation.messages() < STORED_MESSAGES {
        assert!(
            conversation.turn(),
            "the run was full before it had its messages"
        );
    }
    let run = since(empty);
    let before = IN_USE.load(Ordering::Relaxed);
    let index = conversation.index_alone();
    let index_bytes = since(before);
    let before = IN_USE.load(Ordering::Relaxed);
    // A copy has no spare room, as that of the stores below.
    let copy = index.clone();
    let copy_bytes = since(before);
    drop((index, copy));
    let messages = f64::from(conversation.messages());
    let text = conversation.text_bytes();
    let stores = conversation.into_stores();
    let stored = since(empty);
    drop(stores);
    let a_message = |name, all: usize, index: usize| Figure {
        name,
        value: all.saturating_sub(index).saturating_sub(text) as f64 / messages,
    };
    [
        a_message("bytes_a_message", run, index_bytes),
        a_message("stored_bytes_a_message", stored, copy_bytes),
        Figure {
            name: "index_bytes_a_message",
            value: index_bytes as f64 / messages,
        },
    ]
}
