/* store_calls.c - lib/store, where calls of the system, and for memory, fail: each in its turn, in each way that it
 * can.  What is reported as done is whole, what is not says why and is the beginning of the object; no file stays
 * open, no half-written index behind. */
#define _GNU_SOURCE
#include "failing_calls.h"
#include "store/store.h"
#include "tap.h"
#include "told.h"

#include <sys/wait.h>

#define MESSAGE                                                \
	"Message-ID: <one@h>\n"                                \
	"Content-Type: multipart/mixed; boundary=b\n"          \
	"\n"                                                   \
	"--b\n"                                                \
	"Content-ID: <in@h>\n"                                 \
	"Content-Type: text/plain; charset=utf-8; name=word\n" \
	"Content-Disposition: inline; filename=name\n"         \
	"\n"                                                   \
	"within\n"                                             \
	"--b--\n"

static char data[200000]; /* more than three blocks */
static struct everyuri_text places[2];

/* ---- a receiver whose own calls never fail ---------------------------------------------------------------- */

static bool keep_bytes(void *context, const char *bytes, size_t len)
{
	bool more;

	calls_hold(true);
	more = got_bytes(context, bytes, len);
	calls_hold(false);
	return more;
}

static bool keep_item(void *context, const struct everyuri_item *item)
{
	bool more;

	calls_hold(true);
	more = got_item(context, item);
	calls_hold(false);
	return more;
}

static struct everyuri_receiver keeper_of(struct got *got)
{
	return (struct everyuri_receiver){ got, got_begin, keep_bytes, keep_item };
}

/* ---- what is asked for ---------------------------------------------------------------------------------- */

typedef enum everyuri_status ask_fn(const struct everyuri_receiver *receiver,
                                    struct everyuri_error *err);

static enum everyuri_status ask_file(const struct everyuri_receiver *receiver,
                                     struct everyuri_error *err)
{
	return eu_store_read(text_of(in_top("file")), none, 0, receiver, err);
}

static enum everyuri_status ask_below_root(const struct everyuri_receiver *receiver,
                                           struct everyuri_error *err)
{
	return eu_store_read(text_of(in_top("dir/./sub//a.txt")), text_of(in_top("dir")), 2,
	                     receiver, err);
}

static enum everyuri_status ask_directory(const struct everyuri_receiver *receiver,
                                          struct everyuri_error *err)
{
	return eu_store_list(text_of(in_top("dir")), text_of(top), receiver, err);
}

static enum everyuri_status ask_message(const struct everyuri_receiver *receiver,
                                        struct everyuri_error *err)
{
	return eu_store_message(text_of("one@h"), none, places, 2, none, receiver, err);
}

static enum everyuri_status ask_by_index(const struct everyuri_receiver *receiver,
                                         struct everyuri_error *err)
{
	return eu_store_message(text_of("mbox@h"), none, places, 2, text_of(in_top("index")),
	                        receiver, err);
}

static enum everyuri_status ask_part(const struct everyuri_receiver *receiver,
                                     struct everyuri_error *err)
{
	return eu_store_message(text_of("one@h"), text_of("in@h"), places, 2, none, receiver, err);
}

enum asked { A_FILE, BELOW_ROOT, DIRECTORY, A_MESSAGE, BY_INDEX, A_PART, N_ASKED };

static const struct {
	const char *name;
	ask_fn *ask;
} asked_for[N_ASKED] = {
	[A_FILE] = { "a file", ask_file },
	[BELOW_ROOT] = { "a file below a root", ask_below_root },
	[DIRECTORY] = { "a directory", ask_directory },
	[A_MESSAGE] = { "a message", ask_message },
	[BY_INDEX] = { "a message by an index", ask_by_index },
	[A_PART] = { "a part of a message", ask_part },
};

