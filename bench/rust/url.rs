// url.rs - the Rust crate url, called as its users call it, for parsers.c.
use url::Url;

/// Reads a URL and leaves its parts alone; what was read is freed, as it is where it is used.
///
/// # Safety
/// `text` is valid UTF-8, `len` bytes.
#[no_mangle]
pub unsafe extern "C" fn bench_rust_parse(text: *const u8, len: usize) -> bool {
    let text = std::str::from_utf8_unchecked(std::slice::from_raw_parts(text, len));

    match Url::parse(text) {
        Ok(url) => !std::hint::black_box(url.as_str()).is_empty(),
        Err(_) => false,
    }
}
