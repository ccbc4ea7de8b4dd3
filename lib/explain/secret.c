/* Nothing is told of what any reading takes for a password, from the first such byte to the last:
 * whoever reads the explanation may read by another standard than its author.
 *
 * Readings come in two groups: of the text as given, and of what a standard has made of it. */
#include "explain/explain.h"

/* The bytes that "***" stands for; begin == end: none. */
struct secret {
	size_t begin, end;
};

#define SECRET_MASK "***"
#define SECRET_MASK_LEN (sizeof SECRET_MASK - 1)

/* ---- finding ------------------------------------------------------------------------------ */

/* In a text that no standard reads: what stands between the first colon and the last "@"
 * of what looks like an authority. */
static struct secret guess_secret(struct everyuri_text text)
{
	size_t at = 0, end, user;

	while (at + 1 < text.len && (text.data[at] != '/' || text.data[at + 1] != '/'))
		at++;
	if (at + 1 >= text.len)
		return (struct secret){ 0, 0 };
	user = at += 2;
	while (at < text.len && !strchr("/?#", text.data[at]))
		at++;
	for (end = at; end > user && text.data[end - 1] != '@';)
		end--;
	while (user < end && text.data[user] != ':')
		user++;
	return user + 1 < end ? (struct secret){ user + 1, end - 1 } : (struct secret){ 0, 0 };
}

static void secret_widen(struct secret *secret, size_t begin, size_t end)
{
	if (begin == end)
		return;
	if (secret->begin == secret->end)
		*secret = (struct secret){ begin, end };
	secret->begin = begin < secret->begin ? begin : secret->begin;
	secret->end = end > secret->end ? end : secret->end;
}

static bool is_in_group(const struct everyuri_comparison *found, int s, bool rewritten)
{
	return (found->accepted >> s & 1) &&
	       rewritten == !!(found->reading[s].uri.flags & EVERYURI_REWRITTEN);
}

/* The password of the other group's reading, where this one's text has it: as it stands there in
 * front of the first "@" (what stands behind may be the same, and is no password), or else all from
 * the first colon that can be its own to the last "@". */
static void widen_to_other(struct secret *secret, const struct everyuri_uri *uri,
                           struct everyuri_text text)
{
	struct everyuri_text password = everyuri_view(uri, EVERYURI_PASSWORD);
	size_t n = password.len, begin = 0, end = text.len;

	if (!n)
		return;
	for (size_t at = 1; at + n < text.len && text.data[at - 1] != '@'; at++) {
		if (text.data[at - 1] == ':' && text.data[at + n] == '@' &&
		    !memcmp(text.data + at, password.data, n)) {
			secret_widen(secret, at, at + n);
			return;
		}
	}
	while (end > 0 && text.data[end - 1] != '@')
		end--;
	for (int colons = 0; begin < end && colons < 2; begin++)
		colons += text.data[begin] == ':';
	if (begin < end)
		secret_widen(secret, begin, end - 1);
}

/* Does a reading say what an "@" is, in a way that leaves no doubt?  One with userinfo does, and one
 * whose host is a host, not a user in front of the "/", "?" or "#" of his password. */
static bool explains_at_sign(const struct everyuri_uri *uri)
{
	struct everyuri_text user = everyuri_view(uri, EVERYURI_USER),
			     password = everyuri_view(uri, EVERYURI_PASSWORD),
			     host = everyuri_view(uri, EVERYURI_HOST),
			     port = everyuri_view(uri, EVERYURI_PORT),
			     path = everyuri_view(uri, EVERYURI_PATH);

	/* The oldest standards have hosts of known schemes alone. */
	if (!host.data && !user.data && !password.data)
		return path.len < 2 || memcmp(path.data, "//", 2) != 0;
	if (user.data || password.data || (host.len && host.data[0] == '['))
		return true;
	for (size_t i = 0; i < port.len; i++)
		if (!eu_is_digit((unsigned char)port.data[i]))
			return false;
	return !host.len ||
	       (!memchr(host.data, ':', host.len) && !memchr(host.data, '@', host.len));
}

/* What is redacted in the text, of a reading or (NULL) of one that is no URI. */
static enum everyuri_status find_redacted(const struct everyuri_uri *uri, struct everyuri_text text,
                                          struct everyuri_buf *buf, struct secret *secret,
                                          struct everyuri_error *err)
{
	static const struct everyuri_secrets passwords = { 0 };
	size_t begin = 0, tail = 0;
	enum everyuri_status status =
		uri ? everyuri_redact(uri, &passwords, buf, err) :
		      everyuri_redact_text(text.data, text.len, &passwords, buf, err);

