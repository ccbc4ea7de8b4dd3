/* odd_mail.c - mail that is odd: ids, lines and folders as some program may have left them; an index that says what is
 * not so; roots and paths that are odd. */
#define _GNU_SOURCE
#include "failing_calls.h"
#include "store/store.h"
#include "tap.h"
#include "told.h"

static struct everyuri_text places[2];
static size_t n_places;

/* What is told of a message or part.  Returns: its bytes, in memory of this file; NULL: there is none. */
static const char *told(const char *id, const char *part, const char *index)
{
	static char text[200000];
	struct got got = { 0 };
	const struct everyuri_receiver receiver = receiver_of(&got);
	enum everyuri_status status =
		eu_store_message(text_of(id), part ? text_of(part) : none, places, n_places,
	                         index ? text_of(in_top(index)) : none, &receiver, NULL);

	snprintf(text, sizeof text, "%s", got.bytes ? got.bytes : "");
	got_free(&got);
	return status ? NULL : text;
}

static void is_told(const char *got, const char *want, const char *name)
{
	is_text(got, got ? strlen(got) : 0, want, "%s", name);
}

static void look_in(const char *one, const char *other)
{
	for (size_t i = 0; i < n_places; i++)
		free((void *)(uintptr_t)places[i].data);
	n_places = other ? 2 : 1;
	places[0] = text_of(strdup(in_top(one)));
	if (other)
		places[1] = text_of(strdup(in_top(other)));
}

/* ---- ids ---------------------------------------------------------------------------------------------------- */

static void check_ids(void)
{
	static char longer[1200];
	char text[2000];

	put_directory("ids");
	put_directory("ids/new");
	put_directory("ids/new/sub");
	put_text("ids/new/sub/x", "Message-ID: <below@h>\n\n");
	put_text("ids/new/1", "Message-ID: <a b@h>\n\n1\n");
	put_text("ids/new/2", "Message-ID: <open@h\nSubject: x\n\n2\n");
	put_text("ids/new/3", "X:\nMessage-ID:\n\t<tab@h>\nMessage-ID: <second@h>\n\n3\n");
	put_text("ids/new/4", "Message-ID: x\n <late@h> <later@h>\nab\n\r\n4\n");
	put_text("ids/new/line\nend", "Message-ID: <line@h>\n\n5\n");
	memset(longer, 'x', 999);
	snprintf(text, sizeof text, "Message-ID: <%s>\n\n6\n", longer);
	put_text("ids/new/6", text);
	look_in("ids", NULL);
	unlink(in_top("index"));
	is_told(told("a b@h", NULL, "index"), "Message-ID: <a b@h>\n\n1\n", "an id with a blank");
	is_told(told("open@h", NULL, NULL), NULL, "RFC 5322 3.6.4: one that does not end is none");
	is_told(told("tab@h", NULL, "index"),
	        "X:\nMessage-ID:\n\t<tab@h>\nMessage-ID: <second@h>\n\n3\n",
	        "one behind a tab, on the line below");
	is_told(told("second@h", NULL, NULL), NULL, "the first id is the message's");
	ok(told("late@h", NULL, NULL) && !told("later@h", NULL, NULL), "and the first of a field");
	ok(told("line@h", NULL, "index") != NULL, "a file whose name has a line end");
	is_told(told(longer, NULL, NULL), NULL, "RFC 5322 2.1.1: an id of 999 bytes is none");
	is_told(told("below@h", NULL, NULL), NULL, "a Maildir has no folders in new");
	ok(told("tab@h", NULL, "index") && told("a b@h", NULL, "index") &&
	           told("line@h", NULL, "index"),
	   "by an index, too, which has no line for some of them");
}

/* ---- mbox ----------------------------------------------------------------------------------------------------- */

static void put_mbox(const char *front, const char *between)
{
	FILE *file = fopen(in_top("mbox"), "wb");

	if (!file)
		return;
	fprintf(file, "%s\nMessage-ID: <1@h>\n\none\n\n%s\nMessage-ID: <2@h>\n\ntwo", front,
	        between);
	fclose(file);
}

