/* find.c - compare the fast paths of find with its byte-by-byte walk.
 *
 * There are three fast paths: vectors skip bytes where no URI can begin (skip.c), a table steps through a bare
 * URI, and long pieces of text are read in place.  The plain walk stops at each trigger, tests each byte, and
 * copies the text into its window.  Both must find the same, whatever the text, the options, the kernel and the
 * sizes of the pieces. */
#include "find/finder.h"

#include "guard.h"
#include "shapes.h"
#include "tap.h"

#include <stdlib.h>

#define SHOWN_MAX 3
#define TEXT_ROOM 512
#define N(list) (sizeof(list) / sizeof *(list))

/* ---- walks ----------------------------------------------------------------------------------- */

struct way {
	const char *name;
	enum eu_kernel kernel;
};

static const struct way ways[] = {
	{ "plain", EU_KERNEL_PLAIN },    { "SSE2", EU_KERNEL_SSE2 }, { "AVX2", EU_KERNEL_AVX2 },
	{ "AVX-512", EU_KERNEL_AVX512 }, { "NEON", EU_KERNEL_NEON },
};

static size_t each_trigger(const struct everyuri_finder *finder, const struct eu_find_view *view,
                           size_t i)
{
	(void)finder;
	while (i < view->len && !(view->class[(unsigned char)view->data[i]] & EU_FIND_TRIGGER))
		i++;
	return i;
}

/* The hits: their number, and a hash of all their fields. */
struct hits {
	unsigned long n;
	uint64_t sum;
};

static void add(struct hits *hits, const void *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hits->sum = (hits->sum ^ ((const unsigned char *)data)[i]) * 0x100000001B3u;
}

static bool note(void *context, const struct everyuri_found *found)
{
	struct hits *hits = context;
	const uint64_t place[] = { found->offset, found->length, found->form, found->uri.len,
		                   found->also.len };

	hits->n++;
	add(hits, place, sizeof place);
	add(hits, found->uri.data, found->uri.len);
	if (found->also.data)
		add(hits, found->also.data, found->also.len);
	return true;
}

struct proof {
	struct everyuri_buf buf;
	struct everyuri_finder *finder, fresh;
	struct hits hits;
	struct guard guard;
	unsigned long texts, found, wrong;
};

static bool begin(struct proof *proof, const struct everyuri_find_options *options)
{
	everyuri_buf_init(&proof->buf, NULL, 0, NULL);
	if (everyuri_find_begin(options, note, &proof->hits, &proof->buf, &proof->finder, NULL))
		return ok(false, "a search begins");
	proof->fresh = *proof->finder;
	return true;
}

static void end(struct proof *proof)
{
	everyuri_buf_free(&proof->buf);
	guard_free(&proof->guard);
}

/* way: NULL is the plain walk. */
static void begin_anew(struct proof *proof, const struct way *way)
{
	*proof->finder = proof->fresh;
	proof->hits = (struct hits){ .n = 0 };
	proof->finder->skip = way ? eu_find_skip_by(way->kernel) : each_trigger;
	if (!way)
		memset(proof->finder->beside, 0, sizeof proof->finder->beside);
}

/* Searches in pieces of this many bytes. */
static struct hits hits_of(struct proof *proof, const struct way *way, const char *text, size_t len,
                           size_t piece)
{
	begin_anew(proof, way);
	for (size_t at = 0, n; at < len; at += n) {
		n = len - at < piece ? len - at : piece;
		everyuri_find_feed(proof->finder, text + at, n);
	}
	everyuri_find_end(proof->finder);
	return proof->hits;
}

static void compare(struct proof *proof, const struct way *way, const struct hits *want,
                    const struct hits *got, const char *text, size_t len)
{
	proof->texts++;
	proof->found += got->n;
	if (got->n == want->n && got->sum == want->sum)
		return;
	if (proof->wrong++ < SHOWN_MAX)
		diag("%s: %lu hits and not %lu, or others: %.*s", way->name, got->n, want->n,
		     len < TEXT_ROOM ? (int)len : TEXT_ROOM, text);
}

/* ---- options ------------------------------------------------------------------------------------ */

static const char *const short_names[] = { "a", "ftp", "ftps", "http", "im", "x.y", "xx" };

struct setting {
	const char *name;
	unsigned flags;
	bool own; /* names of one and two letters, too */
};

