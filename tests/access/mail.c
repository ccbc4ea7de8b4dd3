/* mail.c - messages and their parts, in Maildirs, mbox files and news spools; the index of them. */
#include "store/store.h"
#include "tap.h"
#include "told.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#define FIRST                                                                             \
	"Received: by h\r\nMessage-ID: <first@h.dom>\r\nSubject: one\r\n\r\nMessage-ID: " \
	"<body@h.dom>\r\n"
#define FOLDED "Subject: two\nmessage-id:\n <folded/2%@h.dom>\n\nHello\n>From us\nFrom all\n"
#define PARTS                                                   \
	"Message-ID: <parts@h>\n"                               \
	"MIME-Version: 1.0\n"                                   \
	"Content-Type: multipart/related; boundary=\"b\"\n"     \
	"\n"                                                    \
	"--b\n"                                                 \
	"Content-Type: multipart/alternative; boundary=\"c\"\n" \
	"Content-ID: <both@h>\n"                                \
	"\n"                                                    \
	"--c\n"                                                 \
	"Content-Type: text/html; charset=\"iso-8859-1\"\n"     \
	"Content-ID: <html@h>\n"                                \
	"Content-Transfer-Encoding: quoted-printable\n"         \
	"\n"                                                    \
	"caf=E9 =\n"                                            \
	"au lait\n"                                             \
	"--c--\n"                                               \
	"--b\n"                                                 \
	"Content-Type: image/png\n"                             \
	"Content-ID:\n"                                         \
	" <image@h>\n"                                          \
	"Content-Transfer-Encoding: base64\n"                   \
	"\n"                                                    \
	"iVBORw0KGgoAAP8=\n"                                    \
	"--b\n"                                                 \
	"Content-ID: <plain@h>\n"                               \
	"\n"                                                    \
	"as it is\n"                                            \
	"--b--\n"
#define IMAGE "\x89PNG\r\n\x1A\n\0\0\xFF"

static struct everyuri_text places[4]; /* a Maildir, an mbox, a spool, one that is missing */
static char index_path[600];

static enum everyuri_status look_up(struct got *got, const char *id, const char *part,
                                    size_t n_places, bool indexed)
{
	struct everyuri_receiver receiver = receiver_of(got);
	struct everyuri_error err = { 0 };
	enum everyuri_status status =
		eu_store_message(text_of(id), part ? text_of(part) : none, places, n_places,
	                         indexed ? text_of(index_path) : none, &receiver, &err);

	ok(err.status == status && (!status || (err.clause && err.message)),
	   "the error has the status that is returned");
	return status;
}

static void make_mail(void)
{
	static const char *const directories[] = {
		"Maildir",   "Maildir/new",    "Maildir/cur",         "Maildir/tmp",
		"spool",     "spool/comp",     "spool/comp/lang",     "spool/comp/lang/c",
		"spool/alt", "spool/alt/test", "spool/comp/lang/c/d",
	};
	static const char mbox[] =
		"From a@h Sat Nov 21 17:00:00 2026\n"
		"Message-ID: <mbox1@h>\n\nfirst body\n>From the start\nFrom here no message "
		"begins\n\n"
		"From b@h Sat Nov 21 17:00:01 2026\n" FOLDED "\n"
		"From c@h Sat Nov 21 17:00:02 2026\n" PARTS "\n"
		"From d@h Sat Nov 21 17:00:03 2026\n"
		"Message-ID: <last@h>\nReferences: <mbox1@h>\n\nno newline at the end";

	for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
		put_directory(directories[i]);
	put_text("Maildir/new/1.h", FIRST);
	put_text("Maildir/cur/2.h:2,S", "Message-ID: <second@h>\n\nread\n");
	put_text("Maildir/cur/4.h", "Subject: none\n\nMessage-ID: <unnamed@h>\n");
	put_text("Maildir/cur/.hidden", "Message-ID: <hidden@h>\n\n");
	put_text("Maildir/tmp/3.h", "Message-ID: <tmp@h>\n\nunfinished\n");
	put_text("mbox", mbox);
	put_text("spool/comp/lang/c/17", "Newsgroups: comp.lang.c\nMessage-ID: <17@news>\n\nA\n");
	put_text("spool/alt/test/1", "Message-ID: <1@news>\n\nB\n");
	put_text("spool/comp/lang/c/d/2", "Message-ID: <second@h>\n\nthe other\n");
	if (mkfifo(in_top("spool/alt/test/9"), 0600) || symlink("..", in_top("spool/alt/up")))
		diag("no FIFO or link");
	places[0] = text_of(strdup(in_top("Maildir/")));
	places[1] = text_of(strdup(in_top("mbox")));
	places[2] = text_of(strdup(in_top("spool")));
	places[3] = text_of(strdup(in_top("missing")));
	snprintf(index_path, sizeof index_path, "%s", in_top("index"));
}

