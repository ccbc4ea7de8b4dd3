/* store.c - objects on this machine: files, directories and roots. */
#define _GNU_SOURCE /* seccomp, mkdtemp, utimensat */
#include <everyuri-access.h>

#include "failing_calls.h"
#include "sanitized.h"
#include "store/store.h"
#include "tap.h"
#include "told.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool quick; /* the sanitizers need memory of their own */

static char *pattern(size_t len)
{
	char *data = malloc(len + 1);

	if (!data)
		exit(1);
	for (size_t i = 0; i < len; i++)
		data[i] = (char)((i * 7 + i / 251) & 0xFF);
	return data;
}

/* ---- media types --------------------------------------------------------------------------------------- */

static void check_types(void)
{
	static const struct {
		const char *name, *type;
	} row[] = {
		{ "motd.txt", "text/plain" },
		{ "INDEX.HTML", "text/html" },
		{ "a.tar.gz", "application/gzip" },
		{ "/d/x.png", "image/png" },
		{ "README", NULL },
		{ "motd", NULL },
		{ ".txt", NULL },
		{ "/home/.html", NULL },
		{ "txt", NULL },
		{ "a.txt/b", NULL },
		{ "a.", NULL },
		{ "", NULL },
		{ ".", NULL },
		{ "a.unheard-of", NULL },
		{ "a.tx", NULL },
		{ "a.txtx", NULL },
		{ "m.eml", "message/rfc822" },
		{ "x.odt", "application/vnd.oasis.opendocument.text" },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct everyuri_text type = eu_store_media_type(text_of(row[i].name));

		is_text(type.data, type.len, row[i].type, "media type of \"%s\"", row[i].name);
	}
}

/* ---- files ---------------------------------------------------------------------------------------------- */

static void check_sizes(void)
{
	static const size_t sizes[] = { 0, 1, 4096, 65535, 65536, 65537, 200000 };

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const size_t n = sizes[i], froms[] = { 0, 1, n / 2, n, n + 1 };
		char *data = pattern(n);

		put_file("sized.bin", data, n);
		for (size_t k = 0; k < 5; k++) {
			struct got got = { 0 };
			struct everyuri_receiver receiver = receiver_of(&got);
			struct everyuri_error err = { 0 };
			size_t from = froms[k];
			enum everyuri_status status = eu_store_read(text_of(in_top("sized.bin")),
			                                            none, from, &receiver, &err);

			if (from > n) {
				ok(status == EVERYURI_OUT_OF_RANGE && err.status == status &&
				           !got.begun,
				   "THREATS C10: %zu bytes from %zu: there are none", n, from);
			} else {
				ok(!status && got.begun == 1 && got.object.length == n - from &&
				           got.n_bytes == n - from &&
				           !memcmp(n - from ? got.bytes : data, data + from,
				                   n - from) &&
				           got.object.kind == EVERYURI_DOCUMENT &&
				           !got.object.media_type.data,
				   "%zu bytes from %zu are told, and their number", n, from);
			}
			got_free(&got);
		}
		free(data);
	}
}

static void shorten(const char *path)
{
	if (truncate(path, 70000))
		printf("# cannot truncate\n");
}

static void lengthen(const char *path)
{
	if (truncate(path, 900000))
		printf("# cannot lengthen\n");
}

static void check_changes(void)
{
	char *data = pattern(300000);
	void (*const change[])(const char *) = { shorten, lengthen };

	for (int i = 0; i < 2; i++) {
		struct got got = { .meanwhile = change[i], .path = in_top("changing.bin") };
		struct everyuri_receiver receiver = receiver_of(&got);
		enum everyuri_status status;

		put_file("changing.bin", data, 300000);
		status = eu_store_read(text_of(in_top("changing.bin")), none, 0, &receiver, NULL);
		if (i == 0)
			ok(status == EVERYURI_PARTIAL && got.n_bytes == 70000,
			   "THREATS C10: a file that becomes shorter is partial");
		else
			ok(!status && got.n_bytes == 300000 && !memcmp(got.bytes, data, 300000),
			   "a file that grows is told as long as it was");
		got_free(&got);
	}
	for (unsigned stop = 0; stop < 2; stop++) {
		struct got got = { .stop_after = stop ? 2 : UINT64_MAX };
		struct everyuri_receiver receiver = receiver_of(&got);

		ok(eu_store_read(text_of(in_top("changing.bin")), none, 0, &receiver, NULL) ==
		           EVERYURI_PARTIAL,
		   "a receiver that stops %s leaves it partial",
		   stop ? "at the second piece" : "at once");
		got_free(&got);
	}
	free(data);
}

