/* Finds the byte of a change's value that its part cannot have, for error messages. */
#include "uri/edit_fault.h"

#include "uri/standards.h"

struct rule {
	enum everyuri_place place;
	const char *message;
};

/* Returns the rule of a part that is encoded as a whole; message NULL: none. */
static struct rule rule_of_part(enum everyuri_part part)
{
	switch (part) {
	case EVERYURI_USER:
		return (struct rule){ EVERYURI_PLACE_USER, "character not allowed in a user" };
	case EVERYURI_PASSWORD:
		return (struct rule){ EVERYURI_PLACE_PASSWORD,
			              "character not allowed in a password" };
	case EVERYURI_HOST:
		return (struct rule){ EVERYURI_PLACE_HOST, "character not allowed in a host" };
	case EVERYURI_QUERY:
		return (struct rule){ EVERYURI_PLACE_QUERY, "character not allowed in a query" };
	case EVERYURI_FRAGMENT:
		return (struct rule){ EVERYURI_PLACE_FRAGMENT,
			              "character not allowed in a fragment" };
	case EVERYURI_PATH:
		return (struct rule){ EVERYURI_PLACE_SEGMENT, "character not allowed in a path" };
	case EVERYURI_SCHEME:
	case EVERYURI_PORT:
		break;
	}
	return (struct rule){ EVERYURI_PLACE_SEGMENT, NULL };
}

static const char *find_non_digit(struct everyuri_text value, size_t *at)
{
	for (*at = 0; *at < value.len; ++*at)
		if (!eu_is_digit((unsigned char)value.data[*at]))
			return "a port must be a number";
	return NULL;
}

/* Returns whether the value looks like an IPv6 address without brackets, and stores its first colon. */
static bool lacks_brackets(struct everyuri_text value, size_t *at)
{
	size_t n_colons = 0;

	for (size_t i = value.len; i-- > 0;) {
		if (value.data[i] == ':') {
			n_colons++;
			*at = i;
		} else if (eu_hex_value((unsigned char)value.data[i]) < 0 && value.data[i] != '.') {
			return false;
		}
	}
	return n_colons > 1;
}

const char *eu_edit_fault(enum everyuri_standard standard, const struct everyuri_change *change,
                          size_t *at)
{
	const struct rule rule = rule_of_part(change->part);
	const struct everyuri_text value = change->value;
	const struct everyuri_byte_set *allowed = everyuri_place_set(standard, rule.place);

	if (change->kind != EVERYURI_SET)
		return NULL;
	if (change->part == EVERYURI_PORT)
		return find_non_digit(value, at);
	if (!rule.message)
		return NULL;
	if (change->part == EVERYURI_HOST && value.len && value.data[0] == '[')
		return NULL;
	if (change->part == EVERYURI_HOST && lacks_brackets(value, at))
		return "an IPv6 address needs brackets, as in [::1]";
	for (*at = 0; *at < value.len; ++*at) {
		unsigned char c = (unsigned char)value.data[*at];

		if (!everyuri_byte_set_has(allowed, c) && c != '%' &&
		    !(change->part == EVERYURI_PATH && c == '/'))
			return rule.message;
	}
	return NULL;
}
