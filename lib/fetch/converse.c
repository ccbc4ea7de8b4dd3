/* Runs a conversation over a connection. */
#include "fetch/fetching.h"

#include "everyuri/registry.h"

#include <stdio.h>
#include <stdlib.h>

#define BLOCK (64u << 10) /* number of bytes to read at once */

/* A connection, and the bytes received on it but not yet consumed. */
struct channel {
	struct eu_net *net;
	char *data; /* buffer of BLOCK bytes */
	size_t at, len;
	bool cut; /* TLS ended without close_notify, so the data may be incomplete */
};

/* The state of one conversation. */
struct talk {
	struct eu_fetching *f;
	struct everyuri_conversation *c;
	struct channel control, second;
	bool udp, by_lines;          /* udp: UDP is used; by_lines: replies are fed line by line */
	unsigned long n_replies;     /* number of reply lines reported so far */
	enum everyuri_status status; /* error of the connection, not of the conversation */
	struct everyuri_error error;
};

static void close_channel(struct channel *channel)
{
	if (channel->net)
		eu_net_close(channel->net);
	channel->net = NULL;
	channel->at = channel->len = 0;
}

/* ---- actions that the conversation requests --------------------------------------------------------- */

static void talk_connect(struct talk *talk, const struct everyuri_wanted *wanted)
{
	struct eu_fetching *f = talk->f;

	eu_fetch_event(f, EVERYURI_EVENT_STEP, "connect", 7);
	/* A form is fetched on one connection and sent on another (RFC 1738 3.4.5).  Bytes that
	 * remain from the first one are not part of the second reply. */
	close_channel(&talk->control);
	talk->control.cut = false;
	talk->udp = wanted->udp;
	talk->by_lines = true;
	talk->status =
		eu_net_connect(wanted->host.data, wanted->host.len, wanted->port, wanted->tls,
	                       wanted->udp, &f->net, &talk->control.net, &talk->error);
	if (talk->status)
		return;
	f->net.from = eu_net_class(talk->control.net);
	everyuri_conversation_done(talk->c);
}

static void talk_secure(struct talk *talk)
{
	struct channel *control = &talk->control;

	eu_fetch_event(talk->f, EVERYURI_EVENT_STEP, "secure", 6);
	/* TLS does not authenticate bytes that were received before it began. */
	if (control->at < control->len)
		talk->status = eu_fail(&talk->error, EVERYURI_PROTOCOL, 0, "RFC 4217 4",
		                       "the server sent data before the TLS handshake");
	else
		talk->status = eu_net_secure(control->net, &talk->error);
	if (!talk->status)
		everyuri_conversation_done(talk->c);
}

static void talk_data(struct talk *talk, const struct everyuri_wanted *wanted)
{
	eu_fetch_event(talk->f, EVERYURI_EVENT_STEP, "data", 4);
	close_channel(&talk->second);
	talk->second.cut = false;
	talk->status = eu_net_connect_data(talk->control.net, wanted->port, &talk->second.net,
	                                   &talk->error);
	if (!talk->status)
		everyuri_conversation_done(talk->c);
}

static void talk_write(struct talk *talk, const struct everyuri_wanted *wanted)
{
	size_t len = wanted->text.len, shown = len;

	while (shown &&
	       (wanted->text.data[shown - 1] == '\n' || wanted->text.data[shown - 1] == '\r'))
		shown--;
	if (wanted->secret)
		eu_fetch_event(talk->f, EVERYURI_EVENT_SENT, "***", 3);
	else
		eu_fetch_event(talk->f, EVERYURI_EVENT_SENT, wanted->text.data, shown);
	talk->by_lines = true;
	talk->status = eu_net_write(talk->control.net, wanted->text.data, len, &talk->error);
	if (!talk->status)
		everyuri_conversation_wrote(talk->c, len);
}

/* Returns how many bytes to feed at once.  If the caller wants events, each line of a reply is fed
 * separately, since the conversation keeps only the last of several lines. */
static size_t first_piece(const struct talk *talk, const char *data, size_t len)
{
	const char *end = talk->by_lines && !talk->udp && talk->f->options->event && len ?
	                          memchr(data, '\n', len) :
	                          NULL;

	return end ? (size_t)(end - data) + 1 : len;
}

static void tell_replies(struct talk *talk)
{
	struct everyuri_text last;
	unsigned long n = everyuri_conversation_replies(talk->c, &last);

	talk->by_lines = n != talk->n_replies;
	if (n != talk->n_replies)
		eu_fetch_event(talk->f, EVERYURI_EVENT_SAID, last.data, last.len);
	talk->n_replies = n;
}

static void talk_read(struct talk *talk, struct channel *channel, unsigned patience_ms)
{
	size_t n = channel->len - channel->at;

	if (!n && patience_ms && !eu_net_ready(channel->net, patience_ms)) {
		eu_fetch_event(talk->f, EVERYURI_EVENT_STEP, "silence", 7);
		everyuri_conversation_silent(talk->c);
		return;
	}
	if (!n) {
		talk->status = eu_net_read(channel->net, channel->data, BLOCK, &n, &talk->error);
		if (talk->status == EVERYURI_PARTIAL && !n) {
			channel->cut = true;
			talk->status = EVERYURI_OK;
		}
		if (talk->status)
			return;
		channel->at = 0;
		channel->len = n;
	}
	channel->at +=
		everyuri_conversation_read(talk->c, channel->data + channel->at,
	                                   first_piece(talk, channel->data + channel->at, n));
	tell_replies(talk);
	/* The server reports the end of the second connection on the first. */
	if (!n && channel == &talk->second)
		close_channel(channel);
}

