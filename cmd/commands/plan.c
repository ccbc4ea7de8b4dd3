/* plan.c - everyuri plan: prints the steps by which a URI would be accessed. */
#include "support/config.h"
#include "support/input.h"

#include <string.h>

enum plan_status { PLANNED, PLAN_REFUSED, PLAN_INVALID };

/* The result of planning a URI. */
struct planned {
	enum plan_status status;
	struct everyuri_uri uri;     /* the URI for which the plan was made */
	struct everyuri_plan plan;   /* valid if status is PLANNED */
	struct everyuri_error error; /* valid if status is not PLANNED */
};

/* ---- the item without its secrets --------------------------------------------------------------- */

static struct item item_without(const struct item *item, const char *data, size_t len)
{
	struct item shown = *item;

	shown.data = len ? data : "";
	shown.len = len;
	return shown;
}

/* Returns true if the text as rewritten by the standard contains a secret. */
static bool has_secret(const struct everyuri_uri *uri, const struct everyuri_secrets *secrets,
                       struct everyuri_buf *buf)
{
	return everyuri_view(uri, EVERYURI_USER).data ||
	       everyuri_view(uri, EVERYURI_PASSWORD).data ||
	       everyuri_redact(uri, secrets, buf, NULL) || buf->len != uri->len ||
	       memcmp(buf->data, uri->text, uri->len) != 0;
}

/* Returns the item in the form in which it may be shown.  uri: the parsed item; NULL if it is
 * invalid.  If uri was parsed from the item's own text, only its secrets are masked.  Otherwise
 * everything that could be a secret is masked. */
static struct item item_masked(struct answer *answer, const struct item *item,
                               const struct everyuri_uri *uri, char cut[CUT_MASKED])
{
	static const struct everyuri_secrets none = { .flags = EVERYURI_REDACT_OWN_KEYS };
	struct everyuri_buf *buf = &answer->buf[2];
	struct given given = given_text(answer, item);
	bool own_text = uri && uri->text == given.data;

	if (item->cut)
		return item_cut_masked(item, cut);
	if (uri && !own_text && !has_secret(uri, &none, buf) &&
	    !everyuri_secrets_find(given.data, given.len, &none, NULL, 0))
		return *item;
	if (own_text ? everyuri_redact(uri, &none, buf, NULL) :
	               everyuri_redact_text(given.data, given.len, &none, buf, NULL))
		return item_without(item, "***", 3);
	size_t len = buf->len - given.added;

	/* buf->data is NULL if the result is empty, and adding an offset to NULL is undefined. */
	return item_without(item, len ? buf->data + given.added : "", len);
}

/* ---- one answer -------------------------------------------------------------------------------- */

static void put_standard(struct answer *answer)
{
	everyuri_write_text(&answer->out, ",\"standard\":\"");
	everyuri_write_text(&answer->out, everyuri_standard_name(answer->settings->standard[0]));
	everyuri_write_text(&answer->out, "\"");
}

/* Writes `,"refused":{"at":8,"clause":"...","message":"..."}`. */
static void put_refusal(struct answer *answer, const struct everyuri_error *error)
{
	everyuri_write_text(&answer->out, ",\"refused\":{\"at\":");
	everyuri_write_number(&answer->out, error->at);
	everyuri_write_text(&answer->out, ",\"clause\":");
	put_json(answer, error->clause, strlen(error->clause));
	everyuri_write_text(&answer->out, ",\"message\":");
	put_json(answer, error->message, strlen(error->message));
	everyuri_write_text(&answer->out, "}");
}

static void put_plan_json(struct answer *answer, const struct planned *planned, unsigned flags)
{
	const struct everyuri_plan *plan = &planned->plan;
	struct everyuri_text scheme = everyuri_view(&planned->uri, EVERYURI_SCHEME);

	everyuri_write_text(&answer->out, ",\"scheme\":");
	put_json(answer, scheme.data, scheme.len);
	everyuri_write_text(&answer->out, ",\"steps\":");
	everyuri_plan_write_json(&answer->out, plan,
	                         flags | (answer->terminal ? EVERYURI_FOR_TERMINAL : 0u));
	if (plan->n_warnings) {
		everyuri_write_text(&answer->out, ",\"warnings\":");
		everyuri_plan_write_warnings(&answer->out, plan);
	}
}

static void answer_json(struct answer *answer, const struct item *shown,
                        const struct planned *planned, unsigned flags)
{
	put_json_item(answer, shown);
	put_standard(answer);
	if (planned->status == PLANNED)
		put_plan_json(answer, planned, flags);
	else if (planned->status == PLAN_REFUSED)
		put_refusal(answer, &planned->error);
	else {
		everyuri_write_text(&answer->out, ",\"valid\":false");
		put_json_error(answer, &planned->error);
	}
	everyuri_write_text(&answer->out, "}");
	put_end(answer);
}

