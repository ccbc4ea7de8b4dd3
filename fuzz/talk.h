/* talk.h - a conversation with a server that says anything.
 *
* The texts of an input: the URI, lines of configuration, the user's answer, the bytes of the second connection, and, to
 * the end, those of the first.  The conversation runs twice, with all bytes at once and in pieces: output, events and
 * result must be the same. */
#ifndef FUZZ_TALK_H
#define FUZZ_TALK_H

#include "fuzz.h"

#include "access/telling.h"

#include <everyuri-access.h>

#define WRITTEN_MAX 65536

struct talk {
	struct everyuri_text uri, answer, data, said;
	size_t data_at, said_at; /* bytes consumed */
	size_t piece;
	bool udp;    /* packets, with FF between them */
	bool renews; /* connections may follow each other, with FF between their bytes */
	bool opened; /* there was a connection before */
	bool in_lines;
	char kind;
	struct telling *told;
	char written[WRITTEN_MAX];
	size_t n_written;
	enum everyuri_status status;
};

/* Only lines are sent, and no argument contains a line break (THREATS C1). */
static inline void talk_wrote(struct talk *talk, struct everyuri_text text)
{
	MUST(text.len, talk->uri);
	if (talk->in_lines) {
		MUST(text.len >= 2 && !memcmp(text.data + text.len - 2, "\r\n", 2), talk->uri,
		     talk->said, text);
		for (size_t i = 0; i + 2 < text.len; i++)
			MUST(text.data[i] && text.data[i] != '\r' && text.data[i] != '\n',
			     talk->uri, talk->said, text);
	}
	for (size_t i = 0; i < text.len && talk->n_written < WRITTEN_MAX; i++)
		talk->written[talk->n_written++] = text.data[i];
}

/* Passes the available bytes, in new memory, or the end. */
static inline void talk_feed(struct talk *talk, struct everyuri_conversation *c,
                             struct everyuri_text from, size_t *at)
{
	size_t n = from.len - *at, taken, skip = 0;
	struct everyuri_wanted wanted;
	struct everyuri_text piece;
	enum everyuri_want before = everyuri_conversation_wants(c, &wanted);

	if (talk->udp) {
		const char *end = n ? memchr(from.data + *at, FUZZ_END, n) : NULL;

		skip = end != NULL;
		n = end ? (size_t)(end - from.data) - *at : n;
	} else if (n > talk->piece) {
		n = talk->piece;
	}
	if (!n && !skip) {
		everyuri_conversation_read(c, NULL, 0);
		return;
	}
	piece = fuzz_copy(from.data + *at, n);
	taken = n ? everyuri_conversation_read(c, piece.data, n) : 0;
	MUST(taken <= n, talk->uri, talk->said);
	fuzz_free(piece);
	if (talk->udp)
		taken = n + skip;
	else
		MUST(taken || everyuri_conversation_wants(c, &wanted) != before, talk->uri,
		     talk->said);
	*at += taken;
}

/* Returns the end of the bytes of this connection. */
static inline size_t talk_end(const struct talk *talk)
{
	size_t left = talk->said.len - talk->said_at;
	const char *end = talk->renews && left ?
	                          memchr(talk->said.data + talk->said_at, FUZZ_END, left) :
	                          NULL;

	return end ? (size_t)(end - talk->said.data) : talk->said.len;
}

static inline void talk_one(struct talk *talk, struct everyuri_conversation *c,
                            const struct everyuri_wanted *wanted)
{
	switch (wanted->what) {
	case EVERYURI_WANT_CONNECT:
		talk->udp = wanted->udp;
		if (talk->renews && talk->opened) /* the rest of the previous connection is lost */
			talk->said_at = talk_end(talk) + (talk_end(talk) < talk->said.len);
		talk->opened = true;
		everyuri_conversation_done(c);
		break;
	case EVERYURI_WANT_SECURE:
	case EVERYURI_WANT_DATA:
		everyuri_conversation_done(c);
		break;
	case EVERYURI_WANT_WRITE: {
		size_t n = wanted->text.len;

		talk_wrote(talk, wanted->text);
		if (talk->piece < n) {
			everyuri_conversation_wrote(c, talk->piece);
			n -= talk->piece;
		}
		everyuri_conversation_wrote(c, n);
		break;
	}
	case EVERYURI_WANT_READ: {
		struct everyuri_text said = { talk->said.data, talk_end(talk) };

		if (wanted->patience_ms && talk->said_at == talk->said.len)
			everyuri_conversation_silent(c);
		else
			talk_feed(talk, c, said, &talk->said_at);
		break;
	}
	case EVERYURI_WANT_READ_DATA:
		talk_feed(talk, c, talk->data, &talk->data_at);
		break;
	case EVERYURI_WANT_ANSWER:
		if (talk->answer.len)
			everyuri_conversation_answer(c, talk->answer.data, talk->answer.len);
		else
			everyuri_conversation_answer(c, NULL, 0);
		break;
	default:
		break;
	}
}

