/* Finds a part of a message in a file by its Content-ID. */
#define _DEFAULT_SOURCE
#include "store/mail.h"
#include "store/parts.h"

static bool is_content_id(const struct eu_parts *parts, const struct eu_part *part,
                          struct everyuri_text id)
{
	return !eu_is_absent(part->content_id) && eu_span_len(part->content_id) == id.len &&
	       !memcmp(parts->words.data + part->content_id.begin, id.data, id.len);
}

static struct everyuri_text word_of(const struct eu_parts *parts, struct everyuri_span span)
{
	return eu_is_absent(span) ?
	               (struct everyuri_text){ NULL, 0 } :
	               (struct everyuri_text){ parts->words.data + span.begin, eu_span_len(span) };
}

static enum everyuri_status tell_leaf(const struct eu_parts *parts, const struct eu_part *part,
                                      const struct eu_source *source,
                                      const struct everyuri_receiver *receiver,
                                      struct everyuri_error *err)
{
	const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                                .media_type = word_of(parts, part->media_type),
		                                .charset = word_of(parts, part->charset),
		                                .length = EVERYURI_LENGTH_UNKNOWN };

	if (part->has_parts)
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "RFC 2392 2",
		               "this part of the message consists of other parts");
	if (!receiver->begin(receiver->context, &object))
		return eu_stopped(err);
	return eu_gmime_tell(parts->gmime, source, part->begin, part->end, part->encoding, NULL,
	                     receiver->bytes, receiver->context, err);
}

/* Reads the parts of a message.  Errors: FAILED, NO_MEMORY. */
static enum everyuri_status read_parts(struct eu_parts *parts, int fd,
                                       const struct eu_message *message, struct everyuri_error *err)
{
	const uint64_t end = message->offset + message->length;
	enum everyuri_status status;
	struct everyuri_buf block;
	struct eu_lines lines;
	struct eu_line line;

	everyuri_buf_init(&block, NULL, 0, NULL);
	status = eu_buf_reserve(&block, EU_BLOCK, err);
	if (status)
		return status;
	eu_lines_begin(&lines, fd, block.data, message->offset, end);
	while (eu_lines_next(&lines, &line))
		eu_parts_line(parts, line.text, line.len, line.offset - message->offset,
		              line.begins);
	everyuri_buf_free(&block);
	return eu_parts_end(parts, message->length, err);
}

enum everyuri_status eu_tell_part(int fd, const struct eu_message *message,
                                  struct everyuri_text part,
                                  const struct everyuri_receiver *receiver,
                                  struct everyuri_error *err)
{
	const struct eu_source source = { .fd = fd, .offset = message->offset };
	enum everyuri_status status;
	struct eu_gmime gmime;
	struct eu_parts parts;
	size_t n = 0;

	if (!eu_gmime_load(&gmime))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "RFC 2392 2",
		               "GMime 3, which reads parts of messages, is not installed");
	eu_parts_begin(&parts, &gmime, false);
	status = read_parts(&parts, fd, message, err);
	while (n < parts.n_parts && !is_content_id(&parts, eu_part(&parts, n), part))
		n++;
	if (!status && n == parts.n_parts)
		status = eu_fail(err, EVERYURI_MISSING, 0, "RFC 2392 2",
		                 "the message has no such part");
	if (!status)
		status = tell_leaf(&parts, eu_part(&parts, n), &source, receiver, err);
	eu_parts_free(&parts);
	return status;
}
