/* corpus.c - a file of URIs in memory, in the layouts that the contenders need. */
#include "parsers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *what)
{
	perror(what);
	exit(2);
}

void *wanted(void *memory, const char *what)
{
	if (!memory)
		give_up(what);
	return memory;
}

static char *read_whole(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");

	if (!file || fseek(file, 0, SEEK_END))
		give_up(path);
	long size = ftell(file);

	if (size < 0)
		give_up(path);
	rewind(file);
	*len = (size_t)size;
	char *data = wanted(malloc(*len + 1), "memory");

	if (fread(data, 1, *len, file) != *len)
		give_up(path);
	fclose(file);
	data[*len] = '\0';
	return data;
}

static void cut_lines(struct corpus *corpus, size_t len)
{
	char *end = corpus->data + len;
	size_t n = 0;

	for (const char *at = corpus->data; at < end; at++)
		n += *at == '\n';
	corpus->line = wanted(calloc(n + 1, sizeof *corpus->line), "memory");
	for (char *at = corpus->data; at < end;) {
		char *newline = memchr(at, '\n', (size_t)(end - at));

		if (!newline)
			newline = end;
		*newline = '\0';
		corpus->line[corpus->n_lines++] =
			(struct line){ .text = at, .len = (size_t)(newline - at) };
		at = newline + 1;
	}
}

static void pack(struct corpus *corpus, size_t len)
{
	uint64_t at = 0;

	corpus->packed = wanted(malloc(len + 1), "memory");
	corpus->offset = wanted(calloc(corpus->n_lines + 1, sizeof *corpus->offset), "memory");
	for (size_t i = 0; i < corpus->n_lines; i++) {
		memcpy(corpus->packed + at, corpus->line[i].text, corpus->line[i].len);
		at += corpus->line[i].len;
		corpus->offset[i + 1] = at;
	}
}

/* ---- references ------------------------------------------------------------------ */

#define UP "../"

static const char *authority_of(const struct line *line)
{
	const char *slashes = strstr(line->text, "//");

	return slashes ? slashes : line->text;
}

static const char *path_of(const struct line *line)
{
	const char *authority = authority_of(line);

	if (authority == line->text)
		return line->text;
	const char *path = strchr(authority + 2, '/');

	return path ? path : line->text;
}

/* Returns the text after the last slash of the path, including query and fragment. */
static const char *segment_of(const struct line *line)
{
	const char *path = path_of(line), *segment = path;

	for (const char *end = path + strcspn(path, "?#"); path < end; path++)
		if (*path == '/')
			segment = path + 1;
	return segment;
}

static char *put_reference(char *out, struct line *line, const char *lead, const char *text)
{
	size_t lead_len = strlen(lead), len = strlen(text);

	memcpy(out, lead, lead_len);
	memcpy(out + lead_len, text, len + 1);
	line->reference = out;
	line->reference_len = lead_len + len;
	return out + lead_len + len + 1;
}

static void refer(struct corpus *corpus, size_t len)
{
	char *out = wanted(malloc(len + 1 + corpus->n_lines * (sizeof UP + 1)), "memory");

	corpus->references = out;
	for (size_t i = 0; i < corpus->n_lines; i++) {
		struct line *line = &corpus->line[i];

		switch (i % 4) {
		case 0:
			out = put_reference(out, line, "", line->text);
			break;
		case 1:
			out = put_reference(out, line, "", authority_of(line));
			break;
		case 2:
			out = put_reference(out, line, "", path_of(line));
			break;
		default:
			out = put_reference(out, line, UP, segment_of(line));
		}
	}
}

struct corpus corpus_read(const char *name, const char *path)
{
	size_t len;
	struct corpus corpus = { .name = name, .path = path, .data = read_whole(path, &len) };

	cut_lines(&corpus, len);
	pack(&corpus, len);
	refer(&corpus, len);
	return corpus;
}

void corpus_free(struct corpus *corpus)
{
	free(corpus->references);
	free(corpus->packed);
	free(corpus->offset);
	free(corpus->line);
	free(corpus->data);
}