static inline void talk_lead(struct talk *talk, const struct everyuri_plan *plan, size_t scheme)
{
	const struct everyuri_receiver receiver = { talk->told, told_object, told_bytes,
		                                    told_item };
	size_t most =
		1000 + 8 * (talk->said.len + talk->data.len + plan->steps.len + talk->answer.len);
	struct everyuri_conversation *c = malloc(everyuri_conversation_size());
	struct everyuri_wanted wanted;
	struct everyuri_error err = { 0 };
	struct everyuri_text last;

	if (!c)
		abort();
	talk->told->len = 0;
	talk->told->in_bytes = false;
	talk->status =
		everyuri_conversation_begin(c, talk->uri.data, scheme, talk->kind, plan, &receiver);
	if (!talk->status) {
		size_t n = 0;

		while (everyuri_conversation_wants(c, &wanted)) {
			MUST(n++ < most && "it ends", talk->uri, talk->said);
			talk_one(talk, c, &wanted);
		}
		talk->status = everyuri_conversation_end(c, &err, &last);
		MUST(!talk->status || (err.clause && err.message), talk->uri, talk->said);
	}
	free(c);
}

/* Is the scheme one of the target's?  schemes: with blanks around each. */
static inline bool talk_is_of(struct everyuri_text scheme, const char *schemes)
{
	char word[20];

	if (!scheme.data || scheme.len + 3 > sizeof word)
		return false;
	word[0] = ' ';
	for (size_t i = 0; i < scheme.len; i++)
		word[i + 1] = (char)(scheme.data[i] | 0x20);
	memcpy(word + 1 + scheme.len, " ", 2);
	return strstr(schemes, word) != NULL;
}

/* The whole target. */
static inline int talk_test(const uint8_t *data, size_t size, const char *schemes, bool in_lines)
{
	static struct telling told, told_cut;
	static struct talk whole, cut;
	struct fuzz_input input = { data, size };
	struct everyuri_buf *rules = &fuzz_buf[0], *plan_buf = &fuzz_buf[1];
	struct everyuri_config config = { .flags = 0 };
	unsigned flags = fuzz_byte(&input);
	size_t piece = 1 + fuzz_byte(&input);
	struct everyuri_text uri_text = fuzz_text(&input), set = fuzz_text(&input);
	struct everyuri_uri uri;
	struct everyuri_plan plan;
	struct everyuri_text scheme, path;

	whole.answer = fuzz_text(&input);
	whole.data = fuzz_text(&input);
	whole.said = fuzz_rest(&input);
	fuzz_begin();
	if (everyuri_config_read(set.data, set.len, rules, &config, NULL))
		config = (struct everyuri_config){ .flags = 0 };
	config.flags |= flags & 7;
	if (fuzz_read(uri_text, EVERYURI_RFC3986, NULL, &uri)) {
		scheme = everyuri_view(&uri, EVERYURI_SCHEME);
		path = everyuri_view(&uri, EVERYURI_PATH);
		if (talk_is_of(scheme, schemes) &&
		    !everyuri_plan_make(&uri, &config, plan_buf, &plan, NULL)) {
			whole.uri = uri_text;
			whole.kind = (char)(scheme.len >= 6 && path.len > 1 ? path.data[1] : 0);
			whole.in_lines = in_lines;
			whole.said_at = whole.data_at = whole.n_written = 0;
			whole.udp = whole.opened = false;
			whole.renews = talk_is_of(scheme, " gopher ");
			cut = whole;
			whole.piece = SIZE_MAX;
			whole.told = &told;
			cut.piece = piece;
			cut.told = &told_cut;
			talk_lead(&whole, &plan, scheme.len);
			talk_lead(&cut, &plan, scheme.len);
			MUST(whole.status == cut.status && "the end is the same when cut", uri_text,
			     whole.said);
			MUST(told.len == told_cut.len &&
			             !memcmp(told.text, told_cut.text, told.len) &&
			             "the same is told when cut",
			     uri_text, whole.said, { told.text, told.len },
			     { told_cut.text, told_cut.len });
			MUST(whole.n_written == cut.n_written || piece < 64, uri_text, whole.said);
		}
	}
	fuzz_end();
	fuzz_free(uri_text);
	fuzz_free(set);
	fuzz_free(whole.answer);
	fuzz_free(whole.data);
	fuzz_free(whole.said);
	return 0;
}

#endif
