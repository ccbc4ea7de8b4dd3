/* Each grammar: the record of a valid text, the error of an invalid one, and recomposition. */
#include "fuzz.h"
#include "parts.h"

FUZZ_SHAPE(FUZZ_URIS, 2);

/* Recomposition of a record gives its text (RFC 3986 5.3). */
static void recompose(const struct everyuri_uri *uri, unsigned flags)
{
	struct everyuri_text part[EVERYURI_N_PARTS];
	struct everyuri_uri again;

	for (unsigned i = 0; i < EVERYURI_N_PARTS; i++)
		part[i] = part_text(uri, i);
	MUST(!everyuri_recompose(part, (enum everyuri_standard)uri->standard, flags, &fuzz_buf[0],
	                         &again, NULL),
	     fuzz_whole(uri));
	MUST(same_parts(uri, &again, EVERYURI_N_PARTS) && same_text(bare(uri), bare(&again)) &&
	             uri->host_kind == again.host_kind,
	     fuzz_whole(uri), fuzz_whole(&again));
}

/* Pieces lie in the path or query, in order. */
static void pieces(const struct everyuri_uri *uri)
{
	struct everyuri_iter iter = { 0 };
	struct everyuri_span piece, value;
	uint32_t at = 0, n = 0;

	while (everyuri_segment_next(uri, &iter, &piece)) {
		MUST(fuzz_is_span(piece, uri->len) && piece.begin >= at && n++ <= uri->len,
		     fuzz_whole(uri));
		at = piece.end;
	}
	iter = (struct everyuri_iter){ 0 };
	for (at = n = 0; everyuri_pair_next(uri, &iter, &piece, &value); n++) {
		MUST(fuzz_is_span(piece, uri->len) && fuzz_is_span(value, uri->len) &&
		             piece.begin >= at && n <= uri->len,
		     fuzz_whole(uri));
		at = value.begin == EVERYURI_ABSENT ? piece.end : value.end;
	}
	iter = (struct everyuri_iter){ 0 };
	for (at = n = 0; everyuri_word_next(uri, &iter, &piece); n++) {
		MUST(fuzz_is_span(piece, uri->len) && piece.begin >= at && n <= uri->len,
		     fuzz_whole(uri));
		at = piece.end;
	}
}

/* Any text with the same bytes up to the error is refused there, because no valid text has that byte there.  An
 * incomplete text is refused at its end. */
static void refused(struct everyuri_text text, enum everyuri_standard standard, unsigned flags,
                    size_t at)
{
	struct everyuri_error err = { 0 };
	struct everyuri_text front;

	MUST(at <= text.len, text);
	if (at == text.len)
		return;
	front = fuzz_copy(text.data, at + 1);
	MUST(everyuri_check(front.data, front.len, standard, flags, &err) == EVERYURI_INVALID,
	     front, text);
	MUST(err.at == at, front, text);
	fuzz_free(front);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	enum everyuri_standard standard = fuzz_cutting(fuzz_byte(&input));
	unsigned flags = fuzz_byte(&input) & (EVERYURI_ADMIT_PARTIAL | EVERYURI_ADMIT_ZONE);
	struct everyuri_text text = fuzz_rest(&input);
	struct everyuri_error err = { 0 }, checked = { 0 };
	struct everyuri_uri uri = { 0 };
	enum everyuri_status status;

	fuzz_begin();
	status = everyuri_parse(text.data, text.len, standard, flags, NULL, NULL, &uri, &err);
	MUST(status == everyuri_check(text.data, text.len, standard, flags, &checked), text);
	if (status) {
		MUST(status == EVERYURI_INVALID && err.status == status && err.clause &&
		             err.message,
		     text);
		MUST(err.at == checked.at && !err.which, text);
		refused(text, standard, flags, err.at);
	} else {
		MUST(uri.text == text.data && uri.len == text.len && uri.standard == standard,
		     text);
		MUST(!(uri.flags & EVERYURI_REWRITTEN), text);
		fuzz_record(&uri, text);
		recompose(&uri, flags);
		pieces(&uri);
	}
	fuzz_end();
	fuzz_free(text);
	return 0;
}