static void check_messages(bool indexed)
{
	static const struct {
		const char *id, *bytes; /* bytes NULL: there is none */
		const char *name;
	} row[] = {
		{ "first@h.dom", FIRST, "in new of a Maildir" },
		{ "second@h", "Message-ID: <second@h>\n\nread\n", "in cur of a Maildir" },
		{ "mbox1@h",
		  "Message-ID: <mbox1@h>\n\nfirst body\n>From the start\nFrom here no message "
		  "begins\n",
		  "the first of an mbox, with its >From" },
		{ "folded/2%@h.dom", FOLDED, "whose id stands on a line that goes on" },
		{ "last@h", "Message-ID: <last@h>\nReferences: <mbox1@h>\n\nno newline at the end",
		  "the last of an mbox" },
		{ "17@news", "Newsgroups: comp.lang.c\nMessage-ID: <17@news>\n\nA\n",
		  "in a spool" },
		{ "1@news", "Message-ID: <1@news>\n\nB\n", "in a spool's other group" },
		{ "body@h.dom", NULL, "named in a body only" },
		{ "unnamed@h", NULL, "without an id, but for one in its body" },
		{ "tmp@h", NULL, "that is not yet delivered" },
		{ "hidden@h", NULL, "in a hidden file" },
		{ "first@h.do", NULL, "whose id is shorter" },
		{ "first@h.dom2", NULL, "whose id is longer" },
		{ "FIRST@h.dom", NULL, "in another case" },
		{ "", NULL, "without an id" },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct got got = { 0 };
		enum everyuri_status status = look_up(&got, row[i].id, NULL, 3, indexed);

		if (row[i].bytes) {
			ok(!status && !strcmp(got.media_type, "message/rfc822") &&
			           got.object.length == strlen(row[i].bytes),
			   "RFC 2392 2: a message %s is found", row[i].name);
			is_text(got.bytes, got.n_bytes, row[i].bytes, "and told as it is stored");
		} else {
			ok(status == EVERYURI_MISSING && !got.begun,
			   "RFC 2392 2: there is no message %s", row[i].name);
		}
		got_free(&got);
	}
}

static void check_places(void)
{
	struct got got = { 0 };

	ok(!look_up(&got, "17@news", NULL, 4, false), "a place that is missing does no harm");
	got_free(&got);
	got = (struct got){ 0 };
	ok(look_up(&got, "none@h", NULL, 4, false) == EVERYURI_MISSING, "and is told of");
	ok(look_up(&got, "17@news", NULL, 2, false) == EVERYURI_MISSING && !got.begun,
	   "only the places that are named are read");
	got.stop_after = 1;
	ok(look_up(&got, "17@news", NULL, 3, false) == EVERYURI_PARTIAL,
	   "a receiver that stops leaves a message partial");
	got_free(&got);
	got = (struct got){ 0 };
	ok(look_up(&got, "x@h", NULL, 0, true) == EVERYURI_MISSING,
	   "without places there is nothing");
}

/* ---- parts --------------------------------------------------------------------------------------------- */