static const struct setting settings[] = {
	{ "all schemes", 0, false },
	{ "www and mail", EVERYURI_FIND_WWW | EVERYURI_FIND_MAIL, false },
	{ "short names", EVERYURI_FIND_REFANG, true },
	{ "angle alone", EVERYURI_FIND_ANGLE, false },
	{ "bare alone, with www", EVERYURI_FIND_BARE | EVERYURI_FIND_WWW, false },
};

static struct everyuri_find_options options_of(const struct setting *setting)
{
	struct everyuri_find_options options = { .flags = setting->flags };

	if (setting->own) {
		options.schemes = short_names;
		options.n_schemes = N(short_names);
	} else {
		options.schemes = everyuri_scheme_names(&options.n_schemes);
	}
	return options;
}

/* ---- all short texts, where blocks meet ------------------------------------------------------ */

static const char *const pieces[] = {
	"http",     "://",       ":",        "//",  "<",       ">",    " ", "=",
	"URL",      "h",         "@",        "www", ".",       "im",   "a", "\n",
	"http://h", "<http://h", "\xC3\xA9", "3",   "mailto:", "&gt;",
};

static const size_t fronts[] = { 0,  1,  14, 15, 16, 17, 30,  31,  32,
	                         33, 61, 62, 63, 64, 65, 126, 127, 128 };

struct drawn {
	char text[TEXT_ROOM];
	size_t len;
};

static struct drawn draw(size_t front, size_t back, unsigned long number, unsigned n_pieces)
{
	struct drawn drawn = { .len = front };

	memset(drawn.text, " (\n"[(number + front) % 3], front);
	for (; n_pieces; n_pieces--, number /= N(pieces)) {
		const char *piece = pieces[number % N(pieces)];

		memcpy(drawn.text + drawn.len, piece, strlen(piece));
		drawn.len += strlen(piece);
	}
	memset(drawn.text + drawn.len, '.', back);
	drawn.len += back;
	return drawn;
}

/* Every kernel must stop where the plain one does, from each start; the text ends at an unreadable page. */
static void try_stops(struct proof *proof, const struct drawn *drawn)
{
	const struct eu_find_view view = { .data = guard_end(&proof->guard, drawn->text,
		                                             drawn->len),
		                           .len = drawn->len,
		                           .class = proof->fresh.class };
	eu_find_skip_fn *plain = eu_find_skip_by(EU_KERNEL_PLAIN);

	for (size_t k = 1; k < N(ways); k++) {
		if (!eu_kernel_here(ways[k].kernel))
			continue;
		for (size_t i = 0; i <= view.len; i += i < 3 || i + 5 > view.len ? 1 : 29) {
			size_t want = plain(&proof->fresh, &view, i);
			size_t got = eu_find_skip_by(ways[k].kernel)(&proof->fresh, &view, i);

			if (got != want && proof->wrong++ < SHOWN_MAX)
				diag("%s stops at %zu and not at %zu, from %zu in %.*s",
				     ways[k].name, got, want, i, (int)drawn->len, drawn->text);
		}
	}
}

static void try_short(struct proof *proof, const struct setting *setting, unsigned n_pieces)
{
	struct everyuri_find_options options = options_of(setting);
	unsigned long n = 1;

	if (!begin(proof, &options))
		return;
	for (unsigned k = 0; k < n_pieces; k++)
		n *= N(pieces);
	for (unsigned long number = 0; number < n; number++)
		for (size_t f = 0; f < N(fronts); f++) {
			size_t back = (number + f) % 3 ? (number + f) % 70 : 0;
			struct drawn drawn = draw(fronts[f], back, number, n_pieces);
			struct hits want = hits_of(proof, NULL, drawn.text, drawn.len, drawn.len);

			for (size_t k = 0; k < N(ways); k++)
				if (eu_kernel_here(ways[k].kernel)) {
					struct hits got = hits_of(proof, &ways[k], drawn.text,
					                          drawn.len, drawn.len);

					compare(proof, &ways[k], &want, &got, drawn.text,
					        drawn.len);
				}
			if (f % 3 == number % 3)
				try_stops(proof, &drawn);
		}
	ok(!proof->wrong && proof->found,
	   "find, %s: %lu texts of %u pieces: each kernel finds what the plain walk finds (%lu "
	   "hits)",
	   setting->name, proof->texts, n_pieces, proof->found);
	end(proof);
}

