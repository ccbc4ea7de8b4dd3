/* key.c - everyuri key: computes canonical keys by named profiles. */
#include "support/cmd.h"
#include "support/names.h"
#include "support/public_suffix.h"

#include <errno.h>
#include <string.h>

struct key {
	enum everyuri_key_profile profile;
	struct everyuri_key_options options;
	bool explain;
	struct suffix_list list;
	const char *date; /* date of the Public Suffix List; NULL if the profile does not need the
	                   * list */
};

/* The answer for one item. */
struct key_answer {
	const struct key *key;
	struct answer *answer;
	const struct item *item;
	struct everyuri_text text; /* text from which the key is computed: the item, with
	                            * --default-scheme if needed */
	enum everyuri_status status;
	struct everyuri_text result;
	struct everyuri_error error;
	bool any; /* at least one step was written */
};

static bool needs_list(enum everyuri_key_profile profile)
{
	return profile == EVERYURI_KEY_DOMAIN || profile == EVERYURI_KEY_DOMAIN_ICANN;
}

/* Returns true if the item is valid.  A host name without a registrable domain
 * is valid, but has no key. */
static bool is_valid(const struct key_answer *k)
{
	return k->status == EVERYURI_OK || k->status == EVERYURI_MISSING;
}

static void write_step_json(void *context, const struct everyuri_key_step *step)
{
	struct key_answer *k = context;
	struct everyuri_writer *out = &k->answer->out;

	everyuri_write_text(out, k->any ? ",{\"step\":\"" : "{\"step\":\"");
	everyuri_write_text(out, step->name);
	everyuri_write_text(out, "\",\"clause\":\"");
	everyuri_write_text(out, step->clause);
	everyuri_write_text(out, "\",\"text\":");
	put_json(k->answer, step->text.data, step->text.len);
	everyuri_write_text(out, "}");
	k->any = true;
}

static void write_step_text(void *context, const struct everyuri_key_step *step)
{
	struct key_answer *k = context;

	everyuri_write_text(&k->answer->out, "steps.");
	everyuri_write_text(&k->answer->out, step->name);
	everyuri_write_text(&k->answer->out, "\t");
	put_field(k->answer, step->text.data, step->text.len);
	everyuri_write_text(&k->answer->out, "\n");
}

/* Writes the columns with which each row begins. */
static void write_row_begin(struct key_answer *k)
{
	struct everyuri_writer *out = &k->answer->out;

	put_field(k->answer, k->item->data, k->item->len);
	everyuri_write_text(out, "\t");
	everyuri_write_text(out, everyuri_key_profile_name(k->key->profile));
	everyuri_write_text(out, "\t");
	put_field(k->answer, k->key->date, k->key->date ? strlen(k->key->date) : 0);
	everyuri_write_text(out, is_valid(k) ? "\ttrue\t" : "\tfalse\t");
}

static void write_step_tsv(void *context, const struct everyuri_key_step *step)
{
	struct key_answer *k = context;

	if (k->any)
		put_end(k->answer);
	k->any = true;
	write_row_begin(k);
	everyuri_write_text(&k->answer->out, step->name);
	everyuri_write_text(&k->answer->out, "\t");
	put_field(k->answer, step->clause, strlen(step->clause));
	everyuri_write_text(&k->answer->out, "\t");
	put_field(k->answer, step->text.data, step->text.len);
}

/* Computes the key a second time, with a callback that writes the steps. */
static void write_steps(struct key_answer *k, everyuri_key_step_fn *step)
{
	struct everyuri_key_options options = k->key->options;

	options.step = step;
	options.context = k;
	if (everyuri_key(k->text.data, k->text.len, &options, &k->answer->buf[2], NULL) ==
	    EVERYURI_NO_MEMORY)
		answer_no_memory(k->answer);
}

static void write_json(struct key_answer *k)
{
	struct everyuri_writer *out = &k->answer->out;
	enum everyuri_standard standard;

	put_json_item(k->answer, k->item);
	everyuri_write_text(out, ",\"profile\":\"");
	everyuri_write_text(out, everyuri_key_profile_name(k->key->profile));
	if (needs_list(k->key->profile)) {
		standard = k->key->options.standard;
		everyuri_write_text(out, "\",\"standard\":\"");
		everyuri_write_text(out, everyuri_standard_name(standard));
		everyuri_write_text(out, "\",\"list\":\"");
		put_json_inside(k->answer, k->key->date, strlen(k->key->date));
	} else if (everyuri_key_profile_standard(k->key->profile, &standard)) {
		everyuri_write_text(out, "\",\"standard\":\"");
		everyuri_write_text(out, everyuri_standard_name(standard));
	}
	everyuri_write_text(out, is_valid(k) ? "\",\"valid\":true" : "\",\"valid\":false");
	if (k->status)
		put_json_error(k->answer, &k->error);
	else {
		everyuri_write_text(out, ",\"key\":");
		put_json(k->answer, k->result.data, k->result.len);
	}
	if (k->key->explain && !k->item->cut) {
		everyuri_write_text(out, ",\"steps\":[");
		write_steps(k, write_step_json);
		everyuri_write_text(out, "]");
	}
	everyuri_write_text(out, "}");
}

static void write_line(struct key_answer *k, const char *name, const char *data, size_t len)
{
	everyuri_write_text(&k->answer->out, name);
	everyuri_write_text(&k->answer->out, "\t");
	put_field(k->answer, data, len);
	everyuri_write_text(&k->answer->out, "\n");
}

