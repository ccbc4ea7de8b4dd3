/* text.c - memory for the texts of one URL; encodes, decodes and normalizes components. */
#include "trurl.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------- */

struct store_block {
	struct store_block *next;
	_Alignas(max_align_t) char data[];
};

char *store_take(struct trurl *run, size_t size)
{
	struct store_block *block =
		size < SIZE_MAX - sizeof *block - 1 ? malloc(sizeof *block + size + 1) : NULL;

	if (!block) {
		trurl_fail(run, TRURL_MEMORY, "out of memory");
		answer_flush(&run->answer);
		exit(TRURL_MEMORY);
	}
	block->next = run->store;
	run->store = block;
	block->data[size] = 0;
	return block->data;
}

struct everyuri_text store_copy(struct trurl *run, const char *data, size_t len)
{
	char *copy = store_take(run, len);

	if (len)
		memcpy(copy, data, len);
	return (struct everyuri_text){ copy, len };
}

void store_empty(struct trurl *run)
{
	while (run->store) {
		struct store_block *next = run->store->next;

		free(run->store);
		run->store = next;
	}
}

struct everyuri_text text_from(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

bool text_is(struct everyuri_text text, const char *name)
{
	return eu_text_is(text, name);
}

void draft_add(struct draft *draft, const char *data, size_t len)
{
	if (len > draft->cap - draft->len) {
		size_t cap = (draft->len + len) * 2;
		char *grown = store_take(draft->run, cap);

		if (draft->len)
			memcpy(grown, draft->data, draft->len);
		draft->data = grown;
		draft->cap = cap;
	}
	if (len)
		memcpy(draft->data + draft->len, data, len);
	draft->len += len;
}

void draft_add_text(struct draft *draft, struct everyuri_text text)
{
	draft_add(draft, text.data, text.len);
}

struct everyuri_text draft_text(struct draft *draft)
{
	return (struct everyuri_text){ draft->data ? draft->data : "", draft->len };
}

/* ---- encoding --------------------------------------------------------------------------- */

static void add_escape(struct draft *draft, char c)
{
	unsigned char byte = (unsigned char)c;
	const char escape[3] = { '%', eu_hex_lower(byte >> 4), eu_hex_lower(byte) };

	draft_add(draft, escape, 3);
}

struct everyuri_text data_encoded(struct trurl *run, struct everyuri_text data, enum component at)
{
	struct draft draft = { .run = run };

	for (size_t i = 0; i < data.len; i++) {
		char c = data.data[i];

		if (c == ' ' && at == C_QUERY)
			draft_add(&draft, "+", 1);
		else if (eu_is_unreserved((unsigned char)c) || (c == '/' && at == C_PATH) ||
		         (c == '*' && at == C_QUERY))
			draft_add(&draft, &c, 1);
		else
			add_escape(&draft, c);
	}
	return draft_text(&draft);
}

static bool may_stand(char c, enum component at)
{
	static const enum everyuri_place place[N_COMPONENTS] = {
		[C_USER] = EVERYURI_PLACE_USER,         [C_PASSWORD] = EVERYURI_PLACE_PASSWORD,
		[C_OPTIONS] = EVERYURI_PLACE_USER,      [C_ZONEID] = EVERYURI_PLACE_USER,
		[C_PATH] = EVERYURI_PLACE_SEGMENT,      [C_QUERY] = EVERYURI_PLACE_QUERY,
		[C_FRAGMENT] = EVERYURI_PLACE_FRAGMENT,
	};

	if (c == '/' && at == C_PATH)
		return true;
	return everyuri_byte_set_has(everyuri_place_set(EVERYURI_RFC3986, place[at]),
	                             (unsigned char)c);
}

void text_legal(struct draft *draft, struct everyuri_text text, enum component at)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.data[i];
		bool escape = c == '%' && i + 2 < text.len &&
		              (eu_hex_value((unsigned char)text.data[i + 1]) >= 0) &&
		              (eu_hex_value((unsigned char)text.data[i + 2]) >= 0);

		if (c == ' ' && at == C_QUERY)
			draft_add(draft, "+", 1);
		else if (escape || may_stand(c, at))
			draft_add(draft, &c, 1);
		else
			add_escape(draft, c);
	}
}

/* Copies a text, with its escapes in lower case.  In a query, %20 becomes "+". */
static struct everyuri_text as_trurl_writes(struct trurl *run, const char *data, size_t len,
                                            enum component at)
{
	struct draft draft = { .run = run };

	for (size_t i = 0; i < len; i++) {
		if (data[i] != '%' || len - i < 3) {
			draft_add(&draft, data + i, 1);
			continue;
		}
		bool space = data[i + 1] == '2' && data[i + 2] == '0';

		if (space && at == C_QUERY)
			draft_add(&draft, "+", 1);
		for (size_t k = i; k < i + 3 && !(space && at == C_QUERY); k++) {
			char lower =
				data[k] >= 'A' && data[k] <= 'F' ? (char)(data[k] + 32) : data[k];

			draft_add(&draft, &lower, 1);
		}
		i += 2;
	}
	return draft_text(&draft);
}

/* Normalizes a component.  The library normalizes only whole URIs, so this
 * function builds a URI that contains the component. */
struct everyuri_text text_normal(struct trurl *run, struct everyuri_text text, enum component at)
{
	static const struct {
		const char *front, *back;
		enum everyuri_part part;
	} around[N_COMPONENTS] = {
		[C_USER] = { "x://", "@h/", EVERYURI_USER },
		[C_PASSWORD] = { "x://u:", "@h/", EVERYURI_PASSWORD },
		[C_OPTIONS] = { "x://", "@h/", EVERYURI_USER },
		[C_ZONEID] = { "x://", "@h/", EVERYURI_USER },
		[C_PATH] = { "x://h", "", EVERYURI_PATH },
		[C_QUERY] = { "x://h/?", "", EVERYURI_QUERY },
		[C_FRAGMENT] = { "x://h/#", "", EVERYURI_FRAGMENT },
	};
	struct everyuri_buf *buf = &run->answer.buf[0];
	struct draft draft = { .run = run };
	struct everyuri_uri uri;
	struct everyuri_text value;

	draft_add_text(&draft, text_from(around[at].front));
	text_legal(&draft, text, at);
	draft_add_text(&draft, text_from(around[at].back));
	struct everyuri_text legal = draft_text(&draft);

	if (everyuri_parse(legal.data, legal.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL) ||
	    everyuri_normalize(&uri, EVERYURI_LEVEL_SYNTAX, buf, NULL, NULL) ||
	    everyuri_parse(buf->data, buf->len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL)) {
		trurl_fail(run, TRURL_MEMORY, "out of memory");
		return (struct everyuri_text){ NULL, 0 };
	}
	value = everyuri_view(&uri, around[at].part);
	return as_trurl_writes(run, value.data, value.len, at);
}

struct everyuri_text text_decoded(struct trurl *run, struct everyuri_text text, bool plus)
{
	struct everyuri_buf *buf = &run->answer.buf[0];
	unsigned flags = EVERYURI_BARE_PERCENT | (plus ? EVERYURI_PLUS : 0u);

	if (everyuri_decode(text.data, text.len, flags, buf, NULL)) {
		trurl_fail(run, TRURL_MEMORY, "out of memory");
		return (struct everyuri_text){ "", 0 };
	}
	return store_copy(run, buf->data, buf->len);
}
