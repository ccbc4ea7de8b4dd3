/* exhaustive.c - compare the library with the recogniser on every short string.
 *
* All strings of up to four letters from an alphabet of sixteen (five in the long form), alone and after prefixes that
 * reach the productions.  The verdict and the error position must be the same.  If a text cannot be completed, neither
 * can any text that begins with it, so the recogniser runs only on the viable branches of the tree of strings. */
#include <everyuri.h>

#include "guard.h"
#include "recogniser.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

#define DEPTH_MAX 5
#define LETTERS 16
#define SHOWN_MAX 3

/* Delimiters of all standards, a letter and a digit that are both hexadecimal. */
static const char delimiters[] = "a1:/?#@%.[];=+- ";
/* Other characters in productions: digits of %00 and %09, "*", other extras. */
static const char codes[] = "A09:/?#@%.*&=;!\"";
/* For the text inside brackets. */
static const char address[] = "a1:.]%2[v5g0/-@+";

/* Bytes at the limits of UTF-8, ucschar and iprivate; delimiters of the components. */
static const char utf8[] = "a/?#@\x80\x8F\xA0\xA4\xB7\xBF\xBE\xC2\xEE\xEF\xF3";

struct job {
	const char *prefix, *letters;
	unsigned flags;
};

static const struct job jobs[] = {
	{ "", delimiters, 0 },
	{ "", codes, 0 },
	{ "a:", delimiters, 0 },
	{ "x://", delimiters, 0 },
	{ "url:", delimiters, 0 },
	{ "URL:h", codes, 0 },
	{ "http:", delimiters, 0 },
	{ "http://", delimiters, 0 },
	{ "HTTP://h", delimiters, 0 },
	{ "http://h/", delimiters, 0 },
	{ "http://h/", codes, 0 },
	{ "http://h/?", delimiters, 0 },
	{ "http://h/#", codes, 0 },
	{ "http://h:", delimiters, 0 },
	{ "http://1.2.3", address, 0 },
	{ "http://2", address, 0 },
	{ "http://[", address, 0 },
	{ "http://[", address, EVERYURI_ADMIT_ZONE },
	{ "http://[::", address, 0 },
	{ "http://[::1", address, EVERYURI_ADMIT_ZONE },
	{ "http://[1:2:3:4:5:", address, 0 },
	{ "http://[1::2:3:4:", address, 0 },
	{ "http://[1:2:3::4:5", address, 0 },
	{ "http://[::1.2.3", address, 0 },
	{ "http://[::2", address, 0 },
	{ "http://[v1.", address, 0 },
	{ "http://a-", address, 0 },
	{ "ftp://", delimiters, 0 },
	{ "ftp://u:", delimiters, 0 },
	{ "ftp://h/", delimiters, 0 },
	{ "ftp://h/;type", "=ANTCEILaid1;/%?", 0 },
	{ "gopher://h", delimiters, 0 },
	{ "gopher://h/", codes, 0 },
	{ "gopher://h/1%09", codes, 0 },
	{ "news:", delimiters, 0 },
	{ "news:", codes, 0 },
	{ "nntp:", delimiters, 0 },
	{ "nntp://", delimiters, 0 },
	{ "nntp://h/", delimiters, 0 },
	{ "wais://h/", delimiters, 0 },
	{ "wais://h/d/t/", delimiters, 0 },
	{ "wais://h/d/t/1", codes, 0 },
	{ "prospero://h/", delimiters, 0 },
	{ "prospero://h/", codes, 0 },
	{ "prospero://h/a;b", codes, 0 },
	{ "telnet://", delimiters, 0 },
	{ "rlogin://h", delimiters, 0 },
	{ "tn3270:", delimiters, 0 },
	{ "mailto:", delimiters, 0 },
	{ "mailto:a", codes, 0 },
	{ "mid:", delimiters, 0 },
	{ "cid:", delimiters, 0 },
	{ "afs://", delimiters, 0 },
	{ "file://", delimiters, 0 },
	{ "file://h", codes, 0 },
	{ "urn:", delimiters, 0 },
	{ "x://", utf8, 0 },
	{ "x:?\xF0\x9F", utf8, 0 },
	{ "x:\xF3", utf8, 0 },
	{ "x:?\xF4", utf8, 0 },
	{ "x:?\xED", utf8, 0 },
	{ "x:\xE0", utf8, 0 },
	{ "", utf8, EVERYURI_ADMIT_PARTIAL },
	{ "", delimiters, EVERYURI_ADMIT_PARTIAL },
	{ "", codes, EVERYURI_ADMIT_PARTIAL },
	{ "/", delimiters, EVERYURI_ADMIT_PARTIAL },
	{ "//", delimiters, EVERYURI_ADMIT_PARTIAL },
	{ "//h", codes, EVERYURI_ADMIT_PARTIAL },
	{ "g?", delimiters, EVERYURI_ADMIT_PARTIAL },
	{ "http:", delimiters, EVERYURI_ADMIT_PARTIAL },
};

