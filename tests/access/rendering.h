/* rendering.h - objects that are told to a renderer, and what it writes of them. */
#ifndef TESTS_ACCESS_RENDERING_H
#define TESTS_ACCESS_RENDERING_H

#include <everyuri-access.h>

#include <stdlib.h>
#include <string.h>

#define BYTES(s)                   \
	{                          \
		(s), sizeof(s) - 1 \
	} /* of what is static */
#define TEXT(s) ((struct everyuri_text)BYTES(s))
#define UNKNOWN EVERYURI_LENGTH_UNKNOWN

static char *out;
static size_t out_len, out_cap;
static bool out_fails, out_counts; /* the writer's other side is gone; bytes are only counted */

static bool take_out(void *context, const char *data, size_t len)
{
	(void)context;
	if (out_fails)
		return false;
	if (out_counts) {
		out_len += len;
		return true;
	}
	if (out_len + len >= out_cap) {
		out_cap = 2 * (out_len + len + 1);
		out = realloc(out, out_cap);
		if (!out)
			exit(1);
	}
	memcpy(out + out_len, data, len);
	out_len += len;
	out[out_len] = '\0';
	return true;
}

struct rendering {
	struct everyuri_writer w;
	struct everyuri_render render;
	struct everyuri_receiver to;
	char block[256];
};

static inline void rendering_begin(struct rendering *r, enum everyuri_render_as as, bool terminal)
{
	out_len = 0;
	take_out(NULL, "", 0);
	memset(r, 0, sizeof *r);
	everyuri_writer_init(&r->w, r->block, sizeof r->block, take_out, NULL);
	r->render.as = as;
	r->render.w = &r->w;
	r->render.terminal = terminal;
	r->render.uri = TEXT("gopher://h.dom/1");
	r->to = everyuri_render_receiver(&r->render);
}

static inline void rendering_end(struct rendering *r, bool good)
{
	everyuri_render_end(&r->render, good);
	everyuri_writer_flush(&r->w);
}

static inline bool tell_begin(struct rendering *r, enum everyuri_object_kind kind,
                              struct everyuri_text type)
{
	const struct everyuri_object object = { .kind = kind,
		                                .media_type = type,
		                                .length = UNKNOWN };

	return r->to.begin(r->to.context, &object);
}

#endif
