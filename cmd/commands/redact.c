/* redact.c - everyuri redact: removes the secrets of a URI. */
#include "support/redact_text.h"
#include "support/secret_keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct redact {
	struct secret_keys keys;
	struct everyuri_secrets secrets; /* from all options */
};

/* Returns the item as it may be shown.  An item that was cut is hidden completely: the "@" after a
 * password may have been cut off. */
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

/* The URL Standard inserts "/" before a "?" and drops default ports, which changes what RFC 1808
 * parses as the password.  So first mask the secrets that any standard finds in the original text,
 * then parse the result. */
static enum everyuri_status hide_before_rewriting(struct answer *answer, const struct item *item,
                                                  const struct redact *redact,
                                                  struct everyuri_uri *uri,
                                                  struct everyuri_error *error)
{
	struct everyuri_buf *buf = &answer->buf[2];
	struct everyuri_uri given = *uri;
	struct item hidden = *item;

	given.text = item->data;
	given.len = (uint32_t)item->len;
	if (everyuri_redact(&given, &redact->secrets, buf, error))
		return EVERYURI_NO_MEMORY;
	hidden.data = buf->len ? buf->data : "";
	hidden.len = buf->len;
	return item_read(answer, &hidden, (enum everyuri_standard)uri->standard, 0, NULL, uri,
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

/* Reports a file that cannot be read.  A name that looks like a URI may have a secret, and is not shown. */
static int file_trouble(const struct settings *settings, const char *name, size_t index, int error)
{
	char place[96];

	if (!strcmp(name, "-"))
		return trouble(settings, "standard input", error);
	if (!strchr(name, '@') && !strchr(name, '?') && !strstr(name, "://"))
		return trouble(settings, name, error);
	snprintf(place, sizeof place, "argument %zu, which with --text must be the name of a file",
	         index + 1);
	return trouble(settings, place, error);
}

/* Copies the files that the operands name, or standard input, without the secrets of their URIs. */
static int redact_files(const struct settings *settings, const struct redact *redact)
{
	char dash[] = "-", *standard_input[] = { dash };
	char **name = settings->n_operands ? settings->operand : standard_input;
	size_t n = settings->n_operands ? settings->n_operands : 1;
	struct answer answer;
	int status = answer_begin(&answer, settings);

	for (size_t k = 0; !status && k < n; k++) {
		bool is_input = !strcmp(name[k], "-");
		int file = is_input ? STDIN_FILENO : open(name[k], O_RDONLY | O_CLOEXEC);
		int error = file < 0 ? errno : redact_stream(&answer, file, &redact->secrets);

		if (error) {
			answer_flush(&answer);
			answer_status(&answer, file_trouble(settings, name[k], k, error));
		}
		if (!is_input && file >= 0)
			close(file);
	}
	return status ? status : answer_end(&answer);
}

#define REDACT_FLAGS 4

int cmd_redact(int argc, char **argv)
{
	struct settings settings = { .command = "redact",
		                     .usage = "redact [OPTION]... [URI]...",
		                     .as_rows = true };
	struct redact redact = { 0 };
	bool user = false, all_query = false, fragment = false, text = false;
	struct option rows[REDACT_FLAGS + SECRET_KEYS_OPTIONS] = {
		{ .name = "user", .flag = &user },
		{ .name = "fragment", .flag = &fragment },
		{ .name = "all-query", .flag = &all_query },
		{ .name = "text", .flag = &text },
	};

	secret_keys_options(&redact.keys, rows + REDACT_FLAGS);
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	redact.secrets = secret_keys_secrets(&redact.keys,
	                                     (user ? EVERYURI_REDACT_USER : 0u) |
	                                             (all_query ? EVERYURI_REDACT_QUERY : 0u) |
	                                             (fragment ? EVERYURI_REDACT_FRAGMENT : 0u));
	if (status < 0 && text && (settings.shape_given || settings.standard_given || settings.nul))
		status = usage_error(&settings,
		                     "--text cannot be used with --as, --format or --null");
	if (status < 0 && text)
		status = redact_files(&settings, &redact);
	else if (status < 0)
		status = lines_run(&settings, OUTCOME_HEADER, answer_redact, &redact);
	secret_keys_free(&redact.keys);
	return status;
}
