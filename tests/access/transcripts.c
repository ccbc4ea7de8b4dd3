/* transcripts.c FILE... - conversations from vectors/transcripts, whole, byte by byte, and cut.
 *
 * Without arguments: every file below vectors/transcripts.  Each is played once more for each call of its receiver, which
 * then wants no more; and the calls that are not the conversation's turn are made all the time, and change nothing. */
#include <everyuri-access.h>

#include "folder.h"
#include "rows.h"
#include "tap.h"
#include "telling.h"

#include <stdint.h>
#include <stdlib.h>

#define LINES_MAX 2000

/* ---- a transcript -------------------------------------------------------------------------------- */

struct said_line {
	char word[8]; /* "<", "connect", ... */
	struct row_field text;
};

struct transcript {
	const char *path;
	struct rows rows; /* the file's bytes */
	struct said_line line[LINES_MAX];
	size_t n_lines;
	struct row_field uri;
	char set[4096];
	size_t n_set;
	char kind;
	enum everyuri_standard standard;
	bool may_end;
};

static bool load(struct transcript *t, const char *path)
{
	char *line;

	memset(t, 0, sizeof *t);
	t->path = path;
	t->standard = EVERYURI_RFC3986;
	if (!rows_load(&t->rows, path))
		return false;
	while ((line = rows_line(&t->rows)) != NULL && t->n_lines < LINES_MAX) {
		struct said_line *said = &t->line[t->n_lines];
		size_t n = strcspn(line, " ");

		if (!*line || *line == '#')
			continue;
		if (n >= sizeof said->word)
			return false;
		memcpy(said->word, line, n);
		said->word[n] = '\0';
		line += n + (line[n] == ' ');
		said->text = (struct row_field){ line, strlen(line) };
		if (!rows_unescape(&said->text))
			return false;
		if (!strcmp(said->word, "uri"))
			t->uri = said->text;
		else if (!strcmp(said->word, "kind"))
			t->kind = said->text.text[0];
		else if (!strcmp(said->word, "as") &&
		         everyuri_standard_find(said->text.text, said->text.len, &t->standard))
			return false;
		else if (!strcmp(said->word, "as"))
			continue;
		else if (!strcmp(said->word, "may-end"))
			t->may_end = true;
		else if (!strcmp(said->word, "set"))
			t->n_set += (size_t)snprintf(t->set + t->n_set, sizeof t->set - t->n_set,
			                             "%s\n", said->text.text);
		else
			t->n_lines++;
	}
	return t->uri.text != NULL;
}

/* ---- playing ------------------------------------------------------------------------------------------------ */

struct play {
	const struct transcript *t;
	size_t at;       /* line in hand */
	size_t within;   /* bytes of it that were given */
	size_t piece;    /* bytes that are given at once */
	size_t given;    /* bytes that the server has said */
	bool udp;        /* one line is one packet, and comes whole or not at all */
	size_t cut;      /* ... and after which it ends the connection */
	char left[8192]; /* said on the first connection, and not taken yet */
	size_t n_left;
	char wrong[600]; /* the first thing that went wrong */
	struct telling *told;
	size_t stop;  /* the receiver's call, counted from 1, that says to stop; 0: none */
	size_t calls; /* of it, so far */
};

static void go_wrong(struct play *p, const char *what, const char *got, size_t len)
{
	if (!p->wrong[0])
		snprintf(p->wrong, sizeof p->wrong, "line %zu (%s %s): %s: %.*s", p->at + 1,
		         p->at < p->t->n_lines ? p->t->line[p->at].word : "end",
		         p->at < p->t->n_lines ? p->t->line[p->at].text.text : "", what, (int)len,
		         got);
}

static const struct said_line *line_of(struct play *p, const char *word)
{
	const struct said_line *line = &p->t->line[p->at];

	if (p->at == p->t->n_lines || strcmp(line->word, word) != 0)
		return NULL;
	p->at++;
	return line;
}