static void talk_answer(struct talk *talk, const struct everyuri_wanted *wanted)
{
	char answer[1024], what[16];
	long len;

	snprintf(what, sizeof what, "%.*s", (int)wanted->text.len, wanted->text.data);
	if (wanted->form.data)
		eu_fetch_event(talk->f, EVERYURI_EVENT_SAID, wanted->form.data, wanted->form.len);
	len = eu_fetch_ask(talk->f, what, answer, sizeof answer);
	everyuri_conversation_answer(talk->c, len < 0 ? NULL : answer, len < 0 ? 0 : (size_t)len);
	eu_wipe(answer, sizeof answer);
}

static void talk_once(struct talk *talk, const struct everyuri_wanted *wanted)
{
	switch (wanted->what) {
	case EVERYURI_WANT_CONNECT:
		talk_connect(talk, wanted);
		break;
	case EVERYURI_WANT_SECURE:
		talk_secure(talk);
		break;
	case EVERYURI_WANT_WRITE:
		talk_write(talk, wanted);
		break;
	case EVERYURI_WANT_READ:
		talk_read(talk, &talk->control, wanted->patience_ms);
		break;
	case EVERYURI_WANT_DATA:
		talk_data(talk, wanted);
		break;
	case EVERYURI_WANT_READ_DATA:
		talk_read(talk, &talk->second, 0);
		break;
	case EVERYURI_WANT_ANSWER:
		talk_answer(talk, wanted);
		break;
	default:
		break;
	}
}

/* ---- the whole conversation ---------------------------------------------------------------------------- */

/* Returns the item type of a gopher URI, which is the first character of its path. */
static char kind_of(const struct everyuri_uri *uri)
{
	const struct everyuri_text scheme = everyuri_view(uri, EVERYURI_SCHEME);
	const struct everyuri_text path = everyuri_view(uri, EVERYURI_PATH);
	const struct everyuri_scheme_info *info = everyuri_scheme_find(scheme.data, scheme.len);
	unsigned char byte;

	if (!info || !(info->flags & EVERYURI_ITEM_TYPES) || path.len < 2)
		return 0;
	return eu_escape_at(path.data + 1, path.len - 1, &byte) ? (char)byte : path.data[1];
}

static enum everyuri_status finish(struct talk *talk, struct everyuri_error *err)
{
	struct eu_fetching *f = talk->f;
	struct everyuri_error error = { .status = EVERYURI_OK };
	struct everyuri_text said, next;
	enum everyuri_status status = everyuri_conversation_end(talk->c, &error, &said);

	if (talk->status) { /* the connection failed, so the conversation has not finished */
		status = talk->status;
		error = talk->error;
		if ((f->bytes || f->n_items) &&
		    (status == EVERYURI_FAILED || status == EVERYURI_PROTOCOL))
			status = EVERYURI_PARTIAL;
	}
	if (!status && (talk->control.cut || talk->second.cut))
		status = eu_fail(&error, EVERYURI_PARTIAL, 0, "RFC 8446 6.1",
		                 "connection closed without a TLS close; data may be missing");
	if (!status && everyuri_conversation_redirect(talk->c, &next))
		status = eu_fetch_keep(&f->next, next.data, next.len, &error);
	if (status)
		eu_fetch_said(f, said.data, said.len);
	if (status && err) {
		*err = error;
		err->status = status;
	}
	return status;
}

static enum everyuri_status talk_all(struct talk *talk, struct everyuri_error *err)
{
	struct eu_fetching *f = talk->f;
	struct everyuri_wanted wanted;
	struct everyuri_text scheme = everyuri_view(&f->uri, EVERYURI_SCHEME);

	if (everyuri_conversation_begin(talk->c, scheme.data, scheme.len, kind_of(&f->uri),
	                                &f->plan, &f->own))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
		               "no protocol handler for this scheme");
	if (f->net.policy && f->net.policy->max_items)
		everyuri_conversation_items(talk->c, f->net.policy->max_items);
	if (!everyuri_conversation_from(talk->c, f->options->from))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "this protocol cannot resume");
	while (!talk->status && everyuri_conversation_wants(talk->c, &wanted))
		talk_once(talk, &wanted);
	return finish(talk, err);
}

enum everyuri_status eu_fetch_converse(struct eu_fetching *f, struct everyuri_error *err)
{
	struct talk talk = { .f = f, .c = malloc(everyuri_conversation_size()) };
	enum everyuri_status status;

	talk.control.data = malloc(BLOCK);
	talk.second.data = malloc(BLOCK);
	if (talk.c && talk.control.data && talk.second.data)
		status = talk_all(&talk, err);
	else
		status = eu_fail(err, EVERYURI_NO_MEMORY, 0, "", "out of memory");
	close_channel(&talk.second);
	close_channel(&talk.control);
	free(talk.c);
	free(talk.control.data);
	free(talk.second.data);
	return status;
}
