#![no_main]
#![doc = "Runs the target `response` with libFuzzer."]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| vitae_fuzz::response(bytes));