	if (status)
		return status;
	while (begin < text.len && begin < buf->len && text.data[begin] == buf->data[begin])
		begin++;
	while (tail < text.len - begin && tail < buf->len - begin &&
	       text.data[text.len - 1 - tail] == buf->data[buf->len - 1 - tail])
		tail++;
	*secret = (struct secret){ begin, text.len - tail };
	return EVERYURI_OK;
}

static enum everyuri_status widen_to_redacted(struct secret *secret, const struct everyuri_uri *uri,
                                              struct everyuri_text text, struct everyuri_buf *buf,
                                              struct everyuri_error *err)
{
	struct secret found = { 0, 0 };
	enum everyuri_status status = find_redacted(uri, text, buf, &found, err);

	if (!status)
		secret_widen(secret, found.begin, found.end);
	return status;
}

/* The same for a reading of the other group, where this one's text has it; if that cannot be known,
 * as if the text were no URI.  Its password is widen_to_other's. */
static enum everyuri_status widen_to_other_redacted(struct secret *secret,
                                                    const struct everyuri_uri *uri,
                                                    struct everyuri_text text,
                                                    struct everyuri_buf *buf,
                                                    struct everyuri_error *err)
{
	struct everyuri_span password = uri->part[EVERYURI_PASSWORD];
	struct secret found = { 0, 0 };
	enum everyuri_status status =
		find_redacted(uri, (struct everyuri_text){ uri->text, uri->len }, buf, &found, err);

	if (status || found.begin == found.end)
		return status;
	if (found.begin >= password.begin && found.end <= password.end)
		return EVERYURI_OK;
	found.begin = everyuri_place_given(uri, text.data, text.len, found.begin);
	found.end = everyuri_place_given(uri, text.data, text.len, found.end);
	if (!found.begin || found.end <= found.begin)
		return widen_to_redacted(secret, NULL, text, buf, err);
	secret_widen(secret, found.begin, found.end);
	return EVERYURI_OK;
}

static enum everyuri_status find_secret(const struct everyuri_comparison *found, bool rewritten,
                                        struct everyuri_text text, struct everyuri_buf *buf,
                                        struct secret *secret, struct everyuri_error *err)
{
	enum everyuri_status status = EVERYURI_OK;
	bool explained = false;

	*secret = guess_secret(text);
	for (int s = 0; s < EVERYURI_N_STANDARDS && !status; s++) {
		const struct everyuri_uri *uri = &found->reading[s].uri;
		struct everyuri_span span = uri->part[EVERYURI_PASSWORD];

		if (is_in_group(found, s, rewritten)) {
			secret_widen(secret, span.begin, span.end);
			status = widen_to_redacted(secret, uri,
			                           (struct everyuri_text){ uri->text, uri->len },
			                           buf, err);
		} else if (found->accepted >> s & 1) {
			widen_to_other(secret, uri, text);
			status = widen_to_other_redacted(secret, uri, text, buf, err);
		}
		explained = explained || ((found->accepted >> s & 1) && explains_at_sign(uri));
	}
	/* A password that nobody has encoded: u:sec/ret@h. */
	if (!status && !rewritten && !explained)
		status = widen_to_redacted(secret, NULL, text, buf, err);
	return status;
}

/* ---- masking ---------------------------------------------------------------------------------- */

/* Where a byte of the text is once the secret is masked; `inside` is for one within. */
static size_t place_masked(const struct secret *secret, size_t at, size_t inside)
{
	if (at <= secret->begin)
		return at;
	if (at < secret->end)
		return inside;
	return at - (secret->end - secret->begin) + SECRET_MASK_LEN;
}

static void mask_span(const struct secret *secret, struct everyuri_span *span)
{
	if (eu_is_absent(*span))
		return;
	*span = eu_span(place_masked(secret, span->begin, secret->begin),
	                place_masked(secret, span->end, secret->begin + SECRET_MASK_LEN));
}

/* Let a reading speak of the masked text. */
static void mask_reading(const struct secret *secret, struct everyuri_text masked,
                         struct everyuri_uri *uri)
{
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		mask_span(secret, &uri->part[part]);
	for (int i = 0; i < uri->n_extra; i++)
		mask_span(secret, &uri->extra[i].at);
	uri->text = masked.data;
	uri->len = (uint32_t)masked.len;
}

/* *text becomes what buf then holds: itself without its secret. */
static enum everyuri_status mask_text(const struct secret *secret, struct everyuri_text *text,
                                      struct everyuri_buf *buf, struct everyuri_error *err)
{
	size_t tail = text->len - secret->end;
	struct eu_out out = { 0 };
	enum everyuri_status status =
		eu_buf_reserve(buf, secret->begin + SECRET_MASK_LEN + tail, err);