static void want_words(struct play *p, const char *word, const char *words)
{
	const struct said_line *line = line_of(p, word);

	if (!line)
		go_wrong(p, "wanted instead", word, strlen(word));
	else if (strcmp(line->text.text, words) != 0) {
		p->at--;
		go_wrong(p, "wanted instead", words, strlen(words));
	}
}

static void play_write(struct play *p, struct everyuri_conversation *c,
                       const struct everyuri_wanted *wanted)
{
	const struct said_line *line = line_of(p, ">");
	size_t len = wanted->text.len, end = line ? 2 : 0;

	if (!line)
		line = line_of(p, ">-");
	if (!line || len != line->text.len + end ||
	    memcmp(wanted->text.data, line->text.text, len - end) != 0 ||
	    memcmp(wanted->text.data + len - end, "\r\n", end) != 0) {
		p->at -= line != NULL;
		go_wrong(p, "written instead", wanted->text.data, len);
	}
	for (size_t i = 0; i < len; i++) /* a byte at a time is the hardest */
		everyuri_conversation_wrote(c, 1);
}

/* Give what the server says next on this connection; "<" or "<<". */
static void play_read(struct play *p, struct everyuri_conversation *c, const char *sign)
{
	const struct said_line *line = &p->t->line[p->at];
	size_t n = strlen(sign);
	char text[8192];

	if (n == 1 && p->n_left) {
		size_t taken = everyuri_conversation_read(c, p->left, p->n_left);

		memmove(p->left, p->left + taken, p->n_left - taken);
		p->n_left -= taken;
		if (!taken)
			go_wrong(p, "nothing was taken", "", 0);
		return;
	}
	if (p->given == p->cut || p->at == p->t->n_lines ||
	    !strcmp(line->word, n == 2 ? "<<eof" : "eof")) {
		p->at += p->given != p->cut && p->at < p->t->n_lines;
		everyuri_conversation_read(c, NULL, 0);
		return;
	}
	if (n == 2 && p->within && line->word[1] != '<') { /* the rest of a line waits */
		size_t end = line->word[1] ? 0 : 2;

		p->n_left = line->text.len + end - p->within;
		memcpy(text, line->text.text, line->text.len);
		memcpy(text + line->text.len, "\r\n", 2);
		memcpy(p->left, text + p->within, p->n_left);
		p->given += p->n_left;
		p->within = 0;
		p->at++;
		return;
	}
	if (strncmp(line->word, sign, n) != 0 || (line->word[n] && line->word[n] != '-') ||
	    line->text.len + 2 > sizeof text) {
		go_wrong(p, "read instead", sign, n);
		everyuri_conversation_read(c, NULL, 0);
		return;
	}
	size_t len = line->text.len;

	memcpy(text, line->text.text, len);
	if (line->word[n] != '-') {
		memcpy(text + len, "\r\n", 2);
		len += 2;
	}
	size_t piece = len - p->within < p->piece ? len - p->within : p->piece;

	if (p->udp && len > p->cut - p->given) {
		p->cut = p->given;
		everyuri_conversation_read(c, NULL, 0);
		return;
	}
	if (p->udp)
		piece = len;
	if (piece > p->cut - p->given)
		piece = p->cut - p->given;
	size_t taken = everyuri_conversation_read(c, text + p->within, piece);

	p->within += piece;
	p->given += piece;
	if (n == 1) { /* it may have to wait until the second connection has ended */
		p->n_left = piece - taken;
		memcpy(p->left, text + p->within - p->n_left, p->n_left);
	}
	if (p->within == len) {
		p->at++;
		p->within = 0;
	} else if (!taken && n != 1) {
		go_wrong(p, "nothing was taken", "", 0);
		everyuri_conversation_read(c, NULL, 0);
	}
}

