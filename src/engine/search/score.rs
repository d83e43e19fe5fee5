//! BM25 in whole numbers, so that every machine ranks alike.
//!
//! A text's score for a word is `idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean))`
//! with k1 = 1.2 and b = 0.75, the values in common use, and
//! `idf = log2(1 + (n - df + 0.5) / (df + 0.5))`, which is never negative. All statistics are
//! those of the texts that the search may see.

/// What is known of all texts that a search may see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statistics {
    /// Texts.
    pub(super) texts: u64,
    /// Words in them, together.
    pub(super) words: u64,
}

/// What a word counts that occurs in another form or another language, of [`SAME`].
pub(super) const FORM: u64 = 3;
/// What a word counts that occurs as it was asked for.
pub(super) const SAME: u64 = 4;
/// Bits of a score; what one word adds has seven fewer.
pub(super) const SCORE_BITS: u32 = 29;

/// How much a word tells that `frequency` texts have: 65,536ths of a bit.
pub(super) fn weight(statistics: Statistics, frequency: u64) -> u64 {
    // 1 + (n - df + 1/2) / (df + 1/2) = (2n + 2) / (2df + 1)
    log2(2 * statistics.texts + 2).saturating_sub(log2(2 * frequency + 1))
}

/// The score of one word in a text of `length` words; `occurrences` in quarters ([`SAME`]).
pub(super) fn score(statistics: Statistics, weight: u64, occurrences: u64, length: u64) -> u64 {
    let mean_times_texts = statistics.words.max(1);
    // Both sides of the fraction times 40 * mean * texts / 4.
    let over = occurrences * 22 * mean_times_texts;
    let under = (occurrences * 10 + 12)
        .saturating_mul(mean_times_texts)
        .saturating_add(length.saturating_mul(statistics.texts).saturating_mul(36));
    let added = (weight * (over * 1_024 / under.max(1))) >> 10;
    added.min((1 << (SCORE_BITS - 7)) - 1)
}

/// The logarithm to base 2 of a number from 1, in 65,536ths, rounded down.
fn log2(number: u64) -> u64 {
    let whole = number.max(1).ilog2();
    // The number over its power of two, from 1 to 2, in 31 bits of fraction.
    let mut rest = if whole > 31 {
        number >> (whole - 31)
    } else {
        number.max(1) << (31 - whole)
    };
    let mut logarithm = u64::from(whole);
    for _ in 0..16 {
        rest = (rest * rest) >> 31;
        let bit = rest >> 32;
        rest >>= bit;
        logarithm = logarithm << 1 | bit;
    }
    logarithm
}

#[cfg(test)]
mod tests {
    use super::{SAME, SCORE_BITS, Statistics, log2, score, weight};

    #[test]
    fn logarithms_are_right_to_the_last_bit() {
        for (number, expected) in [
            (1, 0),
            (2, 65_536),
            (3, 103_872),
            (5, 152_169),
            (7, 183_982),
            (1_000, 653_117),
            (123_456_789, 1_761_570),
            (1 << 40, 2_621_440),
        ] {
            assert_eq!(log2(number), expected, "{number}");
        }
        assert!((1..5_000).all(|number| log2(number) <= log2(number + 1)));
        assert!((1..5_000).all(|number| log2(2 * number) == log2(number) + 65_536));
    }

    #[test]
    fn rare_words_and_short_texts_score_higher() {
        let statistics = Statistics {
            texts: 1_000,
            words: 20_000,
        };
        let of = |frequency, occurrences, length| {
            score(
                statistics,
                weight(statistics, frequency),
                occurrences * SAME,
                length,
            )
        };
        assert!(of(10, 1, 20) > of(100, 1, 20));
        assert!(of(10, 2, 20) > of(10, 1, 20));
        assert!(of(10, 1, 10) > of(10, 1, 30));
        assert!(of(1_000, 1, 20) > 0);
    }

    #[test]
    fn is_bm25() {
        let statistics = Statistics {
            texts: 1_000,
            words: 20_000,
        };
        // log2(1 + 990.5 / 10.5) * 3 * 2.2 / (3 + 1.2 * (0.25 + 0.75 * 35 / 20)) = 8.901415
        let ours = score(statistics, weight(statistics, 10), 3 * SAME, 35);
        let exact = 583_363;
        assert!(ours.abs_diff(exact) < exact / 1_000, "{ours}");
    }

    #[test]
    fn the_greatest_score_fits() {
        let statistics = Statistics {
            texts: 1 << 27,
            words: 1 << 32,
        };
        let most = score(statistics, weight(statistics, 0), 32 * SAME, 1);
        assert!(most < 1 << (SCORE_BITS - 7));
    }
}