static void check_made_files(void)
{
	struct got got = { 0 };
	struct everyuri_receiver receiver = receiver_of(&got);
	enum everyuri_status status =
		eu_store_read(text_of("/proc/self/status"), none, 0, &receiver, NULL);

	ok(!status && got.object.length == EVERYURI_LENGTH_UNKNOWN && got.n_bytes > 100 &&
	           !memcmp(got.bytes, "Name:", 5),
	   "a file whose bytes are made when they are read has no length, and is told to its end");
	got_free(&got);
}

/* ---- what is refused ------------------------------------------------------------------------------------- */

static void check_refused(void)
{
	static const char nul[] = "/etc/pass\0wd";
	struct {
		struct everyuri_text path;
		enum everyuri_status status;
		const char *name;
	} row[] = {
		{ { nul, sizeof nul - 1 }, EVERYURI_UNSAFE, "NUL in the path" },
		{ text_of("etc/passwd"), EVERYURI_UNSAFE, "a path that is not absolute" },
		{ text_of(""), EVERYURI_UNSAFE, "no path at all" },
		{ { NULL, 0 }, EVERYURI_UNSAFE, "an absent path" },
		{ text_of("/dev/null"), EVERYURI_UNSAFE, "a device" },
		{ text_of("/dev/tty"), EVERYURI_UNSAFE, "a terminal" },
		{ { NULL, 0 }, EVERYURI_UNSAFE, "a FIFO, without waiting for its writer" },
		{ { NULL, 0 }, EVERYURI_UNSAFE, "a socket" },
		{ { NULL, 0 }, EVERYURI_UNSAFE, "a symbolic link to a FIFO" },
		{ { NULL, 0 }, EVERYURI_UNSAFE, "a symbolic link to itself" },
		{ { NULL, 0 }, EVERYURI_MISSING, "a file that is not there" },
		{ { NULL, 0 }, EVERYURI_MISSING, "something below a file" },
		{ { NULL, 0 }, EVERYURI_MISSING, "a name of 5000 bytes" },
	};
	static char deep[5001];
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);

	memset(deep, 'a', sizeof deep - 1);
	deep[0] = '/';
	mkfifo(in_top("fifo"), 0600);
	snprintf(address.sun_path, sizeof address.sun_path, "%s", in_top("socket"));
	if (bind(listener, (struct sockaddr *)&address, sizeof address))
		diag("no socket: %s", strerror(errno));
	if (symlink("fifo", in_top("to-fifo")) || symlink("circle", in_top("circle")))
		diag("no links");
	put_text("plain", "x");
	row[6].path = text_of(strdup(in_top("fifo")));
	row[7].path = text_of(strdup(in_top("socket")));
	row[8].path = text_of(strdup(in_top("to-fifo")));
	row[9].path = text_of(strdup(in_top("circle")));
	row[10].path = text_of(strdup(in_top("missing")));
	row[11].path = text_of(strdup(in_top("plain/below")));
	row[12].path = text_of(deep);
	alarm(20);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct got got = { 0 };
		struct everyuri_receiver receiver = receiver_of(&got);
		struct everyuri_error err = { 0 };

		ok(eu_store_read(row[i].path, none, 0, &receiver, &err) == row[i].status &&
		           err.status == row[i].status && err.clause && err.message && !got.begun,
		   "THREATS C5: %s is %s", row[i].name, everyuri_status_text(row[i].status));
		ok(eu_store_list(row[i].path, none, &receiver, NULL) == row[i].status && !got.begun,
		   "THREATS C5: %s, listed, too", row[i].name);
		got_free(&got);
	}
	alarm(0);
	for (size_t i = 6; i < 12; i++)
		free((void *)(uintptr_t)row[i].path.data);
	close(listener);
}

/* ---- roots ------------------------------------------------------------------------------------------------ */

static void make_root(void)
{
	put_directory("root");
	put_directory("root/sub");
	put_directory("rooted");
	put_text("root/file.txt", "inside");
	put_text("root/sub/deep.txt", "deep");
	put_text("rooted/secret", "secret");
	put_text("secret", "secret");
	if (symlink("/etc", in_top("root/absolute")) || symlink("../secret", in_top("root/up")) ||
	    symlink("..", in_top("root/sub/parent")) || symlink("file.txt", in_top("root/fine")) ||
	    symlink("../..", in_top("root/sub/out")) ||
	    symlink("nowhere", in_top("root/dangling")) ||
	    symlink("/proc/self/root/etc", in_top("root/magic")))
		diag("no links");
	mkfifo(in_top("root/pipe"), 0600);
}

