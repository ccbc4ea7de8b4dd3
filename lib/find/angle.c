/* Finds URIs between angle brackets, where white space is ignored (RFC 1738, appendix;
 * RFC 3986, appendix C), and the 1993 draft's URL=<...>. */
#include "find/finder.h"

static enum eu_find_verdict past_blanks(const struct eu_find_view *view, size_t *i)
{
	size_t limit = *i + EU_FIND_BLANKS_MAX;

	for (; *i < limit; (*i)++) {
		int byte = eu_find_at(view, *i);

		if (byte == EU_FIND_UNKNOWN)
			return EU_FIND_MORE;
		if (!eu_find_is(view, byte, EU_FIND_SPACE))
			return EU_FIND_YES;
	}
	return EU_FIND_NO;
}

/* Returns whether "URL=" precedes the bracket. */
static bool behind_label(const struct eu_find_view *view, size_t at)
{
	return at >= 4 && eu_find_word_at(view, at - 4, "url=") == EU_FIND_YES;
}

/* Judges whether the bracket can contain a URI without the label "URL:" or "URL=".  CHOICE: the
 * scheme must be one of the caller's, and then white space is removed; or "//" must follow the
 * colon, and then white space is not allowed. */
static enum eu_find_verdict unlabelled(struct everyuri_finder *finder,
                                       const struct eu_find_view *view, size_t at)
{
	size_t i = at;
	int byte = eu_find_at(view, i);
	const char *name;

	while (eu_find_is(view, byte, EU_FIND_IN_SCHEME) && i < at + EU_FIND_SCHEME_MAX)
		byte = eu_find_at(view, ++i);
	if (byte != ':')
		return eu_find_stuck(byte);
	if (eu_find_scheme_known(&finder->options, view->data + at, i - at, &name))
		return EU_FIND_YES;
	return eu_find_word_at(view, i + 1, "//");
}

/* Judges whether the content is only a mail address. */
static enum eu_find_verdict mail_inside(const struct eu_find_view *view, size_t at)
{
	size_t i = at, end;
	int byte = eu_find_at(view, i);

	while (eu_find_is(view, byte, EU_FIND_IN_LOCAL) && i < at + EU_FIND_LOCAL_MAX)
		byte = eu_find_at(view, ++i);
	return byte == '@' ? eu_find_mail(view, at, i, &end) : eu_find_stuck(byte);
}

/* Judges whether the "<" at `at` may begin a URI. */
enum eu_find_verdict eu_find_angle_opens(struct everyuri_finder *finder,
                                         const struct eu_find_view *view, size_t at)
{
	bool labelled = behind_label(view, at);
	enum eu_find_kind kind = EU_FIND_PLAIN;
	size_t i = at + 1;
	enum eu_find_verdict verdict = past_blanks(view, &i);

	if (verdict != EU_FIND_YES)
		return verdict;
	verdict = eu_find_word_at(view, i, "url:");
	if (verdict == EU_FIND_MORE)
		return verdict;
	if (verdict == EU_FIND_YES) {
		labelled = true;
		i += 4;
		verdict = past_blanks(view, &i);
		if (verdict != EU_FIND_YES)
			return verdict;
	}
	verdict = labelled ? EU_FIND_YES : unlabelled(finder, view, i);
	if (verdict == EU_FIND_NO && (finder->options.flags & EVERYURI_FIND_WWW)) {
		kind = EU_FIND_AS_HTTP;
		verdict = eu_find_word_at(view, i, "www.");
	}
	if (verdict == EU_FIND_NO && (finder->options.flags & EVERYURI_FIND_MAIL)) {
		kind = EU_FIND_AS_MAILTO;
		verdict = mail_inside(view, i);
	}
	if (verdict != EU_FIND_YES)
		return verdict;
	finder->state = EU_FIND_ANGLE;
	finder->start = at;
	finder->content = finder->i = i;
	finder->labelled = labelled;
	finder->kind = kind;
	finder->breaks = 0;
	return EU_FIND_YES;
}

/* Scans up to the ">".  Returns: YES if finder->i is at it.  No other opening bracket and no
 * control character may precede it; without a label, also no quotation mark and no empty
 * line. */
enum eu_find_verdict eu_find_angle_goes_on(struct everyuri_finder *finder,
                                           const struct eu_find_view *view)
{
	for (;; finder->i++) {
		int byte = eu_find_at(view, finder->i);

		if (byte == '>')
			return EU_FIND_YES;
		if (byte < 0)
			return eu_find_stuck(byte);
		if (eu_find_is(view, byte, EU_FIND_SPACE)) {
			finder->breaks += byte == '\n';
		} else {
			finder->breaks = 0;
			if (byte < ' ' || byte == 0x7F || byte == '<' ||
			    (byte == '"' && !finder->labelled))
				return EU_FIND_NO;
		}
		if ((finder->breaks > 1 && !finder->labelled) ||
		    finder->i - finder->content >= finder->options.max_len)
			return EU_FIND_NO;
	}
}

/* The content without its white space, and a second version that also removes a hyphen at the
 * end of a line.  A prefix fits before each. */
struct unwrapped {
	char *uri, *also;
	size_t len, also_len; /* if equal, there is only one version */
	size_t end;           /* index after the last byte that is not white space */
};

