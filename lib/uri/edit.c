/* Changes a URI: splits it into its eight parts, changes them in any order, joins them, and reads
 * the result back.  A part that no change names is copied byte for byte. */
#include "base/partial_forms.h"
#include "grammar/whatwg/whatwg.h"
#include "uri/compose.h"
#include "uri/edit_fault.h"
#include "uri/edit_query.h"

/* A URI being edited.  Its texts are in the URI, in the changes or in the arena, which was made
 * large enough before. */
struct editing {
	const struct everyuri_uri *uri;
	const struct everyuri_change *changes;
	struct everyuri_text part[EVERYURI_N_PARTS];
	int changed_by[EVERYURI_N_PARTS]; /* index of the last change to it, or -1 */
	size_t type_len;                  /* bytes of a ";type=x" at the end of the path */
	struct eu_out arena;
	enum everyuri_standard standard;
	bool encode;
};

static enum everyuri_status refuse_change(struct everyuri_error *err, int change, size_t at,
                                          const char *message)
{
	eu_fail(err, EVERYURI_INVALID, at, "RFC 3986 5.3", message);
	if (err)
		err->which = change < 0 ? 0 : (uint32_t)change;
	return EVERYURI_INVALID;
}

static enum everyuri_place place_of_part(enum everyuri_part part)
{
	/* LCOV_EXCL_BR_LINE: the cases cover every part */
	switch (part) {
	case EVERYURI_USER:
		return EVERYURI_PLACE_USER;
	case EVERYURI_PASSWORD:
		return EVERYURI_PLACE_PASSWORD;
	case EVERYURI_HOST:
		return EVERYURI_PLACE_HOST;
	case EVERYURI_QUERY:
		return EVERYURI_PLACE_QUERY;
	case EVERYURI_FRAGMENT:
		return EVERYURI_PLACE_FRAGMENT;
	/* LCOV_EXCL_BR_LINE: for the compiler: set_part() does not encode a scheme */
	case EVERYURI_SCHEME:
	/* LCOV_EXCL_BR_LINE: for the compiler: set_part() does not encode a port */
	case EVERYURI_PORT:
	case EVERYURI_PATH:
		break;
	}
	return EVERYURI_PLACE_SEGMENT;
}

/* Writes a value to the arena, encoded for its place if the change asks for it. */
static void put_value(struct editing *e, struct everyuri_text value, enum everyuri_place place,
                      bool slashes_stay)
{
	const struct everyuri_byte_set *keep = everyuri_place_set(e->standard, place);

	for (size_t i = 0; i < value.len; i++) {
		unsigned char c = (unsigned char)value.data[i];

		if (!e->encode || (c != '%' && everyuri_byte_set_has(keep, c)) ||
		    (slashes_stay && c == '/'))
			eu_out_byte(&e->arena, (char)c);
		else
			eu_out_escape(&e->arena, c);
	}
}

static void put_text(struct editing *e, struct everyuri_text text)
{
	eu_out_bytes(&e->arena, text.data, text.len);
}

/* Returns the text written to the arena since `begin`. */
static struct everyuri_text put_since(const struct editing *e, size_t begin)
{
	struct everyuri_text text = { e->arena.data + begin, e->arena.len - begin };

	return text;
}

/* An IP-literal in brackets is not data, so it is not encoded. */
static bool is_literal(struct everyuri_text value)
{
	return value.len && value.data[0] == '[';
}

static void set_part(struct editing *e, const struct everyuri_change *change)
{
	enum everyuri_part part = change->part;
	size_t begin = e->arena.len;

	if (part == EVERYURI_SCHEME || part == EVERYURI_PORT ||
	    (part == EVERYURI_HOST && is_literal(change->value)))
		put_text(e, change->value);
	else
		put_value(e, change->value, place_of_part(part), part == EVERYURI_PATH);
	e->part[part] = put_since(e, begin);
	if (part == EVERYURI_PATH)
		e->type_len = 0;
}

static void delete_part(struct editing *e, enum everyuri_part part)
{
	struct everyuri_text none = { NULL, 0 };

	e->part[part] = none;
	if (part == EVERYURI_PATH) {
		e->part[part].data = "";
		e->type_len = 0;
	}
}

