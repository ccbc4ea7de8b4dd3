/* odd_message.c - messages in memory whose header is odd: types, names and ids as some program may write them, and
 * buffers that begin anywhere or end early. */
#include <everyuri-access.h>

#include "failing.h"
#include "tap.h"

#include <stdlib.h>

#define IS(got, want, ...) is_text((got).data, (got).len, want, __VA_ARGS__)

static struct everyuri_buf buf;
static struct everyuri_message message;

static bool read_text(const char *text)
{
	memset(&message, 0, sizeof message);
	return !everyuri_message_read(text, strlen(text), &buf, &message, NULL) && message.n_parts;
}

/* ---- types --------------------------------------------------------------------------------------------------- */

static void check_types(void)
{
	static const struct {
		const char *said, *type;
		size_t n_parts;
	} rows[] = {
		{ "message/news", "message/news", 2 },
		{ "message/global", "message/global", 2 },
		{ "message/partial", "message/partial", 1 },
		{ "text", "application/octet-stream", 1 },
		{ "text/", "application/octet-stream", 1 },
		{ "/plain", "application/octet-stream", 1 },
		{ "a/b/c", "a/b", 1 },
		{ "a//b", "application/octet-stream", 1 },
		{ "a/b c", "a/b", 1 },
		{ "a!#$&-^_.+/9", "a!#$&-^_.+/9", 1 },
		{ "a{/b", "application/octet-stream", 1 },
	};
	char text[400];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(text, sizeof text, "Content-Type: %s\n\nSubject: in\n\nx\n", rows[i].said);
		ok(read_text(text) && message.n_parts == rows[i].n_parts,
		   "a message of type \"%s\" has %zu part%s", rows[i].said, message.n_parts,
		   message.n_parts == 1 ? "" : "s");
		IS(message.part[0].media_type, rows[i].type, "RFC 2045 5.1: its type");
	}
	for (size_t len = 127; len <= 128; len++) {
		const char *want = "application/octet-stream";

		strcpy(text, "Content-Type: text/");
		memset(text + 19, 'x', len - 5);
		strcpy(text + 14 + len, "\n\nx");
		read_text(text);
		if (len == 127)
			ok(message.part[0].media_type.len == 127,
			   "RFC 6838 4.2: a type of 127 bytes");
		else
			IS(message.part[0].media_type, want, "and none of 128");
	}
}

/* ---- fields ----------------------------------------------------------------------------------------------------- */

static void check_fields(void)
{
	static char text[20000];
	size_t n;

	ok(read_text("Content-ID: <a@h>\nContent-ID: <b@h>\n\nx"), "two ids");
	IS(message.part[0].content_id, "a@h", "RFC 2045 7: the first counts");
	ok(read_text("In-Reply-To: <a@h>\nIn-Reply-To: <b@h>\nReferences: <c@h>\nReferences: "
	             "<d@h>\nIn-Reply-To: <e@h>\n\nx"),
	   "many references");
	IS(message.field[EVERYURI_MESSAGE_REFERENCES], "<c@h>", "RFC 5322 3.6.4: one field counts");
	ok(read_text("In-Reply-To: <a@h>\nIn-Reply-To: <b@h>\n\nx"), "two replies");
	IS(message.field[EVERYURI_MESSAGE_REFERENCES], "<a@h>", "the first counts");
	ok(read_text("Content-Disposition: inline\nContent-Disposition: attachment\n\nx") &&
	           message.part[0].disposition == EVERYURI_INLINE,
	   "RFC 2183 2: and the first disposition");
	ok(read_text("Content-Disposition: \n\nx") &&
	           message.part[0].disposition == EVERYURI_ATTACHMENT,
	   "one that says nothing is for keeping");
	n = (size_t)sprintf(
		text, "Content-Type: image/png\nContent-Disposition: inline; filename*=utf-8''");
	for (int i = 0; i < 200; i++)
		n += (size_t)sprintf(text + n, "%%C3%%A9");
	strcpy(text + n, "\n\nx");
	ok(read_text(text) && message.part[0].file_name.len == 254 &&
	           !memcmp(message.part[0].file_name.data + 252, "\xC3\xA9", 2),
	   "a name of 400 bytes is cut between characters: %zu",
	   message.n_parts ? message.part[0].file_name.len : 0);
	ok(read_text("Subject\n: x\nX:\n\nx") && !message.field[EVERYURI_MESSAGE_SUBJECT].data,
	   "RFC 5322 2.2: a line without a colon is no field, and a colon no name");
}

