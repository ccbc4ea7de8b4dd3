/* Removes session identifiers from URLs as the indexes of web archives do, so that visits
 * with different identifiers have the same key. */
#include "key/key.h"

static bool is_alphadigit(unsigned char c)
{
	return eu_is_alpha(c) || eu_is_digit(c);
}

/* Returns the number of bytes of this class from text[at] on, but at most n. */
static size_t class_run(const struct eu_key_area *text, size_t at, size_t n,
                        bool (*has)(unsigned char c))
{
	size_t i = 0;

	while (i < n && at + i < text->len && has((unsigned char)text->data[at + i]))
		i++;
	return i;
}

static bool byte_is(const struct eu_key_area *text, size_t at, char c)
{
	return at < text->len && text->data[at] == c;
}

static bool word_is(const struct eu_key_area *text, size_t at, const char *word)
{
	size_t n = strlen(word);

	return text->len - at >= n && eu_equals_ignoring_case(text->data + at, n, word);
}

static void cut_out(struct eu_key_area *text, size_t begin, size_t end)
{
	memmove(text->data + begin, text->data + end, text->len - end);
	text->len -= end - begin;
}

/* ---- paths: ASP.NET without cookies -------------------------------------------------- */

#define ASP_LENGTH 24

/* Matches "(S(24 characters)A(24 characters))/".  Returns its end, or 0. */
static size_t asp_named(const struct eu_key_area *path, size_t at)
{
	size_t n = 0;

	if (!byte_is(path, at++, '('))
		return 0;
	while (class_run(path, at, 1, eu_is_alpha) && byte_is(path, at + 1, '(') &&
	       class_run(path, at + 2, ASP_LENGTH, is_alphadigit) == ASP_LENGTH &&
	       byte_is(path, at + 2 + ASP_LENGTH, ')')) {
		at += ASP_LENGTH + 3;
		n++;
	}
	return n && byte_is(path, at, ')') && byte_is(path, at + 1, '/') ? at + 2 : 0;
}

/* Matches "(24 characters)/".  Returns its end, or 0. */
static size_t asp_bare(const struct eu_key_area *path, size_t at)
{
	size_t end = at + 1 + ASP_LENGTH;

	return byte_is(path, at, '(') &&
	                       class_run(path, at + 1, ASP_LENGTH, is_alphadigit) == ASP_LENGTH &&
	                       byte_is(path, end, ')') && byte_is(path, end + 1, '/') ?
	               end + 2 :
	               0;
}

/* Removes the last identifier that follows a slash and precedes a name with ".aspx". */
static void drop_asp(struct eu_key_area *path,
                     size_t (*match)(const struct eu_key_area *path, size_t at))
{
	size_t page = path->len, question = path->len;

	for (size_t i = path->len; i-- > 0;) {
		size_t end;

		if (path->data[i] == '?')
			question = i;
		if (word_is(path, i, ".aspx"))
			page = i;
		if (path->data[i] != '/' || page == path->len)
			continue;
		end = match(path, i + 1);
		if (!end || page <= end || question < page)
			continue;
		cut_out(path, i + 1, end);
		return;
	}
}

void eu_key_path_session(struct eu_key_area *path)
{
	if (!path->len)
		return;
	drop_asp(path, asp_named);
	drop_asp(path, asp_bare);
}

/* ---- queries ---------------------------------------------------------------------------- */

/* A pattern: the name, `n_letters` further letters, "=", and `n` letters or (for some rows) letters
 * and digits. */
struct session_row {
	const char *name;
	size_t n_letters;
	size_t n;
	bool (*has)(unsigned char c);
};

/* Returns the end of the identifier that begins at `at`, or 0. */
static size_t session_end(const struct eu_key_area *query, size_t at, const struct session_row *row)
{
	if (!word_is(query, at, row->name))
		return 0;
	at += strlen(row->name);
	if (class_run(query, at, row->n_letters, eu_is_alpha) != row->n_letters)
		return 0;
	at += row->n_letters;
	if (!byte_is(query, at, '=') || class_run(query, at + 1, row->n, row->has) != row->n)
		return 0;
	return at + 1 + row->n;
}

/* Removes the identifier and the "&" after it.  Keeps the "&" before it, as the keys of
 * existing archives do. */
static bool drop_from(struct eu_key_area *query, size_t begin, size_t end)
{
	if (!end || (end != query->len && query->data[end] != '&'))
		return false;
	cut_out(query, begin, end == query->len ? end : end + 1);
	return true;
}

static void drop_session(struct eu_key_area *query, const struct session_row *row)
{
	for (size_t i = query->len; i-- > 0;)
		if (drop_from(query, i, session_end(query, i, row)))
			return;
}

/* Removes the pair of parameters that ColdFusion uses: cfid=...&cftoken=... */
static void drop_coldfusion(struct eu_key_area *query)
{
	static const char id[] = "cfid=", token[] = "cftoken=";
	size_t next = query->len, after = query->len;

	for (size_t i = query->len; i-- > 0;) {
		if (query->data[i] == '&') {
			after = next;
			next = i;
		}
		if (next == query->len || !word_is(query, i, id) || next <= i + sizeof id - 1 ||
		    !word_is(query, next + 1, token) || after <= next + sizeof token)
			continue;
		if (drop_from(query, i, after))
			return;
	}
}

void eu_key_query_session(struct eu_key_area *query)
{
	static const struct session_row rows[] = {
		{ "jsessionid", 0, 32, is_alphadigit },
		{ "phpsessid", 0, 32, is_alphadigit },
		{ "sid", 0, 32, is_alphadigit },
		{ "aspsessionid", 8, 24, eu_is_alpha },
	};

	for (size_t k = 0; k < sizeof rows / sizeof *rows && query->len; k++)
		drop_session(query, &rows[k]);
	if (query->len)
		drop_coldfusion(query);
}