/* Returns whether a value becomes "." or "..", which some readers remove, even escaped. */
static bool removes_segments(struct everyuri_text value, bool encode)
{
	return value.len && eu_is_dot_segment(value.data, value.len) &&
	       !(encode && memchr(value.data, '%', value.len));
}

/* Appends a segment: "/a" + b is "/a/b", and so is "/a/" + b, whose last segment was empty.
 * RFC 1738's ";type=x" stays at the end. */
static enum everyuri_status append_path(struct editing *e, const struct everyuri_change *change,
                                        int index, struct everyuri_error *err)
{
	struct everyuri_text path = e->part[EVERYURI_PATH], type = path;
	const char *slash = change->value.len && !e->encode ?
	                            memchr(change->value.data, '/', change->value.len) :
	                            NULL;
	size_t begin = e->arena.len;

	if (slash)
		return refuse_change(err, index, (size_t)(slash - change->value.data),
		                     "a segment must not contain a slash");
	if (removes_segments(change->value, e->encode))
		return refuse_change(err, index, 0,
		                     "\".\" and \"..\" remove segments instead of appending one");
	path.len -= e->type_len;
	type.data += path.len;
	type.len = e->type_len;
	put_text(e, path);
	if (path.len ? path.data[path.len - 1] != '/' : e->part[EVERYURI_HOST].data != NULL)
		eu_out_byte(&e->arena, '/');
	put_value(e, change->value, EVERYURI_PLACE_SEGMENT, false);
	put_text(e, type);
	e->part[EVERYURI_PATH] = put_since(e, begin);
	return EVERYURI_OK;
}

/* Returns the first byte that would end an unencoded key or value, or NULL. */
static const char *find_delimiter(struct everyuri_text text, bool is_key)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.data[i] == '&' || text.data[i] == '#' || (is_key && text.data[i] == '='))
			return text.data + i;
	return NULL;
}

/* Writes the pair of a change to the arena. */
static enum everyuri_status put_key_value(struct editing *e, const struct everyuri_change *change,
                                          int index, struct everyuri_error *err)
{
	const char *bad_key = e->encode ? NULL : find_delimiter(change->key, true);
	const char *bad_value = e->encode ? NULL : find_delimiter(change->value, false);

	if (bad_key)
		return refuse_change(err, index, (size_t)(bad_key - change->key.data),
		                     "this character would end the key: encode it");
	if (bad_value)
		return refuse_change(err, index, (size_t)(bad_value - change->value.data),
		                     "this character would end the value: encode it");
	put_value(e, change->key, EVERYURI_PLACE_QUERY_VALUE, false);
	if (change->value.data) {
		eu_out_byte(&e->arena, '=');
		put_value(e, change->value, EVERYURI_PLACE_QUERY_VALUE, false);
	}
	return EVERYURI_OK;
}

/* Stores the changed query.  Refuses an empty one, since it has no pairs. */
static enum everyuri_status keep_pairs(struct editing *e, struct everyuri_text query, int index,
                                       struct everyuri_error *err)
{
	if (!query.len)
		return refuse_change(err, index, 0, "an empty key needs a value");
	e->part[EVERYURI_QUERY] = query;
	return EVERYURI_OK;
}

static enum everyuri_status append_query(struct editing *e, const struct everyuri_change *change,
                                         int index, struct everyuri_error *err)
{
	struct everyuri_text query = e->part[EVERYURI_QUERY];
	size_t begin = e->arena.len;
	enum everyuri_status s;

	put_text(e, query);
	if (query.len)
		eu_out_byte(&e->arena, '&');
	s = put_key_value(e, change, index, err);
	return s ? s : keep_pairs(e, put_since(e, begin), index, err);
}

/* Returns the decoded key.  If the change does not ask for encoding, the key is already encoded, so
 * decodes it. */
static struct everyuri_text meant_key(struct editing *e, struct everyuri_text key)
{
	size_t begin = e->arena.len;

	if (e->encode)
		return key;
	for (size_t i = 0; i < key.len;) {
		unsigned char c = (unsigned char)key.data[i];

		i += eu_escape_at(key.data + i, key.len - i, &c) ? 3 : 1;
		eu_out_byte(&e->arena, (char)c);
	}
	return put_since(e, begin);
}

