/* Masks all texts that any standard treats as a secret, because the reader of an explanation may use
 * another standard than its author.
 *
 * Readings come in two groups: those of the text as given, and those of a text that a standard rewrote. */
#include "explain/explain.h"
#include "uri/secrets.h"

#define SECRET_MASK "***"
#define SECRET_MASK_LEN (sizeof SECRET_MASK - 1)

/* Spans of the secrets of a text, in order. */
struct secrets {
	struct everyuri_span *at;
	size_t n;
};

static const struct everyuri_secrets *secrets_asked(const struct eu_explaining *explaining)
{
	static const struct everyuri_secrets usual = { 0 };
	const struct everyuri_secrets *asked = explaining->options->secrets;

	return asked ? asked : &usual;
}

/* Stores the secrets of a text in buf, with space for one more.  Skips empty secrets, which need no mask. */
static enum everyuri_status find_secrets(const struct eu_explaining *explaining,
                                         struct everyuri_text text, struct everyuri_buf *buf,
                                         struct secrets *secrets, struct everyuri_error *err)
{
	const struct everyuri_secrets *asked = secrets_asked(explaining);
	size_t n = everyuri_secrets_find(text.data, text.len, asked, NULL, 0);
	enum everyuri_status status = eu_buf_reserve(buf, (n + 1) * sizeof *secrets->at, err);

	*secrets = (struct secrets){ NULL, 0 };
	if (status)
		return status;
	/* Memory from an allocator is aligned for any type. */
	struct everyuri_span *at = (struct everyuri_span *)(void *)buf->data;
	size_t n_kept = 0;

	everyuri_secrets_find(text.data, text.len, asked, at, n);
	for (size_t i = 0; i < n; i++)
		if (eu_span_len(at[i]))
			at[n_kept++] = at[i];
	*secrets = (struct secrets){ at, n_kept };
	return EVERYURI_OK;
}

/* ---- masking --------------------------------------------------------------------------------- */

/* Converts an offset in the text to an offset in the masked text.  An offset within a secret becomes the
 * beginning of its mask or, if `ends` is true, the end. */
static size_t place_masked(const struct secrets *secrets, size_t at, bool ends)
{
	size_t masked = at;

	for (size_t i = 0; i < secrets->n && secrets->at[i].begin < at; i++) {
		struct everyuri_span secret = secrets->at[i];

		if (at < secret.end)
			return masked - (at - secret.begin) + (ends ? SECRET_MASK_LEN : 0);
		masked = masked - eu_span_len(secret) + SECRET_MASK_LEN;
	}
	return masked;
}

static void mask_span(const struct secrets *secrets, struct everyuri_span *span)
{
	if (!eu_is_absent(*span))
		*span = eu_span(place_masked(secrets, span->begin, false),
		                place_masked(secrets, span->end, true));
}

/* Converts the spans of a reading to spans of the masked text. */
static void mask_reading(const struct secrets *secrets, struct everyuri_text masked,
                         struct everyuri_uri *uri)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		mask_span(secrets, &uri->part[part]);
	for (int i = 0; i < uri->n_extra; i++)
		mask_span(secrets, &uri->extra[i].at);
	uri->text = masked.data;
	uri->len = (uint32_t)masked.len;
}

/* Writes the masked text to buf and sets *text to it. */
static enum everyuri_status mask_text(const struct secrets *secrets, struct everyuri_text *text,
                                      struct everyuri_buf *buf, struct everyuri_error *err)
{
	struct eu_out out = { 0 };
	size_t at = 0;
	enum everyuri_status status =
		eu_buf_reserve(buf, text->len + secrets->n * SECRET_MASK_LEN, err);

	if (status)
		return status;
	out.data = buf->data;
	for (size_t i = 0; i < secrets->n; i++) {
		eu_out_bytes(&out, text->data + at, secrets->at[i].begin - at);
		eu_out_bytes(&out, SECRET_MASK, SECRET_MASK_LEN);
		at = secrets->at[i].end;
	}
	eu_out_bytes(&out, text->data + at, text->len - at);
	*text = (struct everyuri_text){ buf->data, out.len };
	return EVERYURI_OK;
}

static bool is_in_group(const struct everyuri_comparison *found, int s, bool rewritten)
{
	return (found->accepted >> s & 1) &&
	       rewritten == !!(found->reading[s].uri.flags & EVERYURI_REWRITTEN);
}

const struct everyuri_uri *eu_explain_some(const struct everyuri_comparison *found, bool rewritten)
{
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (is_in_group(found, s, rewritten))
			return &found->reading[s].uri;
	return NULL;
}

