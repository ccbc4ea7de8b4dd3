/* get.c - everyuri --trurl --get: prints a URL in a format string that has
 * components in braces or brackets. */
#include "trurl.h"

#include <string.h>

/* One component of the format. */
struct wish {
	unsigned show;
	bool must, strict;
	struct everyuri_text name; /* name of the component, without the qualifiers */
	const char *key;           /* key of a pair in the query; NULL if the component is not a
	                            * pair */
	size_t key_len;
	bool all; /* show all pairs with the key, not only the first one */
};

/* ---- parsing -------------------------------------------------------------------------------- */

/* Applies one qualifier, which is the word before a colon.  Returns: false if
 * the word is not a qualifier. */
static bool qualify(struct trurl *run, struct wish *wish, struct everyuri_text word)
{
	if (text_is(word, "default")) {
		wish->show |= SHOW_DEFAULT_PORT;
	} else if (text_is(word, "url")) {
		wish->show |= SHOW_ENCODED;
	} else if (text_is(word, "puny")) {
		wish->show |= SHOW_PUNYCODE;
	} else if (text_is(word, "idn")) {
		wish->show |= SHOW_IDN;
	} else if (text_is(word, "strict")) {
		wish->strict = true;
	} else if (text_is(word, "must")) {
		wish->must = true;
		wish->show |= SHOW_EMPTY;
	} else {
		return false;
	}
	if ((wish->show & (SHOW_PUNYCODE | SHOW_IDN)) == (SHOW_PUNYCODE | SHOW_IDN))
		trurl_fail(run, TRURL_GET, "puny: and idn: cannot be used together");
	return true;
}

/* Parses the text between the braces. */
static struct wish wish_read(struct trurl *run, const char *text, size_t len)
{
	struct wish wish = { 0 };
	const char *end = text + len, *colon;

	if (len && *text == ':') {
		wish.show |= SHOW_ENCODED;
		text++;
	}
	while (!run->status && (colon = memchr(text, ':', (size_t)(end - text)))) {
		struct everyuri_text word = { text, (size_t)(colon - text) };

		if (text_is(word, "query") || text_is(word, "query-all")) {
			wish.key = colon + 1;
			wish.key_len = (size_t)(end - wish.key);
			wish.all = text_is(word, "query-all");
			break;
		}
		if (!qualify(run, &wish, word))
			trurl_fail(run, TRURL_GET,
			           "bad --get syntax: unknown qualifier \"" SLICE "\"",
			           SLICED(word));
		text = colon + 1;
	}
	wish.name = (struct everyuri_text){ text, (size_t)(end - text) };
	if (!wish.key && !wish.name.len)
		trurl_fail(run, TRURL_GET, "bad --get syntax: missing component name");
	return wish;
}

/* ---- output ------------------------------------------------------------------------------------ */

/* Returns the key or value of a pair in the form that --get prints: decoded,
 * with "." in place of NUL. */
static struct everyuri_text side(struct trurl *run, const struct wish *wish,
                                 struct everyuri_text text)
{
	if (wish->show & SHOW_ENCODED || run->urlencode)
		return text;
	text = text_decoded(run, text, true);
	char *shown = store_copy(run, text.data, text.len).len ? store_take(run, text.len) : NULL;

	for (size_t i = 0; i < text.len; i++)
		shown[i] = text.data[i] ? text.data[i] : '.';
	return (struct everyuri_text){ shown, text.len };
}

static void show_pairs(struct trurl *run, const struct wish *wish, const struct query_pairs *pairs)
{
	bool shown = false;

	for (size_t i = 0; i < pairs->n && (wish->all || !shown); i++) {
		struct everyuri_text key = side(run, wish, pairs->pair[i].key);

		if (!pairs->pair[i].value.data || key.len != wish->key_len ||
		    (key.len && memcmp(key.data, wish->key, key.len) != 0))
			continue;
		if (shown)
			everyuri_write_text(&run->answer.out, " ");
		struct everyuri_text value = side(run, wish, pairs->pair[i].value);

		put_raw(&run->answer, value.data, value.len);
		shown = true;
	}
}

static void show_component(struct trurl *run, const struct wish *wish, const struct url *url,
                           enum component at)
{
	struct everyuri_text text = url_part(run, url, at, wish->show);

	if (!text.data) {
		if (wish->must)
			trurl_fail(run, TRURL_GET, "the URL has no %s", component_name(at));
		return;
	}
	if (!(wish->show & SHOW_ENCODED) && !run->urlencode && at != C_HOST)
		text = text_decoded(run, text, false);
	if (!text.len || !memchr(text.data, 0, text.len))
		put_raw(&run->answer, text.data, text.len);
	else if (wish->strict)
		trurl_fail(run, TRURL_GET, "the %s decodes to a zero byte", component_name(at));
	else if (!run->quiet)
		trurl_note(run, "the %s decodes to a zero byte", component_name(at));
}

static void show(struct trurl *run, const struct wish *wish, const struct url *url,
                 const struct query_pairs *pairs)
{
	enum component at = component_find(wish->name.data, wish->name.len);

	if (wish->key) {
		show_pairs(run, wish, pairs);
	} else if (text_is(wish->name, "url")) {
		struct everyuri_text text = url_text(run, url, wish->show);

		put_raw(&run->answer, text.data, text.len);
	} else if (at == N_COMPONENTS) {
		trurl_fail(run, TRURL_GET, "unknown component \"" SLICE "\"", SLICED(wish->name));
	} else {
		show_component(run, wish, url, at);
	}
}

/* ---- the format ----------------------------------------------------------------------------------- */

/* Writes the character that an escape represents.  An unknown escape is written
 * unchanged, including its backslash. */
static void put_escape(struct trurl *run, char c)
{
	static const char known[] = "rnt\\{[", meant[] = "\r\n\t\\{[";
	const char both[2] = { '\\', c }, *found = strchr(known, c);

	if (found)
		everyuri_write(&run->answer.out, &meant[found - known], 1);
	else
		put_raw(&run->answer, both, 2);
}

void trurl_get(struct trurl *run, const struct url *url, const struct query_pairs *pairs)
{
	unsigned shown = (run->default_port ? SHOW_DEFAULT_PORT : 0u) |
	                 (run->punycode ? SHOW_PUNYCODE : 0u) | (run->as_idn ? SHOW_IDN : 0u);
	char open = 0; /* the first "{" or "[" in the format; the other kind of bracket is then
	                * ordinary text */

	for (const char *at = run->format; *at && !run->status; at++) {
		if (!open && (*at == '{' || *at == '['))
			open = *at;
		const char *end = open && *at == open ? strchr(at, open == '{' ? '}' : ']') : NULL;

		if (open && *at == open && at[1] == open) {
			put_raw(&run->answer, at++, 1);
		} else if (end) {
			struct wish wish = wish_read(run, at + 1, (size_t)(end - at) - 1);

			wish.show |= shown;
			if (!run->status)
				show(run, &wish, url, pairs);
			at = end;
		} else if (*at == '\\' && at[1]) {
			put_escape(run, *++at);
		} else {
			put_raw(&run->answer, at, 1);
		}
	}
	if (!run->status)
		everyuri_write_text(&run->answer.out, "\n");
}