static enum everyuri_status set_query(struct editing *e, const struct everyuri_change *change,
                                      int index, struct everyuri_error *err)
{
	struct everyuri_text query = e->part[EVERYURI_QUERY], pair;
	size_t begin = e->arena.len;
	enum everyuri_status s = put_key_value(e, change, index, err);

	if (s)
		return s;
	pair = put_since(e, begin);
	query = eu_query_with(&e->arena, query, meant_key(e, change->key), pair);
	return keep_pairs(e, query, index, err);
}

static enum everyuri_status apply(struct editing *e, const struct everyuri_change *change,
                                  int index, struct everyuri_error *err)
{
	struct everyuri_text *query = &e->part[EVERYURI_QUERY];
	enum everyuri_part part = change->part;

	switch (change->kind) {
	case EVERYURI_SET:
		set_part(e, change);
		break;
	case EVERYURI_DELETE:
		delete_part(e, part);
		break;
	case EVERYURI_APPEND_PATH:
		e->changed_by[EVERYURI_PATH] = index;
		return append_path(e, change, index, err);
	case EVERYURI_APPEND_QUERY:
		e->changed_by[EVERYURI_QUERY] = index;
		return append_query(e, change, index, err);
	case EVERYURI_SET_QUERY:
		e->changed_by[EVERYURI_QUERY] = index;
		return set_query(e, change, index, err);
	case EVERYURI_DELETE_QUERY:
		part = EVERYURI_QUERY;
		*query = eu_query_without(&e->arena, *query, change->key, change->value);
		break;
	case EVERYURI_DELETE_QUERY_GLOB:
		part = EVERYURI_QUERY;
		*query = eu_query_without_matches(&e->arena, *query, change->key);
		break;
	case EVERYURI_SORT_QUERY:
		part = EVERYURI_QUERY;
		*query = eu_query_sorted(&e->arena, *query);
		break;
	}
	e->changed_by[part] = index;
	return EVERYURI_OK;
}

/* Returns an upper bound of the arena bytes that the changes need: for each change that rewrites a
 * part, the size that the part may have reached by then.  growth: how many bytes one byte can become
 * when it is set. */
static size_t arena_bound(const struct everyuri_uri *uri, const struct everyuri_change *changes,
                          size_t n_changes, size_t growth)
{
	size_t path = eu_span_len(uri->part[EVERYURI_PATH]), query = 0, total = 0;

	if (eu_uri_has(uri, EVERYURI_QUERY))
		query = eu_span_len(uri->part[EVERYURI_QUERY]);
	for (size_t k = 0; k < n_changes; k++) {
		size_t value = growth * (3 * (changes[k].value.len + changes[k].key.len) + 2);

		if (changes[k].part == EVERYURI_PATH || changes[k].kind == EVERYURI_APPEND_PATH)
			path += value;
		else
			query += value;
		total += path + query + value;
		if (changes[k].kind == EVERYURI_SORT_QUERY)
			total += eu_query_sort_bound(query);
		if (total > EVERYURI_TEXT_MAX)
			break;
	}
	return total;
}

static struct editing begin_editing(const struct everyuri_uri *uri,
                                    const struct everyuri_change *changes, unsigned flags)
{
	struct editing e = { .uri = uri,
		             .changes = changes,
		             .standard = (enum everyuri_standard)uri->standard,
		             .encode = flags & EVERYURI_EDIT_ENCODE };
	struct everyuri_text type;

	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		e.part[k] = eu_uri_part(uri, (enum everyuri_part)k);
		e.changed_by[k] = -1;
	}
	type = everyuri_extra_view(uri, EVERYURI_EXTRA_TYPE);
	if (type.data)
		e.type_len = strlen(";type=") + type.len;
	return e;
}

/* Returns the part that contains byte `at` of the composed URI.  At the first byte of an unchanged
 * part, the error belongs to the changed part that ends there, as with "a%" in "http://a%/". */
static int failing_part(const struct editing *e, size_t at)
{
	int part, before;

	for (part = EVERYURI_N_PARTS - 1; part > 0; part--)
		if (e->part[part].data &&
		    eu_uri_composed_at(e->part, (enum everyuri_part)part) <= at)
			break;
	if (e->changed_by[part] >= 0 || eu_uri_composed_at(e->part, (enum everyuri_part)part) < at)
		return part;
	for (before = part - 1; before >= 0 && !e->part[before].data; before--)
		;
	return before >= 0 && e->changed_by[before] >= 0 ? before : part;
}

