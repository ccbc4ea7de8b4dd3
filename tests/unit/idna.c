/* idna.c - domains, punycode and NFC: vectors/idna, and the vectors of the web platform if
 * external.h finds them. */
#include <everyuri.h>

#include "external.h"
#include "failing.h"
#include "guard.h"
#include "json.h"
#include "tap.h"

#define LINE_MAX_BYTES 4096

typedef enum everyuri_status call_fn(const char *text, size_t len, struct everyuri_buf *buf,
                                     struct everyuri_error *err);

static enum everyuri_status to_ascii(const char *text, size_t len, struct everyuri_buf *buf,
                                     struct everyuri_error *err)
{
	return everyuri_idna_to_ascii(text, len, 0, buf, err);
}

static enum everyuri_status to_ascii_strict(const char *text, size_t len, struct everyuri_buf *buf,
                                            struct everyuri_error *err)
{
	return everyuri_idna_to_ascii(text, len, EVERYURI_IDNA_STRICT, buf, err);
}

static enum everyuri_status to_unicode(const char *text, size_t len, struct everyuri_buf *buf,
                                       struct everyuri_error *err)
{
	return everyuri_idna_to_unicode(text, len, 0, buf, err);
}

static enum everyuri_status to_unicode_strict(const char *text, size_t len,
                                              struct everyuri_buf *buf, struct everyuri_error *err)
{
	return everyuri_idna_to_unicode(text, len, EVERYURI_IDNA_STRICT, buf, err);
}

static const struct {
	const char *name;
	call_fn *call;
} calls[] = {
	{ "to-ascii", to_ascii },
	{ "to-ascii-strict", to_ascii_strict },
	{ "to-unicode", to_unicode },
	{ "to-unicode-strict", to_unicode_strict },
	{ "punycode", everyuri_punycode_encode },
	{ "from-punycode", everyuri_punycode_decode },
	{ "nfc", everyuri_nfc },
};
#define N_CALLS (sizeof calls / sizeof *calls)

/* ---- vectors/idna -------------------------------------------------------------------- */

