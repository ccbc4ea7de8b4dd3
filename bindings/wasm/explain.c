/* explain.c - writes an explanation as JSON, which index.js reads.
 *
 * The JSON is for people to read, so bytes that are not UTF-8 become U+FFFD.  Offsets count bytes of "text", in
 * which "***" replaces secrets.  Only the offsets in errors of a standard or of the plan count bytes of the
 * item. */
#include "module.h"

#include <string.h>

/* ---- into a buffer ------------------------------------------------------------------------------ */

/* Allocates memory for the writer.  The last block grows in place. */
static bool take(void *context, const char *data, size_t len)
{
	struct everyuri_buf *out = context;

	if (len > out->cap - out->len) {
		size_t cap = out->cap + out->cap / 2 + len + 256;
		char *more = module_memory.resize(NULL, out->data, out->cap, cap);

		if (cap > EVERYURI_TEXT_MAX || !more)
			return false;
		out->data = more;
		out->cap = cap;
	}
	memcpy(out->data + out->len, data, len);
	out->len += len;
	return true;
}

/* Writes `,"name":`. */
static void put_name(struct everyuri_writer *w, const char *name)
{
	everyuri_write_text(w, ",\"");
	everyuri_write_text(w, name);
	everyuri_write_text(w, "\":");
}

static void put_string(struct everyuri_writer *w, const char *name, const char *data, size_t len)
{
	put_name(w, name);
	if (!data) {
		everyuri_write_text(w, "null");
		return;
	}
	everyuri_write_text(w, "\"");
	everyuri_write_json(w, data, len);
	everyuri_write_text(w, "\"");
}

static void put_truth(struct everyuri_writer *w, const char *name, bool is)
{
	put_name(w, name);
	everyuri_write_text(w, is ? "true" : "false");
}

/* Writes `"bytes":[begin,end]`, or null in place of the array if there is no position. */
static void put_span(struct everyuri_writer *w, struct everyuri_span at)
{
	put_name(w, "bytes");
	if (at.begin == EVERYURI_ABSENT) {
		everyuri_write_text(w, "null");
		return;
	}
	everyuri_write_text(w, "[");
	everyuri_write_number(w, at.begin);
	everyuri_write_text(w, ",");
	everyuri_write_number(w, at.end);
	everyuri_write_text(w, "]");
}

static void put_error(struct everyuri_writer *w, const char *name,
                      const struct everyuri_error *error)
{
	put_name(w, name);
	everyuri_write_text(w, "{\"at\":");
	everyuri_write_number(w, error->at);
	put_string(w, "clause", error->clause, strlen(error->clause));
	put_string(w, "message", error->message, strlen(error->message));
	everyuri_write_text(w, "}");
}

/* ---- the explanation ---------------------------------------------------------------------------- */

static void put_pieces(struct everyuri_writer *w, const struct everyuri_explanation *told)
{
	put_name(w, "pieces");
	everyuri_write_text(w, "[");
	for (uint32_t i = 0; i < told->n_pieces; i++) {
		const struct everyuri_piece *piece = &told->piece[i];

		everyuri_write_text(w, i ? ",{" : "{");
		everyuri_write_text(w, "\"part\":");
		if (piece->part < 0) {
			everyuri_write_text(w, "null");
		} else {
			everyuri_write_text(w, "\"");
			everyuri_write_text(w, everyuri_part_name((enum everyuri_part)piece->part));
			everyuri_write_text(w, "\"");
		}
		put_string(w, "text", told->text.data + piece->at.begin,
		           piece->at.end - piece->at.begin);
		put_span(w, piece->at);
		everyuri_write_text(w, "}");
	}
	everyuri_write_text(w, "]");
}

static void put_reading(struct everyuri_writer *w, const struct everyuri_reading *reading)
{
	put_truth(w, "valid", !reading->status);
	if (reading->status) {
		put_error(w, "error", &reading->error);
		return;
	}
	put_string(w, "text", reading->uri.text, reading->uri.len);
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		struct everyuri_text value = everyuri_view(&reading->uri, (enum everyuri_part)k);

		put_string(w, everyuri_part_name((enum everyuri_part)k), value.data, value.len);
	}
}

