/* message.c - messages read in memory: header, parts, content; hostile ones too. */
#include <everyuri-access.h>

#include "failing.h"
#include "guard.h"
#include "tap.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define IS(got, want, ...) is_text((got).data, (got).len, want, __VA_ARGS__)

static struct guard guard;
static struct everyuri_buf buf;
static struct everyuri_message message;

static enum everyuri_status read_bytes(const char *text, size_t len)
{
	memset(&message, 0, sizeof message);
	return everyuri_message_read(guard_end(&guard, text, len), len, &buf, &message, NULL);
}

static enum everyuri_status read_text(const char *text)
{
	return read_bytes(text, strlen(text));
}

/* ---- content, collected ---------------------------------------------------------------------------------- */

struct collected {
	char data[65536];
	size_t len;
	unsigned calls, stop_at;
	uint64_t n;
};

static bool collect(void *context, const char *data, size_t len)
{
	struct collected *to = context;

	to->n += len;
	if (len <= sizeof to->data - to->len) {
		memcpy(to->data + to->len, data, len);
		to->len += len;
	}
	return ++to->calls != to->stop_at;
}

static struct collected got;

static void is_content(size_t n, const char *want, const char *name)
{
	got = (struct collected){ .len = 0 };
	if (everyuri_message_content(&message, n, collect, &got, NULL))
		ok(false, "%s: part %zu is told", name, n);
	else
		is_text(got.data, got.len, want, "%s", name);
}

static void is_utf8(size_t n, const char *want, const char *want_charset, const char *name)
{
	struct everyuri_text charset = { NULL, 0 };

	got = (struct collected){ .len = 0 };
	if (everyuri_message_text(&message, n, collect, &got, &charset, NULL)) {
		ok(false, "%s: part %zu is told", name, n);
		return;
	}
	is_text(got.data, got.len, want, "%s", name);
	IS(charset, want_charset, "%s: charset", name);
}

/* ---- headers ------------------------------------------------------------------------------------------- */

static void check_header(void)
{
	static const char text[] =
		"From mbox@h Sat Nov 21 17:00:00 2026\n"
		"From: =?utf-8?B?w4lyaWM=?= <e@h.example>\r\n"
		"to: A <a@h>,\r\n\tB <b@h>\r\n"
		"CC : c@h\n"
		"Newsgroups: comp.lang.c,alt.test\n"
		"Subject: =?iso-8859-1?Q?caf=E9?=\n =?iso-8859-1?Q?_au_lait?= plain\n"
		"Subject: the second\n"
		"Date: Sat, 21 Nov 2026 17:00:00 +0000\n"
		"Message-ID: <1@h.example>\n"
		"In-Reply-To: <not@this>\n"
		"References: <r1@h>\n <r2@h>\n"
		"\n"
		"Subject: of the body\n\nbody\r\n";

	ok(!read_text(text) && message.n_parts == 1 && !message.cut, "RFC 5322: a message is read");
	IS(message.field[EVERYURI_MESSAGE_FROM], "\xC3\x89ric <e@h.example>",
	   "RFC 2047: an encoded word is UTF-8");
	IS(message.field[EVERYURI_MESSAGE_TO], "A <a@h>,\tB <b@h>", "RFC 5322 2.2.3: unfolded");
	IS(message.field[EVERYURI_MESSAGE_CC], "c@h",
	   "a name in capitals, a blank before its colon");
	IS(message.field[EVERYURI_MESSAGE_NEWSGROUPS], "comp.lang.c,alt.test", "RFC 5536 3.1.4");
	IS(message.field[EVERYURI_MESSAGE_SUBJECT], "caf\xC3\xA9 au lait plain",
	   "RFC 2047 6.2: blanks between encoded words go; the first field counts");
	IS(message.field[EVERYURI_MESSAGE_DATE], "Sat, 21 Nov 2026 17:00:00 +0000", "the date");
	IS(message.field[EVERYURI_MESSAGE_ID], "<1@h.example>", "the id, with its brackets");
	IS(message.field[EVERYURI_MESSAGE_REFERENCES], "<r1@h> <r2@h>",
	   "RFC 5322 3.6.4: References come before In-Reply-To");
	IS(message.part[0].media_type, "text/plain", "RFC 2045 5.2: what says nothing is text");
	ok(!message.part[0].charset.data && !message.part[0].file_name.data &&
	           !message.part[0].content_id.data &&
	           message.part[0].disposition == EVERYURI_DISPOSITION_NONE,
	   "what is not said is absent");
	is_content(0, "Subject: of the body\n\nbody\r\n", "the body, as it is");
	ok(!read_text("In-Reply-To: <i@h>\nReferences: <r@h>\n\n"), "in another order");
	IS(message.field[EVERYURI_MESSAGE_REFERENCES], "<r@h>", "they do too");
	ok(!read_bytes("Subject: a\0b\n\n", 14), "a NUL in a field");
	IS(message.field[EVERYURI_MESSAGE_SUBJECT], "a b", "is a blank, and ends nothing");
	ok(!read_text("In-Reply-To: <r@h>\n\n"), "a message with In-Reply-To alone");
	IS(message.field[EVERYURI_MESSAGE_REFERENCES], "<r@h>", "RFC 5322 3.6.4: that is followed");
	ok(!message.field[EVERYURI_MESSAGE_FROM].data, "a field that is not there is absent");
}