/* ---- long texts, cut anywhere ---------------------------------------------------------------- */

static const char *const words[] = {
	"the ",
	"license:",
	" see ",
	"std::",
	"copyright ",
	"12:30 ",
	"(c) ",
	"<me@h.org>\n",
	"<b>",
	"</b>",
	"note: ",
	"\xE6\x97\xA5",
	"http://h.org/a_(b).",
	"<URL:http://h/well-\n known>",
	"\n\n",
	"www.h.org, ",
	"https://user@h:80/?q#f ",
	"URL=<x\ny:z>",
	"(im://h) ",
	"\"a://h\" ",
	"< http://h/a >",
	"mailto:a@b.c",
	"hxxp://h[.]org ",
	"FXP://h ",
	"fxps://h ",
	"a:b:c",
	"http://h/{a,b}[0]&amp;c&gt;",
	"<http://h/a\n b",
	"file:///etc ",
	"'http://h/'",
	"\xC3\xA9",
	"<x ",
};

static size_t make_long(struct shapes *random, char *text, size_t len)
{
	size_t at = 0;

	while (at + 300 < len) {
		const char *piece = SHAPES_PICK(random, words);

		if (shapes_one_in(random, 8))
			piece = SHAPES_PICK(random, pieces);
		memcpy(text + at, piece, strlen(piece));
		at += strlen(piece);
		if (shapes_one_in(random, 6)) {
			size_t n = shapes_below(random, 200);

			memset(text + at, shapes_one_in(random, 2) ? 'e' : ' ', n);
			at += n;
		}
	}
	return at;
}

/* Two long pieces, divided at each offset of the middle third; each ends at an unreadable page. */
static void try_cuts(struct proof *proof, const struct way *way, const char *text, size_t len,
                     size_t step)
{
	struct hits want = hits_of(proof, NULL, text, len, 1000);

	for (size_t cut = len / 3; cut < 2 * len / 3; cut += step) {
		begin_anew(proof, way);
		everyuri_find_feed(proof->finder, guard_end(&proof->guard, text, cut), cut);
		everyuri_find_feed(proof->finder, guard_end(&proof->guard, text + cut, len - cut),
		                   len - cut);
		everyuri_find_end(proof->finder);
		compare(proof, way, &want, &proof->hits, text + cut, 60);
	}
}

/* Pieces of all sizes, some around the least size that is read in place. */
static void try_pieces(struct proof *proof, const struct way *way, struct shapes *random,
                       const char *text, size_t len)
{
	struct hits want = hits_of(proof, NULL, text, len, 1000);

	begin_anew(proof, way);
	for (size_t at = 0, n; at < len; at += n) {
		static const unsigned sizes[] = { 1, 2, 90, 200, 4000, 4200, 9000, 70000 };

		n = 1 + shapes_below(random, SHAPES_PICK(random, sizes));
		if (shapes_one_in(random, 4))
			n = 4095 + shapes_below(random, 3);
		n = n < len - at ? n : len - at;
		everyuri_find_feed(proof->finder, guard_end(&proof->guard, text + at, n), n);
	}
	everyuri_find_end(proof->finder);
	compare(proof, way, &want, &proof->hits, text, 0);
}

/* Where a search says that it is settled, a new search of the rest must find the remaining hits, at the same
 * offsets. */
struct settling {
	struct hits all;
	uint64_t offset;
};

static bool note_at(void *context, const struct everyuri_found *found)
{
	struct settling *settling = context;
	struct everyuri_found placed = *found;

	placed.offset += settling->offset;
	return note(&settling->all, &placed);
}

/* Searches text[from .. to) with a new search.  final: report an unfinished URI.  Returns: is it settled at the end? */
static bool read_anew(struct proof *proof, struct settling *settling, const char *text, size_t from,
                      size_t to, bool final)
{
	begin_anew(proof, &ways[0]);
	proof->finder->found = note_at;
	proof->finder->context = settling;
	proof->finder->skip = eu_find_skip_by(eu_kernel_best());
	settling->offset = from;
	everyuri_find_feed(proof->finder, guard_end(&proof->guard, text + from, to - from),
	                   to - from);
	bool settled = everyuri_find_settled(proof->finder);

	if (final)
		everyuri_find_end(proof->finder);
	return settled;
}

