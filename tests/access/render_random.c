/* render_random.c - objects as text, JSON and HTML: that no object can break them, however it comes. */
#include <everyuri-access.h>

#include "json.h"
#include "rendering.h"
#include "tap.h"

/* ---- random objects ------------------------------------------------------------------------------------- */

static uint64_t seed = 88172645463325252u;

static unsigned chance(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 11) % n;
}

/* Bytes that break things, and pieces of UTF-8. */
static size_t nasty(char *to, size_t cap)
{
	static const char *const piece[] = {
		"<",
		"</pre>",
		"\"",
		"'",
		"&",
		"&lt;",
		"\x1B]8;;",
		"\x1B\\",
		"\xC2\x9B",
		"\xE2\x80\xAE",
		"\n",
		"\r",
		"\t",
		"\x7F",
		"\\",
		"\xFF",
		"\xC3",
		"\xA9",
		"\xE2\x80",
		"\xF0\x9F\x98\x80",
		"\xED\xA0\x80",
		"\xF4\x90\x80\x80",
		"\xC0\x80",
		"abc",
		" ",
		"-->",
		"]]>",
		"\x07",
		"\x01",
		"\xF0\x9F",
		"\xE2\x81\xA6",
		"javascript:",
		"http://h/",
		"}",
		"]",
		",",
		"\x1B[2J",
	};
	size_t len = 0;

	for (unsigned n = chance(12); n; n--) {
		const char *text = piece[chance(sizeof piece / sizeof *piece)];
		size_t add = strlen(text);

		if (!chance(20))
			add = 1, text = "\0";
		if (len + add > cap)
			break;
		memcpy(to + len, text, add);
		len += add;
	}
	return len;
}

static struct everyuri_text nasty_text(char *to, size_t cap)
{
	size_t len = nasty(to, cap);

	return (struct everyuri_text){ chance(5) ? to : NULL, len };
}

/* Is all of this shown and not obeyed?  links: OSC 8, around a label, of printable US-ASCII. */
static bool is_tame(const char *text, size_t len, bool links)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)text[i];

		if (links && len - i >= 5 && !memcmp(text + i, "\x1B]8;;", 5)) {
			i += 5;
			while (i < len && text[i] > ' ' && text[i] <= '~')
				i++;
			if (len - i < 2 || memcmp(text + i, "\x1B\\", 2) != 0)
				return false;
			i++;
			continue;
		}
		if ((byte < ' ' && byte != '\n') || byte == 0x7F)
			return false;
		if (byte == 0xC2 && i + 1 < len && (unsigned char)text[i + 1] < 0xA0)
			return false;
		if (byte == 0xE2 && len - i > 2 &&
		    (!memcmp(text + i, "\xE2\x80\xAE", 3) || !memcmp(text + i, "\xE2\x81\xA6", 3)))
			return false;
	}
	return true;
}

static bool is_name(const char *name, size_t len, const char *names)
{
	char padded[32];

	if (len + 3 > sizeof padded)
		return false;
	snprintf(padded, sizeof padded, " %.*s ", (int)len, name);
	return strstr(names, padded) != NULL;
}

/* One tag behind its "<".  Returns: its length with ">", or 0. */
static size_t html_tag(const char *at, const char **name, size_t *n)
{
	const char *begin = at;

	*name = at;
	at += strspn(at, "abcdefghijklmnopqrstuvwxyz1");
	*n = (size_t)(at - *name);
	while (*at == ' ') { /* attributes of ours: a name, and a value in quotation marks */
		at++;
		at += strspn(at, "abcdefghijklmnopqrstuvwxyz-");
		if (at[0] != '=' || at[1] != '"')
			return 0;
		at += 2;
		at += strcspn(at, "\"<>");
		if (*at++ != '"')
			return 0;
	}
	return *n && *at == '>' ? (size_t)(at + 1 - begin) : 0;
}