/* A walk over the strings of one job under one standard. */
struct walk {
	enum everyuri_standard standard;
	unsigned flags;
	const char *letters;
	struct recogniser *recogniser;
	struct guard guard;
	char text[64];
	size_t prefix_len, depth;
	unsigned long strings, valid, differ;
};

static void hold(struct walk *w, size_t len, bool valid, size_t at)
{
	struct everyuri_error err = { 0 };
	const char *text = guard_end(&w->guard, w->text, len);
	enum everyuri_status status = everyuri_check(text, len, w->standard, w->flags, &err);

	w->strings++;
	w->valid += valid;
	if (valid ? status == EVERYURI_OK :
	            status == EVERYURI_INVALID && err.at == at && err.which == 0)
		return;
	if (w->differ++ >= SHOWN_MAX)
		return;
	printf("# %s, flags %u: \"", everyuri_standard_name(w->standard), w->flags);
	tap_put(w->text, len);
	printf("\": the library says %s", status ? everyuri_status_text(status) : "valid");
	if (status)
		printf(" at %zu (%s)", err.at, err.clause ? err.clause : "?");
	if (valid)
		printf(", the recogniser valid\n");
	else
		printf(", the recogniser invalid at %zu\n", at);
}

/* Tries all strings that begin with text[0 .. len).  alive: it can be completed; otherwise at is the length of its
 * viable prefix. */
static void walk_from(struct walk *w, bool alive, size_t at)
{
	size_t begin = w->prefix_len;
	size_t digit[DEPTH_MAX + 1] = { 0 };
	bool living[DEPTH_MAX + 1] = { alive };
	size_t dead_at[DEPTH_MAX + 1] = { at };
	size_t level = 0;

	hold(w, begin, alive && recogniser_valid(w->recogniser, w->text, begin),
	     alive ? begin : at);
	/* level letters are set; digit[level] is the next one to try. */
	for (;;) {
		size_t len = begin + level + 1;

		if (level == w->depth || digit[level] == LETTERS) {
			if (!level)
				return;
			level--;
			continue;
		}
		w->text[len - 1] = w->letters[digit[level]++];
		living[level + 1] = living[level] && recogniser_viable(w->recogniser, w->text, len);
		dead_at[level + 1] = living[level] ? len - 1 : dead_at[level];
		hold(w, len, living[level + 1] && recogniser_valid(w->recogniser, w->text, len),
		     living[level + 1] ? len : dead_at[level + 1]);
		level++;
		digit[level] = 0;
	}
}

static void run(const struct job *job, enum everyuri_standard standard, size_t depth)
{
	size_t len = strlen(job->prefix);
	struct walk w = { .standard = standard,
		          .flags = job->flags,
		          .letters = job->letters,
		          .recogniser = recogniser_new(standard, job->flags),
		          .prefix_len = len,
		          .depth = depth };
	bool alive;

	memcpy(w.text, job->prefix, len);
	alive = recogniser_viable(w.recogniser, w.text, len);
	/* After a prefix that cannot be completed, a few letters are enough. */
	if (!alive)
		w.depth = depth < 2 ? depth : 2;
	walk_from(&w, alive, alive ? len : recogniser_at(w.recogniser, w.text, len));
	ok(w.differ == 0,
	   "%s: \"%s\" and up to %zu of \"%s\"%s%s agree: %lu strings, %lu valid, %lu differ",
	   everyuri_standard_name(standard),
	   job->prefix[0] && job->letters == utf8 ? "..." : job->prefix, w.depth,
	   job->letters == utf8 ? "bytes of UTF-8" : job->letters,
	   job->flags & EVERYURI_ADMIT_PARTIAL ? ", partial forms too" : "",
	   job->flags & EVERYURI_ADMIT_ZONE ? ", zones too" : "", w.strings, w.valid, w.differ);
	recogniser_free(w.recogniser);
	guard_free(&w.guard);
}

int main(void)
{
	static const enum everyuri_standard standards[] = { EVERYURI_URL1993, EVERYURI_URI1994,
		                                            EVERYURI_RFC1630, EVERYURI_RFC1738,
		                                            EVERYURI_RFC1808, EVERYURI_RFC2396,
		                                            EVERYURI_RFC3986, EVERYURI_RFC3987 };
	size_t depth = getenv("EVERYURI_LONG") ? DEPTH_MAX : getenv("EVERYURI_QUICK") ? 3 : 4;

	if (depth < DEPTH_MAX)
		diag("strings of up to %zu letters only", depth);
	for (size_t s = 0; s < sizeof standards / sizeof *standards; s++) {
		if (!everyuri_standard_built(standards[s]))
			continue;
		for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
			if ((jobs[i].flags & EVERYURI_ADMIT_ZONE &&
			     standards[s] != EVERYURI_RFC3986) ||
			    (jobs[i].letters == utf8 && standards[s] != EVERYURI_RFC3987))
				continue;
			run(&jobs[i], standards[s], depth);
		}
	}
	return done();
}
