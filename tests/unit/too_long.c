/* too_long.c - a text of more than EVERYURI_TEXT_MAX bytes is refused before a byte of it is read, and with nothing
 * allocated.  So no such text is needed: here its first byte cannot be read.  memory.c has the calls that
 * are not here; tests/proof/huge.c has texts of nearly that length. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#if SIZE_MAX > UINT32_MAX
#define TOO_LONG ((size_t)EVERYURI_TEXT_MAX + 1)

static struct guard guard;
static const char *text; /* where nothing can be read */
static struct everyuri_buf buf;
static struct everyuri_error err;

static void refused(enum everyuri_status status, const char *what)
{
	ok(status == EVERYURI_TOO_LONG && err.status == EVERYURI_TOO_LONG &&
	           err.at == EVERYURI_TEXT_MAX && err.message && err.clause && !buf.data,
	   "contract api.length: %s of %zu bytes is too long", what, TOO_LONG);
	err = (struct everyuri_error){ 0 };
}

static void readings(void)
{
	struct everyuri_whatwg_note note;
	struct everyuri_uri uri;
	bool conforming;

	for (int standard = 0; standard < EVERYURI_N_STANDARDS; standard++) {
		refused(everyuri_parse(text, TOO_LONG, (enum everyuri_standard)standard, 0, NULL,
		                       &buf, &uri, &err),
		        "parse");
		refused(everyuri_check(text, TOO_LONG, (enum everyuri_standard)standard, 0, &err),
		        "check");
	}
	refused(everyuri_whatwg_conforms(text, TOO_LONG, NULL, &conforming, &note, &err),
	        "conforms");
	refused(everyuri_redact_text(text, TOO_LONG, NULL, &buf, &err), "redact_text");
}

static void codings(void)
{
	refused(everyuri_nfc(text, TOO_LONG, &buf, &err), "nfc");
	refused(everyuri_idna_to_ascii(text, TOO_LONG, 0, &buf, &err), "idna_to_ascii");
	refused(everyuri_idna_to_unicode(text, TOO_LONG, 0, &buf, &err), "idna_to_unicode");
}

static void pairs(void)
{
	const struct everyuri_text name = { "a", 1 }, long_one = { text, TOO_LONG };
	const struct everyuri_param pair = { { "a", 1 }, { "b", 1 } };
	const struct everyuri_param long_name = { long_one, name }, long_value = { name, long_one };

	refused(everyuri_params_decode(text, TOO_LONG, &buf, &err), "params_decode");
	refused(everyuri_params_get(text, TOO_LONG, name, &buf, &err), "params_get");
	refused(everyuri_params_append(text, TOO_LONG, &pair, 1, &buf, &err), "params_append");
	refused(everyuri_params_delete(text, TOO_LONG, name, name, &buf, &err), "params_delete");
	refused(everyuri_params_set(text, TOO_LONG, &pair, &buf, &err), "params_set");
	refused(everyuri_params_sort(text, TOO_LONG, &buf, &err), "params_sort");
	refused(everyuri_params_append("a", 1, &long_name, 1, &buf, &err), "a pair's name");
	refused(everyuri_params_append("a", 1, &long_value, 1, &buf, &err), "a pair's value");
}

static void names(void)
{
	struct everyuri_mapping mapping;
	struct everyuri_uri uri;
	struct everyuri_matched match;
	unsigned level;
	uint8_t address[EVERYURI_ADDRESS_SIZE];

	everyuri_mapping_read("unix", 4, &mapping, NULL);
	everyuri_parse("x:/a", 4, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	refused(everyuri_path_to_uri(text, TOO_LONG, EVERYURI_PATH_POSIX, &buf, &err),
	        "path_to_uri");
	refused(everyuri_local_to_uri("x:", 2, text, TOO_LONG, &mapping, EVERYURI_RFC3986, &buf,
	                              &err),
	        "local_to_uri");
	refused(everyuri_local_to_uri(text, TOO_LONG, "a", 1, &mapping, EVERYURI_RFC3986, &buf,
	                              &err),
	        "local_to_uri's prefix");
	refused(everyuri_local_from_uri(&uri, text, TOO_LONG, &mapping, &buf, &err),
	        "local_from_uri's prefix");
	refused(everyuri_mapping_read(text, TOO_LONG, &mapping, &err), "mapping_read");
	refused(everyuri_template_check(text, TOO_LONG, &level, &err), "template_check");
	refused(everyuri_template_expand(text, TOO_LONG, NULL, 0, &buf, &err), "template_expand");
	refused(everyuri_template_match("a", 1, text, TOO_LONG, &match, &err), "template_match");
	ok(everyuri_address_read(text, TOO_LONG, address) == EVERYURI_MISSING,
	   "address.h everyuri_address_read: %zu bytes are no address", TOO_LONG);
}
#endif

int main(void)
{
#if SIZE_MAX > UINT32_MAX
	text = guard_end(&guard, "", 0);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	readings();
	codings();
	pairs();
	names();
	everyuri_buf_free(&buf);
	guard_free(&guard);
#else
	skip("contract api.length: too long", "size_t has 32 bits here");
#endif
	return done();
}