static struct unwrapped unwrap(const struct everyuri_finder *finder,
                               const struct eu_find_view *view, size_t close)
{
	struct unwrapped text = { .uri = finder->uri + EU_FIND_PREFIX_MAX,
		                  .also = finder->also + EU_FIND_PREFIX_MAX,
		                  .end = finder->content };
	bool broken = false;

	for (size_t i = finder->content; i < close; i++) {
		char byte = view->data[i];

		if (eu_find_is(view, (unsigned char)byte, EU_FIND_SPACE)) {
			broken = broken || byte == '\n' || byte == '\r';
			continue;
		}
		/* LCOV_EXCL_BR_LINE: the content begins with a byte that is not white space */
		if (broken && text.len && text.uri[text.len - 1] == '-')
			text.also_len--;
		broken = false;
		text.uri[text.len++] = byte;
		text.also[text.also_len++] = byte;
		text.end = i + 1;
	}
	return text;
}

/* Returns the length of an unwrapped text's scheme, or 0 if it has none. */
static size_t scheme_len(const struct eu_find_view *view)
{
	size_t i = 0;

	if (!eu_is_alpha((unsigned char)view->data[0]))
		return 0;
	while (i < EU_FIND_SCHEME_MAX && eu_find_is(view, eu_find_at(view, i), EU_FIND_IN_SCHEME))
		i++;
	return eu_find_at(view, i) == ':' ? i : 0;
}

/* Returns whether the unwrapped text is a URI.  *meant: the name of its scheme if the text
 * writes it differently, otherwise NULL. */
static bool is_uri(const struct everyuri_finder *finder, const struct eu_find_view *view,
                   const struct unwrapped *text, const char **meant)
{
	size_t n = scheme_len(view);
	const char *name = NULL;
	struct eu_find_front front;
	bool known;

	*meant = NULL;
	if (!n)
		return false;
	known = eu_find_scheme_known(&finder->options, view->data, n, &name);
	if (known && !eu_equals_ignoring_case(view->data, n, name))
		*meant = name;
	if (finder->labelled)
		return true;
	if (!known && text->end - finder->content != text->len)
		return false;
	if (eu_find_rest(view, name, n + 1, &front) != EU_FIND_YES)
		return false;
	return !front.closed || front.body == text->len;
}

static bool is_www(const struct eu_find_view *view)
{
	struct eu_find_front front;

	return eu_find_www(view, 0, &front) == EU_FIND_YES &&
	       (!front.closed || front.body == view->len);
}

static bool is_mail(const struct eu_find_view *view)
{
	const char *sign = memchr(view->data, '@', view->len);
	size_t end, at = sign ? (size_t)(sign - view->data) : 0;

	return at && view->data[at - 1] != '.' && eu_find_local_begin(view, 0, at) == 0 &&
	       eu_find_domain(view, at + 1, &end) == EU_FIND_YES && end == view->len;
}

/* Finds the kind of the URI in the bracket.  Returns: false if there is none. */
static bool judge(struct everyuri_finder *finder, const struct eu_find_view *view,
                  const struct unwrapped *text, const char **meant)
{
	unsigned flags = finder->options.flags;

	if (is_uri(finder, view, text, meant)) {
		finder->kind = EU_FIND_PLAIN;
		return true;
	}
	*meant = NULL;
	if ((flags & EVERYURI_FIND_WWW) && is_www(view)) {
		finder->kind = EU_FIND_AS_HTTP;
		return true;
	}
	finder->kind = EU_FIND_AS_MAILTO;
	return (flags & EVERYURI_FIND_MAIL) && is_mail(view);
}

static struct everyuri_text with_front(const struct everyuri_finder *finder, const char *meant,
                                       char *text, size_t len)
{
	const char *front = finder->kind == EU_FIND_AS_HTTP   ? "http://" :
	                    finder->kind == EU_FIND_AS_MAILTO ? "mailto:" :
	                                                        "";
	size_t n = strlen(front);

	memcpy(text - n, front, n);
	/* An alias is as long as the scheme that it stands for. */
	if (meant)
		memcpy(text, meant, strlen(meant));
	return (struct everyuri_text){ text - n, len + n };
}

/* Ends a bracket whose ">" is at `close`.  Returns: whether it contained a URI. */
bool eu_find_angle_closed(struct everyuri_finder *finder, const struct eu_find_view *view,
                          size_t close)
{
	size_t end = close;
	const char *bar = finder->labelled ? NULL :
	                                     memchr(view->data + finder->content, '|',
	                                            close - finder->content);

	/* Slack writes <http://h/|label>, and a wiki [[http://h/|label]]. */
	if (bar)
		end = (size_t)(bar - view->data);
	struct unwrapped text = unwrap(finder, view, end);
	const struct eu_find_view inside = { .data = text.uri,
		                             .len = text.len,
		                             .final = true,
		                             .class = view->class };
	struct everyuri_found hit = { .form = EVERYURI_FORM_ANGLE };
	const char *meant;

	if (!text.len || !judge(finder, &inside, &text, &meant))
		return false;
	hit.uri = with_front(finder, meant, text.uri, text.len);
	if (text.also_len != text.len)
		hit.also = with_front(finder, meant, text.also, text.also_len);
	finder->state = EU_FIND_SEARCH;
	finder->i = finder->floor = close + 1;
	eu_find_report(finder, finder->content, text.end, hit);
	return true;
}
