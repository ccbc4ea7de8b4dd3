/* RFC 3986 compared with uriparser: the verdict, the parts and the offset of an error. */
#include "fuzz.h"
#include "proof/by_uriparser.h"

FUZZ_SHAPE(FUZZ_URIS, 0);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	struct everyuri_text text = fuzz_rest(&input);
	struct everyuri_uri ours;
	struct everyuri_error err = { 0 };
	UriUriA theirs;
	const char *position = text.data;
	bool we = !everyuri_parse(text.data, text.len, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL,
	                          NULL, NULL, &ours, &err);
	bool they = !uriParseSingleUriExA(&theirs, text.data, text.data + text.len, &position);

	MUST(we == they, text);
	if (we) {
		char *path = malloc(text.len + 2);

		MUST(path && !difference(&ours, &theirs, path), text);
		free(path);
	} else {
		size_t at = (size_t)(position - text.data);

		/* Inside brackets uriparser reports another offset: docs/standards/rfc3986.md. */
		MUST(at == err.at || (in_literal(text.data, err.at) && in_literal(text.data, at)),
		     text, { text.data, at }, { text.data, err.at });
	}
	if (they)
		uriFreeUriMembersA(&theirs);
	fuzz_free(text);
	return 0;
}