/* Nothing comes for as long as it is waited for.  Returns: that is so. */
static bool play_silence(struct play *p, struct everyuri_conversation *c,
                         const struct everyuri_wanted *wanted)
{
	char words[20];

	if (p->n_left || p->given == p->cut || p->at == p->t->n_lines ||
	    strcmp(p->t->line[p->at].word, "silent") != 0)
		return false;
	snprintf(words, sizeof words, "%u", wanted->patience_ms);
	want_words(p, "silent", words);
	everyuri_conversation_silent(c);
	return true;
}

static void play_answer(struct play *p, struct everyuri_conversation *c,
                        const struct everyuri_wanted *wanted)
{
	char what[40];
	const struct said_line *line;

	snprintf(what, sizeof what, "%.*s", (int)wanted->text.len, wanted->text.data);
	want_words(p, "ask", what);
	line = line_of(p, "answer");
	everyuri_conversation_answer(c, line ? line->text.text : NULL, line ? line->text.len : 0);
}

static void play_one(struct play *p, struct everyuri_conversation *c,
                     const struct everyuri_wanted *wanted)
{
	char words[400];

	switch (wanted->what) {
	case EVERYURI_WANT_CONNECT:
		snprintf(words, sizeof words, "%.*s %u%s%s", (int)wanted->host.len,
		         wanted->host.data, wanted->port, wanted->tls ? " tls" : "",
		         wanted->udp ? " udp" : "");
		want_words(p, "connect", words);
		p->udp = wanted->udp;
		everyuri_conversation_done(c);
		break;
	case EVERYURI_WANT_SECURE:
		want_words(p, "secure", "");
		everyuri_conversation_done(c);
		break;
	case EVERYURI_WANT_DATA:
		snprintf(words, sizeof words, "%u", wanted->port);
		want_words(p, "data", words);
		everyuri_conversation_done(c);
		break;
	case EVERYURI_WANT_WRITE:
		play_write(p, c, wanted);
		break;
	case EVERYURI_WANT_READ:
		if (!play_silence(p, c, wanted))
			play_read(p, c, "<");
		break;
	case EVERYURI_WANT_READ_DATA:
		play_read(p, c, "<<");
		break;
	case EVERYURI_WANT_ANSWER:
		play_answer(p, c, wanted);
		break;
	default:
		break;
	}
}

/* ---- receivers that want no more ---------------------------------------------------------------------------- */

static bool goes_on(struct play *p)
{
	return ++p->calls != p->stop;
}

static bool play_object(void *context, const struct everyuri_object *object)
{
	struct play *p = context;

	told_object(p->told, object);
	return goes_on(p);
}

static bool play_bytes(void *context, const char *data, size_t len)
{
	struct play *p = context;

	told_bytes(p->told, data, len);
	return goes_on(p);
}

static bool play_item(void *context, const struct everyuri_item *item)
{
	struct play *p = context;

	told_item(p->told, item);
	return goes_on(p);
}

/* ---- the whole ---------------------------------------------------------------------------------------------- */

/* What it is not the time for. */
static void call_out_of_turn(struct everyuri_conversation *c, const struct everyuri_wanted *wanted)
{
	const enum everyuri_want what = wanted->what;

	if (what != EVERYURI_WANT_WRITE)
		everyuri_conversation_wrote(c, 7);
	if (what != EVERYURI_WANT_ANSWER)
		everyuri_conversation_answer(c, "no", 2);
	if (what != EVERYURI_WANT_CONNECT && what != EVERYURI_WANT_SECURE &&
	    what != EVERYURI_WANT_DATA)
		everyuri_conversation_done(c);
	if (what != EVERYURI_WANT_READ)
		everyuri_conversation_silent(c);
	if (what != EVERYURI_WANT_READ && what != EVERYURI_WANT_READ_DATA) {
		everyuri_conversation_read(c, "no", 2);
		everyuri_conversation_read(c, NULL, 0);
	}
}

