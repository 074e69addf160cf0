#![no_main]
#![doc = "Runs the target `connection` with libFuzzer."]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| vitae_fuzz::connection(bytes));
