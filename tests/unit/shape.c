/* shape.c - the common shape of the standards before RFC 3986 against their grammars.
 *
 * A scheme's name is the same in either case, and the grammars alone read one that is not in lower
 * case: so a text and the same text with a capital in front are read by both, and must be read
 * alike.  All short strings behind beginnings whose lengths straddle the lanes of the kernels, and
 * random texts; tests/proof/shape.c tries more, with each kernel. */
#include <everyuri.h>

#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define DEPTH_MAX 3
#define N_RANDOM 20000
#define N_STANDARDS 6 /* those in front of RFC 3986 */
#define TEXT_ROOM 1000
#define SHOWN_MAX 3

static const char letters[] = "a1.-:/?#%+;=@~ _\"\\";
#define LETTERS (sizeof letters - 1)

static const char *const fronts[] = { "https://", "http://", "file://", "ftp://" };
static const char *const beginnings[] = {
	"",     "h",   "h.",   "1",   "h.b-c:", "h.-a.", "h/",
	"h/a%", "h/?", "h/?a", "h/#", "h/#a",   "h/?#",  "h:8/;",
};
/* A host so long that what follows begins there, and a path. */
static const unsigned lengths[] = { 14, 15, 16, 17, 30, 31, 32, 33, 62, 63, 64, 65, 72 };

struct proof {
	struct guard low, high;
	unsigned long texts, valid, wrong;
};

static bool same_reading(const struct everyuri_uri *a, const struct everyuri_uri *b)
{
	if (a->len != b->len || a->host_kind != b->host_kind || a->flags != b->flags ||
	    a->n_extra != b->n_extra || a->standard != b->standard)
		return false;
	for (int part = 0; part < EVERYURI_N_PARTS; part++)
		if (a->part[part].begin != b->part[part].begin ||
		    a->part[part].end != b->part[part].end)
			return false;
	for (int k = 0; k < a->n_extra; k++)
		if (a->extra[k].name != b->extra[k].name ||
		    a->extra[k].at.begin != b->extra[k].at.begin ||
		    a->extra[k].at.end != b->extra[k].at.end)
			return false;
	return true;
}

static void try_text(struct proof *proof, const char *text, size_t len)
{
	char capital[TEXT_ROOM];
	const char *low, *high;

	memcpy(capital, text, len);
	if (capital[0] >= 'a' && capital[0] <= 'z')
		capital[0] = (char)(capital[0] - 32);
	low = guard_end(&proof->low, text, len);
	high = guard_end(&proof->high, capital, len);
	for (int k = 0; k < N_STANDARDS; k++) {
		enum everyuri_standard standard = (enum everyuri_standard)k;
		struct everyuri_uri a, b;
		struct everyuri_error ea = { 0 }, eb = { 0 };
		enum everyuri_status sa =
			everyuri_parse(low, len, standard, 0, NULL, NULL, &a, &ea);
		enum everyuri_status sb =
			everyuri_parse(high, len, standard, 0, NULL, NULL, &b, &eb);

		proof->texts++;
		proof->valid += !sa;
		if (sa == sb && ea.at == eb.at && (sa || same_reading(&a, &b)) &&
		    everyuri_check(low, len, standard, 0, NULL) == sb &&
		    everyuri_check(low, len, standard, EVERYURI_ADMIT_PARTIAL, NULL) ==
		            everyuri_check(high, len, standard, EVERYURI_ADMIT_PARTIAL, NULL))
			continue;
		if (proof->wrong++ < SHOWN_MAX)
			diag("%s \"%.*s\": %d at %zu, by its grammar %d at %zu",
			     everyuri_standard_name(standard), (int)len, text, (int)sa, ea.at,
			     (int)sb, eb.at);
	}
}

static void try_all(struct proof *proof, char *text, size_t begin, int depth)
{
	size_t digit[DEPTH_MAX] = { 0 };
	int k;

	do {
		for (k = 0; k < depth; k++)
			text[begin + (size_t)k] = letters[digit[k]];
		try_text(proof, text, begin + (size_t)depth);
		for (k = depth - 1; k >= 0 && ++digit[k] == LETTERS; k--)
			digit[k] = 0;
	} while (k >= 0);
}

static void try_behind(struct proof *proof, const char *front, const char *rest, int depth_max)
{
	char text[TEXT_ROOM];
	size_t len = strlen(front);

	memcpy(text, front, len);
	memcpy(text + len, rest, strlen(rest));
	len += strlen(rest);
	for (int depth = 0; depth <= depth_max; depth++)
		try_all(proof, text, len, depth);
}

static void try_beginnings(int depth_max)
{
	for (size_t f = 0; f < sizeof fronts / sizeof *fronts; f++) {
		struct proof proof = { .texts = 0 };

		for (size_t k = 0; k < sizeof beginnings / sizeof *beginnings; k++)
			try_behind(&proof, fronts[f], beginnings[k], depth_max);
		ok(!proof.wrong && proof.valid,
		   "\"%s\": %lu readings are those of the grammars, %lu are valid", fronts[f],
		   proof.texts, proof.valid);
		guard_free(&proof.low);
		guard_free(&proof.high);
	}
}

/* Host, path and query in turn are what is so long. */
static void try_lengths(int depth_max)
{
	static const char *const rests[] = { "", "h/", "h/a?", "h/#" };
	struct proof proof = { .texts = 0 };

	for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++)
		for (size_t r = 0; r < sizeof rests / sizeof *rests; r++) {
			char rest[TEXT_ROOM] = "";
			size_t len = strlen(rests[r]), filled = lengths[n] - strlen(fronts[n % 2]);

			memcpy(rest, rests[r], len);
			if (len < filled)
				memset(rest + len, 'x', filled - len);
			try_behind(&proof, fronts[n % 2], rest, depth_max);
		}
	ok(!proof.wrong && proof.valid,
	   "behind beginnings of 14 to 72 bytes: %lu readings are those of the grammars, %lu are "
	   "valid",
	   proof.texts, proof.valid);
	guard_free(&proof.low);
	guard_free(&proof.high);
}

static void try_random(unsigned long n)
{
	struct proof proof = { .texts = 0 };
	struct shapes shapes = { .state = 7 };

	while (n--) {
		char text[TEXT_ROOM];
		const char *front = SHAPES_PICK(&shapes, fronts);
		size_t len = strlen(front);

		memcpy(text, front, len);
		shapes.len = 0;
		shapes_host(&shapes);
		if (shapes_one_in(&shapes, 4))
			shapes_put(&shapes, ":80");
		shapes_byte(&shapes, '/');
		shapes_path(&shapes);
		if (shapes_one_in(&shapes, 2)) {
			shapes_byte(&shapes, '?');
			shapes_run(&shapes, "=&+;", 20);
		}
		if (shapes_one_in(&shapes, 4)) {
			shapes_byte(&shapes, '#');
			shapes_run(&shapes, "~\"", 10);
		}
		memcpy(text + len, shapes.text, shapes.len);
		try_text(&proof, text, len + shapes.len);
	}
	ok(!proof.wrong && proof.valid,
	   "random texts: %lu readings are those of the grammars, %lu are valid", proof.texts,
	   proof.valid);
	guard_free(&proof.low);
	guard_free(&proof.high);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK");

	try_beginnings(quick ? DEPTH_MAX - 1 : DEPTH_MAX);
	try_lengths(2);
	try_random(quick ? N_RANDOM / 10 : N_RANDOM);
	return done();
}
