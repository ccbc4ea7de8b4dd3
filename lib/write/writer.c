#include "base/text.h"
#include "everyuri/write.h"

#include <assert.h>
#include <string.h>

void everyuri_writer_init(struct everyuri_writer *w, char *mem, size_t cap,
                          everyuri_flush_fn *flush, void *context)
{
	assert(mem && cap >= 64 && flush);
	*w = (struct everyuri_writer){
		.data = mem, .cap = cap, .flush = flush, .context = context
	};
}

bool everyuri_writer_flush(struct everyuri_writer *w)
{
	if (w->len && !w->failed && !w->flush(w->context, w->data, w->len))
		w->failed = true;
	w->len = 0;
	return !w->failed;
}

/* Writes data that does not fit into the block: fills and flushes the block until the rest fits. */
static void write_through(struct everyuri_writer *w, const char *data, size_t len)
{
	while (len > w->cap - w->len) {
		size_t room = w->cap - w->len;

		memcpy(w->data + w->len, data, room);
		w->len = w->cap;
		if (!everyuri_writer_flush(w))
			return;
		data += room;
		len -= room;
	}
	memcpy(w->data + w->len, data, len);
	w->len += len;
}

void everyuri_write(struct everyuri_writer *w, const char *data, size_t len)
{
	if (len > w->cap - w->len) {
		write_through(w, data, len);
	} else if (len) {
		memcpy(w->data + w->len, data, len);
		w->len += len;
	}
}

void everyuri_write_text(struct everyuri_writer *w, const char *text)
{
	everyuri_write(w, text, strlen(text));
}

void everyuri_write_number(struct everyuri_writer *w, uint64_t number)
{
	char digits[EU_DECIMAL_MAX];
	struct everyuri_text text = eu_decimal(digits, number);

	everyuri_write(w, text.data, text.len);
}

void everyuri_write_base64(struct everyuri_writer *w, const char *data, size_t len)
{
	static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				     "0123456789+/";
	const unsigned char *in = (const unsigned char *)data;
	char group[4];

	for (; len >= 3; in += 3, len -= 3) {
		group[0] = letter[in[0] >> 2];
		group[1] = letter[(in[0] & 3) << 4 | in[1] >> 4];
		group[2] = letter[(in[1] & 15) << 2 | in[2] >> 6];
		group[3] = letter[in[2] & 63];
		everyuri_write(w, group, 4);
	}
	if (!len)
		return;
	unsigned second = len == 2 ? in[1] : 0;

	group[0] = letter[in[0] >> 2];
	group[1] = letter[(in[0] & 3u) << 4 | second >> 4];
	group[2] = len == 2 ? letter[(second & 15) << 2] : '=';
	group[3] = '=';
	everyuri_write(w, group, 4);
}
