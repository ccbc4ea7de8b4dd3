/* path.c - path.h: names of files as "file" URIs, and back; each way exact or refused. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

static struct guard guard;
static struct everyuri_buf buf, other;

static const char *const systems[] = { "posix", "windows", "vms" };

#define POSIX EVERYURI_PATH_POSIX
#define WINDOWS EVERYURI_PATH_WINDOWS
#define VMS EVERYURI_PATH_VMS

static enum everyuri_status to_uri(const char *path, size_t len, enum everyuri_path_system system,
                                   struct everyuri_error *err)
{
	return everyuri_path_to_uri(guard_end(&guard, path, len), len, system, &buf, err);
}

static enum everyuri_status from_uri(const char *text, size_t len, enum everyuri_standard standard,
                                     enum everyuri_path_system system, struct everyuri_buf *to,
                                     struct everyuri_error *err)
{
	struct everyuri_uri uri;
	struct everyuri_buf read; /* where a standard rewrites */
	enum everyuri_status status;

	everyuri_buf_init(&read, NULL, 0, NULL);
	status = everyuri_parse(guard_end(&guard, text, len), len, standard, 0, NULL, &read, &uri,
	                        err);
	if (!status)
		status = everyuri_path_from_uri(&uri, system, to, err);
	everyuri_buf_free(&read);
	return status;
}

/* One way. */
static void becomes(enum everyuri_path_system system, const char *path, const char *uri)
{
	enum everyuri_status status = to_uri(path, strlen(path), system, NULL);

	is_text(status ? NULL : buf.data, status ? 0 : buf.len, uri, "RFC 8089, %s: the URI of %s",
	        systems[system], path);
}

static void names(enum everyuri_path_system system, const char *uri, const char *path)
{
	enum everyuri_status status =
		from_uri(uri, strlen(uri), EVERYURI_RFC3986, system, &buf, NULL);

	is_text(status ? NULL : buf.data, status ? 0 : buf.len, path,
	        "RFC 8089, %s: the path of %s", systems[system], uri);
}

/* Both ways. */
static void is(enum everyuri_path_system system, const char *path, const char *uri)
{
	becomes(system, path, uri);
	names(system, uri, path);
}

static void refused(enum everyuri_path_system system, const char *path, size_t at)
{
	struct everyuri_error err = { 0 };

	ok(to_uri(path, strlen(path), system, &err) == EVERYURI_INVALID && err.at == at,
	   "RFC 8089, %s: no URI for %s, byte %zu", systems[system], path, at);
	if (err.at != at)
		diag("got %zu: %s", err.at, err.message ? err.message : "-");
}

static void no_path(enum everyuri_path_system system, const char *uri, enum everyuri_status want,
                    size_t at)
{
	struct everyuri_error err = { 0 };
	enum everyuri_status got = from_uri(uri, strlen(uri), EVERYURI_RFC3986, system, &buf, &err);

	ok(got == want && err.at == at, "RFC 8089, %s: no path for %s, byte %zu", systems[system],
	   uri, at);
	if (err.at != at || got != want)
		diag("got %d, %zu: %s", got, err.at, err.message ? err.message : "-");
}

static void posix(void)
{
	is(POSIX, "/etc/motd", "file:///etc/motd");
	is(POSIX, "/", "file:///");
	is(POSIX, "//a//b/", "file:////a//b/");
	is(POSIX, "/a b%c?d#e", "file:///a%20b%25c%3Fd%23e");
	is(POSIX, "/\xC3\xA9\xFF\x01\n", "file:///%C3%A9%FF%01%0A");
	is(POSIX, "/a:b;c=d@e!~", "file:///a:b;c=d@e!~");
	is(POSIX, "/...", "file:///...");
	is(POSIX, "/c\\d", "file:///c%5Cd");
	names(POSIX, "file:/etc", "/etc");
	names(POSIX, "FILE://LOCALHOST/etc", "/etc");
	names(POSIX, "file:///%65tc%2e", "/etc.");
	refused(POSIX, "", 0);
	refused(POSIX, "a/b", 0);
	refused(POSIX, "/a/../b", 3);
	refused(POSIX, "/a/.", 3);
	no_path(POSIX, "file://h/a", EVERYURI_INVALID, 7);
	no_path(POSIX, "http://h/a", EVERYURI_INVALID, 0);
	no_path(POSIX, "file:a", EVERYURI_INVALID, 5);
	no_path(POSIX, "file://localhost", EVERYURI_INVALID, 16);
	no_path(POSIX, "file:///a?b", EVERYURI_INVALID, 10);
	no_path(POSIX, "file:///a?", EVERYURI_INVALID, 10);
	no_path(POSIX, "file:///a#b", EVERYURI_INVALID, 10);
	no_path(POSIX, "file://localhost:1/a", EVERYURI_INVALID, 17);
	no_path(POSIX, "file://u@localhost/a", EVERYURI_INVALID, 7);
	no_path(POSIX, "file:///a/../b", EVERYURI_INVALID, 10);
	no_path(POSIX, "file:///a/%2E./b", EVERYURI_INVALID, 10);
	no_path(POSIX, "file:///a%2Fb", EVERYURI_UNSAFE, 9);
	no_path(POSIX, "file:///a%00b", EVERYURI_UNSAFE, 9);
}

