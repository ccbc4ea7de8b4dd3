/* wais.c - what a hostile WAIS server may answer, and what a real one has answered.
 *
 * The replies of vectors/transcripts/wais are changed byte by byte: nothing is read out of bounds
 * (the sanitizers see to that), and an object is claimed whole only if all of it was told.  The
 * packets of prospero are changed in the same way; their lines do not tell how many there are, so
 * there the first is all that can be asked.  The exchanges that were recorded from freeWAIS-sf lie outside of the checkout and may be absent. */
#include <everyuri-access.h>

#include "external.h"
#include "folder.h"
#include "guard.h"
#include "rows.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

#define LINES_MAX 100
#define MESSAGE_MAX 20000

/* ---- what is told --------------------------------------------------------------------------------- */

struct tally {
	size_t bytes, items, begins;
	uint64_t sum;                /* of the bytes of a document */
	struct everyuri_entry entry; /* of the first item */
	char selector[1000], type[20], last[1000];
	size_t n_last;
};

static bool tell_begin(void *context, const struct everyuri_object *object)
{
	struct tally *tally = context;

	(void)object;
	tally->begins++;
	return true;
}

static bool tell_bytes(void *context, const char *data, size_t len)
{
	struct tally *tally = context;

	for (size_t i = 0; i < len; i++)
		tally->sum = tally->sum * 31 + (unsigned char)data[i];
	tally->bytes += len;
	return true;
}

static bool tell_item(void *context, const struct everyuri_item *item)
{
	struct tally *tally = context;

	if (!item->selector.data) { /* words, or a URI of the server's */
		tally->items++;
		return true;
	}
	if (!tally->items && item->type.data && item->selector.len <= sizeof tally->selector &&
	    item->type.len <= sizeof tally->type) {
		memcpy(tally->selector, item->selector.data, item->selector.len);
		memcpy(tally->type, item->type.data, item->type.len);
		tally->entry.selector =
			(struct everyuri_text){ tally->selector, item->selector.len };
		tally->entry.type = (struct everyuri_text){ tally->type, item->type.len };
	}
	/* a document that is held in several types is one */
	if (!tally->items || item->selector.len != tally->n_last ||
	    memcmp(item->selector.data, tally->last, tally->n_last) != 0)
		tally->items++;
	tally->n_last = item->selector.len < sizeof tally->last ? item->selector.len : 0;
	memcpy(tally->last, item->selector.data, tally->n_last);
	return true;
}

/* ---- exchanges ------------------------------------------------------------------------------------ */

/* One message, or a part of one. */
struct message {
	bool of_server;
	char data[MESSAGE_MAX];
	size_t len;
};

struct exchange {
	char uri[2000];
	enum everyuri_standard standard;
	struct message message[LINES_MAX];
	size_t n;
};

static bool add_bytes(struct exchange *x, bool of_server, const char *data, size_t len)
{
	struct message *message = &x->message[x->n];

	if (x->n == LINES_MAX || len > MESSAGE_MAX)
		return false;
	message->of_server = of_server;
	message->len = len;
	memcpy(message->data, data, len);
	x->n++;
	return true;
}

static bool load_transcript(struct exchange *x, const char *path)
{
	struct rows rows;
	char *line;
	bool good = rows_load(&rows, path);

	x->n = 0;
	x->standard = EVERYURI_RFC3986;
	while (good && (line = rows_line(&rows)) != NULL) {
		struct row_field text = { line + 3, strlen(line) > 3 ? strlen(line) - 3 : 0 };

		if (!strncmp(line, "uri ", 4))
			snprintf(x->uri, sizeof x->uri, "%s", line + 4);
		else if (!strncmp(line, "as ", 3))
			good = !everyuri_standard_find(line + 3, text.len, &x->standard);
		else if (!strncmp(line, "<- ", 3) || !strncmp(line, ">- ", 3))
			good = rows_unescape(&text) &&
			       add_bytes(x, line[0] == '<', text.text, text.len);
	}
	free(rows.file);
	return good;
}

/* "> " or "< " and hexadecimal. */
static bool load_recording(struct exchange *x, const char *path)
{
	struct rows rows;
	char *line;
	static char data[MESSAGE_MAX];
	bool good = rows_load(&rows, path);

	x->n = 0;
	x->standard = EVERYURI_RFC3986;
	while (good && (line = rows_line(&rows)) != NULL) {
		size_t len = 0;

		if (line[0] != '<' && line[0] != '>')
			continue;
		for (const char *at = line + 2; good && at[0] && at[1]; at += 2) {
			good = len < MESSAGE_MAX && rows_hex(at[0]) >= 0 && rows_hex(at[1]) >= 0;
			if (good)
				data[len++] = (char)(rows_hex(at[0]) * 16 + rows_hex(at[1]));
		}
		good = good && add_bytes(x, line[0] == '<', data, len);
	}
	free(rows.file);
	return good;
}