static void check_parts(void)
{
	static const struct {
		const char *part, *type, *charset, *bytes;
		size_t len;
	} row[] = {
		{ "html@h", "text/html", "iso-8859-1", "caf\xE9 au lait", 12 },
		{ "image@h", "image/png", "-", IMAGE, sizeof IMAGE - 1 },
		{ "plain@h", "text/plain", "-", "as it is", 8 },
	};
	void *gmime = dlopen("libgmime-3.0.so.0", RTLD_LAZY | RTLD_NODELETE);
	struct got got = { 0 };

	if (!gmime) {
		ok(look_up(&got, "parts@h", "image@h", 3, false) == EVERYURI_UNSUPPORTED,
		   "without GMime a part is unsupported");
		skip("parts", "GMime 3 is not installed");
		return;
	}
	dlclose(gmime);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		got = (struct got){ 0 };
		ok(!look_up(&got, "parts@h", row[i].part, 3, true) && got.begun == 1 &&
		           !strcmp(got.media_type, row[i].type) &&
		           !strcmp(got.charset, row[i].charset),
		   "RFC 2392 2: the part %s has its own type", row[i].part);
		ok(got.n_bytes == row[i].len && !memcmp(got.bytes, row[i].bytes, row[i].len),
		   "and its bytes are decoded");
		got_free(&got);
	}
	got = (struct got){ 0 };
	ok(look_up(&got, "parts@h", "none@h", 3, true) == EVERYURI_MISSING && !got.begun,
	   "RFC 2392 2: a part that the message has not is missing");
	ok(look_up(&got, "parts@h", "both@h", 3, true) == EVERYURI_UNSUPPORTED && !got.begun,
	   "RFC 2392 2: a part that is made of others has no bytes of its own");
	ok(look_up(&got, "last@h", "html@h", 3, true) == EVERYURI_MISSING && !got.begun,
	   "RFC 2392 2: a part of another message is missing");
	got.stop_after = 1;
	ok(look_up(&got, "parts@h", "image@h", 3, true) == EVERYURI_PARTIAL,
	   "a receiver that stops leaves a part partial");
	got_free(&got);
}