static struct everyuri_buf plan_buf, rules_buf;

static bool plan_of(const struct transcript *t, struct everyuri_plan *plan)
{
	struct everyuri_config config;
	struct everyuri_uri uri;
	struct everyuri_error error;

	if (everyuri_config_read(t->set, t->n_set, &rules_buf, &config, &error) ||
	    everyuri_parse(t->uri.text, t->uri.len, t->standard, 0, NULL, NULL, &uri, &error) ||
	    everyuri_plan_make(&uri, &config, &plan_buf, plan, &error)) {
		diag("%s: byte %lu: %s", t->path, (unsigned long)error.at, error.message);
		return false;
	}
	return true;
}

/* Returns: how it ended. */
static enum everyuri_status play(struct play *p, const struct everyuri_plan *plan,
                                 struct everyuri_conversation *c)
{
	const struct everyuri_receiver receiver = { p, play_object, play_bytes, play_item };
	struct everyuri_wanted wanted;
	struct everyuri_text next;
	size_t scheme = strcspn(p->t->uri.text, ":");

	p->told->len = 0;
	p->told->in_bytes = false;
	if (everyuri_conversation_begin(c, p->t->uri.text, scheme, p->t->kind, plan, &receiver))
		go_wrong(p, "no protocol", "", 0);
	else
		for (unsigned long n = 0; everyuri_conversation_wants(c, &wanted); n++) {
			if (p->wrong[0] || n == 1000000)
				return EVERYURI_INVALID;
			call_out_of_turn(c, &wanted);
			play_one(p, c, &wanted);
		}
	end_bytes(p->told);
	if (everyuri_conversation_redirect(c, &next)) {
		put_words(p->told, "redirect ");
		put(p->told, next.data, next.len);
		put_words(p->told, "\n");
	}
	p->told->text[p->told->len < OUT_MAX ? p->told->len : OUT_MAX - 1] = '\0';
	return everyuri_conversation_end(c, NULL, NULL);
}

/* ---- what is expected -------------------------------------------------------------------------------------------- */

static const char *status_word(enum everyuri_status status)
{
	static const struct {
		enum everyuri_status status;
		const char *word;
	} words[] = { { EVERYURI_OK, "ok" },           { EVERYURI_PARTIAL, "partial" },
		      { EVERYURI_FAILED, "failed" },   { EVERYURI_PROTOCOL, "protocol" },
		      { EVERYURI_MISSING, "missing" }, { EVERYURI_UNSAFE, "unsafe" } };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].status == status)
			return words[i].word;
	return "other";
}

/* The "=" lines as they were written, that is, escaped again. */
static void expected_of(const struct transcript *t, struct telling *told)
{
	told->len = 0;
	for (size_t i = 0; i < t->n_lines; i++) {
		if (strcmp(t->line[i].word, "=") != 0)
			continue;
		put(told, t->line[i].text.text, t->line[i].text.len);
		put_words(told, "\n");
	}
	told->text[told->len] = '\0';
}

static const char *end_of(const struct transcript *t)
{
	for (size_t i = 0; i < t->n_lines; i++)
		if (!strcmp(t->line[i].word, "end"))
			return t->line[i].text.text;
	return "";
}

static size_t server_bytes(const struct transcript *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n_lines; i++)
		if (t->line[i].word[0] == '<' && strcmp(t->line[i].word, "<<eof") != 0)
			n += t->line[i].text.len +
			     (t->line[i].word[strlen(t->line[i].word) - 1] != '-' ? 2u : 0u);
	return n;
}

