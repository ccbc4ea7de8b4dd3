/* columns.h - the same random texts as a column in each layout; include shapes.h and guard.h first.
 *
 *	struct columns columns;
 *	columns_make(&columns, 1000, 7);
 *	for (int layout = 0; layout < COLUMNS_N_LAYOUTS; layout++)
 *		... columns_rows(&columns, layout) ... columns.text[row] ...
 *	columns_free(&columns); */
#ifndef TESTS_COLUMNS_H
#define TESTS_COLUMNS_H

#include <everyuri.h>

#include "guard.h"
#include "shapes.h"

#include <stdlib.h>

#define COLUMNS_N_LAYOUTS 5

/* The validity bits before the bit of row 0. */
#define COLUMNS_FIRST_BIT 5

struct columns {
	size_t n;
	struct everyuri_text *text; /* data NULL: a null row */
	char *data;                 /* all texts, concatenated */
	size_t len;
	int32_t *offset_32;
	int64_t *offset_64;
	struct everyuri_span *span;
	char *view;
	struct everyuri_text buffer[2]; /* of the views: odd and even rows */
	uint8_t *validity;
	struct guard guard;
};

static inline void columns_fail(void)
{
	printf("Bail out! out of memory\n");
	exit(1);
}

static inline void *columns_alloc(size_t n, size_t size)
{
	void *data = calloc(n + 1, size);

	if (!data)
		columns_fail();
	return data;
}

static inline void columns_view(struct columns *c, size_t row)
{
	char *view = c->view + 16 * row;
	int32_t word[4] = { (int32_t)c->text[row].len, 0, (int32_t)(row & 1), c->offset_32[row] };

	if (!c->text[row].data) { /* the view of a null row is undefined: fill it with garbage */
		memset(view, 0xEE, 16);
		return;
	}
	memcpy(view, word, sizeof word);
	if (word[0] <= 12)
		memset(view + 4, 0, 12);
	memcpy(view + 4, c->text[row].data, word[0] <= 12 ? (size_t)word[0] : 4);
}

static inline void columns_index(struct columns *c)
{
	size_t at = 0;

	for (size_t row = 0; row < c->n; row++) {
		size_t bit = row + COLUMNS_FIRST_BIT;

		c->offset_32[row] = (int32_t)at;
		c->offset_64[row] = (int64_t)at;
		c->span[row].begin = (uint32_t)at;
		c->span[row].end = (uint32_t)(at + c->text[row].len);
		if (c->text[row].data) {
			c->text[row].data = c->data + at;
			c->validity[bit / 8] |= (uint8_t)(1u << bit % 8);
		} else {
			c->span[row].begin = UINT32_MAX; /* as with views */
		}
		columns_view(c, row);
		at += c->text[row].len;
	}
	c->offset_32[c->n] = (int32_t)at;
	c->offset_64[c->n] = (int64_t)at;
}

/** Makes n random texts shaped like URIs; some are empty or null. */
static inline void columns_make(struct columns *c, size_t n, uint64_t seed)
{
	struct shapes shapes = { .state = seed };
	char *data = columns_alloc(n, SHAPE_MAX);

	*c = (struct columns){ .n = n };
	c->text = columns_alloc(n, sizeof *c->text);
	c->offset_32 = columns_alloc(n + 1, sizeof *c->offset_32);
	c->offset_64 = columns_alloc(n + 1, sizeof *c->offset_64);
	c->span = columns_alloc(n, sizeof *c->span);
	c->view = columns_alloc(n, 16);
	c->validity = columns_alloc(n / 8 + 2, 1);
	for (size_t row = 0; row < n; row++) {
		if (shapes_one_in(&shapes, 20))
			continue;
		shapes.len = 0;
		if (shapes_one_in(&shapes, 10)) {
			shapes_put(&shapes, "http://h.dom/?x=1&a=");
			shapes_run(&shapes, "+=", 9);
		} else if (!shapes_one_in(&shapes, 20)) {
			shapes_uri(&shapes, true);
		}
		memcpy(data + c->len, shapes.text, shapes.len);
		c->text[row] = (struct everyuri_text){ data, shapes.len };
		c->len += shapes.len;
	}
	c->data = (char *)(uintptr_t)guard_end(&c->guard, data, c->len);
	c->buffer[0] = c->buffer[1] = (struct everyuri_text){ c->data, c->len };
	free(data);
	columns_index(c);
}

/** Returns the column in one layout. */
static inline struct everyuri_rows columns_rows(const struct columns *c, int layout)
{
	const void *at[COLUMNS_N_LAYOUTS] = { c->offset_32, c->offset_64, c->span, c->view,
		                              c->text };
	struct everyuri_rows rows = { .layout = (enum everyuri_layout)layout,
		                      .n_rows = c->n,
		                      .at = at[layout],
		                      .data = c->data,
		                      .data_len = c->len,
		                      .buffers = c->buffer,
		                      .n_buffers = 2,
		                      .validity = c->validity,
		                      .validity_bit = COLUMNS_FIRST_BIT };

	if (layout == EVERYURI_LAYOUT_TEXTS) /* it has no validity bitmap */
		rows.validity = NULL;
	return rows;
}

static inline void columns_free(struct columns *c)
{
	free(c->text);
	free(c->offset_32);
	free(c->offset_64);
	free(c->span);
	free(c->view);
	free(c->validity);
	guard_free(&c->guard);
	*c = (struct columns){ 0 };
}

#endif