/* A hostile message: parts within parts, and then some. */
static void check_deep_parts(void)
{
	enum { DEPTH = 5000 };
	char *text = malloc(DEPTH * 100 + 200);
	size_t n = 0;
	struct got got = { 0 };

	if (!text)
		return;
	n += (size_t)sprintf(text + n, "Message-ID: <deep@h>\nMIME-Version: 1.0\n");
	for (int i = 0; i < DEPTH; i++)
		n += (size_t)sprintf(
			text + n, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
	n += (size_t)sprintf(text + n, "Content-ID: <in@h>\n\nx\n");
	put_file("Maildir/new/deep", text, n);
	look_up(&got, "deep@h", "in@h", 1, false);
	ok(true, "parts within parts, %d deep, are survived", DEPTH);
	unlink(in_top("Maildir/new/deep"));
	got_free(&got);
	free(text);
}

/* ---- the index ------------------------------------------------------------------------------------------ */

static char *read_index(size_t *n)
{
	FILE *file = fopen(index_path, "rb");
	char *text = calloc(1, 65536);

	*n = file && text ? fread(text, 1, 65535, file) : 0;
	if (file)
		fclose(file);
	return text;
}

static void write_index(const char *text, size_t n)
{
	put_file("index", text, n);
}

/* The same line for another id: what the index says is where is looked first, but never believed. */
static void check_index_used(void)
{
	struct got got = { 0 };
	char *text, *line, *tab, changed[8192];
	size_t n;

	unlink(index_path);
	look_up(&got, "second@h", NULL, 3, true);
	is_text(got.bytes, got.n_bytes, "Message-ID: <second@h>\n\nread\n",
	        "of two messages with one id the first place's is told");
	got_free(&got);
	text = read_index(&n);
	ok(text && strstr(text, "17@news\t0\t") && strstr(text, "/spool/comp/lang/c/17\n") &&
	           strstr(text, "last@h\t"),
	   "the first look-up leaves an index of all messages");
	/* The index now names the other message of that id first. */
	line = text ? strstr(text, "/spool/comp/lang/c/d/2\n") : NULL;
	while (line && line > text && line[-1] != '\n')
		line--;
	tab = line ? strchr(line, '\n') : NULL;
	if (!tab) {
		ok(false, "the index has the other message too");
		free(text);
		return;
	}
	snprintf(changed, sizeof changed, "everyuri index of messages 1\n%.*s\n", (int)(tab - line),
	         line);
	write_index(changed, strlen(changed));
	got = (struct got){ 0 };
	look_up(&got, "second@h", NULL, 3, true);
	is_text(got.bytes, got.n_bytes, "Message-ID: <second@h>\n\nthe other\n",
	        "a second look-up goes where the index says, and reads nothing else");
	got_free(&got);
	/* The message there gets another length, and so the index is known to be old. */
	put_text("spool/comp/lang/c/d/2", "Message-ID: <second@h>\n\nchanged\n");
	got = (struct got){ 0 };
	look_up(&got, "second@h", NULL, 3, true);
	is_text(got.bytes, got.n_bytes, "Message-ID: <second@h>\n\nread\n",
	        "an entry that is out of date is not used");
	got_free(&got);
	free(text);
	text = read_index(&n);
	ok(text && strstr(text, "17@news\t"), "and the index is made anew");
	free(text);
}

/* The line of one message, under the id of another: it is that message that must have the id. */
static void check_index_of_another(void)
{
	struct got got = { 0 };
	char *text, *line, changed[8192];
	size_t n;

	unlink(index_path);
	look_up(&got, "17@news", NULL, 3, true);
	got_free(&got);
	text = read_index(&n);
	line = text ? strstr(text, "\n1@news\t") : NULL;
	if (line) {
		int len = (int)strcspn(line + 1, "\n");

		snprintf(changed, sizeof changed, "everyuri index of messages 1\n17@%.*s\n",
		         len - 2, line + 3);
		write_index(changed, strlen(changed));
	}
	got = (struct got){ 0 };
	ok(line && !look_up(&got, "17@news", NULL, 3, true) && got.n_bytes > 11 &&
	           !memcmp(got.bytes, "Newsgroups:", 11),
	   "an index that names another message does no harm");
	got_free(&got);
	free(text);
}

/* A message that grew, and has the time that it had. */
static void check_index_size(void)
{
	static const char *const bytes[] = { "Message-ID: <5@news>\n\nshort\n",
		                             "Message-ID: <5@news>\n\nnot so short\n" };
	const struct timespec times[2] = { { 1000000000, 0 }, { 1000000000, 0 } };

	for (int i = 0; i < 2; i++) {
		struct got got = { 0 };

		put_text("spool/alt/test/5", bytes[i]);
		utimensat(AT_FDCWD, in_top("spool/alt/test/5"), times, 0);
		look_up(&got, "5@news", NULL, 3, true);
		is_text(got.bytes, got.n_bytes, bytes[i], "a message of another size is read anew");
		got_free(&got);
	}
}

static void check_index_moved(void)
{
	struct got got = { 0 };

	rename(in_top("Maildir/new/1.h"), in_top("Maildir/cur/1.h:2,S"));
	ok(!look_up(&got, "first@h.dom", NULL, 3, true) && got.n_bytes == strlen(FIRST),
	   "a message that moved to cur is found again");
	got_free(&got);
	got = (struct got){ 0 };
	ok(look_up(&got, "17@news", NULL, 1, true) == EVERYURI_MISSING,
	   "an index does not lead to places that are not named");
	ok(!look_up(&got, "17@news", NULL, 3, true), "and they are found again when they are");
	got_free(&got);
}

static void check_index_hostile(void)
{
	static const char *const hostile[] = {
		"",
		"everyuri index of messages 1\n",
		"everyuri index of messages 2\n17@news\t0\t9\t9\t9\t9\t/etc/passwd\n",
		"everyuri index of messages 1\n17@news\t0\t9\t9\t9\t9\t/etc/passwd\n",
		"everyuri index of messages 1\n17@news\t18446744073709551615\t1\t1\t1\t1\t/x\n",
		"everyuri index of messages 1\n17@news\t99999999999999999999999\t1\t1\t1\t1\t/x\n",
		"everyuri index of messages 1\n17@news\t\n17@news\n17@news\t1",
		"\n\n\n\t\t\t\n",
	};
	struct got made = { 0 };
	char *text;
	size_t n;

	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
		struct got got = { 0 };

		write_index(hostile[i], strlen(hostile[i]));
		ok(!look_up(&got, "17@news", NULL, 3, true) && got.n_bytes > 20 &&
		           !memcmp(got.bytes, "Newsgroups:", 11),
		   "index %zu, which is none or lies, does no harm", i);
		got_free(&got);
	}
	text = read_index(&n);
	is_text(text ? text : "", n, hostile[sizeof hostile / sizeof *hostile - 1],
	        "a file that is no index is left as it is");
	free(text);
	unlink(index_path);
	look_up(&made, "17@news", NULL, 3, true);
	got_free(&made);
	text = read_index(&n);
	srand(1);
	for (int round = 0; text && round < 200; round++) {
		struct got got = { 0 };
		struct everyuri_receiver receiver = receiver_of(&got);
		size_t at = (size_t)rand() % n;
		char was = text[at];
		enum everyuri_status status;

		text[at] = (char)rand();
		write_index(text, n - (size_t)(rand() % 3 ? 0 : rand() % (int)n));
		status = eu_store_message(text_of("17@news"), none, places, 3, text_of(index_path),
		                          &receiver, NULL);
		if (status || got.n_bytes < 20 || memcmp(got.bytes, "Newsgroups:", 11) != 0)
			ok(false, "an index with a wrong byte %zu does no harm", at);
		text[at] = was;
		got_free(&got);
	}
	ok(true, "200 indices with a wrong byte do no harm");
	free(text);
}