static bool played_well(const struct transcript *t, const struct play *p,
                        enum everyuri_status status, const struct telling *expected,
                        const char *how)
{
	const char *word = status_word(status);
	bool same = p->told->len == expected->len &&
	            !memcmp(p->told->text, expected->text, expected->len);
	/* What is left are the lines about the object. */
	bool whole = p->at == t->n_lines || !strcmp(t->line[p->at].word, "=") ||
	             !strcmp(t->line[p->at].word, "end");
	bool good = !p->wrong[0] && same && whole && !strcmp(word, end_of(t));

	ok(good, "%s, %s", t->path, how);
	if (p->wrong[0])
		diag("%s", p->wrong);
	else if (!whole)
		diag("ended at line %zu: %s", p->at + 1, t->line[p->at].word);
	else if (strcmp(word, end_of(t)) != 0)
		diag("ended %s, expected %s", word, end_of(t));
	else if (!same)
		diag("told:\n%s# expected:\n%s", p->told->text, expected->text);
	return good;
}

/* What it was told until then is a beginning of the whole, and nothing is told behind it. */
static void stopped(const struct transcript *t, const struct everyuri_plan *plan,
                    struct everyuri_conversation *c, size_t calls, const struct telling *expected)
{
	static struct telling told;
	size_t wrong = 0;

	for (size_t stop = 1; stop <= calls; stop++) {
		struct play p = {
			.t = t, .piece = SIZE_MAX, .cut = SIZE_MAX, .told = &told, .stop = stop
		};
		enum everyuri_status status = play(&p, plan, c);
		bool good = status == EVERYURI_PARTIAL && p.calls == stop && !p.wrong[0] &&
		            told.len <= expected->len + 1 &&
		            !memcmp(told.text, expected->text, told.len - 1);

		if (!good && !wrong++)
			diag("at call %zu of %zu: %s, %zu calls, %s", stop, calls,
			     status_word(status), p.calls, p.wrong);
	}
	ok(!wrong, "%s, whose receiver stops at each of %zu calls: it is said, and no more is told",
	   t->path, calls);
}

static void test(const char *path)
{
	static struct transcript t;
	static struct telling told, expected;
	struct everyuri_conversation *c = malloc(everyuri_conversation_size());
	struct everyuri_plan plan;
	bool good;

	if (!c || !load(&t, path) || !plan_of(&t, &plan)) {
		ok(false, "%s can be read and planned", path);
		free(c);
		return;
	}
	expected_of(&t, &expected);
	struct play whole = { .t = &t, .piece = SIZE_MAX, .cut = SIZE_MAX, .told = &told };
	enum everyuri_status status = play(&whole, &plan, c);

	good = played_well(&t, &whole, status, &expected, "whole");
	struct play bytes = { .t = &t, .piece = 1, .cut = SIZE_MAX, .told = &told };

	status = play(&bytes, &plan, c);
	good = played_well(&t, &bytes, status, &expected, "byte by byte") && good;
	if (good && !strcmp(end_of(&t), "ok")) {
		size_t n = server_bytes(&t), claimed = 0;

		for (size_t cut = 0; cut < n; cut++) {
			struct play p = { .t = &t, .piece = SIZE_MAX, .cut = cut, .told = &told };

			if (!play(&p, &plan, c) && !t.may_end) {
				if (!claimed)
					diag("cut after byte %zu of %zu", cut, n);
				claimed++;
			}
		}
		ok(!claimed, "%s, cut at each of %zu bytes: nothing is claimed whole that is not",
		   path, n);
	}
	if (good)
		stopped(&t, &plan, c, whole.calls, &expected);
	free(t.rows.file);
	free(c);
}

int main(int argc, char **argv)
{
	struct folder folder = { NULL, 0 };

	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_buf_init(&rules_buf, NULL, 0, NULL);
	for (int i = 1; i < argc; i++)
		test(argv[i]);
	if (argc == 1)
		folder_walk(&folder, "vectors/transcripts", ".txt");
	for (size_t i = 0; i < folder.n; i++)
		test(folder.path[i]);
	free(folder.path);
	ok(tap.points > 0, "there are transcripts");
	everyuri_buf_free(&plan_buf);
	everyuri_buf_free(&rules_buf);
	return done();
}