static void check_names(void)
{
	static const char *const names[] = { "From",    "To",   "Cc",         "Newsgroups",
		                             "Subject", "Date", "Message-ID", "References" };

	for (int i = 0; i < EVERYURI_N_MESSAGE_FIELDS; i++)
		ok(!strcmp(everyuri_message_field_name((enum everyuri_message_field)i), names[i]),
		   "field %d is %s", i, names[i]);
}

/* ---- parts --------------------------------------------------------------------------------------------- */

static const char mixed[] = "MIME-Version: 1.0\n"
			    "Content-Type: multipart/mixed; boundary=\"out er\"\n"
			    "\n"
			    "preamble\n"
			    "--out er\n"
			    "Content-Type: multipart/alternative; boundary=in\n"
			    "\n"
			    "--in\n"
			    "Content-Type: TEXT/Plain; charset=iso-8859-1\n"
			    "Content-Transfer-Encoding: quoted-printable\n"
			    "\n"
			    "caf=E9 =\n"
			    "au lait\n"
			    "\n"
			    "--in\n"
			    "Content-Type: text/html\n"
			    "\n"
			    "<p>x\n"
			    "--in--\n"
			    "epilogue of the inner\n"
			    "--out er  \n"
			    "Content-Type: image/png; name=\"other.png\"\n"
			    "Content-Transfer-Encoding: base64\n"
			    "Content-ID: <logo@h.example>\n"
			    "Content-Disposition: inline; filename*=utf-8''l%C3%B6go.png\n"
			    "\n"
			    "iVBO\nRw==\n"
			    "--out er\n"
			    "Content-Type: message/rfc822\n"
			    "Content-Disposition: attachment\n"
			    "\n"
			    "From: inner@h\n"
			    "Subject: within\n"
			    "Content-Type: multipart/mixed; boundary=deep\n"
			    "\n"
			    "--deep\n"
			    "\n"
			    "deep text\n"
			    "--deep--\n"
			    "--out er\n"
			    "--out er--\n"
			    "epilogue\n"
			    "--out er\n"
			    "behind\n";