/* Loads a recording of at least n_least messages; without its file, skips the point. */
static bool have_recording(struct exchange *x, const char *name, const char *point, size_t n_least)
{
	const char *path = external_find(name);

	if (!path) {
		external_skip(point, name);
		return false;
	}
	return ok(load_recording(x, path) && x->n >= n_least, "%s has %zu messages", name, n_least);
}

/* ---- playing ---------------------------------------------------------------------------------------- */

struct play {
	const struct exchange *x;
	size_t at; /* message in hand */
	size_t mismatches, writes;
	size_t given;  /* bytes of the server's */
	size_t change; /* at this byte of them ... */
	char to;       /* ... this is said instead */
};

static struct guard guard;

/* Returns: false when there is nothing more to say. */
static bool play_read(struct play *p, struct everyuri_conversation *c)
{
	const struct message *message = &p->x->message[p->at];
	char data[MESSAGE_MAX];

	if (p->at == p->x->n || !message->of_server) {
		everyuri_conversation_read(c, NULL, 0);
		return false;
	}
	memcpy(data, message->data, message->len);
	if (p->change >= p->given && p->change < p->given + message->len)
		data[p->change - p->given] = p->to;
	p->given += message->len;
	p->at++;
	everyuri_conversation_read(c, guard_end(&guard, data, message->len), message->len);
	return true;
}

static enum everyuri_status play(struct play *p, const struct everyuri_plan *plan,
                                 struct everyuri_conversation *c, struct tally *tally)
{
	const struct everyuri_receiver receiver = { tally, tell_begin, tell_bytes, tell_item };
	struct everyuri_wanted wanted;

	memset(tally, 0, sizeof *tally);
	if (everyuri_conversation_begin(c, p->x->uri, strcspn(p->x->uri, ":"), 0, plan, &receiver))
		return EVERYURI_INVALID;
	while (everyuri_conversation_wants(c, &wanted)) {
		const struct message *message = &p->x->message[p->at];

		switch (wanted.what) {
		case EVERYURI_WANT_WRITE:
			if (p->at < p->x->n && !message->of_server) {
				p->mismatches +=
					wanted.text.len != message->len ||
					memcmp(wanted.text.data, message->data, message->len) != 0;
				p->at++;
			}
			p->writes++;
			everyuri_conversation_wrote(c, wanted.text.len);
			break;
		case EVERYURI_WANT_READ:
			play_read(p, c);
			break;
		case EVERYURI_WANT_ANSWER:
			everyuri_conversation_answer(c, NULL, 0);
			break;
		default:
			everyuri_conversation_done(c);
			break;
		}
	}
	return everyuri_conversation_end(c, NULL, NULL);
}

static struct everyuri_buf plan_buf, rules_buf, uri_buf;

static bool plan_of(const char *text, enum everyuri_standard standard, struct everyuri_plan *plan,
                    struct everyuri_uri *uri)
{
	struct everyuri_config config;

	return !everyuri_config_read("", 0, &rules_buf, &config, NULL) &&
	       !everyuri_parse(text, strlen(text), standard, 0, NULL, NULL, uri, NULL) &&
	       !everyuri_plan_make(uri, &config, &plan_buf, plan, NULL);
}

/* ---- changed replies ----------------------------------------------------------------------------------- */

/* A changed byte may change what a document says, or an item; not how much of it there is. */
static void test_changed(struct exchange *x, const char *path, struct everyuri_conversation *c)
{
	static const unsigned char values[] = { 0x00, 0x01, 0x7F, 0x80, 0x81, 0xFF };
	struct everyuri_plan plan;
	struct everyuri_uri uri;
	struct tally whole, changed;
	size_t n, claimed = 0, played = 0;
	bool counts = !strncmp(x->uri, "wais:", 5);

	if (!plan_of(x->uri, x->standard, &plan, &uri)) {
		ok(false, "%s is planned", path);
		return;
	}
	struct play p = { .x = x, .change = SIZE_MAX };
	enum everyuri_status status = play(&p, &plan, c, &whole);

	n = p.given;
	for (size_t at = 0; at < n; at++)
		for (size_t v = 0; v < sizeof values + 4; v++) {
			char byte = 0;
			size_t before = 0;

			for (size_t i = 0; i < x->n; i++) { /* the byte that stands there */
				if (!x->message[i].of_server)
					continue;
				if (at - before < x->message[i].len) {
					byte = x->message[i].data[at - before];
					break;
				}
				before += x->message[i].len;
			}
			byte = v < sizeof values      ? (char)values[v] :
			       v == sizeof values     ? (char)(byte + 1) :
			       v == sizeof values + 1 ? (char)(byte - 1) :
			       v == sizeof values + 2 ? (char)(byte ^ 0x40) :
			                                (char)(byte ^ 0x04);
			struct play q = { .x = x, .change = at, .to = byte };
			enum everyuri_status is = play(&q, &plan, c, &changed);

			played++;
			/* a request that is another has another answer */
			if (!is && !status && counts && q.mismatches == p.mismatches &&
			    (changed.bytes < whole.bytes || changed.items < whole.items)) {
				if (claimed++ < 5)
					diag("byte %zu, 0x%02X: %zu of %zu bytes, %zu of %zu items",
					     at, (unsigned char)byte, changed.bytes, whole.bytes,
					     changed.items, whole.items);
			}
		}
	ok(!claimed, "%s, %zu changed replies: nothing is claimed whole that is not", path, played);
}

