#![no_main]
#![doc = "Runs the target `fix` with libFuzzer."]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| vitae_fuzz::fix(bytes));