/* how: by openat2, or without it, where no link is followed. */
static void check_root(bool has_openat2)
{
	static const struct {
		const char *path;
		enum everyuri_status with, without;
	} row[] = {
		{ "root/file.txt", EVERYURI_OK, EVERYURI_OK },
		{ "root//sub///deep.txt", EVERYURI_OK, EVERYURI_OK },
		{ "root/./sub/./deep.txt", EVERYURI_OK, EVERYURI_OK },
		{ "root", EVERYURI_OK, EVERYURI_OK },
		{ "root/", EVERYURI_OK, EVERYURI_OK },
		{ "root/fine", EVERYURI_OK, EVERYURI_UNSAFE },
		{ "root/sub/../file.txt", EVERYURI_OK, EVERYURI_UNSAFE },
		{ "root/sub/parent/file.txt", EVERYURI_OK, EVERYURI_UNSAFE },
		{ "root/missing", EVERYURI_MISSING, EVERYURI_MISSING },
		{ "root/file.txt/x", EVERYURI_MISSING, EVERYURI_MISSING },
		{ "secret", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "rooted/secret", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/../secret", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/sub/../../secret", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/../root/file.txt", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/absolute/passwd", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/up", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/sub/out/secret", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/sub/out/root/file.txt", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/magic/passwd", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
		{ "root/pipe", EVERYURI_UNSAFE, EVERYURI_UNSAFE },
	};
	char root[600], slashed[610];

	snprintf(root, sizeof root, "%s", in_top("root"));
	snprintf(slashed, sizeof slashed, "%s//", root);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		enum everyuri_status want = has_openat2 ? row[i].with : row[i].without;

		for (int k = 0; k < 2; k++) {
			struct got got = { 0 };
			struct everyuri_receiver receiver = receiver_of(&got);
			enum everyuri_status status =
				eu_store_read(text_of(in_top(row[i].path)),
			                      text_of(k ? slashed : root), 0, &receiver, NULL);

			ok(status == want && got.begun == !want &&
			           !strstr(got.bytes ? got.bytes : "", "secret"),
			   "THREATS C5: below a root%s %s is %s%s",
			   k ? " that ends in slashes" : "", row[i].path,
			   everyuri_status_text(want), has_openat2 ? "" : ", without openat2");
			got_free(&got);
		}
	}
}

static void check_root_listing(bool has_openat2)
{
	static const char followed[] = "link absolute - - - \n"
				       "link dangling - - - \n"
				       "document file.txt file.txt 6 text/plain \n"
				       "document fine fine 6 - \n"
				       "link magic - - - \n"
				       "text pipe - - - \n"
				       "menu sub sub - - d\n"
				       "link up - - - \n";
	static const char unfollowed[] = "link absolute - - - \n"
					 "link dangling - - - \n"
					 "document file.txt file.txt 6 text/plain \n"
					 "link fine - - - \n"
					 "link magic - - - \n"
					 "text pipe - - - \n"
					 "menu sub sub - - d\n"
					 "link up - - - \n";
	struct got got = { 0 };
	struct everyuri_receiver receiver = receiver_of(&got);

	eu_store_list(text_of(in_top("root/")), text_of(in_top("root")), &receiver, NULL);
	is_text(got.items, got.n_items_text, has_openat2 ? followed : unfollowed,
	        "THREATS C5: a link that leads out of the root has no name to make a URI of%s",
	        has_openat2 ? "" : ", without openat2");
	got_free(&got);
}

/* Does this kernel, and what this process runs in, know openat2? */
static bool knows_openat2(void)
{
	const struct open_how how = { .flags = O_PATH | O_DIRECTORY };
	long fd = syscall(SYS_openat2, AT_FDCWD, "/", &how, sizeof how);

	if (fd >= 0)
		close((int)fd);
	return fd >= 0;
}

/* openat2 is no call of this process any more. */
static bool forbid_openat2(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), /* the number of the call */
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

/* ---- directories ---------------------------------------------------------------------------------------- */

static void set_time(const char *name, long long seconds)
{
	const struct timespec times[2] = { { (time_t)seconds, 0 }, { (time_t)seconds, 0 } };

	utimensat(AT_FDCWD, in_top(name), times, AT_SYMLINK_NOFOLLOW);
}