static void write_text(struct key_answer *k)
{
	const char *profile = everyuri_key_profile_name(k->key->profile);

	if (!k->key->explain) {
		if (!k->status)
			put_raw(k->answer, k->result.data, k->result.len);
		return;
	}
	write_line(k, "uri", k->item->data, k->item->len);
	write_line(k, "profile", profile, strlen(profile));
	if (k->key->date)
		write_line(k, "list", k->key->date, strlen(k->key->date));
	if (!k->item->cut)
		write_steps(k, write_step_text);
	if (!k->status)
		write_line(k, "key", k->result.data, k->result.len);
}

static void write_tsv(struct key_answer *k)
{
	if (k->key->explain && !k->item->cut)
		write_steps(k, write_step_tsv);
	if (k->any)
		return;
	write_row_begin(k);
	if (k->key->explain)
		everyuri_write_text(&k->answer->out, "\\N\t\\N\t");
	put_field(k->answer, k->status ? NULL : k->result.data, k->result.len);
}

static void make_key(struct key_answer *k)
{
	struct everyuri_buf *buf = &k->answer->buf[1];

	k->text = (struct everyuri_text){ k->item->data, k->item->len };
	k->error = item_too_long(k->answer);
	k->status = k->error.status;
	if (k->item->cut)
		return;
	k->status = everyuri_key(k->text.data, k->text.len, &k->key->options, buf, &k->error);
	if (k->status == EVERYURI_INVALID) {
		size_t len = item_join(k->answer, k->item);
		enum everyuri_status joined =
			len ? everyuri_key(k->answer->joined, len, &k->key->options, buf, NULL) :
			      EVERYURI_INVALID;

		if (joined == EVERYURI_NO_MEMORY)
			answer_no_memory(k->answer);
		if (!joined) {
			k->status = EVERYURI_OK;
			k->text = (struct everyuri_text){ k->answer->joined, len };
		}
	}
	if (!k->status)
		k->result = (struct everyuri_text){ buf->len ? buf->data : "", buf->len };
}

static void answer_key(struct answer *answer, const struct item *item, void *own)
{
	struct key_answer k = { .key = own, .answer = answer, .item = item };

	make_key(&k);
	switch (answer->settings->shape) {
	case SHAPE_TEXT:
		write_text(&k);
		break;
	case SHAPE_JSON:
		write_json(&k);
		break;
	case SHAPE_TSV:
		write_tsv(&k);
		break;
	}
	put_end(answer);
	if (k.status && answer->settings->shape == SHAPE_JSON)
		answer_failed(answer, &k.error);
	else if (k.status)
		complain(answer, item, &k.error);
}

static const char *profile_name(const void *of, unsigned number)
{
	(void)of;
	return everyuri_key_profile_name((enum everyuri_key_profile)number);
}

static const char *profile_read(void *own, const char *name, const char *value)
{
	static const struct names valid = { .name = profile_name, .n = EVERYURI_N_KEY_PROFILES };

	(void)name;
	if (everyuri_key_profile_find(value, strlen(value), own))
		return unknown_name("profile", value, strlen(value), &valid);
	return NULL;
}

/* Sets the standard for the key.  If the profile cannot be used with this
 * standard, reports an error.  Returns: -1 to continue, or the exit status. */
static int settle_standard(struct key *key, const struct settings *settings, bool given)
{
	enum everyuri_standard standard = settings->standard[0], fixed;
	const char *profile = everyuri_key_profile_name(key->profile);

	key->options.profile = key->profile;
	key->options.standard = standard;
	if (!everyuri_key_profile_standard(key->profile, &fixed)) {
		if (given && !needs_list(key->profile))
			return usage_error(settings, "profile %s uses no standard; remove --as",
			                   profile);
		return -1;
	}
	if (!everyuri_standard_built(fixed))
		return usage_error(settings,
		                   "profile %s needs the standard %s, which is not in this build",
		                   profile, everyuri_standard_name(fixed));
	if (given && standard != fixed)
		return usage_error(settings, "profile %s works only with the standard %s", profile,
		                   everyuri_standard_name(fixed));
	return -1;
}

static int read_list(struct key *key, const struct settings *settings, const char *path)
{
	struct everyuri_error error;
	int failed = suffix_list_read(&key->list, path, &error);

	if (failed == EINVAL)
		return usage_error(settings, "--suffix-list: %s: byte %zu: %s", path, error.at,
		                   error.message);
	if (failed)
		return trouble(settings, path, failed);
	key->options.psl = &key->list.psl;
	key->date = key->list.date;
	return -1;
}

int cmd_key(int argc, char **argv)
{
	struct settings settings = { .command = "key",
		                     .usage = "key [OPTION]... [URI]...",
		                     .as_rows = true };
	struct key key = { .profile = EVERYURI_KEY_RFC3986_SYNTAX };
	const char *path = SUFFIX_LIST;
	const struct option rows[] = {
		{ .name = "profile", .value = true, .call = profile_read, .own = &key.profile },
		{ .name = "explain", .flag = &key.explain },
		{ .name = "suffix-list", .text = &path },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0)
		status = settle_standard(&key, &settings, settings.standard_given);
	if (status < 0 && needs_list(key.profile))
		status = read_list(&key, &settings, path);
	if (status < 0)
		status = lines_run(&settings,
		                   key.explain ? "uri\tprofile\tlist\tvalid\tstep\tclause\ttext" :
		                                 "uri\tprofile\tlist\tvalid\tkey",
		                   answer_key, &key);
	suffix_list_free(&key.list);
	return status;
}
