/* data: as browsers read it: the data: URL processor of the Fetch Standard (6). */
#include "scheme/scheme.h"

static struct everyuri_span trimmed(const char *text, struct everyuri_span span)
{
	while (span.begin < span.end && eu_is_whitespace((unsigned char)text[span.begin]))
		span.begin++;
	while (span.begin < span.end && eu_is_whitespace((unsigned char)text[span.end - 1]))
		span.end--;
	return span;
}

/* Removes ";", blanks and "base64" from the end of a media type.  Returns: whether they were there. */
static bool drop_base64(const char *text, struct everyuri_span *type)
{
	uint32_t end = type->end;

	if (eu_span_len(*type) < 7 || !eu_same_ignoring_case(text + end - 6, "base64", 6))
		return false;
	for (end -= 6; end > type->begin && text[end - 1] == ' ';)
		end--;
	if (end == type->begin || text[end - 1] != ';')
		return false;
	type->end = end - 1;
	return true;
}

/* ---- the media type: "parse a MIME type" of the MIME Sniffing Standard ----------------------------- */

/* RFC 9110 5.6.2 */
static bool is_token(const char *text, struct everyuri_span span)
{
	for (uint32_t at = span.begin; at < span.end; at++)
		if (!eu_is_alnum((unsigned char)text[at]) &&
		    !memchr("!#$%&'*+-.^_`|~", text[at], 15))
			return false;
	return span.begin < span.end;
}

static uint32_t find_in(const char *text, struct everyuri_span span, char byte)
{
	const char *found = span.begin < span.end ?
	                            memchr(text + span.begin, byte, span.end - span.begin) :
	                            NULL;

	return found ? (uint32_t)(found - text) : span.end;
}

static void put_lower(struct eu_plan_build *build, const char *text, struct everyuri_span span)
{
	for (uint32_t at = span.begin; at < span.end; at++) {
		char byte = (char)eu_lower((unsigned char)text[at]);

		eu_plan_put(build, &byte, 1);
	}
}

/* Writes one parameter; leaves out one that is not valid. */
static void put_parameter(struct eu_plan_build *build, const char *text, struct everyuri_span span)
{
	uint32_t equals;
	struct everyuri_span name, value;

	span = trimmed(text, span);
	equals = find_in(text, span, '=');
	name = eu_span(span.begin, equals);
	value = eu_span(equals < span.end ? equals + 1 : span.end, span.end);
	if (!is_token(text, name) || !is_token(text, value))
		return;
	eu_plan_put(build, ";", 1);
	put_lower(build, text, name);
	eu_plan_put(build, "=", 1);
	eu_plan_put(build, text + value.begin, eu_span_len(value));
}

/* Writes a media type; text/plain with US-ASCII in place of one that is not valid.  CHOICE: of parameters only
 * those without quotation marks are kept, which the URL Standard writes as escapes. */
static void put_type(struct eu_plan_build *build, const char *text, struct everyuri_span span)
{
	uint32_t semicolon = find_in(text, span, ';');
	struct everyuri_span essence = trimmed(text, eu_span(span.begin, semicolon));
	uint32_t slash = find_in(text, essence, '/');
	bool parameters_only = span.begin < span.end && semicolon == span.begin;

	eu_plan_open(build, EVERYURI_FIELD_TYPE, 0);
	if (parameters_only) {
		eu_plan_put(build, "text/plain", 10);
	} else if (slash < essence.end && is_token(text, eu_span(essence.begin, slash)) &&
	           is_token(text, eu_span(slash + 1, essence.end))) {
		put_lower(build, text, essence);
	} else {
		eu_plan_put(build, "text/plain;charset=US-ASCII", 27);
		semicolon = span.end;
	}
	while (semicolon < span.end) {
		uint32_t next = find_in(text, eu_span(semicolon + 1, span.end), ';');

		put_parameter(build, text, eu_span(semicolon + 1, next));
		semicolon = next;
	}
	eu_plan_close(build);
}

/* ---- forgiving-base64 decode of the Infra Standard ------------------------------------------------------ */

/* The state of the decoder: the bits that are not yet written. */
struct sextets {
	uint32_t bits;
	unsigned n; /* in this group */
	unsigned pads;
	uint32_t n_all; /* digits and padding */
};

static void put_group(struct eu_plan_build *build, const struct sextets *group)
{
	uint32_t bits = group->bits << (6 * (4 - group->n));
	const char three[3] = { (char)(bits >> 16 & 0xFF), (char)(bits >> 8 & 0xFF),
		                (char)(bits & 0xFF) };

	eu_plan_put(build, three, group->n - 1);
}

static void refuse_forgiving(struct everyuri_planning *planning, uint32_t at, const char *message)
{
	eu_unsafe(planning, at, "Infra Standard, forgiving-base64 decode", message);
}

/* Ignores white space, and needs no padding; but padding must fill a group. */
static void put_forgiving_base64(struct everyuri_planning *planning, struct everyuri_span data)
{
	struct sextets group = { 0 };

	for (uint32_t at = data.begin, next; at < data.end; at = next) {
		unsigned char byte;
		int value;

		next = eu_planned_byte(planning, data, at, &byte);
		if (eu_is_whitespace(byte))
			continue;
		value = eu_base64_sextet(byte);
		group.n_all++;
		if (byte == '=' && ++group.pads <= 2)
			continue;
		if (value < 0 || group.pads) {
			refuse_forgiving(planning, at, "character not allowed here in base64");
			return;
		}
		group.bits = group.bits << 6 | (uint32_t)value;
		if (++group.n < 4)
			continue;
		put_group(&planning->build, &group);
		group.n = 0;
		group.bits = 0;
	}
	if (group.n == 1 || (group.pads && group.n_all % 4))
		refuse_forgiving(planning, data.end,
		                 "base64 ends within a group of four characters");
	else if (group.n)
		put_group(&planning->build, &group);
}

void eu_plan_data_fetch(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text;
	struct everyuri_span all = planning->path, type; /* the path has the query */
	uint32_t comma;
	bool base64;

	comma = find_in(text, all, ',');
	if (comma == all.end) {
		eu_unsafe(planning, all.end, "Fetch Standard 6", "missing comma before the data");
		return;
	}
	type = trimmed(text, eu_span(all.begin, comma));
	base64 = drop_base64(text, &type);
	eu_plan_step(build, EVERYURI_READ);
	put_type(build, text, type);
	eu_plan_open(build, EVERYURI_FIELD_BODY, 0);
	if (base64)
		put_forgiving_base64(planning, eu_span(comma + 1, all.end));
	else
		eu_plan_decoded(build, eu_span(comma + 1, all.end), &eu_carried_any);
	eu_plan_close(build);
}