static void make_files(void)
{
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (char)(i % 251);
	put_file("file", data, sizeof data);
	put_directory("dir");
	put_directory("dir/sub");
	put_text("dir/sub/a.txt", "0123456789");
	put_text("dir/b.txt", "b");
	if (symlink("b.txt", in_top("dir/link")))
		diag("no link");
	put_directory("mail");
	put_directory("mail/new");
	put_directory("mail/cur");
	put_text("mail/new/1", MESSAGE);
	put_text("mail/cur/2", "Message-ID: <two@h>\n\n2\n");
	put_text("mbox", "From a@h Sat Nov 21 17:00:00 2026\nMessage-ID: <mbox@h>\n\nin mbox\n");
	places[0] = text_of(strdup(in_top("mail")));
	places[1] = text_of(strdup(in_top("mbox")));
}

/* ---- what has to hold ------------------------------------------------------------------------------------ */

static struct got truth[N_ASKED];

static bool is_front(const char *text, size_t len, const char *whole, size_t whole_len)
{
	return len <= whole_len && (!len || !memcmp(text, whole, len));
}

/* Without a look at them, names are all that is known of what is in a directory. */
static bool is_whole(enum asked asked, const struct got *got, const char *call)
{
	const struct got *all = &truth[asked];

	if (asked == DIRECTORY && (!strcmp(call, "fstatat") || !strcmp(call, "syscall") ||
	                           !strcmp(call, "open") || !strcmp(call, "fstat")))
		return got->n_items <= all->n_items;
	return got->n_bytes == all->n_bytes && got->n_items_text == all->n_items_text &&
	       is_front(got->bytes, got->n_bytes, all->bytes, all->n_bytes) &&
	       is_front(got->items, got->n_items_text, all->items, all->n_items_text);
}

/* An index that was being written. */
static bool is_left_behind(void)
{
	DIR *directory = opendir(top);
	const struct dirent *entry;
	bool found = false;

	while (directory && (entry = readdir(directory)) != NULL)
		found = found || !strncmp(entry->d_name, "index.", 6);
	if (directory)
		closedir(directory);
	return found;
}

/* Returns: NULL, or what is wrong. */
static const char *wrong(enum asked asked, const char *call, const struct got *got,
                         enum everyuri_status status, const struct everyuri_error *err)
{
	if (!status)
		return is_whole(asked, got, call) ? NULL : "done, and not whole";
	if (err->status != status || !err->clause || !err->message || !err->message[0])
		return "it does not say why";
	if (!is_front(got->bytes, got->n_bytes, truth[asked].bytes, truth[asked].n_bytes))
		return "what came is not the beginning";
	if (status != EVERYURI_PARTIAL && got->begun)
		return "begun, and not partial";
	return is_left_behind() ? "an index is left behind" : NULL;
}

/* The nth call fails.  Returns: was there one? */
static bool try_one(enum asked asked, const char *call, unsigned long nth, int error, bool for_ever,
                    const char **why)
{
	struct got got = { 0 };
	const struct everyuri_receiver receiver = keeper_of(&got);
	struct everyuri_error err = { 0 };
	const size_t files = open_files();
	enum everyuri_status status;
	bool failed;

	if (asked == BY_INDEX && nth % 2)
		unlink(in_top("index"));
	if (for_ever)
		calls_fail_from(call, nth, error);
	else
		calls_fail(call, nth, error);
	status = asked_for[asked].ask(&receiver, &err);
	failed = calls_succeed();
	*why = wrong(asked, call, &got, status, &err);
	if (!*why && open_files() != files)
		*why = "a file stays open";
	got_free(&got);
	return failed;
}