static void check_dates(void)
{
	static const long long seconds[] = { 0,          -1,         951782399,  951782400,
		                             951868800,  1095379199, 4102444799, 2147483648,
		                             1709164800, 1709251199 };
	unsigned long random = 1;

	put_directory("dated");
	put_text("dated/x", "");
	for (size_t i = 0; i < 60; i++) {
		struct got got = { .path = "dates" };
		struct everyuri_receiver receiver = receiver_of(&got);
		char want[64];
		time_t at;

		random = random * 1103515245 + 12345;
		at = (time_t)(i < 10 ? seconds[i] : (long long)(random >> 16 & 0xFFFFFFFF));
		set_time("dated/x", at);
		strftime(want, sizeof want, "%Y-%m-%dT%H:%M:%SZ", gmtime(&at));
		eu_store_list(text_of(in_top("dated")), none, &receiver, NULL);
		is_text(got.bytes, got.n_bytes, want, "RFC 3339 5.6: %lld is a date",
		        (long long)at);
		got_free(&got);
	}
}

static void check_listing(void)
{
	static const char *const names[] = { "b",   "a",   "B",    ".hidden",  "\xC3\xA9",
		                             "a b", "-rf", "a\nb", "\x1B[31m", "\xFF",
		                             "10",  "9",   "a.txt" };
	static const char want[] = "document \x1B[31m \x1B[31m 0 - \n"
				   "document -rf -rf 0 - \n"
				   "document .hidden .hidden 0 - \n"
				   "document 10 10 0 - \n"
				   "document 9 9 0 - \n"
				   "document B B 0 - \n"
				   "document a a 0 - \n"
				   "document a\nb a\nb 0 - \n"
				   "document a b a b 0 - \n"
				   "document a.txt a.txt 0 text/plain \n"
				   "document b b 0 - \n"
				   "menu d d - - d\n"
				   "document \xC3\xA9 \xC3\xA9 0 - \n"
				   "document \xFF \xFF 0 - \n";
	struct got got = { 0 }, stopped = { .stop_after = 3 }, file = { 0 };
	struct everyuri_receiver receiver = receiver_of(&got), stops = receiver_of(&stopped),
				 of_file = receiver_of(&file);

	put_directory("listed");
	put_directory("listed/d");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char name[64];

		snprintf(name, sizeof name, "listed/%s", names[i]);
		put_text(name, "");
	}
	ok(!eu_store_list(text_of(in_top("listed/")), none, &receiver, NULL) && got.begun == 1 &&
	           got.object.kind == EVERYURI_MENU,
	   "a directory is a menu");
	is_text(got.items, got.n_items_text, want, "its names come in the order of their bytes");
	got_free(&got);
	got = (struct got){ 0 };
	ok(!eu_store_read(text_of(in_top("listed")), none, 0, &receiver, NULL) && got.n_items == 14,
	   "a directory that is read is listed");
	got_free(&got);
	ok(eu_store_list(text_of(in_top("listed")), none, &stops, NULL) == EVERYURI_PARTIAL &&
	           stopped.n_items == 3,
	   "a receiver that stops leaves a listing partial");
	got_free(&stopped);
	ok(!eu_store_list(text_of(in_top("root/file.txt//")), none, &of_file, NULL) &&
	           file.object.kind == EVERYURI_DOCUMENT && file.n_bytes == 6,
	   "a file that is listed is told as one");
	got_free(&file);
}

/* ---- sizes that do not fit ------------------------------------------------------------------------------ */

static bool in_order(const char *lines)
{
	const char *end;
	bool good = true;

	for (; (end = strchr(lines, '\n')) != NULL && end[1]; lines = end + 1)
		good = good && strncmp(lines, end + 1, (size_t)(end - lines)) < 0;
	return good;
}