/* Every tag is known, and closed where it must be; every "&" begins an escape of ours. */
static bool is_balanced(const char *page, size_t len)
{
	static const char names[] =
		" html head body main title style h1 bdi p pre table thead tbody tr th td "
		"a code strong meta ";
	struct {
		const char *name;
		size_t n;
	} stack[16];
	unsigned depth = 0;

	if (strlen(page) != len || strncmp(page, "<!DOCTYPE html>", 15) != 0)
		return false;
	page += 15;
	while (*page) {
		const char *name;
		size_t n, tag;
		bool closes;

		if (*page == '&' && strncmp(page, "&amp;", 5) && strncmp(page, "&lt;", 4) &&
		    strncmp(page, "&gt;", 4) && strncmp(page, "&quot;", 6) &&
		    strncmp(page, "&#39;", 5) && (strncmp(page, "&#x", 3) || page[7] != ';'))
			return false;
		if (*page++ != '<')
			continue;
		closes = *page == '/';
		page += closes;
		tag = html_tag(page, &name, &n);
		if (!tag || !is_name(name, n, names))
			return false;
		page += tag;
		if (n == 4 && !memcmp(name, "meta", 4))
			continue;
		if (!closes) {
			if (depth == 16)
				return false;
			stack[depth].name = name;
			stack[depth++].n = n;
		} else if (!depth-- || stack[depth].n != n ||
		           memcmp(stack[depth].name, name, n) != 0) {
			return false;
		}
	}
	return depth == 0;
}

static void random_items(struct rendering *r, unsigned n)
{
	const struct everyuri_object object = { .kind = EVERYURI_MENU,
		                                .length = UNKNOWN,
		                                .threaded = chance(2) };

	r->to.begin(r->to.context, &object);
	while (n--) {
		char label[200], uri[200], date[40], type[40], author[100], references[200];
		struct everyuri_item item = { .kind = (enum everyuri_item_kind)chance(7),
			                      .label = nasty_text(label, sizeof label),
			                      .size = chance(2) ? UNKNOWN : chance(100000) };

		if (chance(2))
			item.uri = nasty_text(uri, sizeof uri);
		if (chance(2))
			item.date = nasty_text(date, sizeof date);
		if (chance(2))
			item.media_type = nasty_text(type, sizeof type);
		if (chance(2))
			item.author = nasty_text(author, sizeof author);
		if (chance(2))
			item.references = item.message_id =
				nasty_text(references, sizeof references);
		r->to.item(r->to.context, &item);
	}
	rendering_end(r, chance(2));
}

static void check_random_items(void)
{
	unsigned tame = 0, json_good = 0, html_good = 0;
	const unsigned rounds = 3000;
	struct rendering r;

	for (unsigned i = 0; i < rounds; i++) {
		char uri[200];
		struct json json;
		unsigned n = chance(6);
		const struct json_value *items;

		rendering_begin(&r, EVERYURI_AS_TEXT, true);
		r.render.uri = nasty_text(uri, sizeof uri);
		r.render.links = i % 2;
		random_items(&r, n);
		tame += is_tame(out, out_len, i % 2);
		rendering_begin(&r, EVERYURI_AS_JSON, i % 2);
		r.render.uri = nasty_text(uri, sizeof uri);
		random_items(&r, n);
		if (json_read(&json, out, out_len, JSON_LONE_REPLACED)) {
			unsigned found = 0;

			items = json_member(&json, json.value, "items");
			for (const struct json_value *v = items ? json_first(&json, items) : NULL;
			     v; v = json_next(&json, v))
				found += json_member(&json, v, "label") &&
				         json_member(&json, v, "kind");
			json_good += found == n && (!(i % 2) || is_tame(out, out_len, false));
			json_free(&json);
		}
		rendering_begin(&r, EVERYURI_AS_HTML, false);
		r.render.uri = nasty_text(uri, sizeof uri);
		random_items(&r, n);
		html_good += is_balanced(out, out_len);
	}
	is_number(tame, rounds, "THREATS C6: %u random menus as text hold nothing to act on",
	          rounds);
	is_number(json_good, rounds, "%u random menus as JSON are JSON, with all items", rounds);
	is_number(html_good, rounds,
	          "THREATS G5: %u random menus as pages have balanced tags, and no "
	          "quotation mark of theirs",
	          rounds);
}

/* ---- random documents ------------------------------------------------------------------------------------ */