/* Masks the text as given and its readings.  *text: receives the masked text. */
static enum everyuri_status mask_given(struct eu_explaining *explaining, struct everyuri_text *text,
                                       struct everyuri_error *err)
{
	struct everyuri_explanation *out = explaining->out;
	struct secrets secrets;
	enum everyuri_status status =
		find_secrets(explaining, *text, &out->buf[EU_EXPLAIN_SCRATCH], &secrets, err);

	if (status || !secrets.n)
		return status;
	status = mask_text(&secrets, text, &out->buf[EU_EXPLAIN_GIVEN], err);
	if (status)
		return status;
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (is_in_group(&out->found, s, false))
			mask_reading(&secrets, *text, &out->found.reading[s].uri);
	out->error.at = place_masked(&secrets, out->error.at, false);
	out->masked = true;
	return EVERYURI_OK;
}

/* ---- texts that a standard rewrote --------------------------------------------------------- */

/* Returns whether two secrets are equal when decoded.  Ignores tabs and line breaks of a, which the URL
 * Standard removes. */
static bool is_same_secret(struct everyuri_text a, struct everyuri_text b)
{
	size_t i = 0, j = 0;

	while (i < a.len) {
		unsigned char c = (unsigned char)a.data[i], d;

		i += eu_escape_at(a.data + i, a.len - i, &c) ? 3 : 1;
		if (c == '\t' || c == '\n' || c == '\r')
			continue;
		if (j == b.len)
			return false;
		d = (unsigned char)b.data[j];
		j += eu_escape_at(b.data + j, b.len - j, &d) ? 3 : 1;
		if (c != d)
			return false;
	}
	return j == b.len;
}

static struct everyuri_text text_of_span(struct everyuri_text text, struct everyuri_span span)
{
	return (struct everyuri_text){ text.data + span.begin, eu_span_len(span) };
}

/* Returns the span of the rewritten text in which a secret of the given text may be: the bytes that are left
 * after removing the longest common beginning before the secret, and the longest common end after it. */
static struct everyuri_span place_rewritten(struct everyuri_text given, struct everyuri_span secret,
                                            struct everyuri_text made)
{
	size_t skipped = 0, same = 0, behind = 0, tail = given.len - secret.end;
	size_t rest = given.len - secret.begin;

	/* If nothing from the secret on was rewritten, the offset is counted from the end. */
	if (rest <= made.len &&
	    !memcmp(given.data + secret.begin, made.data + made.len - rest, rest))
		return eu_span(made.len - rest, made.len - tail);
	while (skipped < secret.begin && (unsigned char)given.data[skipped] <= ' ')
		skipped++;
	while (skipped + same < secret.begin && same < made.len &&
	       eu_lower((unsigned char)given.data[skipped + same]) ==
	               eu_lower((unsigned char)made.data[same]))
		same++;
	while (behind < tail && behind < made.len - same &&
	       given.data[given.len - 1 - behind] == made.data[made.len - 1 - behind])
		behind++;
	return eu_span(same, made.len - behind);
}

/* Inserts a secret into a sorted array and merges it with those that it overlaps. */
static void add_masked(struct everyuri_span *at, size_t *n, struct everyuri_span secret)
{
	size_t first = 0, end;

	while (first < *n && at[first].end < secret.begin)
		first++;
	for (end = first; end < *n && at[end].begin <= secret.end; end++) {
		secret.begin = at[end].begin < secret.begin ? at[end].begin : secret.begin;
		secret.end = at[end].end > secret.end ? at[end].end : secret.end;
	}
	memmove(at + first + 1, at + end, (*n - end) * sizeof *at);
	at[first] = secret;
	*n += 1 - (end - first);
}

/* Rewriting may turn another standard's password into a host and a query.  If a secret of the given text is
 * not among those of the rewritten text, this masks every byte that may come from it.
 * at: the secrets of the rewritten text, with space for one more. */
static void add_lost_secrets(const struct secrets *given_secrets, struct everyuri_text given,
                             struct everyuri_text made, struct everyuri_span *at, size_t *n)
{
	struct everyuri_span lost = eu_absent();
	size_t next = 0;

	for (size_t i = 0; i < given_secrets->n; i++) {
		struct everyuri_span secret = given_secrets->at[i];
		size_t k = next;

		while (k < *n &&
		       !is_same_secret(text_of_span(given, secret), text_of_span(made, at[k])))
			k++;
		if (k < *n) {
			next = k + 1;
			continue;
		}
		secret = place_rewritten(given, secret, made);
		lost = eu_is_absent(lost) ? secret : eu_span(lost.begin, secret.end);
	}
	if (!eu_is_absent(lost))
		add_masked(at, n, lost);
}