static void check_mbox(void)
{
	static char longer[70000];

	memset(longer, 'x', sizeof longer - 1);
	memcpy(longer, "From ", 5);
	look_in("mbox", NULL);
	put_mbox("From a@h Sat Nov 21 17:00:00 2026", "From b@h Sat Nov 21 17:00:01 2026");
	is_told(told("1@h", NULL, NULL), "Message-ID: <1@h>\n\none\n", "RFC 4155: the first");
	is_told(told("2@h", NULL, NULL), "Message-ID: <2@h>\n\ntwo", "and the last");
	put_mbox(longer, longer);
	is_told(told("1@h", NULL, NULL), "Message-ID: <1@h>\n\none\n",
	        "of a From line of 70,000 bytes all is passed over");
	is_told(told("2@h", NULL, NULL), "Message-ID: <2@h>\n\ntwo", "in front of each");
	put_mbox("From: a@h", "From b");
	is_told(told("1@h", NULL, NULL), NULL, "what begins otherwise is no mbox");
	put_file("mbox", longer, sizeof longer - 1);
	is_told(told("1@h", NULL, NULL), NULL, "nor is a From line alone");
	put_text("mbox", "From a\n");
	is_told(told("1@h", NULL, NULL), NULL, "or with nothing behind it");
	put_text("mbox", "From a\nMessage-ID: <1@h>\r\n\r\nx\r\n\r\nFrom \r\nFrom b\r\n\n");
	is_told(told("1@h", NULL, NULL), "Message-ID: <1@h>\r\n\r\nx\r\n",
	        "blank lines that end in CR LF");
}

/* ---- folders ----------------------------------------------------------------------------------------------------- */

static void check_folders(void)
{
	char path[400] = "deep";

	put_directory("odd");
	put_text("odd/new", "Message-ID: <file@h>\n\nx\n");
	put_directory("odd/cur");
	put_text("odd/cur/1", "Message-ID: <cur@h>\n\ny\n");
	look_in("odd", NULL);
	ok(told("cur@h", NULL, NULL) && !told("file@h", NULL, NULL),
	   "a Maildir whose new is a file has its cur");
	put_directory(path);
	for (int i = 0; i < 40; i++) {
		strcat(path, "/d");
		put_directory(path);
		if (i == 20 || i == 39) {
			char name[500];

			snprintf(name, sizeof name, "%s/1", path);
			put_text(name,
			         i == 20 ? "Message-ID: <20@h>\n\n\n" : "Message-ID: <39@h>\n\n\n");
		}
	}
	look_in("deep", NULL);
	ok(told("20@h", NULL, NULL) && !told("39@h", NULL, NULL),
	   "THREATS L3: folders are gone through 32 deep");
	calls_fail("fstatat", 3, EIO);
	ok(!told("20@h", NULL, NULL) && calls_succeed(), "what cannot be looked at is passed over");
	places[0].len = 0;
	ok(!told("20@h", NULL, NULL), "a place without a name is none");
}

/* ---- an index that says what is not so ------------------------------------------------------------------------------ */

static void put_index(const char *line)
{
	FILE *file = fopen(in_top("index"), "wb");

	if (!file)
		return;
	fprintf(file, "everyuri index of messages 1\n%s", line);
	fclose(file);
}

/* The first place has one message, the second another of the same id: which of them is told says whether the line was
 * believed. */
