/* The functions that only the URL Standard has, on top of its grammar. */
#include "everyuri/whatwg.h"

#include "grammar/whatwg/whatwg.h"
#include "uri/standards.h"

static enum everyuri_status check_text(size_t len, struct everyuri_error *err)
{
	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	return EVERYURI_OK;
}

/* ---- validation errors ------------------------------------------------------------------ */

/* The receiver of validation errors. */
struct listener {
	everyuri_whatwg_report_fn *report;
	void *context;
};

static void pass_on(void *context, enum eu_whatwg_error error, size_t at, bool fatal)
{
	const struct listener *listener = context;
	struct everyuri_whatwg_note note = { .name = eu_whatwg_error_name(error),
		                             .clause = eu_whatwg_error_clause(error),
		                             .message = eu_whatwg_error_message(error),
		                             .at = at,
		                             .fatal = fatal };

	listener->report(listener->context, &note);
}

enum everyuri_status everyuri_whatwg_errors(const char *text, size_t len,
                                            const struct everyuri_uri *base,
                                            everyuri_whatwg_report_fn *report, void *context,
                                            struct everyuri_error *err)
{
	struct listener listener = { report, context };
	enum everyuri_status s = check_text(len, err);

	if (s)
		return s;
	if (base && eu_is_foreign(base, EVERYURI_WHATWG))
		return eu_refuse_foreign(err);
	return eu_whatwg_decide(text ? text : "", (uint32_t)len, base, report ? pass_on : NULL,
	                        &listener, err);
}

/* The first validation error. */
struct first_note {
	struct everyuri_whatwg_note note;
	bool any;
};

static void keep_first(void *context, const struct everyuri_whatwg_note *note)
{
	struct first_note *first = context;

	if (!first->any)
		first->note = *note;
	first->any = true;
}

enum everyuri_status everyuri_whatwg_conforms(const char *text, size_t len,
                                              const struct everyuri_uri *base, bool *conforming,
                                              struct everyuri_whatwg_note *note,
                                              struct everyuri_error *err)
{
	struct first_note first = { .any = false };
	enum everyuri_status s = everyuri_whatwg_errors(text, len, base, keep_first, &first, err);

	if (s)
		return s;
	*conforming = !first.any;
	if (note && first.any)
		*note = first.note;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_whatwg_origin(const struct everyuri_uri *uri,
                                            struct everyuri_buf *buf, struct everyuri_error *err)
{
	enum everyuri_status s = eu_buf_reserve(buf, eu_whatwg_origin_bound(uri), err);

	if (!s)
		buf->len = eu_whatwg_origin(uri, buf->data);
	return s;
}

/* ---- the URL class ------------------------------------------------------------------------ */

_Static_assert((int)EVERYURI_WHATWG_HREF == (int)EU_WHATWG_SET_HREF &&
                       (int)EVERYURI_WHATWG_HASH == (int)EU_WHATWG_SET_HASH,
               "attributes and setters must have the same numbers");

static const char *const attribute_names[EVERYURI_WHATWG_N_ATTRIBUTES] = {
	"href",     "protocol", "username", "password", "host",
	"hostname", "port",     "pathname", "search",   "hash"
};

const char *everyuri_whatwg_attribute_name(enum everyuri_whatwg_attribute attribute)
{
	return (size_t)attribute < EVERYURI_WHATWG_N_ATTRIBUTES ? attribute_names[attribute] : "";
}

enum everyuri_status everyuri_whatwg_attribute_find(const char *name, size_t len,
                                                    enum everyuri_whatwg_attribute *attribute)
{
	for (int k = 0; k < EVERYURI_WHATWG_N_ATTRIBUTES; k++) {
		if (strlen(attribute_names[k]) != len || memcmp(attribute_names[k], name, len) != 0)
			continue;
		*attribute = (enum everyuri_whatwg_attribute)k;
		return EVERYURI_OK;
	}
	return EVERYURI_MISSING;
}

/* Returns a part, or "" if it is null.  If the part is not empty, the result includes the `front`
 * bytes before it. */
static struct everyuri_text part_or_empty(const struct everyuri_uri *uri, enum everyuri_part part,
                                          size_t front)
{
	struct everyuri_text text = eu_uri_part(uri, part);

	if (!text.data)
		text.data = uri->text;
	if (text.len) {
		text.data -= front;
		text.len += front;
	}
	return text;
}

static struct everyuri_text host_and_port(const struct everyuri_uri *uri)
{
	struct everyuri_text host = part_or_empty(uri, EVERYURI_HOST, 0);

	if (eu_uri_has(uri, EVERYURI_PORT))
		host.len += 1 + eu_span_len(uri->part[EVERYURI_PORT]);
	return host;
}

struct everyuri_text everyuri_whatwg_get(const struct everyuri_uri *uri,
                                         enum everyuri_whatwg_attribute attribute)
{
	struct everyuri_text text = { uri->text, uri->len };

	switch (attribute) {
	case EVERYURI_WHATWG_HREF:
		break;
	case EVERYURI_WHATWG_PROTOCOL:
		text.len = uri->part[EVERYURI_SCHEME].end + (size_t)1;
		break;
	case EVERYURI_WHATWG_USERNAME:
		return part_or_empty(uri, EVERYURI_USER, 0);
	case EVERYURI_WHATWG_PASSWORD:
		return part_or_empty(uri, EVERYURI_PASSWORD, 0);
	case EVERYURI_WHATWG_HOST:
		return host_and_port(uri);
	case EVERYURI_WHATWG_HOSTNAME:
		return part_or_empty(uri, EVERYURI_HOST, 0);
	case EVERYURI_WHATWG_PORT:
		return part_or_empty(uri, EVERYURI_PORT, 0);
	case EVERYURI_WHATWG_PATHNAME:
		return part_or_empty(uri, EVERYURI_PATH, 0);
	case EVERYURI_WHATWG_SEARCH:
		return part_or_empty(uri, EVERYURI_QUERY, 1);
	case EVERYURI_WHATWG_HASH:
		return part_or_empty(uri, EVERYURI_FRAGMENT, 1);
	}
	return text;
}

enum everyuri_status everyuri_whatwg_set(const struct everyuri_uri *uri,
                                         enum everyuri_whatwg_attribute attribute,
                                         const char *value, size_t len, struct everyuri_buf *buf,
                                         struct everyuri_uri *result, struct everyuri_error *err)
{
	struct everyuri_text text = { value ? value : "", len };
	struct everyuri_uri changed;
	enum everyuri_status s = check_text(len, err);
	size_t bound = s ? 0 : eu_whatwg_value_bound(text);

	if (!s)
		s = eu_buf_reserve(buf, uri->len + 2 * bound, err);
	if (s)
		return s;
	if (!eu_whatwg_set(uri, (enum eu_whatwg_setter)attribute, text, buf->data,
	                   buf->data + uri->len + bound, &changed))
		return eu_fail(err, EVERYURI_INVALID, 0, "WHATWG 6.1",
		               "the setter ignores this value");
	changed.standard = EVERYURI_WHATWG;
	buf->len = changed.len;
	*result = changed;
	return EVERYURI_OK;
}
