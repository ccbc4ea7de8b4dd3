/* Undoes defanging: some texts write URIs so that nobody follows them by mistake, for
 * example with hxxp and [.].  They are read as intended. */
#include "find/finder.h"

struct fanged {
	const char *inside; /* the text in brackets, in lower case */
	const char *meant;
};

static const struct fanged fanged[] = {
	{ ".", "." }, { "dot", "." }, { ":", ":" }, { "://", "://" }, { ":/", ":/" },
	{ "/", "/" }, { "//", "//" }, { "@", "@" }, { "at", "@" },
};

/* Matches a defanged sign in brackets at the start of text.  *n_bytes: its length with
 * the brackets. */
static enum eu_find_verdict fanged_at(const char *text, size_t len, bool final, const char **meant,
                                      size_t *n_bytes)
{
	const struct eu_find_view view = { .data = text, .len = len, .final = final };
	char close = text[0] == '(' ? ')' : text[0] == '[' ? ']' : '}';
	enum eu_find_verdict any = EU_FIND_NO;

	for (size_t k = 0; k < sizeof fanged / sizeof *fanged; k++) {
		enum eu_find_verdict verdict = eu_find_word_at(&view, 1, fanged[k].inside);
		size_t end = 1 + strlen(fanged[k].inside);

		if (verdict == EU_FIND_YES && eu_find_at(&view, end) == close) {
			*meant = fanged[k].meant;
			*n_bytes = end + 1;
			return EU_FIND_YES;
		}
		if (verdict == EU_FIND_MORE ||
		    (verdict == EU_FIND_YES && eu_find_at(&view, end) == EU_FIND_UNKNOWN))
			any = EU_FIND_MORE;
	}
	return any;
}

/* Refangs the raw bytes after the window, in place, and adds them to the window.  No
 * replacement is longer than the original.  An incomplete bracket that may still become
 * such a sign stays raw. */
void eu_find_refang(struct everyuri_finder *finder)
{
	char *data = finder->window;
	size_t from = finder->len, end = from + finder->raw, to = from;

	while (from < end) {
		const char *meant = "";
		size_t n_bytes = 0;
		enum eu_find_verdict verdict = EU_FIND_NO;

		if (data[from] == '[' || data[from] == '(' || data[from] == '{')
			verdict =
				fanged_at(data + from, end - from, finder->final, &meant, &n_bytes);
		if (verdict == EU_FIND_MORE)
			break;
		if (verdict == EU_FIND_NO) {
			finder->width[to] = 1;
			data[to++] = data[from++];
			continue;
		}
		from += n_bytes;
		finder->width[to] = (unsigned char)n_bytes;
		data[to++] = *meant++;
		while (*meant) {
			finder->width[to] = 0;
			data[to++] = *meant++;
		}
	}
	memmove(data + to, data + from, end - from);
	finder->len = to;
	finder->raw = end - from;
}

/* Returns the scheme for which the text is an alias, or NULL. */
const char *eu_find_alias(const char *text, size_t len)
{
	if (eu_equals_ignoring_case(text, len, "hxxp"))
		return "http";
	if (eu_equals_ignoring_case(text, len, "hxxps"))
		return "https";
	if (eu_equals_ignoring_case(text, len, "fxp"))
		return "ftp";
	if (eu_equals_ignoring_case(text, len, "fxps"))
		return "ftps";
	return NULL;
}
