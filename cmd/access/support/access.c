/* access.c - options that the commands of everyuri-access share, and their error reports. */
#define _DEFAULT_SOURCE /* for realpath */
#include "base/secret.h"
#include "access.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Adds a header line from the configuration.  A header with the same name on the command line
 * takes precedence.  If the configuration has several lines with the same name, the last one
 * counts.  Returns true if a header with this name already existed. */
static bool standing_header(struct accessing *a, const char *value)
{
	size_t len = strcspn(value, ":") + 1;

	for (size_t i = 0; i < a->n_headers; i++) {
		if (a->header[i].len < len || strncasecmp(a->header[i].data, value, len) != 0)
			continue;
		if (i >= a->n_given)
			a->header[i] = (struct everyuri_text){ value, strlen(value) };
		return true;
	}
	return false;
}

static const char *take_header(void *own, const char *name, const char *value)
{
	struct accessing *a = own;

	if (!strchr(value, ':') || strpbrk(value, "\r\n"))
		return "is not \"Name: value\"";
	if (!name && standing_header(a, value))
		return NULL;
	if (a->n_headers == HEADERS_MAX)
		return "exceeds the limit of 64 headers";
	a->header[a->n_headers++] = (struct everyuri_text){ value, strlen(value) };
	return NULL;
}

static const char *take_mail(void *own, const char *name, const char *value)
{
	struct accessing *a = own;

	(void)name;
	if (a->n_mail == PLACES_MAX)
		return "exceeds the limit of 64 mailboxes";
	if (value[0] != '/')
		return "is not an absolute path";
	a->mail[a->n_mail++] = (struct everyuri_text){ value, strlen(value) };
	return NULL;
}

void accessing_options(struct accessing *a, struct option rows[ACCESSING_OPTIONS])
{
	const struct option own[] = {
		{ .name = "header", .letter = 'H', .value = true, .call = take_header, .own = a },
		{ .name = "mail", .value = true, .call = take_mail, .own = a },
		{ .name = "mail-index", .text = &a->mail_index },
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

/* Converts seconds to milliseconds.  If text is NULL, leaves *ms unchanged.  Returns false if text
 * is not a number in range. */
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

static int wrong_time(const struct settings *settings, const char *option, const char *value)
{
	return usage_error(settings, "%s: \"%s\" is not a number of seconds from 1 to 1000000",
	                   option, value);
}

static int root_trouble(const struct settings *settings, const char *root)
{
	return usage_error(settings, "--root: \"%s\": %s", root, strerror(errno));
}

int accessing_begin(struct accessing *a, struct settings *settings)
{
	struct everyuri_fetch_options *fetch = &a->fetch;
	int status;

	a->n_given = a->n_headers;
	status = access_read(&a->access, settings);

	if (status >= 0)
		return status;
	if (!milliseconds(a->max_time, &fetch->total_ms))
		return wrong_time(settings, "--max-time", a->max_time);
	if (!milliseconds(a->connect_time, &fetch->connect_ms))
		return wrong_time(settings, "--connect-timeout", a->connect_time);
	if (a->from && !number_read(a->from, UINT64_MAX, &fetch->from))
		return usage_error(settings, "--from: \"%s\" is not a number of bytes", a->from);
	if (a->mail_index && a->mail_index[0] != '/')
		return usage_error(settings, "--mail-index: \"%s\" is not an absolute path",
		                   a->mail_index);
	if (a->no_netrc && a->netrc_file)
		return usage_error(settings, "--netrc and --no-netrc cannot be used together");
	if (!a->no_netrc)
		netrc_read(&a->netrc, a->netrc_file);
	/* A file that the command line names must exist. */
	if (a->netrc_file && a->netrc.wrong)
		return usage_error(settings, "--netrc: \"%s\": %s", a->netrc_file, a->netrc.wrong);
	/* A missing root is reported here, once, instead of for each request to a gateway. */
	if (a->root && access(a->root, F_OK))
		return root_trouble(settings, a->root);
	if (a->root && a->root[0] != '/' && !realpath(a->root, a->root_path))
		return root_trouble(settings, a->root);
	if (a->root && a->root[0] != '/')
		a->root = a->root_path;
	if (a->root)
		fetch->root = (struct everyuri_text){ a->root, strlen(a->root) };
	if (a->mail_index)
		fetch->mail_index = (struct everyuri_text){ a->mail_index, strlen(a->mail_index) };
	fetch->config = &a->access.config;
	fetch->ca_file = a->ca_file;
	fetch->insecure = a->insecure;
	fetch->no_hops = a->no_follow;
	fetch->headers = a->header;
	fetch->n_headers = a->n_headers;
	fetch->mail = a->mail;
	fetch->n_mail = a->n_mail;
	fetch->ask = ask_user;
	fetch->agree = agree_user;
	return -1;
}

void accessing_end(struct accessing *a)
{
	netrc_free(&a->netrc);
	access_free(&a->access);
}

bool telling_own_login(const struct telling *telling, const struct everyuri_event *event)
{
	struct everyuri_uri uri;
	struct everyuri_buf buf;
	struct everyuri_text user = { NULL, 0 }, host = { NULL, 0 };

	if (!telling->own_login)
		return false;
	eu_buf_secret(&buf);
	if (!everyuri_parse(event->uri.data, event->uri.len, EVERYURI_RFC3986, EVERYURI_ADMIT_ZONE,
	                    NULL, &buf, &uri, NULL)) {
		user = everyuri_view(&uri, EVERYURI_USER);
		host = everyuri_view(&uri, EVERYURI_HOST);
	}
	everyuri_buf_free(&buf);
	return user.data && host.data && event->at >= (size_t)(user.data - event->uri.data) &&
	       event->at < (size_t)(host.data - event->uri.data);
}

void tell_warning(void *context, const struct everyuri_event *event)
{
	struct telling *telling = context;

	if (event->kind != EVERYURI_EVENT_WARNING || telling_own_login(telling, event))
		return;
	put_item_place(telling->answer, telling->item);
	everyuri_write_text(&telling->answer->err, "warning: ");
	everyuri_write_terminal(&telling->answer->err, event->text.data, event->text.len);
	everyuri_write_text(&telling->answer->err, "\n");
}

struct everyuri_fetch_options accessing_fetch(const struct accessing *a, struct telling *telling)
{
	struct everyuri_fetch_options options = a->fetch;

	options.event = tell_warning;
	options.context = telling;
	return options;
}

void accessing_failed(struct answer *answer, const struct item *item,
                      const struct everyuri_error *error, const struct everyuri_fetched *fetched)
{
	struct everyuri_writer *err = &answer->err;
	struct everyuri_text said = fetched->said;

	/* If the error occurred before any access, the item is wrong, so its byte offset is
	 * reported. */
	if (!fetched->begun || error->status == EVERYURI_UNSAFE) {
		complain(answer, item, error);
		return;
	}
	answer_status(answer, EXIT_NETWORK);
	put_item_place(answer, item);
	if (error->status == EVERYURI_PARTIAL)
		everyuri_write_text(err, "incomplete: ");
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

const struct everyuri_scheme_info *scheme_info(const struct everyuri_uri *uri)
{
	const struct everyuri_text scheme = everyuri_view(uri, EVERYURI_SCHEME);

	return everyuri_scheme_find(scheme.data, scheme.len);
}