static void check_each(void)
{
	static const struct {
		const char *call;
		int error[4];
	} row[] = {
		{ "open", { EACCES, EMFILE, EINTR, ENOENT } },
		{ "pread", { EIO, EINTR } },
		{ "fstat", { EIO } },
		{ "fstatat", { EACCES, ENOENT } },
		{ "fdopendir", { ENOMEM } },
		{ "readdir", { EIO } },
		{ "dup", { EMFILE } },
		{ "write", { ENOSPC } },
		{ "rename", { EACCES } },
		{ "syscall", { EAGAIN, ENOSYS, EPERM, EACCES } },
		{ "memory", { ENOMEM } },
	};

	for (enum asked asked = 0; asked < N_ASKED; asked++)
		for (size_t i = 0; i < sizeof row / sizeof *row; i++)
			for (int k = 0; k < 8 && row[i].error[k / 2]; k++) {
				const char *why = NULL;
				unsigned long nth = 0;

				if (k % 2 && row[i].error[k / 2] == EINTR)
					continue; /* nobody is interrupted for ever */
				while (try_one(asked, row[i].call, ++nth, row[i].error[k / 2],
				               k % 2, &why) &&
				       !why)
					;
				ok(!why,
				   "%s, %s fails with %s%s: %lu times: it is whole, or says "
				   "why%s%s",
				   asked_for[asked].name, row[i].call,
				   strerror(row[i].error[k / 2]), k % 2 ? " from then on" : "",
				   nth - 1, why ? ": not " : "", why ? why : "");
			}
}

/* ---- what is said ------------------------------------------------------------------------------------------ */

static void check_words(void)
{
	static const struct {
		enum asked asked;
		const char *call;
		unsigned long nth;
		int error;
		bool for_ever;
		enum everyuri_status status;
		const char *message; /* NULL: it is done */
	} row[] = {
		{ A_FILE, "pread", 1, EIO, false, EVERYURI_FAILED, "cannot read the file" },
		{ A_FILE, "pread", 2, EIO, false, EVERYURI_PARTIAL,
		  "cannot read the rest of the file" },
		{ A_FILE, "pread", 2, EINTR, false, EVERYURI_OK, NULL },
		{ A_FILE, "open", 1, EACCES, false, EVERYURI_FAILED, "permission denied" },
		{ A_FILE, "open", 2, EPERM, false, EVERYURI_FAILED, "permission denied" },
		{ A_FILE, "open", 1, EMFILE, false, EVERYURI_FAILED, "too many open files" },
		{ A_FILE, "open", 1, ENFILE, false, EVERYURI_FAILED, "too many open files" },
		{ A_FILE, "open", 1, ENOMEM, false, EVERYURI_NO_MEMORY, "out of memory" },
		{ A_FILE, "open", 2, ENOENT, false, EVERYURI_MISSING, "no such file" },
		{ A_FILE, "open", 1, EINTR, false, EVERYURI_OK, NULL },
		{ A_FILE, "fstat", 1, EIO, false, EVERYURI_FAILED, "cannot read the file" },
		{ A_FILE, "fstat", 2, EIO, false, EVERYURI_UNSAFE,
		  "not a regular file or directory" },
		{ BELOW_ROOT, "open", 1, ENOENT, false, EVERYURI_MISSING, "no such file" },
		{ BELOW_ROOT, "syscall", 1, EAGAIN, false, EVERYURI_OK, NULL },
		{ BELOW_ROOT, "syscall", 1, EAGAIN, true, EVERYURI_FAILED, "cannot read the file" },
		{ BELOW_ROOT, "syscall", 1, EPERM, true, EVERYURI_OK, NULL },
		{ DIRECTORY, "fdopendir", 1, ENOMEM, false, EVERYURI_NO_MEMORY, "out of memory" },
		{ DIRECTORY, "readdir", 1, EIO, false, EVERYURI_FAILED, "cannot read the file" },
		{ A_MESSAGE, "dup", 1, EMFILE, false, EVERYURI_FAILED, "too many open files" },
		{ A_MESSAGE, "open", 1, EACCES, true, EVERYURI_FAILED, "permission denied" },
		{ BY_INDEX, "write", 1, ENOSPC, true, EVERYURI_OK, NULL },
		{ BY_INDEX, "rename", 1, EACCES, true, EVERYURI_OK, NULL },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct got got = { 0 };
		const struct everyuri_receiver receiver = keeper_of(&got);
		struct everyuri_error err = { .message = "" };
		enum everyuri_status status;

		unlink(in_top("index"));
		if (row[i].for_ever)
			calls_fail_from(row[i].call, row[i].nth, row[i].error);
		else
			calls_fail(row[i].call, row[i].nth, row[i].error);
		status = asked_for[row[i].asked].ask(&receiver, &err);
		ok(calls_succeed() && status == row[i].status &&
		           !strcmp(err.message, row[i].message ? row[i].message : ""),
		   "%s, %s %lu fails with %s: %s: %s", asked_for[row[i].asked].name, row[i].call,
		   row[i].nth, strerror(row[i].error), everyuri_status_text(status), err.message);
		got_free(&got);
	}
}

