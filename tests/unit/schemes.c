/* schemes.c - vectors/schemes: what the plan of a URI is, and the URI of an entry.
 *
 * Each vector is planned into memory that grows, into memory of exactly the needed size, and into
 * one byte less. */
#include <everyuri.h>

#include "guard.h"
#include "rows.h"
#include "tap.h"

#include <stdint.h>

enum { ID, CLAUSE, AS, CONFIG, INPUT, EXPECTED, WARNINGS, N_PLAN_COLUMNS };

static const char *const plan_columns[N_PLAN_COLUMNS] = { "id",    "clause",   "as",      "config",
	                                                  "input", "expected", "warnings" };

enum { E_ID, E_CLAUSE, E_BASE, E_TYPE, E_SELECTOR, E_HOST, E_PORT, E_NAME, E_EXPECTED, N_ENTRY };

static const char *const entry_columns[N_ENTRY] = { "id",   "clause", "base", "type",    "selector",
	                                            "host", "port",   "name", "expected" };

static struct guard input_guard;
static struct everyuri_buf read_buf, plan_buf, rules_buf, policy_buf, entry_buf;

/* ---- what is told of a plan -------------------------------------------------------------------- */

struct told_plan {
	char text[1 << 16];
	size_t len;
};

static bool keep(void *context, const char *data, size_t len)
{
	struct told_plan *told = context;

	if (len > sizeof told->text - told->len)
		return false;
	memcpy(told->text + told->len, data, len);
	told->len += len;
	return true;
}

static void tell_plan(struct told_plan *told, const struct everyuri_plan *plan)
{
	char block[256];
	struct everyuri_writer w;

	told->len = 0;
	everyuri_writer_init(&w, block, sizeof block, keep, told);
	everyuri_plan_write_json(&w, plan, 0);
	everyuri_writer_flush(&w);
}

/* ---- configuration ------------------------------------------------------------------------------- */

static struct everyuri_policy policy;

/* " | " stands between lines. */
static bool read_config(const struct row_field *field, struct everyuri_config *config)
{
	struct everyuri_error error;

	for (char *bar = field->text; (bar = strstr(bar, " | ")) != NULL;)
		bar[1] = '\n';
	if (everyuri_config_read(field->text, field->len, &rules_buf, config, &error) ||
	    everyuri_policy_read(field->text, field->len, EVERYURI_POLICY_AMONG_OTHERS, &policy_buf,
	                         &policy, &error)) {
		diag("configuration: byte %lu: %s", (unsigned long)error.at, error.message);
		return false;
	}
	config->policy = &policy;
	return true;
}

/* ---- one vector ------------------------------------------------------------------------------------- */

/* The most that the header of scheme.h allows. */
static size_t bound(size_t len, const struct row_field *config)
{
	return 40 * len + config->len * 4 + 4096;
}

/* With no memory to begin with, so that the plan is first counted and then written. */
static bool same_in_fresh(const struct everyuri_uri *uri, const struct everyuri_config *config,
                          const struct everyuri_plan *plan)
{
	struct everyuri_plan other;
	struct everyuri_buf fresh;

	everyuri_buf_init(&fresh, NULL, 0, NULL);
	bool good = !everyuri_plan_make(uri, config, &fresh, &other, NULL) &&
	            other.steps.len == plan->steps.len && other.n_warnings == plan->n_warnings &&
	            !memcmp(other.steps.data, plan->steps.data, plan->steps.len);

	everyuri_buf_free(&fresh);
	return good;
}

/* In exactly the memory that is needed, and in one byte less. */
static bool same_in_fixed(const struct everyuri_uri *uri, const struct everyuri_config *config,
                          const struct everyuri_plan *plan)
{
	static char memory[1 << 16];
	struct everyuri_plan other = { .n_steps = 12345 };
	struct everyuri_buf fixed;
	size_t needed = plan->steps.len;
	bool good = true;

	if (needed >= sizeof memory)
		return false;
	if (needed) {
		everyuri_buf_init(&fixed, memory, needed - 1, NULL);
		memory[needed - 1] = '#';
		good = everyuri_plan_make(uri, config, &fixed, &other, NULL) == EVERYURI_NO_SPACE &&
		       fixed.needed == needed && other.n_steps == 12345 &&
		       memory[needed - 1] == '#';
	}
	everyuri_buf_init(&fixed, memory, needed ? needed : 1, NULL);
	return good && !everyuri_plan_make(uri, config, &fixed, &other, NULL) &&
	       other.n_steps == plan->n_steps && other.steps.len == needed &&
	       !memcmp(other.steps.data, plan->steps.data, needed);
}

