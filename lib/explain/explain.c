/* Explains a text: parses it by all standards, makes the plan, masks secrets, writes the sentences. */
#include "explain/explain.h"

/* Maximum number of columns of a quotation from the URI in a sentence. */
#define CITED_CELLS 40

static const struct everyuri_explain_options no_options = { .standard = EVERYURI_RFC3986 };

void everyuri_explanation_init(struct everyuri_explanation *explanation,
                               const struct everyuri_allocator *allocator)
{
	memset(explanation, 0, sizeof *explanation);
	for (size_t i = 0; i < EVERYURI_EXPLAIN_BUFS; i++)
		everyuri_buf_init(&explanation->buf[i], NULL, 0, allocator);
}

/* Clears the content but keeps the buffers. */
static void explanation_clear(struct everyuri_explanation *explanation)
{
	struct everyuri_buf buf[EVERYURI_EXPLAIN_BUFS];

	memcpy(buf, explanation->buf, sizeof buf);
	memset(explanation, 0, sizeof *explanation);
	memcpy(explanation->buf, buf, sizeof buf);
}

void everyuri_explanation_free(struct everyuri_explanation *explanation)
{
	for (size_t i = 0; i < EVERYURI_EXPLAIN_BUFS; i++)
		everyuri_buf_free(&explanation->buf[i]);
	explanation_clear(explanation);
}

/* ---- reading ------------------------------------------------------------------------------- */

static uint32_t standards_of(const struct everyuri_explain_options *options)
{
	uint32_t asked = options->standards | 1u << options->standard;

	for (unsigned s = 0; !options->standards && s < EVERYURI_N_STANDARDS; s++)
		if (everyuri_standard_built((enum everyuri_standard)s))
			asked |= 1u << s;
	return asked;
}

/* Sets the result of each standard to options->refused, because the text is not parsed. */
static void refuse_all(struct eu_explaining *explaining, uint32_t asked)
{
	struct everyuri_comparison *found = &explaining->out->found;

	found->asked = asked;
	found->first = EVERYURI_N_PARTS;
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		found->reading[s].status = explaining->options->refused->status;
		found->reading[s].error = *explaining->options->refused;
	}
}

/* Sets explaining->read to "SCHEME://TEXT". */
static enum everyuri_status join_scheme(struct eu_explaining *explaining,
                                        struct everyuri_error *err)
{
	struct everyuri_text scheme = explaining->options->scheme, given = explaining->given;
	struct everyuri_buf *buf = &explaining->out->buf[EU_EXPLAIN_JOINED];
	struct eu_out out = { 0 };
	enum everyuri_status status = eu_buf_reserve(buf, scheme.len + 3 + given.len, err);

	if (status)
		return status;
	out.data = buf->data;
	eu_out_bytes(&out, scheme.data, scheme.len);
	eu_out_bytes(&out, "://", 3);
	eu_out_bytes(&out, given.data, given.len);
	explaining->read = (struct everyuri_text){ buf->data, out.len };
	return EVERYURI_OK;
}

static enum everyuri_status read_by_all(struct eu_explaining *explaining,
                                        struct everyuri_error *err)
{
	const struct everyuri_explain_options *options = explaining->options;
	struct everyuri_comparison *found = &explaining->out->found;
	struct everyuri_buf *buf = &explaining->out->buf[EU_EXPLAIN_READ];
	uint32_t asked = standards_of(options);

	if (options->refused) {
		refuse_all(explaining, asked);
		return EVERYURI_OK;
	}
	enum everyuri_status status =
		everyuri_compare(explaining->given.data, explaining->given.len, asked,
	                         options->admit, buf, found, err);

	if (status || found->accepted || !options->scheme.data)
		return status;
	status = join_scheme(explaining, err);
	if (!status)
		status = everyuri_compare(explaining->read.data, explaining->read.len, asked,
		                          options->admit, buf, found, err);
	if (status || found->accepted)
		return status;
	/* If no standard accepts that either, report the errors of the text as given. */
	explaining->read = explaining->given;
	return everyuri_compare(explaining->given.data, explaining->given.len, asked,
	                        options->admit, buf, found, err);
}

/* ---- offsets --------------------------------------------------------------------------------- */