/* Of a directory whose names alone may be read, each is an item; what has gone meanwhile is none. */
static void check_names_alone(void)
{
	static const int error[] = { EACCES, ENOENT };
	static const char *const want[] = {
		"link b.txt b.txt - - \nlink link link - - \nlink sub sub - - \n", ""
	};

	for (int i = 0; i < 2; i++) {
		struct got got = { 0 };
		const struct everyuri_receiver receiver = keeper_of(&got);
		enum everyuri_status status;

		calls_fail_from("fstatat", 1, error[i]);
		status = ask_directory(&receiver, NULL);
		ok(calls_succeed() && !status && got.begun == 1, "what is in it, %s",
		   strerror(error[i]));
		is_text(got.items ? got.items : "", got.n_items_text, want[i],
		        "are names, or nothing");
		got_free(&got);
	}
}

/* ---- without GMime ------------------------------------------------------------------------------------------- */

/* In a process of its own: once begun, GMime cannot be taken away. */
static bool holds_without_gmime(void)
{
	struct got got = { 0 };
	const struct everyuri_receiver receiver = keeper_of(&got);
	struct everyuri_message message = { 0 };
	struct everyuri_message_part one = { 0 };
	struct everyuri_error err = { 0 };
	struct everyuri_buf buf;
	bool good;

	calls_fail_from("dlopen", 1, ENOENT);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	good = ask_part(&receiver, &err) == EVERYURI_UNSUPPORTED && !got.begun &&
	       strstr(err.message, "not installed");
	good = good && !everyuri_message_ready();
	good = good && everyuri_message_read(MESSAGE, sizeof MESSAGE - 1, &buf, &message, &err) ==
	                       EVERYURI_UNSUPPORTED;
	message.part = &one;
	message.n_parts = 1;
	good = good && everyuri_message_content(&message, 0, keep_bytes, &got, &err) ==
	                       EVERYURI_UNSUPPORTED;
	good = good && !everyuri_message_words("=?utf-8?Q?x?=", 13, &buf, &err) && buf.len == 13 &&
	       !memcmp(buf.data, "=?utf-8?Q?x?=", 13);
	everyuri_buf_free(&buf);
	return calls_succeed() && good;
}

static void check_without_gmime(void)
{
	int status = 1;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child)
		_exit(!holds_without_gmime());
	ok(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
	           !WEXITSTATUS(status),
	   "without GMime no part is told, and words stay as they are");
}

int main(void)
{
	begin_test("store_calls");
	alarm(300);
	make_files();
	check_without_gmime();
	for (enum asked asked = 0; asked < N_ASKED; asked++) {
		const struct everyuri_receiver receiver = keeper_of(&truth[asked]);

		ok(!asked_for[asked].ask(&receiver, NULL) && truth[asked].begun == 1,
		   "%s: is told where nothing fails", asked_for[asked].name);
	}
	check_words();
	check_names_alone();
	check_each();
	for (enum asked asked = 0; asked < N_ASKED; asked++)
		got_free(&truth[asked]);
	for (int i = 0; i < 2; i++)
		free((void *)(uintptr_t)places[i].data);
	return done();
}