static void check_index(void)
{
	static char longer[70000];
	struct stat about;
	char good[1600], line[1600];
	const struct {
		const char *id;
		long long offset, length, size, seconds, nanoseconds;
		const char *path;
		bool used;
	} rows[] = {
		{ "same@h", 0, 24, 24, 0, 0, "two/new/1", true },
		{ "same@h", 25, 24, 24, 0, 0, "two/new/1", false },
		{ "same@h", 1, 24, 24, 0, 0, "two/new/1", false },
		{ "same@h", 0, 25, 24, 0, 0, "two/new/1", false },
		{ "same@h", 0, 24, 25, 0, 0, "two/new/1", false },
		{ "same@h", 0, 24, 24, 1, 0, "two/new/1", false },
		{ "same@h", 0, 24, 24, 0, 1, "two/new/1", false },
		{ "same@h", 0, 24, 24, 0, 0, "two/new/2", false },
		{ "same@h", 0, 24, 24, 0, 0, "two/new", false },
		{ "same@h", 0, 24, 24, 0, 0, "two/new/nothing", false },
		{ "same@h", 0, 24, 24, 0, 0, "twofold/1", false },
		{ "samf@h", 0, 24, 24, 0, 0, "two/new/1", false },
	};
	const struct timespec when[2] = { { 1000000000, 500 }, { 1000000000, 500 } };
	static const char *const broken[] = { "same@h\t0\n",
		                              "same@h\t\n",
		                              "same@h\t0\t24",
		                              "same@h\t99999999999999999999\t24\t24\t0\t0\t/x\n",
		                              "same@h\t0\t24\t24\t0\t0\tx\n",
		                              "same@h\t0\t24\t24\t0\t0\t\n",
		                              "same@h\n" };

	put_directory("one");
	put_directory("one/new");
	put_directory("two");
	put_directory("two/new");
	put_directory("twofold");
	put_text("one/new/1", "Message-ID: <same@h>\n\n1\n");
	put_text("two/new/1", "Message-ID: <same@h>\n\n2\n");
	put_text("two/new/2", "Message-ID: <samx@h>\n\n3\n");
	put_text("twofold/1", "Message-ID: <same@h>\n\n4\n");
	for (int i = 0; i < 3; i++)
		utimensat(AT_FDCWD,
		          in_top(i == 0 ? "two/new/1" :
		                 i == 1 ? "two/new/2" :
		                          "twofold/1"),
		          when, 0);
	look_in("one/", "two//");
	ok(!stat(in_top("two/new/1"), &about) && about.st_mtim.tv_sec == 1000000000,
	   "a file has a time");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(line, sizeof line, "%s\t%lld\t%lld\t%lld\t%lld\t%lld\t%s\n", rows[i].id,
		         rows[i].offset, rows[i].length, rows[i].size,
		         (long long)about.st_mtim.tv_sec + rows[i].seconds,
		         (long long)about.st_mtim.tv_nsec + rows[i].nanoseconds,
		         in_top(rows[i].path));
		if (!i)
			memcpy(good, line, sizeof good);
		put_index(line);
		is_told(told("same@h", NULL, "index"),
		        rows[i].used ? "Message-ID: <same@h>\n\n2\n" :
		                       "Message-ID: <same@h>\n\n1\n",
		        rows[i].used ? "an index that is right is believed" :
		                       "one that is not is not");
	}
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		put_index(broken[i]);
		is_told(told("same@h", NULL, "index"), "Message-ID: <same@h>\n\n1\n",
		        "nor is a line that is none");
	}
	memset(longer, 'x', 65536);
	strcpy(longer + 65536, good);
	put_index(longer);
	is_told(told("same@h", NULL, "index"), "Message-ID: <same@h>\n\n1\n",
	        "the rest of a longer line is none");
	if (CAN_LACK_MEMORY) {
		put_index(good);
		calls_fail("memory", 2, ENOMEM);
		ok(told("same@h", NULL, "index") && calls_succeed(),
		   "without memory for it an index is done without");
	}
}

static void check_index_names(void)
{
	static char longer[PATH_MAX + 100];
	struct got got = { 0 };
	const struct everyuri_receiver receiver = receiver_of(&got);

	look_in("one", NULL);
	ok(told("same@h", NULL, "one") != NULL, "a folder is no index");
	ok(!eu_store_message(text_of("same@h"), none, places, 1, text_of("index"), &receiver, NULL),
	   "nor is a name that is not whole");
	memset(longer, 'x', sizeof longer - 1);
	longer[0] = '/';
	ok(!eu_store_message(text_of("same@h"), none, places, 1, text_of(longer), &receiver, NULL),
	   "or too long");
	longer[PATH_MAX - 3] = '\0';
	for (size_t i = 200; i < PATH_MAX - 3; i += 200)
		longer[i] = '/';
	ok(!eu_store_message(text_of("same@h"), none, places, 1, text_of(longer), &receiver, NULL),
	   "or too long while it is written");
	got_free(&got);
}

/* More than is written at once. */
static void check_long_index(void)
{
	char name[64], text[100];

	put_directory("full");
	put_directory("full/new");
	for (int i = 0; i < 300; i++) {
		snprintf(name, sizeof name, "full/new/%d", i);
		snprintf(text, sizeof text, "Message-ID: <%d@h>\n\n%d\n", i, i);
		put_text(name, text);
	}
	look_in("full", NULL);
	unlink(in_top("index"));
	told("0@h", NULL, "index");
	rename(in_top("full/new/7"), in_top("full/new/moved"));
	for (int i = 0; i < 300; i += 99) {
		snprintf(name, sizeof name, "%d@h", i);
		snprintf(text, sizeof text, "Message-ID: <%d@h>\n\n%d\n", i, i);
		calls_fail("readdir", 1, EIO); /* by the index alone */
		is_told(told(name, NULL, "index"), text, "an index of 300 messages has each");
		ok(!calls_succeed(), "and no folder is read");
	}
	ok(told("7@h", NULL, "index") != NULL, "one that was moved is found all the same");
}