static void check_large_directory(void)
{
	enum { N = 24000 };
	char name[256] = "large/", blanks[200];
	struct got got = { 0 };
	struct everyuri_receiver receiver = receiver_of(&got);
	struct rusage before, after;
	enum everyuri_status status;
	unsigned long n = quick ? N * 9ul / 10 : N;

	memset(blanks, 'x', sizeof blanks);
	put_directory("large");
	for (unsigned long i = 0; i < n; i++) { /* 4.8 MB of names: more than are held at once */
		snprintf(name, sizeof name, "large/%05lu%.195s", i * 7919 % n, blanks);
		close(open(in_top(name), O_CREAT | O_WRONLY, 0600));
	}
	getrusage(RUSAGE_SELF, &before);
	ok(!eu_store_list(text_of(in_top("large")), none, &receiver, NULL) && got.n_items == n,
	   "of a directory of %lu long names each is told", n);
	getrusage(RUSAGE_SELF, &after);
	diag("memory: %ld kB, %ld kB before", after.ru_maxrss, before.ru_maxrss);
	ok(got.items && in_order(got.items), "in order, and once");
	got_free(&got);
	got = (struct got){ .count_only = true };
	calls_fail("readdir", n + 10, EIO); /* in the second turn */
	status = eu_store_list(text_of(in_top("large")), none, &receiver, NULL);
	ok(calls_succeed() && status == EVERYURI_PARTIAL && got.begun == 1 && got.n_items > 1000 &&
	           got.n_items < n,
	   "THREATS C10: where it cannot be read a second time, the %zu that were told are partial",
	   got.n_items);
	got_free(&got);
	for (unsigned long i = 0; i < n; i++) {
		snprintf(name, sizeof name, "large/%05lu%.195s", i, blanks);
		unlink(in_top(name));
	}
}

static void check_large_file(void)
{
	const uint64_t size = quick ? 64u << 20 : 1u << 30;
	struct got got = { .count_only = true };
	struct everyuri_receiver receiver = receiver_of(&got);
	struct rusage usage;

	put_text("sparse", "");
	if (truncate(in_top("sparse"), (off_t)size)) {
		skip("a file of 1 GB", "cannot create a sparse file of 1 GB");
		return;
	}
	ok(!eu_store_read(text_of(in_top("sparse")), none, 0, &receiver, NULL) &&
	           got.counted == size,
	   "a file of %llu bytes is told", (unsigned long long)size);
	getrusage(RUSAGE_SELF, &usage);
	if (quick || SANITIZED)
		skip("memory below 32 MB", "the sanitizers need more memory");
	else
		ok(usage.ru_maxrss < 32 * 1024, "with %ld kB of memory, below 32 MB",
		   usage.ru_maxrss);
	unlink(in_top("sparse"));
}

static void check_no_memory(void)
{
	struct got got = { 0 };
	struct everyuri_receiver receiver = receiver_of(&got);
	const struct everyuri_text place = text_of("/etc/hosts");
	const struct rlimit limit = { 1, 1 };
	void *volatile last = NULL; /* the compiler must not leave these calls out */
	char path[1024], id[] = "a@b";
	enum everyuri_status status[3];

	snprintf(path, sizeof path, "%s", in_top("listed"));
	setrlimit(RLIMIT_AS, &limit);
	for (size_t n = 1 << 20; n >= 8; n /= 2)
		while ((last = malloc(n)) != NULL)
			;
	status[0] = eu_store_read(place, none, 0, &receiver, NULL);
	status[1] = eu_store_list(text_of(path), none, &receiver, NULL);
	status[2] = eu_store_message(text_of(id), none, &place, 1, none, &receiver, NULL);
	_exit(last || got.begun || status[0] != EVERYURI_NO_MEMORY ||
	      status[1] != EVERYURI_NO_MEMORY || status[2] != EVERYURI_NO_MEMORY);
}

/* A test in a process of its own.  Returns: it went well. */
static bool in_child(void (*test)(void))
{
	int status = 1;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		test();
		_exit(1);
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
	       !WEXITSTATUS(status);
}

static void check_without_openat2(void)
{
	tap.points = tap.failed = 0;
	if (!forbid_openat2())
		_exit(77);
	fclose(stdout); /* its points are counted, and told as one */
	check_root(false);
	check_root_listing(false);
	_exit(tap.failed != 0);
}

/* ---- the whole --------------------------------------------------------------------------------------------- */

int main(void)
{
	size_t files;

	quick = begin_test("store");
	files = open_files();
	check_large_file(); /* first: it looks at the most memory that was ever used */
	check_types();
	check_sizes();
	check_changes();
	check_made_files();
	check_refused();
	make_root();
	if (knows_openat2()) {
		check_root(true);
		check_root_listing(true);
	} else {
		skip("THREATS C5: roots", "the kernel lacks openat2");
	}
	ok(in_child(check_without_openat2),
	   "THREATS C5: all of this also where openat2 is not known");
	check_dates();
	check_listing();
	check_large_directory();
	if (quick || SANITIZED)
		skip("without memory", "the sanitizers replace the allocator");
	else
		ok(in_child(check_no_memory),
		   "without memory nothing is told, and the status says so");
	is_number((long long)open_files(), (long long)files, "each file that was opened is closed");
	return done();
}
