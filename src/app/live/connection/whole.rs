//! An answer that means something only when all of it is there.

use crate::app::platform::stream::Arrived;

/// How an answer that is read as a whole came out.
pub(super) enum WholeAnswer {
    /// All of it, with its status.
    Here(u16, Vec<u8>),
    /// It is longer than anything that is expected; its status.
    TooLong(u16),
    /// It did not come, and the browser does not say why.
    Lost,
}

/// Hears an answer of at most `most` bytes to its end, then hands it over, once.
pub(super) fn whole(
    most: usize,
    done: impl Fn(WholeAnswer) + 'static,
) -> impl FnMut(Arrived) -> bool {
    let mut body: Vec<u8> = Vec::new();
    let mut status = 0;
    move |arrived| {
        let came = match arrived {
            Arrived::Head(head) => {
                status = head.status;
                return true;
            }
            Arrived::Bytes(bytes) => {
                body.extend_from_slice(&bytes);
                if body.len() <= most {
                    return true;
                }
                WholeAnswer::TooLong(status)
            }
            Arrived::Ended => WholeAnswer::Here(status, std::mem::take(&mut body)),
            Arrived::Lost => WholeAnswer::Lost,
        };
        done(came);
        false
    }
}