static void windows(void)
{
	is(WINDOWS, "C:\\a\\b.txt", "file:///C:/a/b.txt");
	is(WINDOWS, "c:\\", "file:///c:/");
	is(WINDOWS, "C:\\a b\\\xC3\xA9%", "file:///C:/a%20b/%C3%A9%25");
	is(WINDOWS, "\\\\server\\share\\a", "file://server/share/a");
	is(WINDOWS, "\\\\server\\share", "file://server/share");
	is(WINDOWS, "\\\\s@SSL\\d$\\\xC3\xA9", "file://s%40SSL/d$/%C3%A9");
	is(WINDOWS, "\\\\192.0.2.1\\s\\", "file://192.0.2.1/s/");
	becomes(WINDOWS, "C:/a\\b", "file:///C:/a/b");
	becomes(WINDOWS, "//server/share", "file://server/share");
	names(WINDOWS, "file:c:/a", "c:\\a");
	no_path(WINDOWS, "file:////h", EVERYURI_INVALID, 10);
	names(WINDOWS, "file:/c:/a", "c:\\a");
	names(WINDOWS, "file:////server/share/a", "\\\\server\\share\\a");
	names(WINDOWS, "file://///server/share/a", "\\\\server\\share\\a");
	names(WINDOWS, "file:///c%3A/a", "c:\\a");
	names(WINDOWS, "file:///c%3a/", "c:\\");
	names(WINDOWS, "file://localhost/c:/a", "c:\\a");
	refused(WINDOWS, "", 0);
	refused(WINDOWS, "a\\b", 0);
	refused(WINDOWS, "\\a", 0);
	refused(WINDOWS, "C:", 2);
	refused(WINDOWS, "C:a", 2);
	refused(WINDOWS, "C:\\a:b", 4);
	refused(WINDOWS, "C:\\a*", 4);
	refused(WINDOWS, "C:\\a\x1F", 4);
	refused(WINDOWS, "C:\\\xFF", 3);
	refused(WINDOWS, "C:\\\xE2\x82", 3);
	refused(WINDOWS, "C:\\a\\..\\b", 5);
	refused(WINDOWS, "\\\\?\\C:\\a", 2);
	refused(WINDOWS, "\\\\.\\PIPE\\a", 2);
	refused(WINDOWS, "\\\\server", 8);
	refused(WINDOWS, "\\\\server\\", 8);
	refused(WINDOWS, "\\\\server\\\\a", 8);
	refused(WINDOWS, "\\\\\\share", 2);
	refused(WINDOWS, "\\\\localhost\\c$", 2);
	refused(WINDOWS, "\\\\h\\C:\\a", 5);
	no_path(WINDOWS, "file:///etc/motd", EVERYURI_INVALID, 8);
	no_path(WINDOWS, "file:///c:", EVERYURI_INVALID, 10);
	no_path(WINDOWS, "file:///c%3Aa", EVERYURI_INVALID, 12);
	no_path(WINDOWS, "file:///c%3B/a", EVERYURI_INVALID, 8);
	no_path(WINDOWS, "file://////server/share", EVERYURI_INVALID, 10);
	no_path(WINDOWS, "file:///c:/a%5Cb", EVERYURI_UNSAFE, 12);
	no_path(WINDOWS, "file:///c:/a%2Fb", EVERYURI_UNSAFE, 12);
	no_path(WINDOWS, "file:///c:/a%00", EVERYURI_UNSAFE, 12);
	no_path(WINDOWS, "file:///c:/a%3Fb", EVERYURI_INVALID, 12);
	no_path(WINDOWS, "file:///c:/%FF", EVERYURI_INVALID, 11);
	no_path(WINDOWS, "file:///c:/a/%2e%2E/b", EVERYURI_INVALID, 13);
	no_path(WINDOWS, "file://server/", EVERYURI_INVALID, 13);
	no_path(WINDOWS, "file://server", EVERYURI_INVALID, 13);
	no_path(WINDOWS, "file://[::1]/share", EVERYURI_INVALID, 7);
	no_path(WINDOWS, "file://server/c:/a", EVERYURI_INVALID, 15);
	no_path(WINDOWS, "file://a%5Cb/c", EVERYURI_UNSAFE, 8);
}

