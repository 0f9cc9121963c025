//! Hash functions, which spread keys over tables.
//!
//! All of them multiply: a product's high bits depend on all bits of its factors (multiplicative
//! hashing; Knuth, *The Art of Computer Programming* 6.4). Exact results do not depend on hashes,
//! because they use complete keys. But hashes decide which table entries are replaced, and so how
//! many nodes a search takes. A change to a hash function changes every recorded node count.

/// 2⁶⁴ divided by the golden ratio: multiples of it lie far apart (*Fibonacci hashing*).
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// The first factor of SplitMix64's finish (Stafford's thirteenth mix).
const STAFFORD: u64 = 0xbf58_476d_1ce4_e5b9;
/// A factor that mixes well in two rounds with a shift by 32 (degski).
const DEGSKI: u64 = 0xd6e8_feb8_6659_fd93;

/// Spreads a word; its high bits are the well-mixed ones.
#[inline]
#[must_use]
pub const fn spread(word: u64) -> u64 {
    word.wrapping_mul(GOLDEN)
}

/// Mixes a word into `bits` bits, each of which depends on all bits of the word.
#[inline]
#[must_use]
pub const fn scatter(word: u64, bits: u32) -> u64 {
    let mixed = spread(word);
    (mixed ^ mixed >> 29).wrapping_mul(STAFFORD) >> (u64::BITS - bits)
}

/// Mixes a key of up to 104 bits; the high bits of the result are the well-mixed ones.
#[inline]
#[must_use]
pub const fn mix_key(key: u128) -> u64 {
    let (low, high) = halves(key);
    let mixed = (spread(low) ^ high).wrapping_mul(DEGSKI);
    (mixed ^ mixed >> 32).wrapping_mul(DEGSKI)
}

/// Mixes two words into one word, each bit of which depends on all bits of both words.
#[inline]
#[must_use]
pub const fn mix_words(first: u64, second: u64) -> u64 {
    let product = (first ^ GOLDEN) as u128 * (second ^ STAFFORD) as u128;
    let mixed = (product >> u64::BITS) as u64 ^ product as u64;
    (mixed ^ mixed >> 32).wrapping_mul(DEGSKI)
}

/// Two overlapping words that together hold the key.
const fn halves(key: u128) -> (u64, u64) {
    (key as u64, (key >> 40) as u64)
}

/// Maps a hash whose high bits are well mixed to a number below `count`, without a division
/// (Lemire, *Fast Random Integer Generation in an Interval*).
#[inline]
#[must_use]
pub const fn below(hash: u64, count: usize) -> usize {
    ((hash as u128 * count as u128) >> u64::BITS) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded counts of nodes and positions depend on these values.
    #[test]
    fn hashes_stay_the_same() {
        let key = 0x0123_4567_89ab_cdef_1357;
        assert_eq!(spread(0x0123_4567_89ab_cdef), 0x0c93_a7b7_9aed_a89b);
        assert_eq!(scatter(0x0123_4567_89ab_cdef, 40), 0x0099_2409_c1af);
        assert_eq!(mix_key(key), 0x50a0_0cea_cbdc_e9d9);
        assert_eq!(below(mix_key(key), 1_000_003), 314_943);
    }
}
