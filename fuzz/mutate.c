/* Structured mutation: changes the texts of an input (fuzz.h) by their kind.
 *
* A URI is split at its delimiters and recombined with other pieces: of itself, of another text or another input, or of
 * the lists below.  Text from a server is changed line by line.  Half of the time the fuzzer mutates bytes, so that
 * every input remains reachable.
 *
 * libFuzzer calls LLVMFuzzerCustomMutator and -CrossOver.  Compiled with FUZZ_AFL as a shared library it is
 * a custom mutator of AFL++, which takes turns with AFL++'s own. */
#include "fuzz.h"

#define PIECES_MAX 64
#define N(list) (sizeof(list) / sizeof *(list))

struct piece {
	const uint8_t *at;
	size_t len;
};

struct pieces {
	struct piece piece[PIECES_MAX];
	size_t n;
};

/* Sebastiano Vigna's splitmix64, public domain. */
static uint64_t random_state;

static uint64_t next_random(void)
{
	uint64_t z = random_state += 0x9E3779B97F4A7C15u;

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

static size_t below(size_t n)
{
	return n ? (size_t)((next_random() >> 20) % n) : 0;
}

/* ---- pieces --------------------------------------------------------------------------------------- */

static const char *const schemes[] = {
	"http:", "https:",  "ftp:",      "file:",   "gopher:",     "news:",  "nntp:",
	"wais:", "telnet:", "prospero:", "mailto:", "mid:",        "cid:",   "urn:",
	"data:", "ldap:",   "dict:",     "gemini:", "finger:",     "whois:", "ws:",
	"afs:",  "x-a:",    "URL:",      "HTTP:",   "javascript:", "blob:",  "z39.50r:"
};
static const char *const hosts[] = {
	"//h",
	"//h.dom",
	"//u:p@h",
	"//@h",
	"//u@",
	"//:p@h",
	"//127.1",
	"//0x7f.1",
	"//256.1.1.1",
	"//1.2.3.4",
	"//[::1]",
	"//[1::2:3]",
	"//[::1.2.3.4]",
	"//[v1.a:b]",
	"//[fe80::1%25en0]",
	"//h:",
	"//h:80",
	"//h:0080",
	"//h:65536",
	"//localhost",
	"//xn--bcher-kva.de",
	"//\xC3\xBC.de",
	"//%41",
	"//h%2Fg",
	"//a..b",
	"//",
	"///",
	"//h.",
	"//\xE2\x80\xAE",
	"//xn--a",
	"//\xE3\x80\x82h",
	"//a_b",
	"//u%40v:w%3Ax@h",
	"//\xEF\xBC\xA1",
	"//1",
};
static const char *const delimiters[] = {
	":",    "/",   "//", "?",   "#",   "@",   "[",    "]",        ";",       "=",    "&",
	"+",    "!",   "%",  "\\",  "|",   "^",   "\"",   "<",        ">",       " ",    "\t",
	"\r",   "\n",  "{",  "}",   "..",  ".",   "/../", "/./",      "/..",     "/.//", "C|",
	"/C:/", "%2e", ",",  "%00", "%0A", "%0d", "%09",  "%2F",      "%25",     "%ff",  "*",
	"~",    "$",   "'",  "(",   ")",   "`",   "\x7F", "\xC3\xA9", "\xC2\x85"
};
static const char *const tails[] = { ";type=a", ";type=d",    "?a=b&c=d+e", "?",       "#",
	                             "#f",      "%09words",   "%09%09+",    "/1/a",    "/a/b/c",
	                             "/12-20",  "/TEXT/1=a;", "/db?w",      "/%2Fetc", "/c:us/b",
	                             ";x=y",    "/x.html",    "?to=a&cc=b" };
static const char *const lines[] = {
	"220 ready\r\n",
	"331 password\r\n",
	"230 in\r\n",
	"250 done\r\n",
	"200 fine\r\n",
	"227 (1,2,3,4,5,6)\r\n",
	"229 (|||99|)\r\n",
	"150 comes\r\n",
	"226 sent\r\n",
	"550 no\r\n",
	"421 gone\r\n",
	"530 log in\r\n",
	"350 go on\r\n",
	"211-more\r\n",
	"211 2 1 9 g\r\n",
	".\r\n",
	"..a\r\n",
	"0doc\t/a\th\t70\r\n",
	"1menu\t/b\th\t70\t+\r\n",
	"itext\r\n",
	"3error\r\n",
	"+-1\r\n",
	"+-2\r\n",
	"+12\r\n",
	"--1\r\n",
	"+INFO: 0a\tb\th\t70\r\n",
	"+VIEWS:\r\n",
	" text/plain En_US: <1k>\r\n",
	"+ASK:\r\n",
	" Ask: who?\r\n",
	"type=file;size=3; name\r\n",
	"-rw-r--r-- 1 u g 12 Nov 22 1994 name\r\n",
	"224 follow\r\n",
	"1\ts\ta\tSat, 1 Jan 2000 00:00:00 GMT\t<m@h>\t\t10\t1\r\n",
	"215 list\r\n",
	"g 9 1 y\r\n",
	"20 text/gemini\r\n",
	"31 /x\r\n",
	"Host: h\r\n",
	"Content-Length: 3\r\n",
	"Transfer-Encoding: chunked\r\n",
	"GET / HTTP/1.1\r\n",
	"\r\n",
	"0\r\n\r\n",
	"<a href=\"x\">\r\n",
	"<style>a{background:url(x)}</style>\r\n",
	"=> /x y\r\n",
};

/* ---- output ---------------------------------------------------------------------------------------- */

struct out {
	uint8_t *data;
	size_t len, max;
};

static void put(struct out *out, const void *data, size_t len)
{
	if (len > out->max - out->len)
		len = out->max - out->len;
	if (len)
		memmove(out->data + out->len, data, len);
	out->len += len;
}

static void put_word(struct out *out, const char *word)
{
	put(out, word, strlen(word));
}

static void put_encoded(struct out *out, const struct piece *piece)
{
	static const char hex[] = "0123456789ABCDEFabcdef";

	for (size_t i = 0; i < piece->len; i++) {
		char text[3] = { '%', hex[piece->at[i] >> 4], hex[piece->at[i] & 15] };

		if (below(3))
			put(out, &piece->at[i], 1);
		else
			put(out, text, sizeof text);
	}
}

/* Splits a text: a URI before each delimiter, any other after each line break. */
static void cut(struct pieces *pieces, const uint8_t *data, size_t len, bool uri)
{
	size_t begin = 0;

	pieces->n = 0;
	for (size_t i = 1; i <= len && pieces->n < PIECES_MAX; i++) {
		bool here = i == len || pieces->n + 1 == PIECES_MAX;

		if (i < len && pieces->n + 1 < PIECES_MAX)
			here = uri ? strchr(":/?#@[]&;=.", data[i]) != NULL && data[i] :
			             data[i - 1] == '\n';
		if (!here)
			continue;
		if (pieces->n + 1 == PIECES_MAX)
			i = len;
		pieces->piece[pieces->n++] = (struct piece){ data + begin, i - begin };
		begin = i;
	}
}

static const char *word_for(bool uri, size_t place)
{
	if (!uri)
		return lines[below(N(lines))];
	switch (place == 0 ? below(3) : 2 + below(5)) {
	case 0:
		return schemes[below(N(schemes))];
	case 1:
	case 2:
		return hosts[below(N(hosts))];
	case 3:
		return tails[below(N(tails))];
	default:
		return delimiters[below(N(delimiters))];
	}
}

/* Changes a text once, possibly with pieces of `other`. */
static void change(struct out *out, const struct pieces *pieces, const struct pieces *other,
                   bool uri)
{
	size_t at = below(pieces->n + 1), with = below(pieces->n), what = below(9);

	for (size_t i = 0; i <= pieces->n; i++) {
		const struct piece *piece = i < pieces->n ? &pieces->piece[i] : NULL;

		if (i == at) {
			if (what == 0)
				continue; /* deleted */
			if (what == 1 && piece)
				put(out, piece->at, piece->len); /* twice */
			if (what == 2 && pieces->n && piece) {   /* swapped */
				put(out, pieces->piece[with].at, pieces->piece[with].len);
				continue;
			}
			if (what == 3 && other->n) {
				const struct piece *new = &other->piece[below(other->n)];

				put(out, new->at, new->len);
			}
			if (what == 4 && piece && uri) {
				put_encoded(out, piece);
				continue;
			}
			if (what >= 5)
				put_word(out, word_for(uri, at));
			if (what == 5)
				continue;       /* replaced */
			if (what == 6 && uri) { /* inserted */
				size_t n = piece ? below(piece->len) : 0;

				if (piece)
					put(out, piece->at, n);
				put_word(out, delimiters[below(N(delimiters))]);
				if (piece)
					put(out, piece->at + n, piece->len - n);
				continue;
			}
		}
		if (piece)
			put(out, piece->at, piece->len);
		if (i == with && what == 2 && at < pieces->n)
			put(out, pieces->piece[at].at, pieces->piece[at].len);
	}
}

/* Splits an input, after its control bytes, into texts. */
static void cut_texts(struct pieces *texts, const uint8_t *data, size_t len)
{
	size_t begin = 0;

	texts->n = 0;
	for (size_t i = 0; i <= len && texts->n < PIECES_MAX; i++)
		if (i == len || data[i] == (uint8_t)FUZZ_END) {
			texts->piece[texts->n++] = (struct piece){ data + begin, i - begin };
			begin = i + 1;
		}
}

/* Changes one text of an input.  other: an input to take pieces from; n_other 0: itself. */
static size_t by_structure(uint8_t *data, size_t size, size_t max, const uint8_t *other,
                           size_t n_other)
{
	static uint8_t *copy;
	static size_t room;
	struct pieces texts, others, pieces, from;
	size_t front = fuzz_controls < size ? fuzz_controls : size, which, source;
	struct out out = { data, front, max };
	bool uri;

	if (room < size + n_other + 1) {
		room = 2 * (size + n_other + 1);
		copy = realloc(copy, room);
		if (!copy)
			abort();
	}
	memcpy(copy, data, size);
	if (n_other)
		memcpy(copy + size, other, n_other);
	cut_texts(&texts, copy + front, size - front);
	which = below(texts.n);
	uri = fuzz_shape == FUZZ_URIS || which == 0;
	others = texts;
	if (n_other) {
		front = fuzz_controls < n_other ? fuzz_controls : n_other;
		cut_texts(&others, copy + size + front, n_other - front);
	}
	source = below(others.n);
	cut(&from, others.piece[source].at, others.piece[source].len, uri);
	cut(&pieces, texts.piece[which].at, texts.piece[which].len, uri);
	if (fuzz_controls && size >= fuzz_controls && !below(8))
		data[below(fuzz_controls)] = (uint8_t)next_random();
	for (size_t i = 0; i < texts.n; i++) {
		if (i)
			put(&out, "\xFF", 1);
		if (i == which)
			change(&out, &pieces, &from, uri);
		else
			put(&out, texts.piece[i].at, texts.piece[i].len);
	}
	if (!below(30))
		put(&out, "\xFF", 1); /* another text */
	return out.len;
}

/* ---- the fuzzers' calls --------------------------------------------------------------------------------- */

#ifdef FUZZ_AFL

struct state {
	uint8_t *data;
	size_t room;
};

void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_fuzz(void *own, uint8_t *data, size_t size, uint8_t **out, uint8_t *other,
                       size_t n_other, size_t max);
void afl_custom_deinit(void *own);

/* A library for AFL++ is not linked with the target, so it cannot use the target's variables. */
const enum fuzz_shape fuzz_shape = FUZZ_AFL;
const size_t fuzz_controls = FUZZ_AFL_CONTROLS;

void *afl_custom_init(void *afl, unsigned seed)
{
	(void)afl;
	random_state = seed;
	return calloc(1, sizeof(struct state));
}

size_t afl_custom_fuzz(void *own, uint8_t *data, size_t size, uint8_t **out, uint8_t *other,
                       size_t n_other, size_t max)
{
	struct state *state = own;

	if (state->room < max) {
		state->data = realloc(state->data, max);
		state->room = max;
	}
	if (!state->data)
		abort();
	memcpy(state->data, data, size < max ? size : max);
	*out = state->data;
	return by_structure(state->data, size < max ? size : max, max, other,
	                    below(2) ? n_other : 0);
}

void afl_custom_deinit(void *own)
{
	free(((struct state *)own)->data);
	free(own);
}

#else

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b,
                                 uint8_t *out, size_t max, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	random_state = seed;
	if (below(2))
		return LLVMFuzzerMutate(data, size, max);
	for (size_t n = 1 + below(3); n; n--)
		size = by_structure(data, size, max, NULL, 0);
	return size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b,
                                 uint8_t *out, size_t max, unsigned seed)
{
	random_state = seed;
	n_a = n_a < max ? n_a : max;
	if (n_a)
		memcpy(out, a, n_a);
	return by_structure(out, n_a, max, b, n_b);
}

#endif