/* Returns whether the URL Standard removes this byte at both ends of the text. */
static bool is_trimmed(char byte)
{
	return (unsigned char)byte <= ' ';
}

/* If both texts have the same bytes from `at` to the end, the offset is counted from the end.
 * Otherwise both texts must have the same bytes before `at`, ignoring case, and the offset is the
 * same. */
size_t everyuri_place_given(const struct everyuri_uri *uri, const char *text, size_t len, size_t at)
{
	size_t begin = 0, rest;

	if (uri->text == text)
		return at;
	if (at > uri->len)
		return 0;
	rest = uri->len - at;
	while (begin < len && is_trimmed(text[begin]))
		begin++;
	while (len > begin && is_trimmed(text[len - 1]))
		len--;
	if (rest && rest <= len - begin && !memcmp(text + len - rest, uri->text + at, rest))
		return len - rest;
	for (size_t i = 0; i < at; i++)
		if (begin + i == len || eu_lower((unsigned char)text[begin + i]) !=
		                                eu_lower((unsigned char)uri->text[i]))
			return 0;
	return begin + at;
}

size_t eu_explain_at_given(const struct eu_explaining *explaining, size_t at)
{
	size_t added = explaining->read.len - explaining->given.len;

	return at < added ? 0 : at - added;
}

/* Does the same for an offset in out->uri->text. */
static size_t place_in_given(const struct eu_explaining *explaining, size_t at)
{
	return eu_explain_at_given(explaining,
	                           everyuri_place_given(explaining->out->uri, explaining->read.data,
	                                                explaining->read.len, at));
}

/* ---- planning -------------------------------------------------------------------------------- */

/* Makes the plan.  Must be called before secrets are masked. */
static enum everyuri_status plan_it(struct eu_explaining *explaining, struct everyuri_error *err)
{
	struct everyuri_explanation *out = explaining->out;

	if (!out->uri)
		return EVERYURI_OK;
	enum everyuri_status status =
		everyuri_plan_make(out->uri, explaining->options->config,
	                           &out->buf[EU_EXPLAIN_PLAN], &out->plan, &out->refusal);

	if (status == EVERYURI_NO_MEMORY) {
		if (err)
			*err = out->refusal;
		return status;
	}
	out->planned = !status;
	if (status)
		out->refusal.at = place_in_given(explaining, out->refusal.at);
	for (uint32_t i = 0; out->planned && i < out->plan.n_warnings; i++)
		out->plan.warning[i].at = place_in_given(explaining, out->plan.warning[i].at);
	return EVERYURI_OK;
}

bool everyuri_plan_line_next(struct everyuri_text steps, size_t *at,
                             struct everyuri_plan_line *line)
{
	static const char instead[] = "or  ";
	const size_t n_instead = sizeof instead - 1;

	if (*at >= steps.len)
		return false;
	const char *text = steps.data + *at, *end = memchr(text, '\n', steps.len - *at);
	size_t len = end ? (size_t)(end - text) : steps.len - *at;

	*at += len + (end != NULL);
	*line = (struct everyuri_plan_line){ 0 };
	for (; len >= n_instead && !memcmp(text, instead, n_instead); line->instead++) {
		text += n_instead;
		len -= n_instead;
	}
	const char *blank = len ? memchr(text, ' ', len) : NULL;

	line->what = (struct everyuri_text){ text, blank ? (size_t)(blank - text) : len };
	for (size_t n = line->what.len; n; n--) {
		text++;
		len--;
	}
	while (len && *text == ' ') {
		text++;
		len--;
	}
	line->words = (struct everyuri_text){ text, len };
	return true;
}

/* ---- the diagram ----------------------------------------------------------------------------- */

static void add_piece(struct everyuri_explanation *out, size_t begin, size_t end, int part)
{
	if (begin < end)
		out->piece[out->n_pieces++] =
			(struct everyuri_piece){ .at = eu_span(begin, end), .part = part };
}

static void cut_pieces(struct everyuri_explanation *out)
{
	size_t at = 0;

	for (int part = 0; out->uri && part < EVERYURI_N_PARTS; part++) {
		struct everyuri_span span = out->uri->part[part];

		if (eu_is_absent(span))
			continue;
		if (span.begin == span.end)
			out->empty |= (uint8_t)(1u << part);
		if (span.begin == span.end || span.begin < at)
			continue;
		add_piece(out, at, span.begin, -1);
		add_piece(out, span.begin, span.end, part);
		at = span.end;
	}
	if (out->uri)
		add_piece(out, at, out->uri->len, -1);
}

