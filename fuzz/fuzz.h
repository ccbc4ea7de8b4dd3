/* fuzz.h - shared by all targets: splits an input into texts, and checks properties.
 *
* An input has the target's control bytes, of which the first often selects the standard, and then texts separated by a
 * byte FF, which UTF-8 cannot contain.  Each text is allocated with its exact length, so that the address sanitizer
 * detects a read beyond its end.
 *
 * A target is one file with LLVMFuzzerTestOneInput and FUZZ_SHAPE, which tells the mutator (mutate.c)
 * the kind of its texts. */
#ifndef FUZZ_H
#define FUZZ_H

#include <everyuri.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kind of a target's texts. */
enum fuzz_shape {
	FUZZ_URIS = 0,  /* URIs: split at their delimiters */
	FUZZ_LINES = 1, /* a URI first, then lines from a server */
	FUZZ_BYTES = 2  /* a URI first, then records of bytes */
};

#ifdef __cplusplus
extern "C" {
#endif

/* For mutate.c: the target's shape, and its number of control bytes. */
extern const enum fuzz_shape fuzz_shape;
extern const size_t fuzz_controls;

#define FUZZ_SHAPE(shape, controls)               \
	const enum fuzz_shape fuzz_shape = shape; \
	const size_t fuzz_controls = controls

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

#define FUZZ_END '\xFF' /* between texts */

/* ---- the input ----------------------------------------------------------------------------------- */

struct fuzz_input {
	const uint8_t *at;
	size_t left;
};

/* Returns the next control byte; 0 at the end of the input. */
static inline unsigned fuzz_byte(struct fuzz_input *input)
{
	if (!input->left)
		return 0;
	input->left--;
	return *input->at++;
}

/* Copies bytes to new memory, never NULL; fuzz_free frees it. */
static inline struct everyuri_text fuzz_copy(const void *data, size_t len)
{
	char *copy = (char *)malloc(len ? len : 1);

	if (!copy)
		abort();
	if (len)
		memcpy(copy, data, len);
	return (struct everyuri_text){ len ? copy : copy + 1, len };
}

static inline void fuzz_free(struct everyuri_text text)
{
	free((char *)(uintptr_t)(text.len ? text.data : text.data - 1));
}

/* Returns the next text, up to FF or the end. */
static inline struct everyuri_text fuzz_text(struct fuzz_input *input)
{
	const uint8_t *end =
		input->left ?
			(const uint8_t *)memchr(input->at, (unsigned char)FUZZ_END, input->left) :
			NULL;
	size_t len = end ? (size_t)(end - input->at) : input->left;
	struct everyuri_text text = fuzz_copy(input->at, len);

	input->at += len + (end != NULL);
	input->left -= len + (end != NULL);
	return text;
}

/* Returns the rest of the input, including FF. */
static inline struct everyuri_text fuzz_rest(struct fuzz_input *input)
{
	struct everyuri_text text = fuzz_copy(input->at, input->left);

	input->left = 0;
	return text;
}

/* ---- properties -------------------------------------------------------------------------------------- */

static inline void fuzz_show(const char *data, size_t len)
{
	fputc('"', stderr);
	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)data[i];

		if (byte < 0x20 || byte >= 0x7F || byte == '"' || byte == '\\')
			fprintf(stderr, "\\x%02X", byte);
		else
			fputc(byte, stderr);
	}
	fputs("\"\n", stderr);
}

/* Reports a violated property with its texts, and aborts. */
static inline void fuzz_fail(const char *file, int line, const char *property,
                             const struct everyuri_text *texts, size_t n_texts)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, property);
	for (size_t i = 0; i < n_texts; i++) {
		fputs("  ", stderr);
		if (texts[i].data)
			fuzz_show(texts[i].data, texts[i].len);
		else
			fputs("absent\n", stderr);
	}
	abort();
}