static void put_readings(struct everyuri_writer *w, const struct everyuri_explanation *told)
{
	bool first = true;

	put_name(w, "readings");
	everyuri_write_text(w, "[");
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		if (!(told->found.asked >> s & 1))
			continue;
		everyuri_write_text(w, first ? "{\"standard\":\"" : ",{\"standard\":\"");
		everyuri_write_text(w, everyuri_standard_name((enum everyuri_standard)s));
		everyuri_write_text(w, "\"");
		put_reading(w, &told->found.reading[s]);
		everyuri_write_text(w, "}");
		first = false;
	}
	everyuri_write_text(w, "]");
}

/* Writes the steps, or null if there is no plan. */
static void put_plan(struct everyuri_writer *w, const struct everyuri_explanation *told)
{
	struct everyuri_plan_line line;
	bool first = true;
	size_t at = 0;

	put_name(w, "plan");
	if (!told->planned) {
		everyuri_write_text(w, "null");
		if (told->uri)
			put_error(w, "refusal", &told->refusal);
		return;
	}
	everyuri_write_text(w, "[");
	while (everyuri_plan_line_next(told->steps, &at, &line)) {
		everyuri_write_text(w, first ? "{\"instead\":" : ",{\"instead\":");
		everyuri_write_number(w, line.instead);
		put_string(w, "step", line.what.data, line.what.len);
		put_string(w, "words", line.words.data ? line.words.data : "", line.words.len);
		everyuri_write_text(w, "}");
		first = false;
	}
	everyuri_write_text(w, "]");
}

static void put_dangers(struct everyuri_writer *w, const struct everyuri_explanation *told)
{
	put_name(w, "dangers");
	everyuri_write_text(w, "[");
	for (uint32_t i = 0; i < told->n_dangers; i++) {
		const struct everyuri_text *sentence = &told->danger[i].sentence;

		everyuri_write_text(w, i ? ",{\"sentence\":\"" : "{\"sentence\":\"");
		everyuri_write_json(w, sentence->data, sentence->len);
		everyuri_write_text(w, "\"");
		put_span(w, told->danger[i].at);
		everyuri_write_text(w, "}");
	}
	everyuri_write_text(w, "]");
}

static void put_all(struct everyuri_writer *w, const struct everyuri_explanation *told,
                    const struct everyuri_explain_options *options)
{
	everyuri_write_text(w, "{\"standard\":\"");
	everyuri_write_text(w, everyuri_standard_name(options->standard));
	everyuri_write_text(w, "\"");
	put_truth(w, "valid", told->uri != NULL);
	if (!told->uri)
		put_error(w, "error", &told->error);
	put_string(w, "text", told->text.data ? told->text.data : "", told->text.len);
	put_truth(w, "masked", told->masked);
	put_pieces(w, told);
	put_truth(w, "agree", told->found.agree);
	put_string(w, "summary", told->summary.data, told->summary.len);
	put_string(w, "characters", told->characters.data, told->characters.len);
	put_readings(w, told);
	put_plan(w, told);
	put_dangers(w, told);
	put_string(w, "passOn", told->pass_on.data, told->pass_on.len);
	everyuri_write_text(w, "}");
}

enum everyuri_status module_explain(struct everyuri_text text,
                                    const struct everyuri_explain_options *options,
                                    struct everyuri_buf *buf, struct everyuri_error *err)
{
	static struct everyuri_explanation told;
	static char block[1024];
	struct everyuri_writer w;
	enum everyuri_status s;

	everyuri_explanation_init(&told, &module_memory);
	s = everyuri_explain(text.data, text.len, options, &told, err);
	if (s)
		return s;
	everyuri_writer_init(&w, block, sizeof block, take, buf);
	put_all(&w, &told, options);
	return everyuri_writer_flush(&w) ? EVERYURI_OK : EVERYURI_NO_MEMORY;
}
