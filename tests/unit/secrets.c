/* secrets.c - uri.h everyuri_secrets_find, everyuri_redact: no reading of any standard has a password that is
 * shown, whatever the text. */
#include <everyuri.h>

#include "guard.h"
#include "rounds.h"
#include "tap.h"

#include <stdlib.h>

#define SHOWN_MAX 8
#define TEXT_MAX 128u

/* "Z" marks what may be a secret. */
/* clang-format off */
static const char *const pieces[] = {
	"http:", "ftp:", "x:",       "sip:", "jdbc:", "URL:", "telnet:", "//",   "//", "/", "u",
	"Z",     "Z1",   ":",        ":",    "@",     "@",    "?",       "#",    "12", "[", "]",
	"[::1]", ";",    "=",        "&",    "token", "%40",  " ",       "\\",   "\t", ",", "h",
	"a.b",   "{",    "\xC3\xA9", "%5C",  "*",     "'",    "(",       "\x01",
};
/* clang-format on */

struct tries {
	struct everyuri_buf first, second, read;
	unsigned long n, passwords, failed;
};

static unsigned long rng = 1;

static unsigned long draw(unsigned long n)
{
	rng = rng * 6364136223846793005ul + 1442695040888963407ul;
	return (rng >> 33) % n;
}

/* Half of the texts begin as URIs do. */
static size_t draw_text(char text[TEXT_MAX])
{
	static const char *const fronts[] = { "http://", "x://u:", "ftp://u:Z", "telnet://",
		                              "//u:Z" };
	size_t len = 0, n = 2 + draw(12);

	if (draw(2)) {
		const char *front = fronts[draw(sizeof fronts / sizeof *fronts)];

		memcpy(text, front, strlen(front));
		len = strlen(front);
		n /= 2;
	}

	for (size_t i = 0; i < n; i++) {
		const char *piece = pieces[draw(sizeof pieces / sizeof *pieces)];

		memcpy(text + len, piece, strlen(piece));
		len += strlen(piece);
	}
	return len;
}

static size_t marks(const char *text, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += text[i] == 'Z';
	return n;
}

static void check(struct tries *tries, bool holds, const char *what, const char *text, size_t len,
                  const struct everyuri_buf *got)
{
	if (holds || tries->failed++ >= SHOWN_MAX)
		return;
	printf("# %s: ", what);
	tap_put(text, len);
	printf(" gives ");
	tap_put(got->data ? got->data : "", got->len);
	printf("\n");
}

/* Those of the password are hidden where its own standard redacts, and in the text as given. */
static void try_standard(struct tries *tries, const char *text, size_t len,
                         enum everyuri_standard standard)
{
	static const struct everyuri_secrets secrets = { 0 };
	struct everyuri_text password;
	struct everyuri_uri uri;
	size_t hidden;

	if (everyuri_parse(text, len, standard, EVERYURI_ADMIT_PARTIAL, NULL, &tries->read, &uri,
	                   NULL))
		return;
	password = everyuri_view(&uri, EVERYURI_PASSWORD);
	hidden = marks(password.data, password.len);
	tries->passwords += hidden;
	everyuri_redact(&uri, &secrets, &tries->first, NULL);
	check(tries,
	      marks(tries->first.data, tries->first.len) + hidden <= marks(uri.text, uri.len),
	      everyuri_standard_name(standard), text, len, &tries->first);
	everyuri_redact_text(text, len, &secrets, &tries->first, NULL);
	check(tries, marks(tries->first.data, tries->first.len) + hidden <= marks(text, len),
	      "of the text", text, len, &tries->first);
}

static void try_text(struct tries *tries, const char *text, size_t len)
{
	static const struct everyuri_secrets secrets = { 0 };
	struct everyuri_span secret[TEXT_MAX];
	size_t n = everyuri_secrets_find(text, len, &secrets, secret, TEXT_MAX), end = 0;

	for (size_t i = 0; i < n; i++) {
		check(tries,
		      secret[i].begin <= secret[i].end && secret[i].end <= len &&
		              (!i || secret[i].begin > end),
		      "not in order", text, len, &tries->first);
		end = secret[i].end;
	}
	everyuri_redact_text(text, len, &secrets, &tries->first, NULL);
	everyuri_redact_text(tries->first.data, tries->first.len, &secrets, &tries->second, NULL);
	check(tries,
	      tries->first.len == tries->second.len &&
	              !memcmp(tries->first.data, tries->second.data, tries->first.len),
	      "not twice the same", text, len, &tries->second);
	for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
		try_standard(tries, text, len, (enum everyuri_standard)s);
}

int main(void)
{
	const unsigned long rounds = rounds_of(400000, 40000);
	struct guard guard = { 0 };
	struct tries tries = { 0 };
	char text[TEXT_MAX];

	everyuri_buf_init(&tries.first, NULL, 0, NULL);
	everyuri_buf_init(&tries.second, NULL, 0, NULL);
	everyuri_buf_init(&tries.read, NULL, 0, NULL);
	for (; tries.n < rounds; tries.n++) {
		size_t len = draw_text(text);

		try_text(&tries, guard_end(&guard, text, len), len);
	}
	ok(tries.passwords > rounds / 100 && !tries.failed,
	   "uri.h: no password of any reading is shown (%lu texts, %lu passwords, %lu failed)",
	   tries.n, tries.passwords, tries.failed);
	everyuri_buf_free(&tries.first);
	everyuri_buf_free(&tries.second);
	everyuri_buf_free(&tries.read);
	guard_free(&guard);
	return done();
}
