/* plain.c - the short way of whatwg against its state machine, on every short string.
 *
 * A space in front of a text is taken off by the standard, and is a doubt to the short way: so
 * the same text with one is read by the states, and without one perhaps is not.  All strings of
 * up to five letters over sixteen, behind beginnings that reach each part: verdict, position,
 * href and parts must be the same. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

#include <stdlib.h>

#define DEPTH_MAX 5
#define LETTERS 16
#define TEXT_ROOM 64
#define SHOWN_MAX 3

static const char letters[] = "a2.%e/\\?#@:'^-x\x7F";

static const char *const beginnings[] = {
	"http://",           "https://",      "http://h",     "http://h.",     "https://h.0x",
	"http://h/",         "http://h/a%2",  "http://h/a/.", "http://h?",     "http://h/?a",
	"https://h.b/a/?b#", "http://h#",     "HTTP://",      "http:/",        "ftp://h/",
	"http://www.ex.am",  "http://h/a//b", "http://xn--a", "http://1.2.3.", "https://h/%2E",
};

struct proof {
	struct guard plain, spaced;
	struct everyuri_buf a, b;
	unsigned long texts, valid, wrong;
};

static bool same_record(const struct everyuri_uri *a, const struct everyuri_uri *b)
{
	if (a->len != b->len || memcmp(a->text, b->text, a->len) != 0 ||
	    a->host_kind != b->host_kind || a->flags != b->flags)
		return false;
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (a->part[part].begin != b->part[part].begin ||
		    a->part[part].end != b->part[part].end)
			return false;
	return true;
}

/* text[0] is the space. */
static bool agrees(struct proof *proof, const char *text, size_t len)
{
	const char *spaced = guard_end(&proof->spaced, text, len + 1);
	const char *plain = guard_end(&proof->plain, text + 1, len);
	struct everyuri_uri a, b;
	struct everyuri_error ea = { 0 }, eb = { 0 }, ec = { 0 };
	enum everyuri_status sa =
		everyuri_parse(plain, len, EVERYURI_WHATWG, 0, NULL, &proof->a, &a, &ea);
	enum everyuri_status sb =
		everyuri_parse(spaced, len + 1, EVERYURI_WHATWG, 0, NULL, &proof->b, &b, &eb);

	if (sa != sb || everyuri_check(plain, len, EVERYURI_WHATWG, 0, &ec) != sa)
		return false;
	proof->valid += !sa;
	return sa ? ea.at + 1 == eb.at && ec.at == ea.at : same_record(&a, &b);
}

static void try_text(struct proof *proof, const char *text, size_t len)
{
	proof->texts++;
	if (!agrees(proof, text, len) && proof->wrong++ < SHOWN_MAX)
		diag("they differ in \"%.*s\"", (int)len, text + 1);
}

/* Every string of exactly `depth` letters behind what stands in text. */
static void try_all(struct proof *proof, char *text, size_t begin, int depth)
{
	int digit[DEPTH_MAX] = { 0 };
	int k;

	do {
		for (k = 0; k < depth; k++)
			text[1 + begin + (size_t)k] = letters[digit[k]];
		try_text(proof, text, begin + (size_t)depth);
		for (k = depth - 1; k >= 0 && ++digit[k] == LETTERS; k--)
			digit[k] = 0;
	} while (k >= 0);
}

int main(void)
{
	int depth_max = getenv("EVERYURI_QUICK") ? DEPTH_MAX - 2 : DEPTH_MAX;
	struct proof proof = { 0 };

	everyuri_buf_init(&proof.a, NULL, 0, NULL);
	everyuri_buf_init(&proof.b, NULL, 0, NULL);
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
		char text[TEXT_ROOM] = " ";
		size_t begin = strlen(beginnings[i]);

		memcpy(text + 1, beginnings[i], begin);
		proof.texts = proof.valid = proof.wrong = 0;
		for (int depth = 0; depth <= depth_max; depth++)
			try_all(&proof, text, begin, depth);
		ok(!proof.wrong && proof.valid,
		   "whatwg: \"%s\" and up to %d letters: the short way and the states read %lu "
		   "texts "
		   "alike, %lu are URLs",
		   beginnings[i], depth_max, proof.texts, proof.valid);
	}
	everyuri_buf_free(&proof.a);
	everyuri_buf_free(&proof.b);
	guard_free(&proof.plain);
	guard_free(&proof.spaced);
	return done();
}