/* ---- content ------------------------------------------------------------------------------------------------------ */

struct taken {
	char data[256];
	size_t len;
	unsigned calls, stop_at;
};

static bool take(void *context, const char *data, size_t len)
{
	struct taken *taken = context;

	if (len <= sizeof taken->data - taken->len) {
		memcpy(taken->data + taken->len, data, len);
		taken->len += len;
	}
	return ++taken->calls != taken->stop_at;
}

static void check_content(void)
{
	char name[100];
	struct taken taken = { .len = 0 };
	struct everyuri_message_part part;
	struct everyuri_text charset = { NULL, 0 };
	unsigned stop_at = 1;

	read_text("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: "
	          "quoted-printable\n\nabc=C3");
	for (; stop_at < 10; stop_at++) {
		taken = (struct taken){ .stop_at = stop_at };
		if (!everyuri_message_content(&message, 0, take, &taken, NULL))
			break;
		ok(taken.calls == stop_at, "who stops at piece %u gets no more", stop_at);
	}
	ok(stop_at > 1 && stop_at < 10 && taken.len == 4 && !memcmp(taken.data, "abc\xC3", 4),
	   "what is held back comes at the end");
	part = message.part[0];
	memset(name, 'x', sizeof name);
	part.charset = (struct everyuri_text){ name, sizeof name };
	message.part = &part;
	taken = (struct taken){ .len = 0 };
	ok(!everyuri_message_text(&message, 0, take, &taken, &charset, NULL),
	   "a charset of 100 bytes");
	IS(charset, "windows-1252", "is none, and guessed");
}

/* ---- buffers --------------------------------------------------------------------------------------------------------- */

static void check_buffers(void)
{
	static char fixed[4096];
	const char text[] = "Subject: x\nContent-Type: text/plain; charset=utf-8\n\nx";

	for (size_t off = 0; off < 17; off++) {
		struct everyuri_buf own;

		everyuri_buf_init(&own, fixed + off, sizeof fixed - off, NULL);
		memset(&message, 0, sizeof message);
		ok(!everyuri_message_read(text, sizeof text - 1, &own, &message, NULL) &&
		           message.n_parts == 1 &&
		           (uintptr_t)message.part % _Alignof(struct everyuri_message_part) == 0,
		   "memory that begins %zu bytes on", off);
		IS(message.part[0].charset, "utf-8", "has its parts where they may be");
	}
}

static void check_words(void)
{
	static char text[20000];
	struct failing failing;
	struct everyuri_buf own;

	ok(!everyuri_message_words("a=", 2, &buf, NULL), "words that end in \"=\"");
	IS(buf, "a=", "are as they are");
	memset(text, 'x', sizeof text);
	ok(!everyuri_message_words(text, sizeof text, &buf, NULL) &&
	           buf.len == EVERYURI_MESSAGE_FIELD_MAX,
	   "RFC 2047: of longer words those that a field may have");
	memcpy(text, "=?utf-8?Q?=C3=A9?= ", 19);
	ok(!everyuri_message_words(text, sizeof text, &buf, NULL) &&
	           buf.len == EVERYURI_MESSAGE_FIELD_MAX - 16 && !memcmp(buf.data, "\xC3\xA9 x", 4),
	   "decoded, too");
	failing_init(&failing, 1);
	everyuri_buf_init(&own, NULL, 0, &failing.allocator);
	ok(everyuri_message_words("a", 1, &own, NULL) == EVERYURI_NO_MEMORY,
	   "without memory that is said");
	failing_init(&failing, 1);
	ok(everyuri_message_words("=?utf-8?Q?=C3=A9?=", 18, &own, NULL) == EVERYURI_NO_MEMORY,
	   "of encoded ones, too");
	everyuri_buf_free(&own);
}

int main(void)
{
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_message_ready()) {
		skip("messages", "GMime 3 is not installed");
		return done();
	}
	check_types();
	check_fields();
	check_content();
	check_buffers();
	check_words();
	everyuri_buf_free(&buf);
	return done();
}