static void put_warnings(struct answer *answer, const struct everyuri_plan *plan)
{
	for (uint32_t i = 0; i < plan->n_warnings; i++) {
		everyuri_write_text(&answer->out, "warning    ");
		everyuri_write_text(&answer->out, plan->warning[i].message);
		everyuri_write_text(&answer->out, " (byte ");
		everyuri_write_number(&answer->out, plan->warning[i].at);
		everyuri_write_text(&answer->out, ", ");
		everyuri_write_text(&answer->out, plan->warning[i].clause);
		everyuri_write_text(&answer->out, ")\n");
	}
}

/* Writes the steps, one per line, then the warnings, then an empty line.  For a bad item, writes
 * only the empty line, and an error message. */
static void answer_text(struct answer *answer, const struct item *shown,
                        const struct planned *planned, unsigned flags)
{
	if (planned->status == PLANNED) {
		everyuri_plan_write_text(&answer->out, &planned->plan, 0, flags);
		put_warnings(answer, &planned->plan);
	}
	put_end(answer);
	if (planned->status != PLANNED)
		complain(answer, shown, &planned->error);
}

/* ---- planning --------------------------------------------------------------------------------------- */

/* Converts an offset in the text that was planned to an offset in the item. */
static size_t place_given(struct answer *answer, const struct item *item,
                          const struct everyuri_uri *uri, size_t at)
{
	struct given given = given_text(answer, item);

	at = everyuri_place_given(uri, given.data, given.len, at);
	return at < given.added ? 0 : at - given.added;
}

/* Makes the plan of a parsed item, with its texts in buf.  Converts offsets in the error and in
 * the warnings to offsets in the item. */
static void uri_plan(struct answer *answer, const struct item *item, const struct everyuri_uri *uri,
                     const struct everyuri_config *config, struct everyuri_buf *buf,
                     struct planned *planned)
{
	enum everyuri_status status =
		everyuri_plan_make(uri, config, buf, &planned->plan, &planned->error);

	planned->uri = *uri;
	planned->status = status ? PLAN_REFUSED : PLANNED;
	if (status == EVERYURI_INVALID || status == EVERYURI_TOO_LONG ||
	    status == EVERYURI_NO_MEMORY)
		planned->status = PLAN_INVALID;
	if (status)
		planned->error.at = place_given(answer, item, uri, planned->error.at);
	for (uint32_t i = 0; !status && i < planned->plan.n_warnings; i++) {
		size_t *at = &planned->plan.warning[i].at;

		*at = place_given(answer, item, uri, *at);
	}
}

struct plan_command {
	struct access access;
	bool zone;
};

static void answer_plan(struct answer *answer, const struct item *item, void *own)
{
	const struct plan_command *command = own;
	const struct access *access = &command->access;
	unsigned flags = access->show_secrets ? EVERYURI_SHOW_SECRETS : 0;
	struct planned planned = { .status = PLAN_INVALID };
	char cut[CUT_MASKED];
	struct item shown = *item;
	struct everyuri_uri uri;
	enum everyuri_status status =
		item_read(answer, item, answer->settings->standard[0],
	                  command->zone ? EVERYURI_ADMIT_ZONE : 0, NULL, &uri, &planned.error);

	if (!status)
		uri_plan(answer, item, &uri, &access->config, &answer->buf[1], &planned);
	if (!access->show_secrets)
		shown = item_masked(answer, item, status ? NULL : &uri, cut);
	if (planned.status != PLANNED)
		answer_failed(answer, &planned.error);
	if (answer->settings->shape == SHAPE_JSON)
		answer_json(answer, &shown, &planned, flags);
	else
		answer_text(answer, &shown, &planned, flags);
}

int cmd_plan(int argc, char **argv)
{
	struct settings settings = { .command = "plan", .usage = "plan [OPTION]... [URI]..." };
	struct plan_command command = { .zone = false };
	struct access *access = &command.access;
	struct option rows[ACCESS_OPTIONS + 1];

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (!strcmp(argv[i], "--run"))
			return cmd_start(argc, argv);
	access_options(access, rows);
	rows[ACCESS_OPTIONS] = (struct option){ .name = "zone", .flag = &command.zone };
	int status = settings_read(&settings, argc, argv, rows, ACCESS_OPTIONS + 1);

	if (status < 0 && settings.shape == SHAPE_TSV)
		status = usage_error(
			&settings,
			"--format tsv is not available: a plan is not one row; use text or json");
	if (status < 0)
		status = access_read(access, &settings);
	if (status < 0)
		status = lines_run(&settings, NULL, answer_plan, &command);
	access_free(access);
	return status;
}