static void tell_warnings(const struct everyuri_plan *plan, char *text, size_t size)
{
	size_t len = 0;

	text[0] = '\0';
	for (uint32_t i = 0; i < plan->n_warnings && len < size; i++)
		len += (size_t)snprintf(text + len, size - len, "%s%lu", i ? "," : "",
		                        (unsigned long)plan->warning[i].at);
}

static void play(const struct rows *rows, const char *path)
{
	static struct told_plan told;
	const struct row_field *field = rows->field;
	enum everyuri_standard standard = EVERYURI_RFC3986;
	struct everyuri_config config;
	struct everyuri_uri uri;
	struct everyuri_plan plan = { .n_warnings = 0 };
	struct everyuri_error error = { .at = 0 };
	enum everyuri_status status;
	size_t len = field[INPUT].len;
	const char *input = guard_end(&input_guard, field[INPUT].text, len);
	char text[200];

	if (rows->broken || everyuri_standard_find(field[AS].text, field[AS].len, &standard) ||
	    !read_config(&field[CONFIG], &config)) {
		ok(false, "%s line %u is well formed", path, rows->line);
		return;
	}
	status = everyuri_parse(input, len, standard, 0, NULL, &read_buf, &uri, &error);
	if (status) {
		told.len = (size_t)sprintf(told.text, "invalid at=%lu", (unsigned long)error.at);
	} else {
		status = everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error);
		if (status)
			told.len = (size_t)sprintf(told.text, "refused at=%lu",
			                           (unsigned long)error.at);
		else
			tell_plan(&told, &plan);
		if (status)
			everyuri_plan_make(&uri, &config, &plan_buf, &plan, NULL);
	}
	told.text[told.len] = '\0';
	is_text(told.text, told.len, field[EXPECTED].text, "%s: \"%.200s\" as %s (%s)",
	        field[CLAUSE].text, field[INPUT].text, field[AS].text, field[ID].text);
	if (status && (!error.message[0] || !error.clause[0]))
		ok(false, "%s: the refusal has a clause and a message", field[ID].text);
	if (status)
		return;
	tell_warnings(&plan, text, sizeof text);
	if (strcmp(text, field[WARNINGS].text) != 0)
		is_text(text, strlen(text), field[WARNINGS].text, "%s: warnings", field[ID].text);
	if (!same_in_fresh(&uri, &config, &plan))
		ok(false, "%s: the same plan in fresh memory", field[ID].text);
	if (!same_in_fixed(&uri, &config, &plan))
		ok(false, "%s: the same plan in exactly the needed memory", field[ID].text);
	if (plan.steps.len > bound(len, &field[CONFIG]))
		ok(false, "%s: the plan takes %lu bytes", field[ID].text,
		   (unsigned long)plan.steps.len);
}

/* ---- entries ------------------------------------------------------------------------------------------ */

static struct everyuri_text text_or_absent(const struct row_field *field)
{
	struct everyuri_text text = { field->text, field->len };

	if (row_field_is(field, "\\N") || (field->len == 2 && !memcmp(field->text, "\\N", 2)))
		text = (struct everyuri_text){ NULL, 0 };
	return text;
}