static void check_parts(void)
{
	static const struct {
		const char *type;
		unsigned depth;
		bool has_parts;
	} row[] = {
		{ "multipart/mixed", 0, true }, { "multipart/alternative", 1, true },
		{ "text/plain", 2, false },     { "text/html", 2, false },
		{ "image/png", 1, false },      { "message/rfc822", 1, true },
		{ "multipart/mixed", 2, true }, { "text/plain", 3, false },
		{ "text/plain", 1, false },
	};
	const size_t n = sizeof row / sizeof *row;

	ok(!read_text(mixed) && !message.cut, "RFC 2046 5.1: parts within parts are read");
	is_number((long long)message.n_parts, (long long)n,
	          "all of them, and none behind the last");
	for (size_t i = 0; i < n && i < message.n_parts; i++) {
		IS(message.part[i].media_type, row[i].type, "part %zu: its type, in lower case", i);
		ok(message.part[i].depth == row[i].depth &&
		           message.part[i].has_parts == row[i].has_parts,
		   "part %zu: depth %u, %s", i, row[i].depth, row[i].has_parts ? "others" : "none");
	}
	is_utf8(2, "caf\xC3\xA9 au lait\n", "iso-8859-1",
	        "RFC 2045 6.7: quoted-printable, as UTF-8");
	is_content(2, "caf\xE9 au lait\n", "RFC 2045 6.7: quoted-printable, in its own charset");
	is_content(3, "<p>x", "RFC 2046 5.1.1: the line end before a boundary is the boundary's");
	is_content(4, "\x89PNG", "RFC 2045 6.8: base64");
	IS(message.part[4].file_name, "l\xC3\xB6go.png",
	   "RFC 2231: a file name; that of the disposition comes first");
	IS(message.part[4].content_id, "logo@h.example", "RFC 2392 2: an id without its brackets");
	ok(message.part[4].disposition == EVERYURI_INLINE && message.part[4].size == 4 &&
	           message.part[5].disposition == EVERYURI_ATTACHMENT,
	   "RFC 2183 2: inline and attachment; what base64 will become is known");
	is_content(7, "deep text", "a part of a message within the message");
	is_content(8, "", "a part without header and content");
	got = (struct collected){ .len = 0 };
	ok(!everyuri_message_content(&message, 5, collect, &got, NULL) && got.len > 14 &&
	           !memcmp(got.data, "From: inner@h\n", 14) &&
	           !memcmp(got.data + got.len - 8, "--deep--", 8),
	   "RFC 2046 5.2.1: a message within the message is told as it stands");
	IS(message.field[EVERYURI_MESSAGE_SUBJECT], NULL, "and its subject is not this message's");
	ok(everyuri_message_content(&message, 1, collect, &got, NULL) == EVERYURI_UNSUPPORTED,
	   "RFC 2046 5.1: what is made of others has nothing of its own");
	ok(everyuri_message_content(&message, n, collect, &got, NULL) == EVERYURI_MISSING &&
	           everyuri_message_text(&message, SIZE_MAX, collect, &got, NULL, NULL) ==
	                   EVERYURI_MISSING,
	   "a part that there is not");
	got = (struct collected){ .stop_at = 1 };
	ok(everyuri_message_content(&message, 4, collect, &got, NULL) == EVERYURI_PARTIAL &&
	           got.calls == 1,
	   "who stops gets no more");
}

static void check_dispositions(void)
{
	static const struct {
		const char *text;
		enum everyuri_disposition disposition;
		const char *file_name;
	} row[] = {
		{ "Content-Disposition: inline\n\n", EVERYURI_INLINE, NULL },
		{ "Content-Disposition: INLINE; filename=a\n\n", EVERYURI_INLINE, "a" },
		{ "Content-Disposition: attachment; filename=\"../../x\"\n\n", EVERYURI_ATTACHMENT,
		  "../../x" },
		{ "Content-Disposition: unheard-of\n\n", EVERYURI_ATTACHMENT, NULL },
		{ "Content-Type: text/plain; name=\"=?utf-8?Q?=C3=A9?=\"\n\n",
		  EVERYURI_DISPOSITION_NONE, "\xC3\xA9" },
		{ "\n", EVERYURI_DISPOSITION_NONE, NULL },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		ok(!read_text(row[i].text) && message.part[0].disposition == row[i].disposition,
		   "RFC 2183 2.8: disposition %zu", i);
		IS(message.part[0].file_name, row[i].file_name, "RFC 2183 2.3: its file name");
	}
}

static void check_digest(void)
{
	ok(!read_text("Content-Type: multipart/digest; boundary=d\n\n--d\n\nSubject: one\n\nfirst\n"
	              "--d\nContent-Type: text/plain\n\nplain\n--d--\n") &&
	           message.n_parts == 4,
	   "RFC 2046 5.1.5: a digest");
	IS(message.part[1].media_type, "message/rfc822", "its parts are messages");
	is_content(2, "first", "with bodies");
	IS(message.part[3].media_type, "text/plain", "unless they say otherwise");
}

