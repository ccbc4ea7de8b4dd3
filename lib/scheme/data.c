/* data: RFC 2397.  The URI contains the object, so the plan reads its own data. */
#include "scheme/scheme.h"

/* ---- the media type ------------------------------------------------------------------------------ */

/* Bytes of a token (RFC 2045 5.1): printable US-ASCII except ( ) < > @ , ; : \ " / [ ] ? = */
static const struct everyuri_byte_set in_token = { { 0, 0x03FF6CFA, 0xC7FFFFFE, 0x7FFFFFFF, 0, 0, 0,
	                                             0 } };

/* The current place in "type/subtype;attribute=value". */
enum type_place { IN_TYPE, IN_SUBTYPE, IN_ATTRIBUTE, IN_VALUE, IN_QUOTED, AFTER_QUOTED };

/* Returns the place after a delimiter, or the same place if the byte is not a delimiter there. */
static enum type_place behind(enum type_place place, unsigned char byte)
{
	if (place == IN_TYPE && byte == '/')
		return IN_SUBTYPE;
	if ((place == IN_SUBTYPE || place == IN_VALUE || place == AFTER_QUOTED) && byte == ';')
		return IN_ATTRIBUTE;
	if (place == IN_ATTRIBUTE && byte == '=')
		return IN_VALUE;
	return place;
}

static void refuse_type(struct everyuri_planning *planning, size_t at)
{
	eu_unsafe(planning, at, "RFC 2397 3", "invalid media type");
}

/* Checks the media type.  Its delimiters are literal, while the quotation marks of a quoted value
 * and the bytes between them are percent-encoded. */
static void check_media_type(struct everyuri_planning *planning, struct everyuri_span type,
                             enum type_place place)
{
	const char *text = planning->uri->text;
	size_t n = place == IN_TYPE ? 0 : 1; /* number of bytes since the last delimiter */
	bool quoted_pair = false;

	for (uint32_t at = type.begin, next; at < type.end; at = next) {
		unsigned char byte;
		enum type_place then;

		next = eu_planned_byte(planning, type, at, &byte);
		then = text[at] == '%' ? place : behind(place, byte);
		if (place == IN_QUOTED) {
			if ((byte < ' ' && byte != '\t') || byte == 0x7F)
				refuse_type(planning, at);
			else if (byte == '"' && !quoted_pair)
				place = AFTER_QUOTED;
			quoted_pair = byte == '\\' && !quoted_pair;
		} else if (then != place && n) {
			place = then;
			n = 0;
		} else if (place == IN_VALUE && byte == '"' && !n) {
			place = IN_QUOTED;
			n = 1;
		} else if (place == AFTER_QUOTED || !everyuri_byte_set_has(&in_token, byte)) {
			refuse_type(planning, at);
		} else {
			n++;
		}
		if (planning->build.status)
			return;
	}
	if (!n || place == IN_TYPE || place == IN_ATTRIBUTE || place == IN_QUOTED)
		refuse_type(planning, type.end);
}

/* Writes the media type.  By RFC 2397 2, the default is text/plain;charset=US-ASCII, and text/plain
 * may be omitted before parameters. */
static void put_media_type(struct everyuri_planning *planning, struct everyuri_span type)
{
	struct eu_plan_build *build = &planning->build;
	bool parameters_only = type.begin < type.end && planning->uri->text[type.begin] == ';';

	if (type.begin == type.end) {
		eu_plan_text(build, EVERYURI_FIELD_TYPE, "text/plain;charset=US-ASCII");
		return;
	}
	check_media_type(planning, type, parameters_only ? IN_SUBTYPE : IN_TYPE);
	eu_plan_open(build, EVERYURI_FIELD_TYPE, 0);
	if (parameters_only)
		eu_plan_put(build, "text/plain", 10);
	eu_plan_decoded(build, type, &eu_carried_any);
	eu_plan_close(build);
}

/* ---- base64 ---------------------------------------------------------------------------------------- */

int eu_base64_sextet(unsigned char byte)
{
	if (eu_is_alpha(byte))
		return byte >= 'a' ? byte - 'a' + 26 : byte - 'A';
	if (eu_is_digit(byte))
		return byte - '0' + 52;
	return byte == '+' ? 62 : byte == '/' ? 63 : -1;
}

static void refuse_base64(struct everyuri_planning *planning, size_t at, const char *message)
{
	eu_unsafe(planning, at, "RFC 4648 3", message);
}

/* Decodes strictly: ignores no byte and guesses no padding (RFC 4648 3.1 to 3.5). */
static void put_base64(struct everyuri_planning *planning, struct everyuri_span data)
{
	uint32_t bits = 0, last = data.begin;
	unsigned n = 0, pads = 0; /* numbers of digits and of "=" in the current group of four */

	for (uint32_t at = data.begin, next; at < data.end; at = next) {
		unsigned char byte;
		int value;

		next = eu_planned_byte(planning, data, at, &byte);
		value = eu_base64_sextet(byte);
		if (byte == '=' && n >= 2) {
			pads++;
			value = 0;
		} else if (value < 0 || pads) {
			refuse_base64(planning, at, "character not allowed here in base64");
			return;
		} else {
			last = at;
		}
		bits = bits << 6 | (uint32_t)value;
		if (++n < 4)
			continue;
		const char three[3] = { (char)(bits >> 16 & 0xFF), (char)(bits >> 8 & 0xFF),
			                (char)(bits & 0xFF) };

		if ((pads > 0 && three[2]) || (pads > 1 && three[1]))
			refuse_base64(planning, last,
			              "unused bits at the end of base64 must be zero");
		eu_plan_put(&planning->build, three, 3 - pads);
		bits = n = 0;
		if (pads && next < data.end)
			refuse_base64(planning, next, "unexpected data after the end of base64");
		if (pads)
			return;
	}
	if (n)
		refuse_base64(planning, data.end, "base64 ends within a group of four characters");
}

/* ---- the plan ------------------------------------------------------------------------------------------ */

static bool ends_in_base64(const char *text, struct everyuri_span head)
{
	return eu_span_len(head) >= 7 && eu_equals_ignoring_case(text + head.end - 7, 7, ";base64");
}

void eu_plan_data(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text;
	struct everyuri_span head = planning->path, data = planning->path;
	const char *comma;
	bool base64;

	if (planning->uri->standard == EVERYURI_WHATWG && eu_is_absent(planning->host)) {
		eu_plan_data_fetch(planning);
		return;
	}
	if (!eu_is_absent(planning->host)) {
		eu_unsafe(planning, planning->uri->part[EVERYURI_SCHEME].end + 1, "RFC 2397 3",
		          "host not allowed in this scheme");
		return;
	}
	eu_no_query(planning, "RFC 2397 3");
	comma = memchr(text + head.begin, ',', eu_span_len(head));
	if (!comma) {
		eu_unsafe(planning, head.end, "RFC 2397 3", "missing comma before the data");
		return;
	}
	head.end = (uint32_t)(comma - text);
	data.begin = head.end + 1;
	base64 = ends_in_base64(text, head);
	if (base64)
		head.end -= 7;
	eu_plan_step(build, EVERYURI_READ);
	put_media_type(planning, head);
	eu_plan_open(build, EVERYURI_FIELD_BODY, 0);
	if (base64)
		put_base64(planning, data);
	else
		eu_plan_decoded(build, data, &eu_carried_any);
	eu_plan_close(build);
}
