/* Makes the warnings about a URI, one sentence each. */
#include <assert.h>

#include "explain/explain.h"

/* ---- adding one ------------------------------------------------------------------------------ */

void eu_danger_begin(struct eu_explaining *explaining, struct eu_teller *teller,
                     struct everyuri_span at)
{
	struct everyuri_explanation *out = explaining->out;

	/* At most 80 warnings are possible: one about the scheme, three about the user and secrets, one about
	 * the port, six about the host, one about an ftp path, nine about escapes in each of seven parts, and
	 * five about the whole text. */
	assert(out->n_dangers < EVERYURI_EXPLAIN_DANGERS);
	out->danger[out->n_dangers].at = at;
	out->danger[out->n_dangers].sentence.len = eu_teller_at(teller);
}

void eu_danger_end(struct eu_explaining *explaining, struct eu_teller *teller)
{
	struct everyuri_explanation *out = explaining->out;
	struct everyuri_text *sentence = &out->danger[out->n_dangers++].sentence;

	*sentence = eu_told(teller, sentence->len);
}

void eu_danger(struct eu_explaining *explaining, struct eu_teller *teller, struct everyuri_span at,
               const char *sentence)
{
	eu_danger_begin(explaining, teller, at);
	eu_tell(teller, sentence);
	eu_danger_end(explaining, teller);
}

/* ---- parts and words ------------------------------------------------------------------------- */

const struct eu_scheme *eu_seen_scheme(const struct eu_explaining *explaining)
{
	const struct everyuri_text name = eu_seen_part(explaining, EVERYURI_SCHEME);

	return name.data ? eu_scheme_find(name.data, name.len) : NULL;
}

struct everyuri_text eu_seen_part(const struct eu_explaining *explaining, enum everyuri_part part)
{
	return everyuri_view(explaining->seen, part);
}

bool eu_word_is(struct everyuri_text text, const char *word)
{
	return text.len == strlen(word) && eu_equals_ignoring_case(text.data, text.len, word);
}

bool eu_word_begins(struct everyuri_text text, const char *word)
{
	size_t n = strlen(word);

	return text.len >= n && eu_equals_ignoring_case(text.data, n, word);
}

size_t eu_word_at(struct everyuri_text text, const char *word)
{
	size_t n = strlen(word);

	for (size_t at = 0; at + n <= text.len; at++)
		if (eu_equals_ignoring_case(text.data + at, n, word))
			return at;
	return text.len;
}

/* ---- user, password, port ----------------------------------------------------------------- */

static void user_dangers(struct eu_explaining *explaining, struct eu_teller *teller)
{
	struct everyuri_text user = eu_seen_part(explaining, EVERYURI_USER);
	struct eu_secret_kinds secrets = eu_explain_secret_kinds(explaining);
	const struct everyuri_span *part = explaining->seen->part;

	if (user.data && (memchr(user.data, '.', user.len) || eu_word_is(user, "localhost"))) {
		eu_danger_begin(explaining, teller, part[EVERYURI_USER]);
		eu_tell_quoted(teller, user);
		eu_tell(teller, " looks like a host, but is the user: the host is ");
		eu_tell_quoted(teller, eu_seen_part(explaining, EVERYURI_HOST));
		eu_danger_end(explaining, teller);
	}
	if (secrets.login)
		eu_danger(explaining, teller, part[EVERYURI_PASSWORD],
		          "contains a password, which anyone who sees this URI can read");
	if (secrets.key.data) {
		eu_danger_begin(explaining, teller, eu_absent());
		eu_tell(teller, "the value of ");
		eu_tell_quoted(teller, secrets.key);
		eu_tell(teller, " may be a secret, which anyone who sees this URI can read");
		eu_danger_end(explaining, teller);
	}
}

static void port_dangers(struct eu_explaining *explaining, struct eu_teller *teller)
{
	struct everyuri_text text = eu_seen_part(explaining, EVERYURI_PORT);
	struct everyuri_text scheme = eu_seen_part(explaining, EVERYURI_SCHEME);
	struct everyuri_span at = explaining->seen->part[EVERYURI_PORT];
	uint16_t port;

	if (!text.len)
		return;
	if (everyuri_port(explaining->seen, &port)) {
		eu_danger_begin(explaining, teller, at);
		eu_tell(teller, "port ");
		eu_tell_short(teller, text);
		eu_tell(teller, " is out of range: the highest is 65535");
		eu_danger_end(explaining, teller);
	} else if (port != everyuri_scheme_port(scheme.data, scheme.len)) {
		eu_danger_begin(explaining, teller, at);
		eu_tell(teller, "port ");
		everyuri_write_number(&teller->w, port);
		eu_tell(teller, " is not the scheme's default");
		eu_tell(teller,
		        port < 1024 ?
		                ", and is below 1024, where other services of the host listen" :
		                "");
		eu_danger_end(explaining, teller);
	}
}

