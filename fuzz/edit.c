/* Edits: the named part has the new value, and every other byte is unchanged. */
#include "fuzz.h"
#include "parts.h"

FUZZ_SHAPE(FUZZ_URIS, 4);

#define CHANGES_MAX 3

static struct everyuri_buf *const buf = &fuzz_buf[0], *const edited = &fuzz_buf[1],
				  *const scratch = &fuzz_buf[2];

static unsigned part_of(const struct everyuri_change *change)
{
	switch (change->kind) {
	case EVERYURI_SET:
	case EVERYURI_DELETE:
		return change->part;
	case EVERYURI_APPEND_PATH:
		return EVERYURI_PATH;
	default:
		return EVERYURI_QUERY;
	}
}

/* An edit by a standard that rewrites nothing. */
static void one(const struct everyuri_uri *uri, const struct everyuri_change *change,
                unsigned flags)
{
	enum everyuri_standard standard = (enum everyuri_standard)uri->standard;
	struct everyuri_uri after;
	struct everyuri_text result;

	if (everyuri_edit(uri, change, 1, flags, edited, NULL))
		return;
	result = fuzz_result(edited);
	MUST(fuzz_read(result, standard, scratch, &after), fuzz_whole(uri), result, change->value);
	fuzz_record(&after, result);
	if (standard == EVERYURI_WHATWG)
		return;
	MUST(same_parts(uri, &after, part_of(change)), fuzz_whole(uri), result, change->value);
	if (change->kind == EVERYURI_SET && !(flags & EVERYURI_EDIT_ENCODE))
		MUST(fuzz_equal(part_text(&after, change->part), change->value), fuzz_whole(uri),
		     result, change->value);
	if (change->kind == EVERYURI_DELETE && change->part != EVERYURI_PATH)
		MUST(!part_text(&after, change->part).data, fuzz_whole(uri), result);
	if (change->kind == EVERYURI_SORT_QUERY)
		MUST(result.len == uri->len, fuzz_whole(uri), result);
}

/* Setting a part to its value changes nothing. */
static void self(const struct everyuri_uri *uri, enum everyuri_part part)
{
	struct everyuri_change change = { .kind = EVERYURI_SET, .part = part };

	change.value = part_text(uri, part);
	if (!change.value.data || uri->standard == EVERYURI_WHATWG)
		return;
	MUST(!everyuri_edit(uri, &change, 1, 0, edited, NULL), fuzz_whole(uri), change.value);
	MUST(fuzz_equal(fuzz_result(edited), fuzz_whole(uri)), fuzz_whole(uri),
	     fuzz_result(edited));
}

/* All edits at once give the same as one after the other. */
static void in_turn(const struct everyuri_uri *uri, const struct everyuri_change *changes, size_t n,
                    unsigned flags)
{
	enum everyuri_status status = everyuri_edit(uri, changes, n, flags, edited, NULL);
	struct everyuri_text text = fuzz_copy(uri->text, uri->len), next;
	struct everyuri_uri at = *uri;
	enum everyuri_status last = EVERYURI_OK;

	if (status)
		MUST(status == EVERYURI_INVALID, fuzz_whole(uri));
	else
		MUST(fuzz_read(fuzz_result(edited), (enum everyuri_standard)uri->standard, scratch,
		               &at),
		     fuzz_whole(uri), fuzz_result(edited));
	for (size_t i = 0; i < n && !last && uri->standard != EVERYURI_WHATWG; i++) {
		MUST(fuzz_read(text, (enum everyuri_standard)uri->standard, NULL, &at), text);
		last = everyuri_edit(&at, &changes[i], 1, flags, scratch, NULL);
		if (!last) {
			next = fuzz_copy(fuzz_result(scratch).data, scratch->len);
			fuzz_free(text);
			text = next;
		}
	}
	if (!status && !last && uri->standard != EVERYURI_WHATWG)
		MUST(fuzz_equal(text, fuzz_result(edited)), fuzz_whole(uri), text,
		     fuzz_result(edited));
	fuzz_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	enum everyuri_standard standard = fuzz_standard(fuzz_byte(&input));
	unsigned kinds = fuzz_byte(&input), parts = fuzz_byte(&input),
		 flags = fuzz_byte(&input) & 1 ? EVERYURI_EDIT_ENCODE : 0;
	struct everyuri_text text = fuzz_text(&input), key = fuzz_text(&input),
			     value = fuzz_text(&input);
	struct everyuri_change changes[CHANGES_MAX];
	struct everyuri_uri uri;

	fuzz_begin();
	for (unsigned i = 0; i < CHANGES_MAX; i++)
		changes[i] = (struct everyuri_change){
			.kind = (enum everyuri_change_kind)((kinds >> i) % 7),
			.part = (enum everyuri_part)((parts >> i) % EVERYURI_N_PARTS),
			.key = key,
			.value = value,
		};
	if (fuzz_read(text, standard, buf, &uri)) {
		one(&uri, &changes[0], flags);
		self(&uri, changes[0].part);
		in_turn(&uri, changes, CHANGES_MAX, flags);
	}
	fuzz_end();
	fuzz_free(text);
	fuzz_free(key);
	fuzz_free(value);
	return 0;
}
