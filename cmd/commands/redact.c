/* redact.c - everyuri redact: a URI without its secrets. */
#include "support/cmd.h"

#include <stdlib.h>
#include <string.h>

struct redact {
	bool user, all_query, fragment;
	struct everyuri_text *key;
	size_t n_keys, cap;
	struct everyuri_secrets secrets; /* of the above */
};

static const char *read_key(void *own, const char *name, const char *value)
{
	struct redact *redact = own;

	(void)name;
	if (redact->n_keys == redact->cap) {
		size_t cap = redact->cap ? redact->cap * 2 : 8;
		struct everyuri_text *grown = realloc(redact->key, cap * sizeof *grown);

		if (!grown)
			return "cannot be kept: out of memory";
		redact->key = grown;
		redact->cap = cap;
	}
	redact->key[redact->n_keys++] = (struct everyuri_text){ value, strlen(value) };
	return NULL;
}

/* The item as it may be shown.  Of one that was cut nothing is: its "@" may be behind the cut. */
static struct item item_shown(struct answer *answer, const struct item *item,
                              const struct redact *redact)
{
	struct everyuri_buf *buf = &answer->buf[2];
	struct item shown = *item;

	shown.data = "***";
	shown.len = 3;
	if (item->cut || everyuri_redact_text(item->data, item->len, &redact->secrets, buf, NULL))
		return shown;
	shown.data = buf->len ? buf->data : "";
	shown.len = buf->len;
	return shown;
}

/* The URL Standard writes "/" in front of a "?", and leaves out a port, where RFC 1808 reads on in a
 * password: that is hidden before it. */
static enum everyuri_status hide_before_rewriting(struct answer *answer, const struct item *item,
                                                  const struct redact *redact,
                                                  struct everyuri_uri *uri,
                                                  struct everyuri_error *error)
{
	struct everyuri_buf *buf = &answer->buf[2];
	struct everyuri_uri other;
	struct everyuri_text password;

	if (everyuri_parse(item->data, item->len, EVERYURI_RFC1808, 0, NULL, NULL, &other, NULL))
		return EVERYURI_OK;
	password = everyuri_view(&other, EVERYURI_PASSWORD);
	if (!password.data)
		return EVERYURI_OK;
	if (everyuri_redact(&other, &redact->secrets, buf, error))
		return EVERYURI_NO_MEMORY;
	return everyuri_parse(buf->data, buf->len, uri->standard, 0, NULL, &answer->buf[3], uri,
	                      error);
}

static void answer_redact(struct answer *answer, const struct item *item, void *own)
{
	const struct redact *redact = own;
	enum everyuri_standard standard = answer->settings->standard[0];
	struct everyuri_buf *buf = &answer->buf[1];
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status status = item_read(answer, item, standard, 0, NULL, &uri, &error);

	if (!status && uri.text != item->data)
		status = hide_before_rewriting(answer, item, redact, &uri, &error);
	if (!status)
		status = everyuri_redact(&uri, &redact->secrets, buf, &error);
	struct item shown = *item;
	struct outcome outcome = outcome_of(&shown, standard, status, buf, &error);

	if (!status && uri.text == item->data) {
		shown.data = outcome.result.data;
		shown.len = outcome.result.len;
	} else {
		shown = item_shown(answer, item, redact);
	}
	outcome_write(answer, &outcome);
}

int cmd_redact(int argc, char **argv)
{
	struct settings settings = { .command = "redact",
		                     .usage = "redact [OPTION]... [URI]...",
		                     .as_rows = true };
	struct redact redact = { 0 };
	const struct option rows[] = {
		{ .name = "user", .flag = &redact.user },
		{ .name = "fragment", .flag = &redact.fragment },
		{ .name = "all-query", .flag = &redact.all_query },
		{ .name = "query", .value = true, .call = read_key, .own = &redact },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	redact.secrets = (struct everyuri_secrets){
		(redact.user ? EVERYURI_REDACT_USER : 0u) |
			(redact.all_query ? EVERYURI_REDACT_QUERY : 0u) |
			(redact.fragment ? EVERYURI_REDACT_FRAGMENT : 0u),
		redact.key, redact.n_keys
	};
	if (status < 0)
		status = lines_run(&settings, OUTCOME_HEADER, answer_redact, &redact);
	free(redact.key);
	return status;
}