static void check_index_unwritable(void)
{
	struct got got = { 0 };

	snprintf(index_path, sizeof index_path, "%s", in_top("no-such-folder/index"));
	ok(!look_up(&got, "17@news", NULL, 3, true),
	   "an index that cannot be written is done without");
	got_free(&got);
	got = (struct got){ 0 };
	snprintf(index_path, sizeof index_path, "%s", in_top("spool/alt/test/9"));
	ok(!look_up(&got, "17@news", NULL, 3, true), "a FIFO is no index, and is not waited for");
	got_free(&got);
}

/* Lines and messages about as long as the block that they are read in. */
static void check_long_lines(void)
{
	static char text[300000];

	for (size_t len = 65500; len < 65620; len += 7) {
		struct got got = { 0 };
		size_t n = 0;

		n += (size_t)sprintf(text, "From x\nX: ");
		memset(text + n, 'y', len);
		n += len;
		n += (size_t)sprintf(
			text + n, "\nMessage-ID: <long@h>\n\n\nFrom z\nMessage-ID: <after@h>\n\n");
		put_file("mbox", text, n);
		look_up(&got, "long@h", NULL, 3, false);
		ok(got.n_bytes == len + 26, "a header line of %zu bytes", len);
		got_free(&got);
		got = (struct got){ 0 };
		look_up(&got, "after@h", NULL, 3, false);
		is_text(got.bytes, got.n_bytes, "Message-ID: <after@h>\n",
		        "and the message behind it");
		got_free(&got);
	}
}

int main(void)
{
	size_t files;

	begin_test("mail");
	files = open_files();
	make_mail();
	alarm(300);
	check_messages(false);
	check_messages(true);
	check_messages(true);
	check_places();
	check_parts();
	check_deep_parts();
	check_index_used();
	check_index_moved();
	check_index_of_another();
	check_index_size();
	check_index_hostile();
	check_long_lines();
	check_index_unwritable();
	for (size_t i = 0; i < 4; i++)
		free((void *)(uintptr_t)places[i].data);
	is_number((long long)open_files(), (long long)files, "each file that was opened is closed");
	return done();
}