static void vms(void)
{
	/* ERRATUM of RFC 1738 3.10: without the loss of a digit. */
	is(VMS, "DISK$USER:[MY.NOTES]NOTE123456.TXT", "file:///disk$user/my/notes/note123456.txt");
	is(VMS, "VMS.HOST.EDU::DISK$USER:[MY.NOTES]NOTE123456.TXT",
	   "file://vms.host.edu/disk$user/my/notes/note123456.txt");
	is(VMS, "D:[000000]A.B;12", "file:///d/a.b;12");
	is(VMS, "D:[A]", "file:///d/a/");
	is(VMS, "D:[000000]", "file:///d/");
	is(VMS, "D:[A-B._1]LOGIN", "file:///d/a-b/_1/login");
	is(VMS, "D:[A].CSH", "file:///d/a/.csh");
	becomes(VMS, "Disk:[My]Note.Txt", "file:///disk/my/note.txt");
	names(VMS, "file://VMS.HOST.EDU/d/a", "VMS.HOST.EDU::D:[000000]A");
	refused(VMS, "", 0);
	refused(VMS, "A.TXT", 0);
	refused(VMS, "[A]B.TXT", 0);
	refused(VMS, "D:A.TXT", 2);
	refused(VMS, "D:[A", 4);
	refused(VMS, "D:[]A", 3);
	refused(VMS, "D:[.A]B", 3);
	refused(VMS, "D:[A..B]C", 5);
	refused(VMS, "D:[-]C", 3);
	refused(VMS, "D:[---]C", 3);
	refused(VMS, "D:[A.--]C", 5);
	is(VMS, "D:[--A]C", "file:///d/--a/c");
	refused(VMS, "D:[000000.A]C", 3);
	is(VMS, "D:[ABCDEF]C", "file:///d/abcdef/c"); /* as long as the root's name */
	refused(VMS, "D:[A]B.C.D", 8);
	refused(VMS, "D:[A]B.C;", 9);
	refused(VMS, "D:[A]B.C;X", 9);
	refused(VMS, "D:[A]*.*", 5);
	refused(VMS, "D:[A].", 5);
	refused(VMS, "D:[A]..", 6);
	refused(VMS, "D:[A B]C", 4);
	refused(VMS, "::D:[A]C", 0);
	refused(VMS, "LocalHost::D:[A]C", 0);
	no_path(VMS, "file:///d", EVERYURI_INVALID, 9);
	no_path(VMS, "file:////a", EVERYURI_INVALID, 8);
	no_path(VMS, "file:///d/A", EVERYURI_INVALID, 10);
	no_path(VMS, "file:///d/MY/a.b", EVERYURI_INVALID, 10);
	no_path(VMS, "file:///d//a", EVERYURI_INVALID, 10);
	no_path(VMS, "file:///d/000000/a", EVERYURI_INVALID, 10);
	no_path(VMS, "file:///d/a.b/c", EVERYURI_INVALID, 11);
	no_path(VMS, "file:///d/a%2Eb.c", EVERYURI_INVALID, 11);
	no_path(VMS, "file:///d/../c", EVERYURI_INVALID, 10);
	no_path(VMS, "file:///d/a%2Fc", EVERYURI_INVALID, 11);
	no_path(VMS, "file://[::1]/d/a", EVERYURI_INVALID, 7);
}