	if (status)
		return status;
	out.data = buf->data;
	eu_out_bytes(&out, text->data, secret->begin);
	eu_out_bytes(&out, SECRET_MASK, SECRET_MASK_LEN);
	eu_out_bytes(&out, text->data + secret->end, tail);
	*text = (struct everyuri_text){ buf->data, out.len };
	return EVERYURI_OK;
}

const struct everyuri_uri *eu_explain_some(const struct everyuri_comparison *found, bool rewritten)
{
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		if (is_in_group(found, s, rewritten))
			return &found->reading[s].uri;
	return NULL;
}

/* The texts of one group.  *text: its text, masked. */
static enum everyuri_status mask_group(struct everyuri_explanation *out, bool rewritten,
                                       struct everyuri_text *text, const struct secret *secret,
                                       struct everyuri_error *err)
{
	struct everyuri_buf *buf = &out->buf[rewritten ? EU_EXPLAIN_REWRITTEN : EU_EXPLAIN_GIVEN];
	enum everyuri_status status;

	if (secret->begin == secret->end)
		return EVERYURI_OK;
	status = mask_text(secret, text, buf, err);
	for (int s = 0; !status && s < EVERYURI_N_STANDARDS; s++)
		if (is_in_group(&out->found, s, rewritten))
			mask_reading(secret, *text, &out->found.reading[s].uri);
	out->masked = out->masked || !status;
	return status;
}

/* What is told of the plan is that of the masked text: a step has bytes of the URI in it.  The
 * password that the drawn reading has is a secret of the plan's own.
 * drawn: while its text was whole.  Where a secret took its host away, nothing is told. */
static enum everyuri_status plan_masked(struct eu_explaining *explaining,
                                        struct everyuri_uri *drawn, struct secret secret,
                                        struct everyuri_error *err)
{
	struct everyuri_buf *buf = explaining->out->buf;
	struct everyuri_span password = drawn->part[EVERYURI_PASSWORD];
	uint32_t path = drawn->part[EVERYURI_PATH].begin;
	struct everyuri_text text = { drawn->text, drawn->len };
	struct everyuri_error why;
	enum everyuri_status status;

	if (!eu_is_absent(password) && password.begin <= secret.begin && secret.begin < path)
		secret.begin = path + (drawn->text[path] == '/');
	if (secret.begin >= secret.end)
		return EVERYURI_OK;
	explaining->steps = NULL;
	status = mask_text(&secret, &text, &buf[EU_EXPLAIN_TOLD], err);
	if (status)
		return status;
	mask_reading(&secret, text, drawn);
	status = everyuri_plan_make(drawn, explaining->options->config, &buf[EU_EXPLAIN_SCRATCH],
	                            &explaining->masked_plan, &why);
	if (!status)
		explaining->steps = &explaining->masked_plan;
	if (status != EVERYURI_NO_MEMORY)
		return EVERYURI_OK;
	if (err)
		*err = why;
	return status;
}

enum everyuri_status eu_explain_mask(struct eu_explaining *explaining, struct everyuri_error *err)
{
	struct everyuri_explanation *out = explaining->out;
	const struct everyuri_uri *given = eu_explain_some(&out->found, false);
	const struct everyuri_uri *made = eu_explain_some(&out->found, true);
	struct everyuri_text text =
		given ? (struct everyuri_text){ given->text, given->len } : explaining->given;
	struct everyuri_text rewritten = { 0 };
	struct secret secret = { 0 }, of_rewritten = { 0 };
	struct everyuri_uri drawn = { 0 };
	enum everyuri_status status = EVERYURI_OK;

	explaining->steps = &out->plan;
	if (!given)
		out->error.at = eu_explain_at_given(explaining, out->error.at);
	if (out->uri)
		drawn = *out->uri;
	if (made)
		rewritten = (struct everyuri_text){ made->text, made->len };
	if (!(explaining->options->flags & EVERYURI_EXPLAIN_SECRETS)) {
		struct everyuri_buf *scratch = &out->buf[EU_EXPLAIN_SCRATCH];

		/* The texts of one group tell of the other's, while they are whole. */
		status = find_secret(&out->found, false, text, scratch, &secret, err);
		if (!status && made)
			status = find_secret(&out->found, true, rewritten, scratch, &of_rewritten,
			                     err);
		if (!status)
			status = mask_group(out, false, &text, &secret, err);
		if (!status && out->masked)
			out->error.at = place_masked(&secret, out->error.at, secret.begin);
		if (!status)
			status = mask_group(out, true, &rewritten, &of_rewritten, err);
		if (!status && out->planned)
			status = plan_masked(
				explaining, &drawn,
				drawn.flags & EVERYURI_REWRITTEN ? of_rewritten : secret, err);
	}
	out->text = out->uri ? (struct everyuri_text){ out->uri->text, out->uri->len } : text;
	return status;
}