static void check_types(void)
{
	static const struct {
		const char *said, *type, *charset;
	} row[] = {
		{ "text/html; charset=\"utf-8\"", "text/html", "utf-8" },
		{ "text/html\r\n\t;charset=utf-8", "text/html", "utf-8" },
		{ "text/plain; charset=../../../etc/x", "text/plain", NULL },
		{ "text/plain; charset=\"\"", "text/plain", NULL },
		{ "text/plain; charset=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		  "text/plain", NULL },
		{ "x\"y/<script>", "application/octet-stream", NULL },
		{ "multipart/mixed", "multipart/mixed", NULL },
		{ "", "application/octet-stream", NULL },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		char text[300];

		snprintf(text, sizeof text, "Content-Type: %s\n\nx", row[i].said);
		ok(!read_text(text) && message.n_parts == 1, "a message of type \"%s\"",
		   row[i].said);
		IS(message.part[0].media_type, row[i].type, "RFC 2045 5.1: its type");
		IS(message.part[0].charset, row[i].charset, "RFC 2978 2.3: its charset");
	}
}

static void check_charsets(void)
{
	static const struct {
		const char *charset, *bytes, *want, *said;
	} row[] = {
		{ "utf-8", "\xC3\xA9", "\xC3\xA9", "utf-8" },
		{ "utf-8", "a\xE9z", "a\xE9z", "utf-8" },
		{ "koi8-r", "\xC1", "\xD0\xB0", "koi8-r" },
		{ "windows-1258", "a", "a", "windows-1258" }, /* a mark could follow the a */
		{ "us-ascii", "plain", "plain", "us-ascii" },
		{ "us-ascii", "\xC3\xA9", "\xC3\xA9", "utf-8" },
		{ "x-nobody-knows", "\x93\xE9\x94", "\xE2\x80\x9C\xC3\xA9\xE2\x80\x9D",
		  "windows-1252" },
		{ "unknown-8bit", "\xE2\x82", "\xC3\xA2\xE2\x80\x9A", "windows-1252" },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		char text[300];

		snprintf(text, sizeof text, "Content-Type: text/plain; charset=%s\n\n%s",
		         row[i].charset, row[i].bytes);
		read_text(text);
		is_utf8(0, row[i].want, row[i].said, row[i].charset);
	}
	read_text("Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n#86)C\n`\nend");
	is_content(0, "abc", "RFC 2045 6.3: a token that is no standard's, and is in use");
	read_text("Content-Transfer-Encoding: quoted-printable\n\na=C3");
	is_content(0, "a\xC3", "what ends within a line is told to its end");
	read_text("\n\xE9");
	is_utf8(0, "\xC3\xA9", "windows-1252",
	        "RFC 2046 4.1.2: a charset that is not said is guessed");
}

static void check_words(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "plain = text", "plain = text" },       { "", "" },
		{ "=?utf-8?Q?=C3=A9?= x", "\xC3\xA9 x" }, { "=?utf-8?Q?", "=?utf-8?Q?" },
		{ "=?no-such-charset?Q?=E9?=", NULL },    { "\xC3\xA9", "\xC3\xA9" },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		size_t len = strlen(row[i].text);

		ok(!everyuri_message_words(guard_end(&guard, row[i].text, len), len, &buf, NULL),
		   "RFC 2047: words %zu", i);
		if (row[i].want)
			is_text(buf.data ? buf.data : "", buf.len, row[i].want, "are decoded");
	}
	ok(!everyuri_message_words(guard_end(&guard, "a\0\xE9", 3), 3, &buf, NULL) && buf.len > 2,
	   "a NUL ends no words");
}

/* ---- hostile ------------------------------------------------------------------------------------------- */

static char *big;
static size_t n_big, cap_big;

