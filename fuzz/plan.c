/* Plans: no argument ends a command or begins another step, and the plan is the same for every size of memory. */
#include "fuzz.h"
#include "parts.h"

FUZZ_SHAPE(FUZZ_URIS, 2);

static struct everyuri_buf *const buf = &fuzz_buf[0], *const plan_buf = &fuzz_buf[1],
				  *const rules = &fuzz_buf[2], *const entry_buf = &fuzz_buf[3];

static bool holds_line_end(struct everyuri_text text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.data[i] == '\r' || text.data[i] == '\n' || !text.data[i])
			return true;
	return false;
}

/* THREATS C1: a line to send contains no line break.  Bodies of drafts and bytes of wais are sent with their
 * length. */
static bool is_sent_as_line(enum everyuri_field_name name)
{
	switch (name) {
	case EVERYURI_FIELD_HOST:
	case EVERYURI_FIELD_VERB:
	case EVERYURI_FIELD_ARGUMENT:
	case EVERYURI_FIELD_LINE:
	case EVERYURI_FIELD_PATH:
	case EVERYURI_FIELD_PROGRAM:
	case EVERYURI_FIELD_ARGUMENTS:
	case EVERYURI_FIELD_USER:
	case EVERYURI_FIELD_PASSWORD:
	case EVERYURI_FIELD_TO:
	case EVERYURI_FIELD_HEADERS:
	case EVERYURI_FIELD_URIS:
	case EVERYURI_FIELD_DATABASE:
	case EVERYURI_FIELD_HSONAME:
		return true;
	default:
		return false;
	}
}

static unsigned steps(struct everyuri_text of, struct everyuri_text uri, unsigned depth);

static void fields(struct everyuri_text of, struct everyuri_text uri, unsigned depth)
{
	struct everyuri_field field;
	size_t at = 0;

	while (everyuri_field_next(of, &at, &field)) {
		MUST(at <= of.len, uri);
		MUST(field.name < EVERYURI_N_FIELDS && *everyuri_field_text(field.name), uri);
		if (field.type == EVERYURI_TYPE_STEPS)
			steps(field.text, uri, depth + 1);
		else if (field.type == EVERYURI_TYPE_FIELDS)
			fields(field.text, uri, depth + 1);
		else if (is_sent_as_line(field.name) && field.type != EVERYURI_TYPE_NUMBER &&
		         field.type != EVERYURI_TYPE_BOOL)
			MUST(!holds_line_end(field.text) && !holds_line_end(field.value), uri,
			     field.text, field.value);
	}
	MUST(at == of.len && "all bytes are fields", uri);
}

static unsigned steps(struct everyuri_text of, struct everyuri_text uri, unsigned depth)
{
	struct everyuri_step step;
	size_t at = 0;
	unsigned n = 0;

	MUST(depth < 8, uri);
	while (everyuri_step_next(of, &at, &step)) {
		MUST(at <= of.len && step.what < EVERYURI_N_DOS, uri);
		fields(step.fields, uri, depth);
		n++;
	}
	MUST(at == of.len && "all bytes are steps", uri);
	return n;
}

static bool keep_all(void *context, const char *data, size_t len)
{
	uint64_t *sum = context;

	for (size_t i = 0; i < len; i++)
		*sum += (unsigned char)data[i] >= 0x20 || data[i] == '\n';
	return true;
}

static void print(const struct everyuri_plan *plan)
{
	char block[64];
	uint64_t sum = 0;
	struct everyuri_writer w;

	everyuri_writer_init(&w, block, sizeof block, keep_all, &sum);
	everyuri_plan_write_json(&w, plan, 0);
	everyuri_plan_write_warnings(&w, plan);
	everyuri_plan_write_text(&w, plan, 2, EVERYURI_SHOW_SECRETS);
	everyuri_writer_flush(&w);
}

/* Plans with a buffer of the exact size, and with one that is a byte too small. */
static void in_little(const struct everyuri_uri *uri, const struct everyuri_config *config,
                      const struct everyuri_plan *want, struct everyuri_text text)
{
	struct everyuri_buf fixed;
	struct everyuri_plan plan;
	char *mem;

	everyuri_buf_init(&fixed, (char[1]){ 0 }, 1, NULL);
	if (everyuri_plan_make(uri, config, &fixed, &plan, NULL) != EVERYURI_NO_SPACE)
		return;
	mem = malloc(fixed.needed);
	if (!mem)
		abort();
	everyuri_buf_init(&fixed, mem, fixed.needed, NULL);
	MUST(!everyuri_plan_make(uri, config, &fixed, &plan, NULL), text);
	MUST(plan.n_steps == want->n_steps && fuzz_equal(plan.steps, want->steps), text);
	free(mem);
}

/* An entry of a listing has a valid URI that can be planned. */
static void entry(const struct everyuri_uri *base, struct everyuri_text name, unsigned type)
{
	const char types[] = "dTEXT1h0g";
	struct everyuri_entry listed = { .name = name,
		                         .selector = name,
		                         .type = { types + type % 5, type % 2 ? 4u : 1u } };
	struct everyuri_uri uri;
	struct everyuri_plan plan;

	if (everyuri_entry_uri(base, &listed, entry_buf, NULL))
		return;
	MUST(fuzz_read(fuzz_result(entry_buf), EVERYURI_RFC3986, NULL, &uri), fuzz_whole(base),
	     name, fuzz_result(entry_buf));
	if (!everyuri_plan_make(&uri, NULL, plan_buf, &plan, NULL))
		MUST(plan.n_steps == steps(plan.steps, fuzz_whole(&uri), 0), fuzz_whole(&uri));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	enum everyuri_standard standard = fuzz_standard(fuzz_byte(&input));
	unsigned flags = fuzz_byte(&input);
	struct everyuri_text text = fuzz_text(&input), name = fuzz_text(&input),
			     set = fuzz_text(&input);
	struct everyuri_config config = { .flags = 0 };
	struct everyuri_uri uri;
	struct everyuri_plan plan;
	struct everyuri_error err = { 0 };

	fuzz_begin();
	if (everyuri_config_read(set.data, set.len, rules, &config, &err))
		MUST(err.at <= set.len, set);
	config.flags |= flags & 15;
	if (fuzz_read(text, standard, buf, &uri)) {
		err = (struct everyuri_error){ 0 };
		if (everyuri_plan_make(&uri, &config, plan_buf, &plan, &err)) {
			MUST(err.at <= uri.len && err.clause && err.message, text, set);
		} else {
			MUST(plan.n_warnings <= EVERYURI_PLAN_WARNINGS, text, set);
			MUST(plan.n_steps == steps(plan.steps, text, 0), text, set);
			for (uint32_t i = 0; i < plan.n_warnings; i++)
				MUST(plan.warning[i].at <= uri.len, text, set);
			print(&plan);
			in_little(&uri, &config, &plan, text);
		}
		entry(&uri, name, flags >> 4);
	}
	fuzz_end();
	fuzz_free(text);
	fuzz_free(name);
	fuzz_free(set);
	return 0;
}
