/* page_stream.h - objects from standard input, their pages to standard output; tests/gateway/hostile.py drives it.
 *
 * Everything is a netstring, "5:hello,".  A request is a word and its texts:
 *	page URI KIND MEDIA-TYPE CHARSET TITLE   item KIND LABEL TYPE URI SIZE DATE MEDIA-TYPE
 *	bytes DATA   run PROGRAM ARGUMENT   end GOOD   refuse STATUS URI AT SAID
 * "end" and "refuse" answer with one netstring, the body of the page. */
#ifndef TESTS_GATEWAY_PAGE_STREAM_H
#define TESTS_GATEWAY_PAGE_STREAM_H

#include "shown.h"

#include <stdio.h>

#define STREAM_TEXTS 7

struct stream {
	struct everyuri_text text[STREAM_TEXTS];
	struct everyuri_text uri; /* of the page that is under way */
	struct shown shown;
};

static inline void stream_free(struct everyuri_text *text)
{
	free((char *)(uintptr_t)text->data);
	*text = NONE;
}

/* Returns: false at the end of input. */
static inline bool stream_read(struct everyuri_text *text)
{
	unsigned long len;
	char *data;

	stream_free(text);
	if (scanf("%9lu:", &len) != 1)
		return false;
	data = malloc(len + 1);
	if (!data || fread(data, 1, len, stdin) != len || getchar() != ',') {
		fprintf(stderr, "no netstring\n");
		exit(2);
	}
	data[len] = '\0';
	*text = (struct everyuri_text){ data, len };
	return true;
}

static inline struct everyuri_text or_none(struct everyuri_text text)
{
	return text.len ? text : NONE;
}

static inline void stream_answer(struct stream *stream)
{
	const char *body = shown_body(&stream->shown);

	printf("%zu:%s,", strlen(body), body);
}

static inline void stream_page(struct stream *stream)
{
	const struct everyuri_text *t = stream->text;
	const struct everyuri_object object = { .kind = (enum everyuri_object_kind)atoi(t[1].data),
		                                .media_type = or_none(t[2]),
		                                .charset = or_none(t[3]),
		                                .title = or_none(t[4]),
		                                .program = t[2],
		                                .arguments = &t[3],
		                                .n_arguments = 2,
		                                .user = or_none(t[4]),
		                                .length = UNKNOWN };

	stream_free(&stream->uri);
	stream->uri = t[0];
	shown_begin(&stream->shown, stream->uri);
	shown_object(&stream->shown, &object);
	stream->text[0] = NONE; /* it is the page's */
}

static inline void stream_item(struct stream *stream)
{
	const struct everyuri_text *t = stream->text;
	const struct everyuri_item item = { .kind = (enum everyuri_item_kind)atoi(t[0].data),
		                            .label = t[1],
		                            .type = or_none(t[2]),
		                            .uri = or_none(t[3]),
		                            .size = t[4].len ? strtoull(t[4].data, NULL, 10) :
		                                               UNKNOWN,
		                            .date = or_none(t[5]),
		                            .media_type = or_none(t[6]) };

	shown_item(&stream->shown, &item);
}

static inline void stream_refuse(struct stream *stream)
{
	const struct everyuri_text *t = stream->text;
	const struct everyuri_error err = { .status = EVERYURI_UNSAFE,
		                            .at = strtoul(t[2].data, NULL, 10),
		                            .clause = "policy",
		                            .message = "the policy refuses this address",
		                            .reason = EVERYURI_REASON_HOST };

	shown_begin(&stream->shown, t[1]);
	eu_page_refuse(&stream->shown.showing.page, (unsigned)atoi(t[0].data), &err, or_none(t[3]));
	eu_http_response_end(&stream->shown.response, true);
	stream_answer(stream);
}

/* Returns: how many texts the word has; 0: it is none. */
static inline size_t stream_texts(const char *word)
{
	return !strcmp(word, "page")   ? 5 :
	       !strcmp(word, "item")   ? 7 :
	       !strcmp(word, "bytes")  ? 1 :
	       !strcmp(word, "end")    ? 1 :
	       !strcmp(word, "refuse") ? 4 :
	                                 0;
}

static inline int stream_run(void)
{
	static struct stream stream;
	struct everyuri_text word = NONE;

	while (stream_read(&word)) {
		const size_t n = stream_texts(word.data);

		for (size_t i = 0; i < n; i++)
			stream_read(&stream.text[i]);
		if (!strcmp(word.data, "page"))
			stream_page(&stream);
		else if (!strcmp(word.data, "item"))
			stream_item(&stream);
		else if (!strcmp(word.data, "bytes"))
			shown_bytes(&stream.shown, stream.text[0].data, stream.text[0].len);
		else if (!strcmp(word.data, "refuse"))
			stream_refuse(&stream);
		else if (!n)
			return 2;
		else {
			shown_end(&stream.shown, *stream.text[0].data == '1', NULL);
			stream_answer(&stream);
		}
	}
	return 0;
}

#endif
