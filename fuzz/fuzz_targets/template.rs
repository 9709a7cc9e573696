#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portero_fuzz::template(data));