/* Refuses the last change of a part, at the first byte of its value that the part cannot have.
 * at, message: of the reader's complaint, which is used unless a byte before it is to blame; SIZE_MAX: it has no place. */
static enum everyuri_status refuse_part(const struct editing *e, int part, size_t at,
                                        const char *message, struct everyuri_error *err)
{
	int index = e->changed_by[part];
	size_t fault_at = SIZE_MAX;
	const char *fault = index < 0 || e->encode ?
	                            NULL :
	                            eu_edit_fault(e->standard, &e->changes[index], &fault_at);

	if (fault && fault_at < at)
		return refuse_change(err, index, fault_at, fault);
	return refuse_change(err, index, at == SIZE_MAX ? 0 : at, message);
}

/* Checks that the result is read as exactly the requested parts. */
static enum everyuri_status check_result(const struct editing *e, const char *text, size_t len,
                                         size_t prefix, struct everyuri_error *err)
{
	unsigned flags = e->uri->flags & EVERYURI_RELATIVE ? EVERYURI_ADMIT_PARTIAL : 0u;
	struct everyuri_error why;
	struct everyuri_uri result;
	int part;

	/* The caller allowed the zone when it read `uri`. */
	if (everyuri_extra_view(e->uri, EVERYURI_EXTRA_ZONE).data)
		flags |= EVERYURI_ADMIT_ZONE;
	if (eu_uri_read(text, len, e->standard, flags, &result, &why)) {
		part = failing_part(e, why.at - prefix);
		refuse_part(e, part,
		            why.at - prefix - eu_uri_composed_at(e->part, (enum everyuri_part)part),
		            why.message, err);
		if (err)
			err->clause = why.clause;
		return EVERYURI_INVALID;
	}
	part = eu_uri_first_difference(&result, e->part);
	if (part == EVERYURI_N_PARTS)
		return EVERYURI_OK;
	return refuse_part(e, part, SIZE_MAX, "with this value the URI would be parsed differently",
	                   err);
}

/* ---- the URL Standard: uses the setters of its URL class ---------------------------------- */

static enum eu_whatwg_setter setter_of_part(enum everyuri_part part)
{
	static const enum eu_whatwg_setter setters[EVERYURI_N_PARTS] = {
		EU_WHATWG_SET_PROTOCOL, EU_WHATWG_SET_USERNAME, EU_WHATWG_SET_PASSWORD,
		EU_WHATWG_SET_HOSTNAME, EU_WHATWG_SET_PORT,     EU_WHATWG_SET_PATHNAME,
		EU_WHATWG_SET_SEARCH,   EU_WHATWG_SET_HASH
	};

	return setters[part];
}

/* Returns the value for the part's setter.  The search setter ignores a leading "?", so one is added
 * to a query that the caller did not set as a whole. */
static struct everyuri_text setter_value(struct editing *e, enum everyuri_part part, bool own)
{
	struct everyuri_text value = e->part[part];
	size_t begin = e->arena.len;

	if (!value.data)
		value.data = "";
	if (own || part != EVERYURI_QUERY || !value.len)
		return value;
	eu_out_byte(&e->arena, '?');
	put_text(e, value);
	return put_since(e, begin);
}

/* Returns the part that a change applies to. */
static enum everyuri_part part_of_change(const struct everyuri_change *change)
{
	if (change->kind == EVERYURI_SET || change->kind == EVERYURI_DELETE)
		return change->part;
	return change->kind == EVERYURI_APPEND_PATH ? EVERYURI_PATH : EVERYURI_QUERY;
}

/* Refuses a host or port that its setter would use only in part: "a/b" would set the host "a". */
static enum everyuri_status refuse_truncation(const struct everyuri_change *change, int index,
                                              struct everyuri_error *err)
{
	bool host = change->part == EVERYURI_HOST;