/* ---- sentences ------------------------------------------------------------------------------- */

static bool take_told(void *context, const char *data, size_t len)
{
	eu_out_bytes(context, data, len);
	return true;
}

void eu_tell(struct eu_teller *teller, const char *words)
{
	everyuri_write_text(&teller->w, words);
}

void eu_tell_short(struct eu_teller *teller, struct everyuri_text text)
{
	everyuri_write_short(&teller->w, text.data, text.len, CITED_CELLS, teller->flags);
}

void eu_tell_quoted(struct eu_teller *teller, struct everyuri_text text)
{
	eu_tell(teller, "\"");
	eu_tell_short(teller, text);
	eu_tell(teller, "\"");
}

struct everyuri_text eu_told(const struct eu_teller *teller, size_t begin)
{
	const char *data = teller->out.data ? teller->out.data + begin : NULL;

	return (struct everyuri_text){ data, eu_teller_at(teller) - begin };
}

/* Writes all sentences and the steps to data.  If data is NULL, only measures them.  Returns:
 * length in bytes. */
static size_t tell_all(struct eu_explaining *explaining, char *data)
{
	struct everyuri_explanation *out = explaining->out;
	struct eu_teller teller = { .out = { .data = data }, .flags = explaining->options->flags };

	everyuri_writer_init(&teller.w, teller.block, sizeof teller.block, take_told, &teller.out);
	eu_explain_summary(explaining, &teller);
	eu_explain_characters(out, &teller);
	if (out->planned && explaining->steps) {
		size_t begin = eu_teller_at(&teller);

		everyuri_plan_write_text(&teller.w, explaining->steps, 0, 0);
		out->steps = eu_told(&teller, begin);
	}
	out->n_dangers = 0;
	eu_explain_dangers(explaining, &teller);
	eu_explain_pass_on(explaining, &teller);
	everyuri_writer_flush(&teller.w);
	return teller.out.len;
}

static enum everyuri_status tell(struct eu_explaining *explaining, struct everyuri_error *err)
{
	struct everyuri_buf *buf = &explaining->out->buf[EU_EXPLAIN_TOLD];
	enum everyuri_status status = eu_buf_reserve(buf, tell_all(explaining, NULL), err);

	if (!status)
		tell_all(explaining, buf->data);
	return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static enum everyuri_status explain(struct eu_explaining *explaining, struct everyuri_error *err)
{
	struct everyuri_explanation *out = explaining->out;
	enum everyuri_standard standard = explaining->options->standard;
	enum everyuri_status status = read_by_all(explaining, err);

	if (status)
		return status;
	if (out->found.accepted >> standard & 1)
		out->uri = &out->found.reading[standard].uri;
	else
		out->error = out->found.reading[standard].error;
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		struct everyuri_error *error = &out->found.reading[s].error;

		error->at = eu_explain_at_given(explaining, error->at);
	}
	status =
		eu_compare_all(&out->found, &out->buf[EU_EXPLAIN_SCRATCH], &explaining->alike, err);
	if (!status)
		status = plan_it(explaining, err);
	if (!status)
		status = eu_explain_mask(explaining, err);
	if (status)
		return status;
	explaining->seen = out->uri ? out->uri : eu_explain_some(&out->found, false);
	if (!explaining->seen) {
		eu_explain_cut(out->text.data, out->text.len, &explaining->loose);
		explaining->seen = &explaining->loose;
	}
	cut_pieces(out);
	eu_explain_differences(explaining);
	return tell(explaining, err);
}

enum everyuri_status everyuri_explain(const char *text, size_t len,
                                      const struct everyuri_explain_options *options,
                                      struct everyuri_explanation *explanation,
                                      struct everyuri_error *err)
{
	struct eu_explaining explaining = { .options = options ? options : &no_options,
		                            .out = explanation,
		                            .given = { text ? text : "", len } };
	enum everyuri_status status;

	explanation_clear(explanation);
	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	explaining.read = explaining.given;
	status = explain(&explaining, err);
	if (status)
		explanation_clear(explanation);
	return status;
}