/* ---- encoded delimiters, controls, dots ------------------------------------------------------ */

/* The warning about an escape whose byte would be a delimiter if it were not escaped. */
struct escape_meaning {
	unsigned char byte;
	const char *words;
};

static const struct escape_meaning meanings[] = {
	{ '/', " is data, not a slash, but some programs decode it first" },
	{ '@', " is data: it does not end the user" },
	{ ':', " is data: it does not begin a password or a port" },
	{ '?', " is data: it does not begin a query" },
	{ '#', " is data: it does not begin a fragment" },
	{ '\\', " is a backslash, which some systems read as a slash" },
	{ 0x00, " is a NUL, where many programs end the text" },
	{ '\r', " is a CR: in a protocol's command line it would end the command" },
	{ '\n', " is an LF: in a protocol's command line it would end the command" },
};

/* Returns the offset of the first escape of a byte in a part, or the end of the part. */
static size_t escape_of(const char *text, struct everyuri_span in, unsigned char byte)
{
	unsigned char found;

	for (size_t at = in.begin; at < in.end; at++)
		if (eu_escape_at(text + at, in.end - at, &found) && found == byte)
			return at;
	return in.end;
}

static void escape_dangers(struct eu_explaining *explaining, struct eu_teller *teller,
                           struct everyuri_span in, const char *where)
{
	const char *text = explaining->seen->text;

	if (in.begin >= in.end || !memchr(text + in.begin, '%', in.end - in.begin))
		return;
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
		size_t at = escape_of(text, in, meanings[i].byte);

		if (at == in.end)
			continue;
		eu_danger_begin(explaining, teller, eu_span(at, at + 3));
		eu_tell(teller, "\"");
		everyuri_write(&teller->w, text + at, 3);
		eu_tell(teller, "\" in the ");
		eu_tell(teller, where);
		eu_tell(teller, meanings[i].words);
		eu_danger_end(explaining, teller);
	}
}

/* Returns whether the path begins with %2F, so that the first CWD has the argument "/..."  (RFC 1738
 * 3.2.2). */
static bool from_the_root(const struct eu_explaining *explaining)
{
	const struct eu_scheme *scheme = eu_seen_scheme(explaining);

	return scheme && scheme->has_root_escape &&
	       eu_word_begins(eu_seen_part(explaining, EVERYURI_PATH), "/%2f");
}

static void all_escape_dangers(struct eu_explaining *explaining, struct eu_teller *teller)
{
	bool root = from_the_root(explaining);

	if (root) {
		uint32_t path = explaining->seen->part[EVERYURI_PATH].begin;

		eu_danger(explaining, teller, eu_span(path + 1, path + 4),
		          "the ftp path begins with an encoded slash: it starts at the server's "
		          "root, not at the login directory");
	}
	for (int part = EVERYURI_USER; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_span in = explaining->seen->part[part];

		/* The warning above already covers that slash. */
		if (part == EVERYURI_PATH && root)
			in.begin += 4;
		escape_dangers(explaining, teller, in,
		               everyuri_part_name((enum everyuri_part)part));
	}
}

/* Returns the offset of the first control character, or text.len. */
static size_t control_at(struct everyuri_text text)
{
	for (size_t at = 0; at < text.len; at++)
		if ((unsigned char)text.data[at] < 0x20 || text.data[at] == 0x7F)
			return at;
	return text.len;
}

static void control_dangers(struct eu_explaining *explaining, struct eu_teller *teller)
{
	struct everyuri_text text = explaining->out->text;
	size_t control = control_at(text), plain = eu_word_at(text, "\xE2\x80\xAE"),
	       escaped = eu_word_at(text, "%e2%80%ae");
	const char *backslash = text.len ? memchr(text.data, '\\', text.len) : NULL;

	if (control < text.len)
		eu_danger(explaining, teller, eu_span(control, control + 1),
		          "contains control characters: some programs remove them, some stop at "
		          "them");
	if (backslash) {
		size_t at = (size_t)(backslash - text.data);

		eu_danger(explaining, teller, eu_span(at, at + 1),
		          "contains a backslash: browsers read it as a slash");
	}
	if (plain < text.len || escaped < text.len)
		eu_danger(explaining, teller,
		          plain < text.len ? eu_span(plain, plain + 3) :
		                             eu_span(escaped, escaped + 9),
		          "contains U+202E: the text after it is shown backwards");
}