static int hex_value(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The bytes that a field means, in place: \xHH, \t and \\.  Returns: how many. */
static size_t unescape(char *field)
{
	char *to = field;

	for (const char *c = field; *c; c++) {
		if (*c != '\\') {
			*to++ = *c;
		} else if (c[1] == 'x' && c[2] && c[3]) {
			*to++ = (char)(hex_value(c[2]) * 16 + hex_value(c[3]));
			c += 3;
		} else {
			c++;
			*to++ = *c == 't' ? '\t' : *c;
		}
	}
	*to = '\0';
	return (size_t)(to - field);
}

/* What a call answers, as the vectors write it. */
static size_t answer_of(call_fn *call, const char *text, size_t len, struct everyuri_buf *buf,
                        const char **answer)
{
	static char refusal[64];
	struct everyuri_error err = { 0 };
	enum everyuri_status status = call(text, len, buf, &err);

	if (status == EVERYURI_OK) {
		*answer = buf->len ? buf->data : "";
		return buf->len;
	}
	if (!err.clause || !err.message || err.status != status || err.at > len)
		ok(false, "an error says where and why");
	*answer = refusal;
	return (size_t)snprintf(refusal, sizeof refusal, "%s at %zu",
	                        status == EVERYURI_INVALID ? "invalid" : "failed", err.at);
}

static void try_vector(char *line, struct guard *guard, struct everyuri_buf *buf)
{
	char *field[6] = { line };
	call_fn *call = NULL;
	const char *answer;
	size_t n = 1, input_len, want_len, len;
	bool pass;

	for (char *c = line; *c && n < 6; c++) {
		if (*c != '\t')
			continue;
		*c = '\0';
		field[n++] = c + 1;
	}
	for (size_t i = 0; n == 6 && i < N_CALLS; i++)
		if (!strcmp(field[2], calls[i].name))
			call = calls[i].call;
	if (!call) {
		ok(false, "%.100s is a vector", line);
		return;
	}
	input_len = unescape(field[3]);
	want_len = unescape(field[4]);
	len = answer_of(call, guard_end(guard, field[3], input_len), input_len, buf, &answer);
	pass = ok(len == want_len && !memcmp(answer, field[4], len), "%s: %s of \"%.100s\" (%s)",
	          field[1], field[2], field[3], field[0]);
	if (!pass) {
		printf("#      got: ");
		tap_put(answer, len);
		printf("\n# expected: ");
		tap_put(field[4], want_len);
		printf("\n");
	}
}

static void try_vectors(const char *path)
{
	FILE *file = fopen(path, "rb");
	char line[LINE_MAX_BYTES];
	struct guard guard = { 0 };
	struct everyuri_buf buf;
	bool first = true;

	ok(file != NULL, "%s is there", path);
	if (!file)
		return;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (; fgets(line, sizeof line, file); first = false) {
		line[strcspn(line, "\n")] = '\0';
		if (!first)
			try_vector(line, &guard, &buf);
	}
	everyuri_buf_free(&buf);
	guard_free(&guard);
	fclose(file);
}

/* ---- the web platform's ---------------------------------------------------------------- */

static bool is_as_wanted(const struct json_value *input, const struct json_value *output,
                         struct everyuri_buf *buf)
{
	enum everyuri_status s = everyuri_idna_to_ascii(input->text, input->len, 0, buf, NULL);

	/* Tests of ToASCII alone may have an empty result, which is no domain. */
	if (output->kind == JSON_NULL || !output->len)
		return s == EVERYURI_INVALID;
	return s == EVERYURI_OK && buf->len == output->len &&
	       !memcmp(buf->data, output->text, buf->len);
}

static void try_json(const char *name)
{
	char file[128];
	const char *path;
	struct json json;
	struct everyuri_buf buf;
	unsigned n = 0, wrong = 0;

	snprintf(file, sizeof file, "vectors/wpt/%s", name);
	path = external_find(file);
	if (!path || !json_load(&json, path, JSON_LONE_REPLACED)) {
		external_skip(name, file);
		return;
	}
	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (const struct json_value *v = json_first(&json, json.value); v;
	     v = json_next(&json, v)) {
		const struct json_value *input, *output;

		if (v->kind != JSON_OBJECT)
			continue;
		input = json_member(&json, v, "input");
		output = json_member(&json, v, "output");
		n++;
		if (input && output && is_as_wanted(input, output, &buf))
			continue;
		wrong++;
		ok(false, "%s: \"%s\"", name, input ? input->text : "no input");
	}
	ok(n > 0 && !wrong, "URL Standard 3.3: %u of %u of %s", n - wrong, n, name);
	everyuri_buf_free(&buf);
	json_free(&json);
}

/* ---- memory ---------------------------------------------------------------------------- */

static const char hard[] = "Fa\xC3\x9F\xE3\x80\x82xn--zca.\xD7\x90\xD6\xBF";
#define HARD_RESULT "xn--fa-hia.xn--zca.xn--ndb7a"

static void try_memory(call_fn *call, const char *name, const char *text, size_t len)
{
	struct everyuri_buf fixed;
	struct everyuri_error err = { 0 };
	char mem[256], wanted[256];
	size_t n;

	everyuri_buf_init(&fixed, mem, sizeof mem, NULL);
	ok(call(text, len, &fixed, NULL) == EVERYURI_OK && fixed.len > 1, "%s: fits", name);
	n = fixed.len;
	memcpy(wanted, mem, n);
	memset(mem, 'M', sizeof mem);
	everyuri_buf_init(&fixed, mem, n - 1, NULL);
	ok(call(text, len, &fixed, &err) == EVERYURI_NO_SPACE && fixed.needed == n &&
	           mem[0] == 'M' && fixed.len == 0,
	   "contract api.buffer: %s into a full buffer sets needed, and nothing else", name);
	everyuri_buf_init(&fixed, mem, n, NULL);
	ok(call(text, len, &fixed, NULL) == EVERYURI_OK && fixed.len == n &&
	           !memcmp(mem, wanted, n) && mem[n] == 'M',
	   "contract api.buffer: %s with that capacity succeeds, and writes no more", name);
	for (unsigned long round = 0;; round++) {
		struct failing failing;
		struct everyuri_buf buf;
		enum everyuri_status s;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		s = call(text, len, &buf, NULL);
		everyuri_buf_free(&buf);
		ok(s == (failing.failed ? EVERYURI_NO_MEMORY : EVERYURI_OK) && !failing.blocks &&
		           !failing.misuses,
		   "THREATS L4: %s without memory, round %lu", name, round);
		if (!failing.failed)
			break;
	}
	ok(call(text, (size_t)UINT32_MAX, &fixed, &err) == EVERYURI_TOO_LONG &&
	           err.status == EVERYURI_TOO_LONG,
	   "THREATS L2: %s of more than EVERYURI_TEXT_MAX bytes is too long", name);
}

/* An error that is found late, when more has been written than the domain has bytes. */
static void try_late_error(void)
{
	static const char domain[] = "xn--l8jaaaaaaaaaaaaaaaaaaa.1.xn--4db";
	char mem[sizeof domain + 64];
	struct everyuri_buf buf;
	enum everyuri_status s;

	memset(mem, 'M', sizeof mem);
	everyuri_buf_init(&buf, mem, sizeof domain - 1, NULL);
	s = everyuri_idna_to_unicode(domain, sizeof domain - 1, 0, &buf, NULL);
	is_text(s == EVERYURI_OK ? mem : NULL, buf.len, domain,
	        "URL Standard 3.3: a domain with an error is its own result");
	ok(mem[sizeof domain - 1] == 'M', "THREATS L1: nothing is written behind it");
}

/* A null pointer with length 0 is empty text. */
static void try_nothing(void)
{
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (size_t c = 0; c < N_CALLS; c++) {
		bool to_a = calls[c].call == to_ascii || calls[c].call == to_ascii_strict;

		is_number(calls[c].call(NULL, 0, &buf, NULL), to_a ? EVERYURI_INVALID : EVERYURI_OK,
		          "contract api.text: %s of a null pointer", calls[c].name);
	}
	everyuri_buf_free(&buf);
}

/* Every text of up to four pieces that UTF-8, dots and prefixes are made of. */
static void try_pieces(void)
{
	static const char *const pieces[] = { "a",    ".",    "-",    "xn--", "\xE3", "\x80",
		                              "\x82", "\xC3", "\x9F", "\xF0", "\xD7", "\x90",
		                              "\xCC", "9",    "\xFF", "%" };
	enum { N = sizeof pieces / sizeof *pieces };
	struct guard guard = { 0 };
	struct everyuri_buf buf;
	unsigned long wrong = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (unsigned long i = 0; i < (unsigned long)N * N * N * N; i++) {
		char text[32] = "";
		const char *guarded;
		size_t len;

		for (unsigned long rest = i; rest; rest /= N)
			strcat(text, pieces[rest % N]);
		len = strlen(text);
		guarded = guard_end(&guard, text, len);
		for (size_t c = 0; c < N_CALLS; c++) {
			enum everyuri_status s = calls[c].call(guarded, len, &buf, NULL);

			wrong += s != EVERYURI_OK && s != EVERYURI_INVALID;
			wrong += s != EVERYURI_OK && calls[c].call == to_unicode;
		}
	}
	ok(!wrong, "THREATS L1: %lu texts of hostile pieces end where they end",
	   (unsigned long)N * N * N * N);
	everyuri_buf_free(&buf);
	guard_free(&guard);
}

/* idna.h: at most 1000 code points, and an encoding that is longer is not decoded. */
static void try_longest(void)
{
	static char text[1001];
	struct everyuri_error error = { .at = 0 };
	struct everyuri_buf buf;

	memset(text, 'a', sizeof text);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(!everyuri_punycode_encode(text, 1000, &buf, NULL) && buf.len == 1001,
	   "idna.h: a label of 1000 code points has its punycode");
	ok(everyuri_punycode_encode(text, 1001, &buf, &error) == EVERYURI_INVALID &&
	           error.at == 1000,
	   "THREATS L3: one of 1001 has none");
	error.at = 0;
	ok(everyuri_punycode_decode(text, 1001, &buf, &error) == EVERYURI_INVALID &&
	           error.at == 1000,
	   "THREATS L3: punycode of 1001 is not decoded");
	everyuri_buf_free(&buf);
}

int main(void)
{
	try_vectors("vectors/idna/idna.tsv");
	try_json("toascii.json");
	try_json("IdnaTestV2.json");
	try_memory(to_ascii, "to ASCII", hard, sizeof hard - 1);
	try_memory(to_ascii_strict, "to ASCII, strict", hard, sizeof hard - 1);
	try_memory(to_unicode, "to Unicode", HARD_RESULT, sizeof HARD_RESULT - 1);
	try_memory(to_unicode_strict, "to Unicode, strict", HARD_RESULT, sizeof HARD_RESULT - 1);
	try_memory(everyuri_punycode_encode, "punycode", hard, sizeof hard - 1);
	try_memory(everyuri_punycode_decode, "from punycode", "d9juau41awczczp", 15);
	try_memory(everyuri_nfc, "NFC", hard, sizeof hard - 1);
	try_late_error();
	try_longest();
	try_nothing();
	try_pieces();
	is_text(everyuri_unicode_version(), strlen(everyuri_unicode_version()), "17.0.0",
	        "UTS #46: the version of Unicode is told");
	return done();
}