/* Masks the reading of a standard that rewrote the text. */
static enum everyuri_status mask_rewritten(struct eu_explaining *explaining,
                                           struct everyuri_uri *uri, struct everyuri_error *err)
{
	struct everyuri_buf *buf = explaining->out->buf;
	struct everyuri_text text = { uri->text, uri->len };
	struct secrets given, secrets;
	enum everyuri_status status =
		find_secrets(explaining, explaining->read, &buf[EU_EXPLAIN_TOLD], &given, err);

	if (!status)
		status = find_secrets(explaining, text, &buf[EU_EXPLAIN_SCRATCH], &secrets, err);
	if (status)
		return status;
	add_lost_secrets(&given, explaining->read, text, secrets.at, &secrets.n);
	if (!secrets.n)
		return EVERYURI_OK;
	status = mask_text(&secrets, &text, &buf[EU_EXPLAIN_REWRITTEN], err);
	if (status)
		return status;
	mask_reading(&secrets, text, uri);
	explaining->out->masked = true;
	return EVERYURI_OK;
}

/* Makes the plan of the masked text, whose steps then contain no secret.  If the masked text has no plan,
 * no steps are written. */
static enum everyuri_status plan_masked(struct eu_explaining *explaining,
                                        struct everyuri_error *err)
{
	struct everyuri_explanation *out = explaining->out;
	struct everyuri_error why;
	enum everyuri_status status =
		everyuri_plan_make(out->uri, explaining->options->config,
	                           &out->buf[EU_EXPLAIN_SCRATCH], &explaining->masked_plan, &why);

	explaining->steps = status ? NULL : &explaining->masked_plan;
	if (status != EVERYURI_NO_MEMORY)
		return EVERYURI_OK;
	if (err)
		*err = why;
	return status;
}

/* Masks everything.  *text contains the text as given, and receives the masked text. */
static enum everyuri_status mask_all(struct eu_explaining *explaining, struct everyuri_text *text,
                                     struct everyuri_error *err)
{
	struct everyuri_explanation *out = explaining->out;
	enum everyuri_status status = mask_given(explaining, text, err);

	for (int s = 0; !status && s < EVERYURI_N_STANDARDS; s++)
		if (is_in_group(&out->found, s, true))
			status = mask_rewritten(explaining, &out->found.reading[s].uri, err);
	if (!status && out->masked && out->planned)
		status = plan_masked(explaining, err);
	return status;
}

enum everyuri_status eu_explain_mask(struct eu_explaining *explaining, struct everyuri_error *err)
{
	struct everyuri_explanation *out = explaining->out;
	const struct everyuri_uri *given = eu_explain_some(&out->found, false);
	struct everyuri_text text =
		given ? (struct everyuri_text){ given->text, given->len } : explaining->given;
	enum everyuri_status status = EVERYURI_OK;

	explaining->steps = &out->plan;
	if (!given)
		out->error.at = eu_explain_at_given(explaining, out->error.at);
	if (!(explaining->options->flags & EVERYURI_EXPLAIN_SECRETS))
		status = mask_all(explaining, &text, err);
	out->text = out->uri ? (struct everyuri_text){ out->uri->text, out->uri->len } : text;
	return status;
}

/* ---- kinds of secrets ------------------------------------------------------------------------ */

struct telling_secrets {
	const char *text;
	struct eu_secret_kinds *kinds;
};

/* Records the kind of a secret.  A secret after "=" is the value of a key.  Any other secret is part of a
 * login. */
static void take_kind(void *context, struct everyuri_span secret)
{
	const struct telling_secrets *telling = context;
	size_t end = secret.begin, begin;

	if (!end || telling->text[end - 1] != '=') {
		telling->kinds->login = true;
		return;
	}
	for (begin = --end; begin && !strchr("?#&;(,/", telling->text[begin - 1]); begin--)
		;
	if (!telling->kinds->key.data)
		telling->kinds->key = (struct everyuri_text){ telling->text + begin, end - begin };
}

struct eu_secret_kinds eu_explain_secret_kinds(const struct eu_explaining *explaining)
{
	const struct everyuri_uri *seen = explaining->seen;
	struct eu_secret_kinds kinds = { 0 };
	struct telling_secrets telling = { seen->text, &kinds };

	eu_secrets_find(seen->text, seen->len, secrets_asked(explaining),
	                eu_secrets_mode_of(seen->text, seen->len, EU_SECRETS_OF_TEXT), take_kind,
	                &telling);
	return kinds;
}
