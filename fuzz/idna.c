/* Domains to ASCII and to Unicode, punycode, NFC: fixed points and round trips. */
#include "fuzz.h"

FUZZ_SHAPE(FUZZ_URIS, 1);

static struct everyuri_buf *const buf = &fuzz_buf[0], *const other = &fuzz_buf[1],
				  *const third = &fuzz_buf[2];

/* The ASCII form of a domain is a fixed point, and so is its round trip through Unicode. */
static void domain(struct everyuri_text text, unsigned flags)
{
	struct everyuri_error err = { 0 };
	struct everyuri_text ascii, shown;

	if (everyuri_idna_to_ascii(text.data, text.len, flags, buf, &err)) {
		MUST(err.at <= text.len, text);
		return;
	}
	ascii = fuzz_result(buf);
	for (size_t i = 0; i < ascii.len; i++)
		MUST((unsigned char)ascii.data[i] < 0x80 &&
		             !(ascii.data[i] >= 'A' && ascii.data[i] <= 'Z'),
		     text, ascii);
	MUST(!everyuri_idna_to_ascii(ascii.data, ascii.len, flags, other, NULL), text, ascii);
	MUST(fuzz_equal(ascii, fuzz_result(other)), text, ascii, fuzz_result(other));
	MUST(!everyuri_idna_to_unicode(ascii.data, ascii.len, 0, other, NULL), text, ascii);
	shown = fuzz_result(other);
	MUST(!everyuri_idna_to_ascii(shown.data, shown.len, flags, third, NULL), text, ascii,
	     shown);
	MUST(fuzz_equal(ascii, fuzz_result(third)), text, ascii, shown, fuzz_result(third));
}

static void punycode(struct everyuri_text text)
{
	struct everyuri_error err = { 0 };

	if (everyuri_punycode_encode(text.data, text.len, buf, &err)) {
		MUST(err.at <= text.len, text);
	} else if (buf->len <=
	           1000) { /* idna.h: the encoded form may exceed the limit for decoding */
		MUST(!everyuri_punycode_decode(fuzz_result(buf).data, buf->len, other, NULL), text,
		     fuzz_result(buf));
		MUST(fuzz_equal(text, fuzz_result(other)), text, fuzz_result(buf),
		     fuzz_result(other));
	}
	if (!everyuri_punycode_decode(text.data, text.len, buf, NULL))
		MUST(!everyuri_punycode_encode(fuzz_result(buf).data, buf->len, other, NULL), text,
		     fuzz_result(buf));
}

static void nfc(struct everyuri_text text)
{
	if (everyuri_nfc(text.data, text.len, buf, NULL))
		return;
	MUST(!everyuri_nfc(fuzz_result(buf).data, buf->len, other, NULL), text, fuzz_result(buf));
	MUST(fuzz_equal(fuzz_result(buf), fuzz_result(other)), text, fuzz_result(buf),
	     fuzz_result(other));
}

/* An IRI becomes a valid URI; a URI becomes an IRI that converts back to the same URI. */
static void iri(struct everyuri_text text, unsigned flags)
{
	struct everyuri_uri uri;

	if (everyuri_parse(text.data, text.len, EVERYURI_RFC3987, EVERYURI_ADMIT_PARTIAL, NULL,
	                   NULL, &uri, NULL))
		return;
	everyuri_iri_bidi(&uri, NULL, NULL);
	if (everyuri_iri_to_uri(&uri, flags, buf, NULL))
		return;
	MUST(!everyuri_parse(fuzz_result(buf).data, buf->len, EVERYURI_RFC3986,
	                     EVERYURI_ADMIT_PARTIAL, NULL, NULL, &uri, NULL),
	     text, fuzz_result(buf));
	if (everyuri_uri_to_iri(&uri, other, NULL))
		return;
	MUST(!everyuri_parse(fuzz_result(other).data, other->len, EVERYURI_RFC3987,
	                     EVERYURI_ADMIT_PARTIAL, NULL, NULL, &uri, NULL),
	     text, fuzz_result(other));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	const bool flagged = fuzz_byte(&input) & 1;
	const unsigned flags = flagged ? EVERYURI_IDNA_STRICT : 0;
	struct everyuri_text text = fuzz_rest(&input);

	fuzz_begin();
	domain(text, flags);
	punycode(text);
	nfc(text);
	iri(text, flagged ? EVERYURI_IRI_ENCODE_HOST : 0);
	if (everyuri_idna_to_unicode(text.data, text.len, flags, buf, NULL))
		MUST(flags || text.len, text);
	fuzz_end();
	fuzz_free(text);
	return 0;
}
