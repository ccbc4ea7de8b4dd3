/* accessing.c - options and failures that the commands share. */
#include "access.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *take_header(void *own, const char *name, const char *value)
{
	struct accessing *a = own;

	(void)name;
	if (!strchr(value, ':') || strpbrk(value, "\r\n"))
		return "is no \"Name: value\"";
	if (a->n_headers == HEADERS_MAX)
		return "is one header too many";
	a->header[a->n_headers++] = (struct everyuri_text){ value, strlen(value) };
	return NULL;
}

static const char *take_mail(void *own, const char *name, const char *value)
{
	struct accessing *a = own;

	(void)name;
	if (a->n_mail == PLACES_MAX)
		return "is one place too many";
	a->mail[a->n_mail++] = (struct everyuri_text){ value, strlen(value) };
	return NULL;
}

void accessing_options(struct accessing *a, struct option rows[ACCESSING_OPTIONS])
{
	const struct option own[] = {
		{ .name = "header", .letter = 'H', .value = true, .call = take_header, .own = a },
		{ .name = "mail", .value = true, .call = take_mail, .own = a },
		{ .name = "user", .text = &a->user },
		{ .name = "netrc", .text = &a->netrc_file },
		{ .name = "no-netrc", .flag = &a->no_netrc },
		{ .name = "max-time", .text = &a->max_time },
		{ .name = "connect-timeout", .text = &a->connect_time },
		{ .name = "root", .text = &a->root },
		{ .name = "cacert", .text = &a->ca_file },
		{ .name = "from", .text = &a->from },
		{ .name = "insecure", .letter = 'k', .flag = &a->insecure },
		{ .name = "no-follow", .flag = &a->no_follow },
		{ .name = "zone", .flag = &a->zone },
	};

	access_options(&a->access, rows);
	memcpy(rows + ACCESS_OPTIONS, own, sizeof own);
}

static bool to_standard_error(void *context, const char *data, size_t len)
{
	(void)context;
	return fwrite(data, 1, len, stderr) == len;
}

/* What deserves care is said, as one line. */
static void tell_warning(void *context, const struct everyuri_event *event)
{
	struct everyuri_writer w;
	char line[2000];

	if (event->kind != EVERYURI_EVENT_WARNING)
		return;
	everyuri_writer_init(&w, line, sizeof line, to_standard_error, context);
	everyuri_write_text(&w, "everyuri: warning: ");
	everyuri_write_terminal(&w, event->text.data, event->text.len);
	everyuri_write_text(&w, "\n");
	everyuri_writer_flush(&w);
}

/* Seconds into milliseconds.  Returns: false if it is no number of them. */
static bool milliseconds(const char *text, unsigned *ms)
{
	uint64_t seconds;

	if (!text)
		return true;
	if (!number_read(text, 1000000, &seconds) || !seconds)
		return false;
	*ms = (unsigned)seconds * 1000u;
	return true;
}

int accessing_begin(struct accessing *a, const struct settings *settings)
{
	struct everyuri_fetch_options *fetch = &a->fetch;
	int status = access_read(&a->access, settings);

	if (status >= 0)
		return status;
	if (!milliseconds(a->max_time, &fetch->total_ms) ||
	    !milliseconds(a->connect_time, &fetch->connect_ms))
		return usage_error(settings, "a time is a number of seconds from 1 to 1000000");
	if (a->from && !number_read(a->from, UINT64_MAX, &fetch->from))
		return usage_error(settings, "--from: \"%s\" is no number of bytes", a->from);
	if (a->no_netrc && a->netrc_file)
		return usage_error(settings, "--netrc and --no-netrc exclude each other");
	if (!a->no_netrc)
		netrc_read(&a->netrc, a->netrc_file);
	/* What was asked for by name must be there. */
	if (a->netrc_file && a->netrc.wrong)
		return usage_error(settings, "--netrc: \"%s\" %s", a->netrc_file, a->netrc.wrong);
	if (a->root)
		fetch->root = (struct everyuri_text){ a->root, strlen(a->root) };
	fetch->config = &a->access.config;
	fetch->ca_file = a->ca_file;
	fetch->insecure = a->insecure;
	fetch->no_hops = a->no_follow;
	fetch->headers = a->header;
	fetch->n_headers = a->n_headers;
	fetch->mail = a->mail;
	fetch->n_mail = a->n_mail;
	fetch->ask = ask_user;
	fetch->event = tell_warning;
	fetch->context = a;
	return -1;
}

void accessing_end(struct accessing *a)
{
	netrc_free(&a->netrc);
	access_free(&a->access);
}

void accessing_failed(struct answer *answer, const struct item *item,
                      const struct everyuri_error *error, const struct everyuri_fetched *fetched)
{
	struct everyuri_writer *err = &answer->err;
	struct everyuri_text said = fetched->said;

	/* What was refused before anything was done is a bad item, and has a byte to blame. */
	if (!fetched->begun || error->status == EVERYURI_UNSAFE) {
		complain(answer, item, error);
		return;
	}
	answer_status(answer, EXIT_NETWORK);
	everyuri_write_text(err, "everyuri: ");
	everyuri_write_text(err, answer->settings->command);
	everyuri_write_text(err, item->argument ? ": argument " : ": line ");
	everyuri_write_number(err, item->number);
	everyuri_write_text(err, error->status == EVERYURI_PARTIAL ? ": not whole: " : ": ");
	everyuri_write_text(err, error->message);
	if (error->clause[0]) {
		everyuri_write_text(err, " (");
		everyuri_write_text(err, error->clause);
		everyuri_write_text(err, ")");
	}
	if (said.len) {
		everyuri_write_text(err, ": \"");
		everyuri_write_terminal(err, said.data, said.len);
		everyuri_write_text(err, "\"");
	}
	everyuri_write_text(err, "\n");
}