/* NUL, and the old standards, which read file URIs too. */
static void others(void)
{
	struct everyuri_error err = { 0 };

	for (int s = 0; s < 3; s++) {
		static const char *const path[] = { "/a\0b", "C:\\a\0b", "D:[A]a\0b" };
		static const size_t len[] = { 4, 6, 8 };

		ok(to_uri(path[s], len[s], (enum everyuri_path_system)s, &err) == EVERYURI_UNSAFE &&
		           err.at == len[s] - 2,
		   "RFC 8089, %s: no URI for a path with a NUL", systems[s]);
	}
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++) {
		enum everyuri_standard standard = (enum everyuri_standard)s;

		if (!everyuri_standard_built(standard))
			continue;
		ok(!from_uri("file:///a/%7Eb", 14, standard, POSIX, &other, NULL) &&
		           other.len == 5 && !memcmp(other.data, "/a/~b", 5),
		   "path.h: the path of a URI read by %s", everyuri_standard_name(standard));
	}
	ok(from_uri("file://1h/a", 11, EVERYURI_RFC1630, POSIX, &other, NULL) == EVERYURI_INVALID,
	   "path.h: what rfc1630 reads as path is still another host");
	ok(to_uri("/a", 2, (enum everyuri_path_system)3, &err) == EVERYURI_UNSUPPORTED &&
	           from_uri("file:///a", 9, EVERYURI_RFC3986, (enum everyuri_path_system)3, &other,
	                    &err) == EVERYURI_UNSUPPORTED,
	   "path.h: a system that there is not");
	/* The URL Standard makes a colon of what stood for one once, but only behind a drive alone. */
	ok(from_uri("file:///C|/a", 12, EVERYURI_WHATWG, WINDOWS, &other, NULL) == EVERYURI_OK &&
	           other.len == 4 && !memcmp(other.data, "C:\\a", 4),
	   "RFC 8089 E.2.2: C| is a drive");
	ok(from_uri("file:///C|a", 11, EVERYURI_WHATWG, WINDOWS, &other, &err) ==
	                   EVERYURI_INVALID &&
	           err.at == 10,
	   "RFC 8089 E.2.2: what is behind C| begins with a separator");
#if SIZE_MAX > UINT32_MAX
	ok(everyuri_path_to_uri(guard_end(&guard, "", 0), (size_t)EVERYURI_TEXT_MAX + 1, POSIX,
	                        &buf, NULL) == EVERYURI_TOO_LONG,
	   "contract api.length: path_to_uri: too long");
#endif
}

/* Property: what a random path becomes goes back to the same path. */
static void round_trips(void)
{
	static const char bytes[] = "abCZ09/\\:.;[]~%$-_ |\xC3\xA9";
	const unsigned rounds = getenv("EVERYURI_QUICK") ? 3000 : 100000;
	uint32_t random = 1;
	unsigned n_mapped = 0, n_wrong = 0;

	for (unsigned k = 0; k < rounds; k++) {
		static const char *const fronts[] = { "/", "C:\\", "D:[A]" };
		enum everyuri_path_system system = (enum everyuri_path_system)(k % 3);
		char path[24];
		size_t len = strlen(fronts[system]), wanted = len + k % 13;

		memcpy(path, fronts[system], len);
		while (len < wanted) {
			random = random * 1664525 + 1013904223;
			path[len++] = bytes[(random >> 16) % (sizeof bytes - 1)];
		}
		if (to_uri(path, len, system, NULL))
			continue;
		n_mapped++;
		if (from_uri(buf.data, buf.len, EVERYURI_RFC3986, system, &other, NULL)) {
			n_wrong++;
			continue;
		}
		for (size_t i = 0; i < len; i++) {
			if (system == WINDOWS && path[i] == '/')
				path[i] = '\\';
			if (system == VMS && path[i] >= 'a' && path[i] <= 'z')
				path[i] = (char)(path[i] - 32);
		}
		n_wrong += other.len != len || memcmp(other.data, path, len) != 0;
	}
	ok(n_mapped > rounds / 20 && !n_wrong, "path.h: %u random paths of %u come back exactly",
	   n_mapped, rounds);
}

int main(void)
{
	everyuri_buf_init(&buf, NULL, 0, NULL);
	everyuri_buf_init(&other, NULL, 0, NULL);
	posix();
	windows();
	vms();
	others();
	round_trips();
	everyuri_buf_free(&buf);
	everyuri_buf_free(&other);
	guard_free(&guard);
	return done();
}