static void play_entry(const struct rows *rows)
{
	const struct row_field *field = rows->field;
	struct everyuri_uri base, uri;
	struct everyuri_entry entry = { .type = text_or_absent(&field[E_TYPE]),
		                        .selector = text_or_absent(&field[E_SELECTOR]),
		                        .host = text_or_absent(&field[E_HOST]),
		                        .name = text_or_absent(&field[E_NAME]),
		                        .port = (uint16_t)strtoul(field[E_PORT].text, NULL, 10) };
	bool wanted = !row_field_is(&field[E_EXPECTED], "refused");
	enum everyuri_status status;

	if (everyuri_parse(field[E_BASE].text, field[E_BASE].len, EVERYURI_RFC3986, 0, NULL, NULL,
	                   &base, NULL)) {
		ok(false, "%s: the base is a URI", field[E_ID].text);
		return;
	}
	status = everyuri_entry_uri(&base, &entry, &entry_buf, NULL);
	if (!wanted || status) {
		ok(!wanted && status, "%s: an entry of %s is refused (%s)", field[E_CLAUSE].text,
		   field[E_BASE].text, field[E_ID].text);
		return;
	}
	is_text(entry_buf.data, entry_buf.len, field[E_EXPECTED].text, "%s: an entry of %s (%s)",
	        field[E_CLAUSE].text, field[E_BASE].text, field[E_ID].text);
	ok(!everyuri_parse(entry_buf.data, entry_buf.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
	                   NULL),
	   "... which is a full URI");
}

/* ---- files --------------------------------------------------------------------------------------------- */

static void count_scheme(const struct rows *rows, const struct everyuri_scheme_info *info,
                         unsigned *all, unsigned *refused)
{
	const struct row_field *input = &rows->field[INPUT];
	size_t len = strlen(info->name);

	if (input->len <= len || input->text[len] != ':')
		return;
	for (size_t i = 0; i < len; i++)
		if ((input->text[i] | 0x20) != (info->name[i] | 0x20))
			return;
	++*all;
	*refused += rows->field[EXPECTED].text[0] != '[';
}

/* Which file a scheme's vectors stand in: its own, or that of the scheme it is a form of. */
static bool open_of(const char *scheme, struct rows *rows, char *path, size_t size)
{
	snprintf(path, size, "vectors/schemes/%s.tsv", scheme);
	return rows_open(rows, path, plan_columns, N_PLAN_COLUMNS);
}

static void play_file(const char *scheme)
{
	char path[100];
	struct rows rows;
	unsigned all = 0, refused = 0;

	if (!open_of(scheme, &rows, path, sizeof path))
		return;
	while (rows_next(&rows)) {
		all++;
		refused += rows.field[EXPECTED].text[0] != '[';
		play(&rows, path);
	}
	ok(all >= 15 && refused * 3 >= all, "%s: %u vectors, of which %u are refusals", path, all,
	   refused);
}

static void play_entries(const char *scheme)
{
	char path[100];
	struct rows rows;

	snprintf(path, sizeof path, "vectors/schemes/%s-entries.tsv", scheme);
	if (!rows_open(&rows, path, entry_columns, N_ENTRY))
		return;
	while (rows_next(&rows))
		play_entry(&rows);
}

/* Each scheme that has a plan is in some vectors, its own file's or another's. */
static void count_vectors(const struct everyuri_scheme_info *info)
{
	const struct everyuri_scheme_info *of;
	unsigned all = 0, refused = 0;
	char path[100];
	struct rows rows;

	for (size_t i = 0; (of = everyuri_scheme_nth(i)); i++)
		if (open_of(of->name, &rows, path, sizeof path))
			while (rows_next(&rows))
				count_scheme(&rows, info, &all, &refused);
	if (!info->reason)
		ok(all >= 4 && refused, "%s: is in %u vectors, of which %u are refusals",
		   info->name, all, refused);
}

int main(void)
{
	const struct everyuri_scheme_info *info;

	everyuri_buf_init(&read_buf, NULL, 0, NULL);
	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_buf_init(&rules_buf, NULL, 0, NULL);
	everyuri_buf_init(&policy_buf, NULL, 0, NULL);
	everyuri_buf_init(&entry_buf, NULL, 0, NULL);
	for (size_t i = 0; (info = everyuri_scheme_nth(i)); i++) {
		play_file(info->name);
		play_entries(info->name);
		count_vectors(info);
	}
	everyuri_buf_free(&read_buf);
	everyuri_buf_free(&plan_buf);
	everyuri_buf_free(&rules_buf);
	everyuri_buf_free(&policy_buf);
	everyuri_buf_free(&entry_buf);
	guard_free(&input_guard);
	return done();
}