/* ---- parts in files ------------------------------------------------------------------------------------------------------- */

static void check_parts(void)
{
	static char text[150000];
	struct got got = { .stop_after = UINT64_MAX };
	const struct everyuri_receiver receiver = receiver_of(&got);
	size_t n = (size_t)sprintf(text, "Message-ID: <long@h>\nSubject: ");

	memset(text + n, 'x', 70000);
	n += 70000;
	n += (size_t)sprintf(text + n, "\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
	                               "Content-ID: <in@h>\n\n");
	memset(text + n, 'y', 70000);
	n += 70000;
	sprintf(text + n, "--b--\n--b--\n");
	put_directory("long");
	put_directory("long/new");
	put_text("long/new/1", text);
	look_in("long", NULL);
	n = 0;
	if (everyuri_message_ready()) {
		const char *part = told("long@h", "in@h", NULL);

		while (part && part[n] == 'y')
			n++;
		is_number((long long)n, 70000, "a part behind a line of 70,000 bytes, and in one");
		ok(part && !strncmp(part + n, "--b--", 5) && !part[n + 5],
		   "RFC 2046 5.1.1: a boundary begins a line");
		ok(eu_store_message(text_of("long@h"), text_of("in@h"), places, 1, none, &receiver,
		                    NULL) == EVERYURI_PARTIAL &&
		           got.begun == 1 && !got.n_bytes,
		   "a receiver that stops at once leaves it partial");
	}
	got_free(&got);
}

/* ---- paths ------------------------------------------------------------------------------------------------------------------ */

static void check_paths(void)
{
	struct got got = { .stop_after = UINT64_MAX };
	const struct everyuri_receiver receiver = receiver_of(&got);
	char longer[400];
	static const struct {
		const char *path, *root;
		enum everyuri_status with, without;
	} rows[] = {
		{ "one/new/1", "", EVERYURI_PARTIAL, EVERYURI_PARTIAL },
		{ "one/.a", "one", EVERYURI_PARTIAL, EVERYURI_PARTIAL },
		{ "one/..a", "one", EVERYURI_MISSING, EVERYURI_MISSING },
		{ "one/new", "one", EVERYURI_PARTIAL, EVERYURI_PARTIAL },
	};

	put_text("one/.a", "x");
	for (int without = 0; without < 2; without++)
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			const struct everyuri_text root =
				*rows[i].root ? text_of(in_top(rows[i].root)) : text_of("//");

			if (without)
				calls_fail_from("syscall", 1, ENOSYS);
			ok(eu_store_read(text_of(in_top(rows[i].path)), root, 0, &receiver, NULL) ==
			           (without ? rows[i].without : rows[i].with),
			   "THREATS C5: %s below %s%s", rows[i].path,
			   *rows[i].root ? rows[i].root : "/", without ? ", without openat2" : "");
			calls_succeed();
		}
	ok(eu_store_read(text_of(in_top("one/.a")), text_of("one"), 0, &receiver, NULL) ==
	           EVERYURI_UNSAFE,
	   "THREATS C5: a root that is not absolute is none");
	memset(longer, 'x', 300);
	longer[300] = '\0';
	for (int without = 0; without < 2; without++) {
		char path[1200];

		snprintf(path, sizeof path, "%s/%s", in_top("one"), longer);
		if (without)
			calls_fail_from("syscall", 1, ENOSYS);
		ok(eu_store_read(text_of(path), text_of(in_top("one")), 0, &receiver, NULL) ==
		           EVERYURI_MISSING,
		   "a name of 300 bytes is missing%s", without ? ", without openat2" : "");
		calls_succeed();
	}
	ok(eu_store_read(text_of(in_top("one")), none, 1, &receiver, NULL) == EVERYURI_UNSUPPORTED,
	   "a directory listing cannot be resumed");
	ok(eu_store_list(text_of("/"), none, &receiver, NULL) == EVERYURI_PARTIAL,
	   "the top of all is a directory");
	ok(eu_store_list(text_of(in_top("one")), none, &receiver, NULL) == EVERYURI_PARTIAL,
	   "a receiver that stops at once leaves a listing partial");
	got_free(&got);
}

int main(void)
{
	begin_test("odd_mail");
	alarm(120);
	check_ids();
	check_mbox();
	check_folders();
	check_index();
	check_index_names();
	check_long_index();
	check_parts();
	check_paths();
	for (size_t i = 0; i < n_places; i++)
		free((void *)(uintptr_t)places[i].data);
	return done();
}