static size_t read_base64(const char *text, size_t len, char *to)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t n = 0;
	unsigned bits = 0;
	uint32_t held = 0;

	for (size_t i = 0; i < len && text[i] != '='; i++) {
		const char *at = strchr(letters, text[i]);

		held = held << 6 | (uint32_t)(at ? at - letters : 0);
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			to[n++] = (char)(held >> bits & 0xFF);
		}
	}
	return n;
}

static void tell_in_pieces(struct rendering *r, const char *data, size_t len, unsigned most)
{
	while (len) {
		size_t n = 1 + chance(most);

		if (n > len)
			n = len;
		r->to.bytes(r->to.context, data, n);
		data += n;
		len -= n;
	}
	rendering_end(r, true);
}

static void check_line_ends(void)
{
	static const char text[] = "a\r\nb\r\r\n\rc\r", want[] = "a\nb\\x0d\n\\x0dc\\x0d";
	struct rendering r;

	for (unsigned most = 1; most < 4; most++) {
		rendering_begin(&r, EVERYURI_AS_TEXT, true);
		tell_begin(&r, EVERYURI_DOCUMENT, (struct everyuri_text){ NULL, 0 });
		tell_in_pieces(&r, text, sizeof text - 1, most);
		is_text(out, out_len, want,
		        "on a terminal CR LF ends a line, and CR alone is shown");
	}
}

/* Text and octets of a JSON document, one behind the other, are its bytes. */
static bool json_holds(const char *data, size_t len)
{
	const struct json_value *text, *octets;
	char *all = malloc(out_len + 1);
	size_t n = 0;
	struct json json;
	bool same = false;

	if (all && json_read(&json, out, out_len, JSON_LONE_REPLACED)) {
		text = json_member(&json, json.value, "text");
		octets = json_member(&json, json.value, "octets");
		if (text)
			memcpy(all, text->text, n = text->len);
		if (octets)
			n += read_base64(octets->text, octets->len, all + n);
		same = (text || octets) && n == len && !memcmp(all, data, len);
		json_free(&json);
	}
	free(all);
	return same;
}

static void check_random_documents(void)
{
	static const struct everyuri_text types[] = { BYTES("text/plain"),
		                                      { NULL, 0 },
		                                      BYTES("image/png") };
	unsigned same = 0, held = 0, tame = 0, good = 0;
	const unsigned rounds = 4000;

	for (unsigned i = 0; i < rounds; i++) {
		enum everyuri_render_as as = (enum everyuri_render_as)(i % 4);
		struct everyuri_text type = types[chance(3)];
		char data[400], *whole;
		size_t len = chance(3) ? nasty(data, sizeof data) : 0, whole_len;
		struct rendering r;

		while (!chance(2) && len < 300)
			len += nasty(data + len, 100);
		rendering_begin(&r, as, true);
		tell_begin(&r, EVERYURI_DOCUMENT, type);
		tell_in_pieces(&r, data, len, 400);
		whole_len = out_len;
		whole = malloc(out_len + 1);
		if (!whole)
			exit(1);
		memcpy(whole, out, out_len);
		held += as != EVERYURI_AS_JSON || json_holds(data, len);
		tame += as == EVERYURI_AS_RAW || is_tame(out, out_len, false) ||
		        memchr(data, '\t', len) != NULL;
		good += as != EVERYURI_AS_HTML || is_balanced(out, out_len);
		rendering_begin(&r, as, true);
		tell_begin(&r, EVERYURI_DOCUMENT, type);
		tell_in_pieces(&r, data, len, 3);
		same += whole_len == out_len && !memcmp(whole, out, out_len);
		if (as == EVERYURI_AS_RAW)
			same -= out_len != len || memcmp(out, data, len) != 0;
		free(whole);
	}
	is_number(same, rounds, "%u random documents are rendered the same however they are cut",
	          rounds);
	is_number(held, rounds, "in JSON text and octets together are the document");
	is_number(tame, rounds, "THREATS C6: on a terminal they are shown, not obeyed");
	is_number(good, rounds, "THREATS G5: as pages they have balanced tags");
}

int main(void)
{
	check_random_items();
	check_random_documents();
	check_line_ends();
	free(out);
	return done();
}