static void add(const char *text)
{
	size_t n = strlen(text);

	if (n_big + n <= cap_big)
		memcpy(big + n_big, text, n);
	n_big += n <= cap_big - n_big ? n : 0;
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Parts within parts, so deep that a parser that calls itself would need megabytes. */
static void check_depth(void)
{
	n_big = 0;
	for (int i = 0; i < 50000; i++) {
		char text[100];

		snprintf(text, sizeof text,
		         "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
		add(text);
	}
	add("\nx\n");
	ok(!read_bytes(big, n_big) && message.cut &&
	           message.n_parts == EVERYURI_MESSAGE_DEPTH_MAX + 1,
	   "parts 50000 deep: the first 32 levels are told, and that there are more");
	got = (struct collected){ .len = 0 };
	ok(!message.part[EVERYURI_MESSAGE_DEPTH_MAX].has_parts &&
	           !everyuri_message_content(&message, EVERYURI_MESSAGE_DEPTH_MAX, collect, &got,
	                                     NULL) &&
	           got.n > 1000000,
	   "what is below is one part, of bytes");
	n_big = 0;
	for (int i = 0; i < 50000; i++)
		add("Content-Type: message/rfc822\n\n");
	ok(!read_bytes(big, n_big) && message.cut &&
	           message.n_parts == EVERYURI_MESSAGE_DEPTH_MAX + 1,
	   "messages within messages, the same");
}

static void check_many(void)
{
	double begun = seconds();

	n_big = 0;
	add("Content-Type: multipart/mixed; boundary=b\n\n");
	while (n_big + 10 < cap_big)
		add("--b\n\nx\n");
	ok(!read_bytes(big, n_big) && message.cut && message.n_parts == EVERYURI_MESSAGE_PARTS_MAX,
	   "millions of parts: a thousand are told, and that there are more");
	n_big = 0;
	for (int i = 0; i < 40; i++) {
		char text[200];

		snprintf(text, sizeof text,
		         "Content-Type: multipart/mixed; boundary=%060d\n\n--%060d\n", i, i);
		add(text);
	}
	add("\n");
	while (n_big + 80 < cap_big)
		add("--000000000000000000000000000000000000000000000000000000000000\n");
	ok(!read_bytes(big, n_big), "hundreds of thousands of lines that could be boundaries");
	n_big = 0;
	while (n_big + 80 < cap_big)
		add("Subject: =?utf-8?Q?=C3=A9?=\nContent-Type: text/plain; name=x\n");
	ok(!read_bytes(big, n_big) && message.n_parts == 1, "a header that does not end");
	n_big = 0;
	add("Subject: ");
	while (n_big + 80 < cap_big)
		add("=?utf-8?Q?=C3=A9?=\n ");
	ok(!read_bytes(big, n_big) && message.field[EVERYURI_MESSAGE_SUBJECT].len <= 8192 &&
	           message.field[EVERYURI_MESSAGE_SUBJECT].len > 10,
	   "a field that does not end is told to its 8192nd byte");
	n_big = 0;
	add("Content-Type: multipart/mixed; boundary=\"");
	while (n_big + 80 < cap_big)
		add("bbbbbbbbbbbbbbbb");
	ok(!read_bytes(big, n_big) && message.n_parts == 1 && !message.part[0].has_parts,
	   "RFC 2046 5.1.1: a boundary longer than 70 is none");
	ok(seconds() - begun < 60, "all of that takes %.1f s", seconds() - begun);
}

static void check_length(void)
{
	char *text = calloc(1, EVERYURI_MESSAGE_MAX + 1);

	if (!text)
		return;
	text[0] = '\n';
	ok(everyuri_message_read(text, EVERYURI_MESSAGE_MAX + 1, &buf, &message, NULL) ==
	           EVERYURI_TOO_LONG,
	   "a message of 16 MiB and a byte is too long");
	ok(!everyuri_message_read(text, EVERYURI_MESSAGE_MAX, &buf, &message, NULL) &&
	           message.part[0].size == EVERYURI_MESSAGE_MAX - 1,
	   "one of 16 MiB is not, be it all NUL");
	free(text);
}

/* ---- any bytes ------------------------------------------------------------------------------------------- */

static uint64_t seed = 88172645463325252u;

static unsigned chance(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 11) % n;
}

/* Parts lie within what they are parts of, and are told in their order. */
static bool is_sound(size_t len)
{
	if (!message.n_parts || message.n_parts > EVERYURI_MESSAGE_PARTS_MAX ||
	    message.part[0].depth)
		return false;
	for (size_t i = 0; i < message.n_parts; i++) {
		const struct everyuri_message_part *part = &message.part[i];

		if (part->begin > part->end || part->end > len || !part->media_type.len)
			return false;
		if (i && (part->depth > part[-1].depth + 1 || part->begin < part[-1].begin))
			return false;
		if (i && part->depth > part[-1].depth && !part[-1].has_parts)
			return false;
		got = (struct collected){ .len = 0 };
		everyuri_message_text(&message, i, collect, &got, NULL, NULL);
	}
	return true;
}

static void check_random(void)
{
	static const char *const piece[] = {
		"\n",
		"\r\n",
		"\r",
		" ",
		"\t",
		":",
		";",
		"--",
		"--in",
		"--out er",
		"--in--\n",
		"--out er--\n",
		"\nContent-Type: multipart/mixed; boundary=in\n\n",
		"\nContent-Type: message/rfc822\n\n",
		"Content-Transfer-Encoding: base64\n",
		"Content-Transfer-Encoding: quoted-printable\n",
		"Content-Transfer-Encoding: x-uuencode\n",
		"Content-ID: <",
		">",
		"Content-Disposition: attachment; filename*0*=",
		"=?utf-8?B?",
		"?=",
		"\nContent-Type: text/plain; charset=utf-16\n\n",
		"charset=iso-2022-jp",
		"=",
		"=E9",
		"\x1B$B",
		"begin 644 x\n",
		"boundary=",
		"\"",
		"\\",
		"(",
		")",
	};
	const unsigned rounds = getenv("EVERYURI_QUICK") ? 2000 : 20000;
	unsigned sound = 0;

	for (unsigned i = 0; i < rounds; i++) {
		char text[8192];
		size_t len = sizeof mixed - 1;

		memcpy(text, mixed, len);
		for (unsigned n = chance(30); n; n--) {
			const char *put = piece[chance(sizeof piece / sizeof *piece)];
			size_t at = chance((unsigned)len), add = strlen(put);
			size_t cut = chance(4) ? 0 : chance(40);

			if (cut > len - at)
				cut = len - at;
			if (len + add > sizeof text || len - cut + add < 2)
				continue;
			memmove(text + at + add, text + at + cut, len - at - cut);
			memcpy(text + at, put, add);
			len = len - cut + add;
			if (!chance(5))
				text[chance((unsigned)len)] = (char)chance(256);
		}
		sound += !read_bytes(text, len) && is_sound(len);
	}
	is_number(sound, rounds,
	          "%u messages with wrong bytes are read, and their parts lie in them", rounds);
}

/* ---- memory, threads ------------------------------------------------------------------------------------- */

static void check_memory(void)
{
	static char fixed[16];
	struct everyuri_buf small;

	for (unsigned long round = 0;; round++) {
		struct failing failing;
		struct everyuri_buf own;
		enum everyuri_status status;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&own, NULL, 0, &failing.allocator);
		status = everyuri_message_read(mixed, sizeof mixed - 1, &own, &message, NULL);
		everyuri_buf_free(&own);
		ok(!failing.blocks && !failing.misuses, "no memory, round %lu: all is given back",
		   round);
		if (!failing.failed)
			break;
		ok(status == EVERYURI_NO_MEMORY, "and that is said");
	}
	everyuri_buf_init(&small, fixed, sizeof fixed, NULL);
	ok(everyuri_message_read(mixed, sizeof mixed - 1, &small, &message, NULL) ==
	                   EVERYURI_NO_SPACE &&
	           small.needed > sizeof fixed,
	   "a fixed buffer that is too small says what is needed");
}