/* Checks a property of some texts (struct everyuri_text). */
#define MUST(property, ...)                                                        \
	do {                                                                       \
		if (!(property)) {                                                 \
			const struct everyuri_text must_texts[] = { __VA_ARGS__ }; \
			fuzz_fail(__FILE__, __LINE__, #property, must_texts,       \
			          sizeof must_texts / sizeof *must_texts);         \
		}                                                                  \
	} while (0)

/* ---- helpers ------------------------------------------------------------------------------------------ */

/* Buffers for calls that write; each input begins with empty ones. */
#define FUZZ_BUFFERS 6
static struct everyuri_buf fuzz_buf[FUZZ_BUFFERS];

static inline void fuzz_begin(void)
{
	for (int i = 0; i < FUZZ_BUFFERS; i++)
		everyuri_buf_init(&fuzz_buf[i], NULL, 0, NULL);
}

static inline void fuzz_end(void)
{
	for (int i = 0; i < FUZZ_BUFFERS; i++)
		everyuri_buf_free(&fuzz_buf[i]);
}

/* Returns the result of a call that wrote. */
static inline struct everyuri_text fuzz_result(const struct everyuri_buf *buf)
{
	return (struct everyuri_text){ buf->data ? buf->data : "", buf->len };
}

static inline struct everyuri_text fuzz_whole(const struct everyuri_uri *uri)
{
	return (struct everyuri_text){ uri->text, uri->len };
}

static inline bool fuzz_equal(struct everyuri_text a, struct everyuri_text b)
{
	return a.len == b.len && (!a.len || !memcmp(a.data, b.data, a.len));
}

/* The standards before the URL Standard, which do not rewrite a text. */
static inline enum everyuri_standard fuzz_cutting(unsigned byte)
{
	return (enum everyuri_standard)(byte % EVERYURI_WHATWG);
}

static inline enum everyuri_standard fuzz_standard(unsigned byte)
{
	return (enum everyuri_standard)(byte % EVERYURI_N_STANDARDS);
}

/* Parses a text, without relative references; the record refers to the text or to buf. */
static inline bool fuzz_read(struct everyuri_text text, enum everyuri_standard standard,
                             struct everyuri_buf *buf, struct everyuri_uri *uri)
{
	return !everyuri_parse(text.data, text.len, standard, 0, NULL, buf, uri, NULL);
}

/* Checks a span of a text: absent at both ends, or in order and inside the text. */
static inline bool fuzz_is_span(struct everyuri_span span, size_t len)
{
	if (span.begin == EVERYURI_ABSENT || span.end == EVERYURI_ABSENT)
		return span.begin == span.end;
	return span.begin <= span.end && span.end <= len;
}

/* Checks the properties of every record. */
static inline void fuzz_record(const struct everyuri_uri *uri, struct everyuri_text of)
{
	uint32_t at = 0;

	for (int part = 0; part < EVERYURI_N_PARTS; part++) {
		struct everyuri_span span = uri->part[part];

		MUST(fuzz_is_span(span, uri->len), of);
		if (span.begin == EVERYURI_ABSENT)
			continue;
		MUST(span.begin >= at && "the parts are in order", of);
		at = span.end;
	}
	MUST(uri->part[EVERYURI_PATH].begin != EVERYURI_ABSENT, of);
	MUST((uri->part[EVERYURI_SCHEME].begin == EVERYURI_ABSENT) ==
	             !!(uri->flags & EVERYURI_RELATIVE),
	     of);
	MUST((uri->part[EVERYURI_HOST].begin == EVERYURI_ABSENT) ==
	             (uri->host_kind == EVERYURI_HOST_NONE),
	     of);
	MUST(uri->n_extra <= EVERYURI_EXTRA_MAX, of);
	for (unsigned i = 0; i < uri->n_extra; i++) {
		MUST(uri->extra[i].name < EVERYURI_N_EXTRA_NAMES, of);
		MUST(fuzz_is_span(uri->extra[i].at, uri->len), of);
	}
}

#endif
