/* Writes columns of texts. */
#include "bulk/bulk.h"

static void put_offset(struct everyuri_texts *texts, size_t index)
{
	if (texts->offset_32)
		texts->offset_32[index] = (int32_t)texts->len;
	if (texts->offset_64)
		texts->offset_64[index] = (int64_t)texts->len;
}

static size_t room_for(const struct everyuri_texts *texts)
{
	return texts->offset_32 && texts->cap > INT32_MAX ? INT32_MAX : texts->cap;
}

void eu_bulk_texts_begin(struct everyuri_texts *texts)
{
	if (!texts)
		return;
	texts->len = texts->needed = 0;
	put_offset(texts, 0);
}

void eu_bulk_texts_room(const struct everyuri_texts *texts, struct everyuri_buf *buf)
{
	if (texts && texts->data)
		everyuri_buf_init(buf, texts->data + texts->len, room_for(texts) - texts->len,
		                  NULL);
	else
		*buf = (struct everyuri_buf){ 0 }; /* a fixed buffer of size 0 */
}

void eu_bulk_texts_put(struct everyuri_texts *texts, size_t row, size_t len, bool present)
{
	if (!texts)
		return;
	texts->len += len;
	put_offset(texts, row + 1);
	if (!texts->validity)
		return;
	uint8_t *byte = &texts->validity[row >> 3];
	unsigned bit = row & 7;

	*byte = (uint8_t)((bit ? *byte : 0u) | (unsigned)present << bit);
}

enum everyuri_status eu_bulk_texts_full(struct everyuri_texts *texts,
                                        const struct everyuri_buf *buf)
{
	if (texts && texts->offset_32 && buf->needed > INT32_MAX)
		return EVERYURI_TOO_LONG;
	if (texts)
		texts->needed = buf->needed;
	return EVERYURI_NO_SPACE;
}