/* What serves many has small stacks. */
static void *read_on_small_stack(void *result)
{
	*(bool *)result = !read_bytes(big, n_big) && is_sound(n_big);
	return NULL;
}

static void check_stack(void)
{
	pthread_attr_t attributes;
	pthread_t thread;
	bool good = false;

	if (getenv("EVERYURI_QUICK")) {
		skip("a small stack", "the sanitizers need a larger stack");
		return;
	}
	n_big = 0;
	for (int i = 0; i < 20000; i++)
		add("Content-Type: multipart/mixed; boundary=b\n\n--b\n");
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 256u << 10);
	if (!pthread_create(&thread, &attributes, read_on_small_stack, &good))
		pthread_join(thread, NULL);
	ok(good, "THREATS L3: a deep message is read on a stack of 256 KiB");
}

int main(void)
{
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (!everyuri_message_ready()) {
		ok(read_text("\n") == EVERYURI_UNSUPPORTED, "without GMime no message is read");
		skip("messages", "GMime 3 is not installed");
		return done();
	}
	cap_big = getenv("EVERYURI_QUICK") ? 4u << 20 : 15u << 20;
	big = malloc(cap_big);
	if (!big)
		return 1;
	check_names();
	check_header();
	check_parts();
	check_dispositions();
	check_digest();
	check_types();
	check_charsets();
	check_words();
	check_depth();
	check_many();
	check_length();
	check_random();
	check_memory();
	check_stack();
	free(big);
	everyuri_buf_free(&buf);
	guard_free(&guard);
	return done();
}