static unsigned long try_settling(struct proof *proof, const char *text, size_t len)
{
	struct settling whole = { .offset = 0 };
	unsigned long n_settled = 0;

	read_anew(proof, &whole, text, 0, len, true);
	for (size_t cut = 0; cut <= len; cut++) {
		struct settling parts = { .offset = 0 };

		if (!read_anew(proof, &parts, text, 0, cut, false))
			continue;
		n_settled++;
		read_anew(proof, &parts, text, cut, len, true);
		proof->texts++;
		proof->found += parts.all.n;
		if ((parts.all.n != whole.all.n || parts.all.sum != whole.all.sum) &&
		    proof->wrong++ < SHOWN_MAX)
			diag("settled at %zu, but %lu hits and not %lu, or others: %.*s", cut,
			     parts.all.n, whole.all.n, (int)len, text);
	}
	return n_settled;
}

static const char *const settling_words[] = { " ", "\n", "\t", "\n\n", " <", "> " };

static void try_settled(const struct setting *setting, uint32_t max_len, bool quick)
{
	struct everyuri_find_options options = options_of(setting);
	struct proof proof = { .texts = 0 };
	struct shapes random = { .state = 77 + max_len };
	const unsigned rounds = quick ? 400 : getenv("EVERYURI_LONG") ? 20000 : 2000;
	unsigned long n_settled = 0, n_cuts = 0;
	char text[TEXT_ROOM];

	options.max_len = max_len;
	if (!begin(&proof, &options))
		return;
	for (unsigned k = 0; k < rounds; k++) {
		size_t len = 0, least = shapes_below(&random, TEXT_ROOM - 100);

		while (len < least) {
			const char *piece =
				shapes_one_in(&random, 3) ? SHAPES_PICK(&random, settling_words) :
				shapes_one_in(&random, 2) ? SHAPES_PICK(&random, words) :
							    SHAPES_PICK(&random, pieces);

			memcpy(text + len, piece, strlen(piece));
			len += strlen(piece);
		}
		n_settled += try_settling(&proof, text, len);
		n_cuts += len;
	}
	ok(!proof.wrong && proof.found && n_settled > n_cuts / 50,
	   "find, %s, URIs of at most %lu bytes: settled at %lu of %lu places, a new search finds "
	   "the rest",
	   setting->name, (unsigned long)max_len, n_settled, n_cuts);
	end(&proof);
}

static void try_long(const struct way *way, const struct setting *setting, uint32_t max_len,
                     bool quick)
{
	struct everyuri_find_options options = options_of(setting);
	struct proof proof = { .texts = 0 };
	struct shapes random = { .state = max_len };
	size_t room = quick ? 60000 : 300000;
	char *text = malloc(room);

	options.max_len = max_len;
	if (!text || !begin(&proof, &options)) {
		free(text);
		return;
	}
	for (unsigned k = 0; k < (getenv("EVERYURI_LONG") ? 3 : 1); k++)
		try_cuts(&proof, way, text, make_long(&random, text, 13000), quick ? 17 : 1);
	for (unsigned k = 0; k < (quick ? 2 : 12); k++)
		try_pieces(&proof, way, &random, text, make_long(&random, text, room));
	ok(!proof.wrong && proof.found,
	   "find, %s, %s, URIs of at most %lu bytes: long texts in %lu ways of cutting (%lu hits)",
	   way->name, setting->name, (unsigned long)max_len, proof.texts, proof.found);
	end(&proof);
	free(text);
}

int main(void)
{
	bool quick = getenv("EVERYURI_QUICK") != NULL;
	/* Four pieces are 22 times as many texts as three. */
	const size_t n_deep = getenv("EVERYURI_LONG") ? 2 : 1;

	for (size_t s = 0; s < N(settings); s++) {
		struct proof proof = { .texts = 0 };

		try_short(&proof, &settings[s], quick ? 2 : s < n_deep ? 4 : 3);
	}
	for (size_t s = 0; s < N(settings); s++) {
		try_settled(&settings[s], 65536, quick);
		try_settled(&settings[s], 40, quick);
	}
	for (size_t k = 0; k < N(ways); k++) {
		if (!eu_kernel_here(ways[k].kernel)) {
			skip(ways[k].name, "this processor lacks it");
			continue;
		}
		for (size_t s = 0; s < N(settings); s++) {
			try_long(&ways[k], &settings[s], 65536, quick);
			try_long(&ways[k], &settings[s], 40, quick);
		}
	}
	return done();
}
