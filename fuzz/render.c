/* Objects as text, JSON and HTML: the same for any division of the input, and without control sequences for terminals. */
#include "object.h"

FUZZ_SHAPE(FUZZ_LINES, 4);

struct rendered {
	char *data;
	size_t len, cap;
};

static bool keep(void *context, const char *data, size_t len)
{
	struct rendered *rendered = context;

	if (rendered->len + len > rendered->cap) {
		rendered->cap = 2 * (rendered->len + len);
		rendered->data = realloc(rendered->data, rendered->cap);
		if (!rendered->data)
			abort();
	}
	memcpy(rendered->data + rendered->len, data, len);
	rendered->len += len;
	return true;
}

static void render(struct rendered *rendered, const struct told_object *told, unsigned how,
                   size_t piece)
{
	char block[64];
	struct everyuri_writer w;
	struct everyuri_render to = { .as = (enum everyuri_render_as)(how % 4),
		                      .w = &w,
		                      .uri = told->uri,
		                      .terminal = how & 4,
		                      .links = how & 8,
		                      .width = how >> 4 ? 20 + (how >> 4) : 0 };
	struct everyuri_receiver receiver = everyuri_render_receiver(&to);

	rendered->len = 0;
	everyuri_writer_init(&w, block, sizeof block, keep, rendered);
	object_tell(told, &receiver, piece);
	everyuri_render_end(&to, true);
	MUST(everyuri_writer_flush(&w), told->uri);
}

/* THREATS C6: no control sequences for terminals, except requested links. */
static void safe(const struct rendered *rendered, const struct told_object *told)
{
	struct everyuri_text text = { rendered->data, rendered->len };

	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.data[i];

		MUST((byte >= 0x20 && byte != 0x7F) || byte == '\n' || byte == '\t', told->uri,
		     text);
		MUST(byte != 0xC2 || i + 1 == text.len || (unsigned char)text.data[i + 1] >= 0xA0,
		     told->uri, text);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct rendered whole, cut;
	struct fuzz_input input = { data, size };
	unsigned how = fuzz_byte(&input);
	size_t piece = 1 + fuzz_byte(&input);
	struct told_object told;

	object_read(&told, &input);
	render(&whole, &told, how, SIZE_MAX);
	render(&cut, &told, how, piece);
	MUST(whole.len == cut.len && (!whole.len || !memcmp(whole.data, cut.data, whole.len)),
	     told.uri, told.data, { whole.data, whole.len }, { cut.data, cut.len });
	if (how & 4 && !(how & 8) && how % 4 != EVERYURI_AS_RAW)
		safe(&whole, &told);
	object_free(&told);
	return 0;
}
