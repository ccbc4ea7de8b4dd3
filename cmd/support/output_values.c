/* output_values.c - writes values as JSON strings, tsv fields and text.
 * Escapes control characters if the output is a terminal. */
#include "cmd.h"

#include <string.h>

void put_end(struct answer *answer)
{
	struct everyuri_writer *out = &answer->out;
	char end = answer->settings->nul ? '\0' : '\n';

	if (out->len < out->cap) /* fast path for the usual case */
		out->data[out->len++] = end;
	else
		everyuri_write(out, &end, 1);
}

/* ---- UTF-8 ------------------------------------------------------------------------ */

/* Returns the length in bytes of the UTF-8 sequence at the start of data
 * (RFC 3629 4); 0 if it is invalid. */
static size_t sequence(const unsigned char *data, size_t len)
{
	unsigned char first = data[0];

	if (first < 0x80)
		return 1;
	if (first < 0xC2 || first > 0xF4)
		return 0;
	size_t n = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
	unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
	unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;

	if (len < n || data[1] < low || data[1] > high)
		return 0;
	for (size_t i = 2; i < n; i++)
		if ((data[i] & 0xC0) != 0x80)
			return 0;
	return n;
}

/* Returns the number of ASCII bytes at the start of data.  Checks eight bytes at a time. */
static size_t ascii_length(const char *data, size_t len)
{
	size_t at = 0;
	uint64_t eight;

	for (; len - at >= 8; at += 8) {
		memcpy(&eight, data + at, 8);
		if (eight & UINT64_C(0x8080808080808080))
			break;
	}
	while (at < len && (unsigned char)data[at] < 0x80)
		at++;
	return at;
}

bool utf8_valid(const char *data, size_t len)
{
	for (size_t at = 0; at < len;) {
		at += ascii_length(data + at, len - at);
		if (at == len)
			break;
		size_t n = sequence((const unsigned char *)data + at, len - at);

		if (!n)
			return false;
		at += n;
	}
	return true;
}

bool json_plain(const char *data, size_t len)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t found = 0;
	size_t at = 0;

	for (; len - at >= 8; at += 8) {
		uint64_t eight;

		memcpy(&eight, data + at, 8);
		uint64_t quote = eight ^ ones * '"', slash = eight ^ ones * '\\';

		/* A subtraction may borrow from the next byte and set a wrong
		 * bit there, but only if a lower byte already has a bit that is
		 * set correctly. */
		found |= eight | (eight - ones * 0x20) | (quote - ones) | (slash - ones);
	}
	if (found & ones * 0x80)
		return false;
	for (; at < len; at++) {
		unsigned char byte = (unsigned char)data[at];

		if (byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\')
			return false;
	}
	return true;
}

/* ---- strings ------------------------------------------------------------------------- */

void put_json_inside(struct answer *answer, const char *data, size_t len)
{
	if (answer->terminal)
		everyuri_write_json_shown(&answer->out, data, len);
	else
		everyuri_write_json(&answer->out, data, len);
}

void put_json(struct answer *answer, const char *data, size_t len)
{
	everyuri_write(&answer->out, "\"", 1);
	put_json_inside(answer, data, len);
	everyuri_write(&answer->out, "\"", 1);
}

void put_field(struct answer *answer, const char *data, size_t len)
{
	if (!data) {
		everyuri_write(&answer->out, "\\N", 2);
		return;
	}
	if (!answer->terminal) {
		everyuri_write_tsv(&answer->out, data, len);
		return;
	}
	for (size_t run = 0, at = 0; at <= len; at++) {
		if (at < len && data[at] && !strchr("\t\n\r\\", data[at]))
			continue;
		everyuri_write_terminal(&answer->out, data + run, at - run);
		if (at < len)
			everyuri_write_tsv(&answer->out, data + at, 1);
		run = at + 1;
	}
}

void put_raw(struct answer *answer, const char *data, size_t len)
{
	if (answer->terminal)
		everyuri_write_terminal(&answer->out, data, len);
	else
		everyuri_write(&answer->out, data, len);
}

void put_on_one_line(struct answer *answer, const char *data, size_t len)
{
	size_t run = 0;

	for (size_t at = 0; at < len && !answer->settings->nul; at++) {
		if (data[at] != '\n' && data[at] != '\0')
			continue;
		put_raw(answer, data + run, at - run);
		everyuri_write_text(&answer->out, data[at] ? "%0A" : "%00");
		run = at + 1;
	}
	if (run < len)
		put_raw(answer, data + run, len - run);
}

/* ---- parts of JSON objects -------------------------------------------------------------- */

void put_json_item(struct answer *answer, const struct item *item)
{
	struct everyuri_writer *out = &answer->out;

	everyuri_write_text(out, "{\"uri\":");
	put_json(answer, item->data, item->len);
	if (!utf8_valid(item->data, item->len)) {
		everyuri_write_text(out, ",\"octets\":\"");
		everyuri_write_base64(out, item->data, item->len);
		everyuri_write_text(out, "\"");
	}
	if (item->cut)
		everyuri_write_text(out, ",\"cut\":true");
}

void put_json_error(struct answer *answer, const struct everyuri_error *error)
{
	struct everyuri_writer *out = &answer->out;

	everyuri_write_text(out, ",\"error\":{\"at\":");
	everyuri_write_number(out, error->at);
	everyuri_write_text(out, ",\"clause\":");
	put_json(answer, error->clause, strlen(error->clause));
	everyuri_write_text(out, ",\"message\":");
	put_json(answer, error->message, strlen(error->message));
	everyuri_write_text(out, "}");
}