/* Returns whether a segment is "." or "..".  Sets *encoded if its dots are percent-encoded. */
static bool is_dots(const char *segment, size_t len, bool *encoded)
{
	*encoded = eu_is_dot_segment(segment, len) && memchr(segment, '%', len);
	return eu_is_dot_segment(segment, len);
}

static void dot_dangers(struct eu_explaining *explaining, struct eu_teller *teller)
{
	const struct everyuri_uri *uri = explaining->seen;
	struct everyuri_span span, plain = eu_absent(), encoded = eu_absent();
	struct everyuri_iter iter = { 0 };

	while (everyuri_segment_next(uri, &iter, &span)) {
		bool by_escape;

		if (!is_dots(uri->text + span.begin, eu_span_len(span), &by_escape))
			continue;
		if (by_escape && eu_is_absent(encoded))
			encoded = span;
		if (!by_escape && eu_is_absent(plain))
			plain = span;
	}
	if (!eu_is_absent(plain))
		eu_danger(explaining, teller, plain,
		          "the path has \".\" or \"..\" segments: some programs remove them, some "
		          "do not");
	if (!eu_is_absent(encoded))
		eu_danger(explaining, teller, encoded,
		          "the path has encoded dots as a segment: some standards read \"%2E%2E\" "
		          "as \"..\", some do not");
}

bool eu_is_script(struct everyuri_text scheme)
{
	return eu_word_is(scheme, "javascript") || eu_word_is(scheme, "vbscript");
}

/* Returns whether a data URI has a media type whose scripts a browser runs. */
static bool runs_scripts(struct everyuri_text data)
{
	return eu_word_begins(data, "text/html") || eu_word_begins(data, "image/svg+xml") ||
	       eu_word_begins(data, "application/xhtml+xml") ||
	       eu_word_begins(data, "text/javascript");
}

/* Returns whether the path is a port, as in "localhost:3000", which is parsed as scheme and path. */
static bool looks_like_port(struct everyuri_text path)
{
	size_t n = 0;

	while (n < path.len && path.data[n] >= '0' && path.data[n] <= '9')
		n++;
	return n && n <= 5 && (n == path.len || path.data[n] == '/');
}

static void scheme_dangers(struct eu_explaining *explaining, struct eu_teller *teller)
{
	struct everyuri_text scheme = eu_seen_part(explaining, EVERYURI_SCHEME);
	struct everyuri_text path = eu_seen_part(explaining, EVERYURI_PATH);
	const struct eu_scheme *known = eu_seen_scheme(explaining);
	struct everyuri_span at = explaining->seen->part[EVERYURI_SCHEME];

	if (eu_seen_part(explaining, EVERYURI_HOST).data)
		return;
	if (eu_is_script(scheme)) {
		eu_danger(
			explaining, teller, at,
			"this is a script: a browser runs it with the rights of the current page");
	} else if (known && known->rest == EU_REST_DATA && runs_scripts(path)) {
		eu_danger(explaining, teller, at,
		          "the data is a page that can run scripts and imitate any site");
	} else if (looks_like_port(path) && !eu_word_begins(scheme, "x-") &&
	           everyuri_scheme_status_of(scheme.data, scheme.len) == EVERYURI_SCHEME_UNKNOWN) {
		eu_danger_begin(explaining, teller, at);
		eu_tell_quoted(teller, scheme);
		eu_tell(teller,
		        " is parsed as the scheme; if it is a host, put \"http://\" before it");
		eu_danger_end(explaining, teller);
	}
}

void eu_explain_dangers(struct eu_explaining *explaining, struct eu_teller *teller)
{
	scheme_dangers(explaining, teller);
	user_dangers(explaining, teller);
	eu_explain_host_dangers(explaining, teller);
	port_dangers(explaining, teller);
	all_escape_dangers(explaining, teller);
	control_dangers(explaining, teller);
	dot_dangers(explaining, teller);
}
