/* ours.c - everyuri, called as its users do: with one buffer that is large enough. */
#include "contenders.h"

#include <everyuri.h>
#include <string.h>

const char base_text[] = "http://www.example.org/a/b/c/d?q";

/* A fixed buffer: a call that needs more fails, and the line counts as refused. */
static char memory[1 << 20];
static struct everyuri_buf result_buf;
static struct everyuri_uri base;

void ours_begin(void)
{
	everyuri_buf_init(&result_buf, memory, sizeof memory, NULL);
	everyuri_parse(base_text, strlen(base_text), EVERYURI_RFC3986, 0, NULL, NULL, &base, NULL);
}

const char *ours_text(size_t *len)
{
	*len = result_buf.len;
	return result_buf.data;
}

/* ---- by each standard -------------------------------------------------------------- */

static bool by_standard(const struct line *line, enum everyuri_standard standard)
{
	struct everyuri_uri uri;

	return !everyuri_parse(line->text, line->len, standard, 0, NULL, NULL, &uri, NULL);
}

bool by_url1993(const struct line *line)
{
	return by_standard(line, EVERYURI_URL1993);
}

bool by_uri1994(const struct line *line)
{
	return by_standard(line, EVERYURI_URI1994);
}

bool by_rfc1630(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC1630);
}

bool by_rfc1738(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC1738);
}

bool by_rfc1808(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC1808);
}

bool by_rfc2396(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC2396);
}

bool by_rfc3986(const struct line *line)
{
	return by_standard(line, EVERYURI_RFC3986);
}

/* URL Standard: the serialised URL with its parts. */
bool by_whatwg(const struct line *line)
{
	struct everyuri_uri uri;

	return !everyuri_parse(line->text, line->len, EVERYURI_WHATWG, 0, NULL, &result_buf, &uri,
	                       NULL);
}

bool by_whatwg_check(const struct line *line)
{
	return !everyuri_check(line->text, line->len, EVERYURI_WHATWG, 0, NULL);
}

bool by_check(const struct line *line)
{
	unsigned accepted = 0;

	for (unsigned standard = 0; standard < EVERYURI_N_STANDARDS; standard++)
		accepted += !everyuri_check(line->text, line->len, (enum everyuri_standard)standard,
		                            0, NULL);
	return accepted > 0;
}

bool by_compare(const struct line *line)
{
	struct everyuri_comparison comparison;

	return !everyuri_compare(line->text, line->len, (1u << EVERYURI_N_STANDARDS) - 1, 0,
	                         &result_buf, &comparison, NULL) &&
	       comparison.accepted;
}

/* ---- text to text ------------------------------------------------------------------ */

bool by_resolve(const struct line *line)
{
	struct everyuri_uri uri;

	return !everyuri_parse(line->reference, line->reference_len, EVERYURI_RFC3986, 0, &base,
	                       &result_buf, &uri, NULL);
}

bool by_normalize(const struct line *line)
{
	struct everyuri_uri uri;

	return !everyuri_parse(line->text, line->len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
	                       NULL) &&
	       !everyuri_normalize(&uri, EVERYURI_LEVEL_SYNTAX, &result_buf, NULL, NULL);
}

/* Parses, then plans. */
bool by_plan(const struct line *line)
{
	struct everyuri_uri uri;
	struct everyuri_plan plan;

	return !everyuri_parse(line->text, line->len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
	                       NULL) &&
	       !everyuri_plan_make(&uri, NULL, &result_buf, &plan, NULL);
}

/* ---- names ------------------------------------------------------------------------- */

struct line name_of(const struct line *line)
{
	const char *begin = strstr(line->text, "//");
	struct line name = { .text = begin ? begin + 2 : line->text };

	name.len = begin ? strcspn(name.text, "/?#") : 0;
	return name;
}

bool by_idna(const struct line *line)
{
	struct line name = name_of(line);

	return !everyuri_idna_to_ascii(name.text, name.len, 0, &result_buf, NULL);
}

/* A lower bound for any work on a name: a copy in lower case. */
bool by_copy(const struct line *line)
{
	static char copied[1024];
	static char *volatile copy = copied;
	struct line name = name_of(line);
	char *out = copy;

	if (!name.len || name.len > sizeof copied)
		return false;
	for (size_t i = 0; i < name.len; i++)
		out[i] = (char)(name.text[i] >= 'A' && name.text[i] <= 'Z' ? name.text[i] | 32 :
		                                                             name.text[i]);
	return true;
}