	if (!host && change->part != EVERYURI_PORT)
		return EVERYURI_OK;
	for (size_t i = 0; i < change->value.len; i++) {
		unsigned char c = (unsigned char)change->value.data[i];

		if (host ? c != '/' && c != '?' && c != '#' && c != '\\' : eu_is_digit(c))
			continue;
		refuse_change(err, index, i,
		              host ? "character not allowed in a host" : "a port must be a number");
		if (err)
			err->clause = "WHATWG 6.1";
		return EVERYURI_INVALID;
	}
	return EVERYURI_OK;
}

/* Applies each change to the record that the previous change wrote.  Records alternate between the
 * two halves of the buffer. */
static enum everyuri_status run_setters(struct editing *e, const struct everyuri_change *changes,
                                        size_t n_changes, char *half[2], char *scratch,
                                        struct everyuri_uri *uri, struct everyuri_error *err)
{
	for (size_t k = 0; k < n_changes; k++) {
		enum everyuri_part part = part_of_change(&changes[k]);
		bool own = changes[k].kind == EVERYURI_SET;
		enum everyuri_status s = apply(e, &changes[k], (int)k, err);
		struct everyuri_uri next;

		if (!s && own)
			s = refuse_truncation(&changes[k], (int)k, err);
		if (s)
			return s;
		if (!eu_whatwg_set(uri, setter_of_part(part), setter_value(e, part, own),
		                   half[k % 2], scratch, &next)) {
			refuse_part(e, (int)part, SIZE_MAX, "the setter ignores this value", err);
			if (err)
				err->clause = "WHATWG 6.1";
			return EVERYURI_INVALID;
		}
		*uri = next;
		for (int p = 0; p < EVERYURI_N_PARTS; p++)
			e->part[p] = eu_uri_part(uri, (enum everyuri_part)p);
	}
	return EVERYURI_OK;
}

/* Sizes: a byte that is not UTF-8 can become nine, and a query gets a "?" before it. */
static enum everyuri_status edit_by_setters(struct editing *e,
                                            const struct everyuri_change *changes, size_t n_changes,
                                            struct everyuri_buf *buf, struct everyuri_error *err)
{
	size_t arena = 2 * arena_bound(e->uri, changes, n_changes, 9) + n_changes;
	size_t room = e->uri->len + eu_whatwg_worst(arena) + n_changes * eu_whatwg_worst(0);
	enum everyuri_status s = eu_buf_reserve(buf, 3 * room + arena, err);
	struct everyuri_uri uri = *e->uri;
	char *half[2];

	if (s)
		return s;
	half[0] = buf->data;
	half[1] = buf->data + room;
	e->arena.data = buf->data + 3 * room;
	s = run_setters(e, changes, n_changes, half, buf->data + 2 * room, &uri, err);
	if (s)
		return s;
	memmove(buf->data, uri.text, uri.len); /* at least a scheme and its ":" */
	buf->len = uri.len;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_edit(const struct everyuri_uri *uri,
                                   const struct everyuri_change *changes, size_t n_changes,
                                   unsigned flags, struct everyuri_buf *buf,
                                   struct everyuri_error *err)
{
	struct editing e = begin_editing(uri, changes, flags);
	size_t bound = arena_bound(uri, changes, n_changes, 1);
	size_t prefix = uri->len - eu_old_text(uri).len;
	struct eu_out out;
	enum everyuri_status s = eu_check_flags(flags, EVERYURI_EDIT_ENCODE, err);

	if (s)
		return s;
	if (eu_uri_rewrites(e.standard))
		return edit_by_setters(&e, changes, n_changes, buf, err);
	/* The result is stored before the arena.  It is no longer than the URI and all written texts
	 * together. */
	s = eu_buf_reserve(buf, uri->len + 2 * bound + 16, err);
	if (s)
		return s;
	e.arena.data = buf->data + uri->len + bound + 16;
	for (size_t k = 0; k < n_changes; k++) {
		s = apply(&e, &changes[k], (int)k, err);
		if (s)
			return s;
	}
	if (e.part[EVERYURI_PASSWORD].data && !e.part[EVERYURI_USER].data)
		return refuse_change(err, e.changed_by[EVERYURI_PASSWORD], 0,
		                     "a password needs a user");
	out = (struct eu_out){ buf->data, 0 };
	eu_out_bytes(&out, uri->text, prefix);
	eu_uri_compose(&out, e.part);
	s = check_result(&e, buf->data, out.len, prefix, err);
	if (!s)
		buf->len = out.len;
	return s;
}
