//! Arbitrary bytes as the content of a checkpoint, compressed, and as the whole file.
#![no_main]

use jacquerie::solve::checkpoint::{CheckpointError, read_from};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut count = 0_usize;
    let _ = read_from(bytes, "title", |_| count += 1);
    let mut named = b"JACQCHK2".to_vec();
    named.extend(zstd::encode_all(bytes, 1).expect("bytes can be packed"));
    count = 0;
    match read_from(&named[..], "title", |_| count += 1) {
        Ok(_) => assert!(count * 11 < bytes.len()),
        Err(
            CheckpointError::Damaged(_)
            | CheckpointError::Version
            | CheckpointError::Foreign { .. },
        ) => {}
        Err(other) => panic!("{other}"),
    }
});