/* ---- recorded exchanges ----------------------------------------------------------------------------------- */

#define RECORDED "transcripts/wais/"

/* A search as it was recorded, and then the document that it found first. */
static void test_recorded(struct exchange *x, struct everyuri_conversation *c)
{
	static const struct {
		const char *name, *uri;
		enum everyuri_status status;
		size_t items, bytes;
	} searches[] = {
		{ "search-and-retrieve.hex", "wais://h/docs?frog", EVERYURI_OK, 2, 0 },
		{ "no-result.hex", "wais://h/docs?nosuchword", EVERYURI_OK, 1, 0 },
		{ "no-such-database.hex", "wais://h/nodb?frog", EVERYURI_FAILED, 0, 0 },
		{ "long-document.hex", "wais://h/docs?frog+pond", EVERYURI_OK, 2, 0 },
	};
	struct everyuri_plan plan;
	struct everyuri_uri uri;
	struct tally tally;
	char name[200];

	for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
		snprintf(name, sizeof name, "%s%s", RECORDED, searches[i].name);
		if (!have_recording(x, name, searches[i].name, 4))
			continue;
		snprintf(x->uri, sizeof x->uri, "%s", searches[i].uri);
		plan_of(x->uri, EVERYURI_RFC3986, &plan, &uri);
		struct play p = { .x = x, .change = SIZE_MAX };
		enum everyuri_status status = play(&p, &plan, c, &tally);

		/* init names the program; the search is the same, byte for byte */
		ok(status == searches[i].status && tally.items == searches[i].items &&
		           p.mismatches == 1 && p.writes == 2,
		   "RFC 1625: %s, as it was recorded", searches[i].name);
		test_changed(x, searches[i].name, c);
	}
}

/* The pieces of the recorded document, and the words that ask for the first two. */
static void test_recorded_document(struct exchange *x, struct everyuri_conversation *c)
{
	static char text[4000];
	struct everyuri_plan plan;
	struct everyuri_uri uri;
	struct tally tally;

	if (!have_recording(x, RECORDED "long-document.hex", "recorded: a long document", 8))
		return;
	snprintf(x->uri, sizeof x->uri, "wais://h/docs?frog+pond");
	plan_of(x->uri, EVERYURI_RFC3986, &plan, &uri);
	struct play search = { .x = x, .change = SIZE_MAX };

	play(&search, &plan, c, &tally);
	/* the second of the documents: its identifier is that of the first, but for two places */
	const struct message *asked = &x->message[search.at];
	size_t from = 0, len;

	while (from + 4 < asked->len && memcmp(asked->data + from, "ig-\x81", 4) != 0)
		from++;
	from += 4;
	len = 128 + (size_t)(unsigned char)asked->data[from++];
	memcpy(tally.selector, asked->data + from, len);
	tally.entry.selector.len = len;
	if (everyuri_entry_uri(&uri, &tally.entry, &uri_buf, NULL)) {
		ok(false, "recorded: the document has a URI");
		return;
	}
	snprintf(text, sizeof text, "%.*s", (int)uri_buf.len, uri_buf.data);
	/* init and its answer, and then what was asked about the document */
	for (size_t i = search.at; i < x->n; i++)
		x->message[i - search.at + 2] = x->message[i];
	x->n -= search.at - 2;
	plan_of(text, EVERYURI_RFC3986, &plan, &uri);
	struct play p = { .x = x, .change = SIZE_MAX };
	enum everyuri_status status = play(&p, &plan, c, &tally);

	/* init, and the last piece, of which the recorded client knew where it ends */
	ok(status == EVERYURI_OK && tally.bytes == 20706 && p.mismatches == 2 && p.writes == 4,
	   "RFC 1625: a document of 20706 bytes, as it was recorded");
}

int main(void)
{
	static struct exchange x;
	struct everyuri_conversation *c = malloc(everyuri_conversation_size());
	struct folder folder = { NULL, 0 };

	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_buf_init(&rules_buf, NULL, 0, NULL);
	everyuri_buf_init(&uri_buf, NULL, 0, NULL);
	test_recorded(&x, c);
	test_recorded_document(&x, c);
	folder_walk(&folder, "vectors/transcripts/wais", ".txt");
	folder_walk(&folder, "vectors/transcripts/prospero", ".txt");
	ok(folder.n > 0, "there are transcripts of wais and prospero");
	for (size_t i = 0; i < folder.n; i++)
		if (!load_transcript(&x, folder.path[i]))
			ok(false, "%s can be read", folder.path[i]);
		else
			test_changed(&x, folder.path[i], c);
	free(folder.path);
	everyuri_buf_free(&plan_buf);
	everyuri_buf_free(&rules_buf);
	everyuri_buf_free(&uri_buf);
	guard_free(&guard);
	free(c);
	return done();
}
