/* told.h - a receiver that keeps what it is told, and a folder of the test's own, for the tests of
 * lib/store; a test program includes it once, after tap.h. */
#ifndef TESTS_ACCESS_TOLD_H
#define TESTS_ACCESS_TOLD_H

#include <everyuri-access.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static inline struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

static const struct everyuri_text none = { NULL, 0 };
static char top[512]; /* the folder */

/* ---- a receiver --------------------------------------------------------------------------------------- */

struct got {
	unsigned begun;
	struct everyuri_object object;
	char media_type[64], charset[64];
	char *bytes;
	size_t n_bytes;
	uint64_t counted; /* bytes, also where they are not kept */
	bool count_only;
	char *items; /* a line for each */
	size_t n_items_text, n_items;
	uint64_t stop_after;             /* calls of bytes or item; 0: never */
	void (*meanwhile)(const char *); /* called once with the first bytes */
	const char *path;
};

/* Room for a text: the next power of two, so that it seldom moves. */
static inline size_t got_room(size_t len)
{
	size_t room = 64;

	while (room <= len)
		room *= 2;
	return room;
}

static inline void got_append(char **text, size_t *len, const char *data, size_t n)
{
	if (!*text || got_room(*len) != got_room(*len + n))
		*text = realloc(*text, got_room(*len + n));
	if (!*text)
		exit(1);
	memcpy(*text + *len, data, n);
	*len += n;
	(*text)[*len] = '\0';
}

static inline void got_text(char *to, size_t cap, struct everyuri_text text)
{
	snprintf(to, cap, "%.*s", text.data ? (int)text.len : 1, text.data ? text.data : "-");
}

static inline bool got_begin(void *context, const struct everyuri_object *object)
{
	struct got *got = context;

	got->begun++;
	got->object = *object;
	got_text(got->media_type, sizeof got->media_type, object->media_type);
	got_text(got->charset, sizeof got->charset, object->charset);
	return got->stop_after != UINT64_MAX;
}

static inline bool got_bytes(void *context, const char *data, size_t len)
{
	struct got *got = context;

	got->counted += len;
	if (!got->count_only)
		got_append(&got->bytes, &got->n_bytes, data, len);
	if (got->meanwhile)
		got->meanwhile(got->path);
	got->meanwhile = NULL;
	return !got->stop_after || --got->stop_after;
}

static inline bool got_item(void *context, const struct everyuri_item *item)
{
	struct got *got = context;
	char label[512], name[512], date[64], type[64], line[2048], size[32] = "-";

	got->n_items++;
	got_text(label, sizeof label, item->label);
	got_text(name, sizeof name, item->name);
	got_text(date, sizeof date, item->date);
	got_text(type, sizeof type, item->media_type);
	if (item->size != EVERYURI_LENGTH_UNKNOWN)
		snprintf(size, sizeof size, "%llu", (unsigned long long)item->size);
	snprintf(line, sizeof line, "%s %s %s %s %s %.*s\n", everyuri_item_kind_name(item->kind),
	         label, name, size, type, (int)item->type.len,
	         item->type.data ? item->type.data : "");
	if (!got->count_only)
		got_append(&got->items, &got->n_items_text, line, strlen(line));
	if (strlen(date) > 1 && got->path)
		got_append(&got->bytes, &got->n_bytes, date, strlen(date));
	return !got->stop_after || --got->stop_after;
}

static inline struct everyuri_receiver receiver_of(struct got *got)
{
	return (struct everyuri_receiver){ got, got_begin, got_bytes, got_item };
}

static inline void got_free(struct got *got)
{
	free(got->bytes);
	free(got->items);
}

/* ---- files to read ------------------------------------------------------------------------------------ */

static inline const char *in_top(const char *name)
{
	static char path[4][1024];
	static unsigned next;
	char *text = path[next++ % 4];

	snprintf(text, sizeof path[0], "%s/%s", top, name);
	return text;
}

static inline void put_file(const char *name, const char *data, size_t len)
{
	FILE *file = fopen(in_top(name), "wb");

	if (!file || fwrite(data, 1, len, file) != len || fclose(file)) {
		printf("Bail out! %s: cannot be written\n", name);
		exit(1);
	}
}

static inline void put_text(const char *name, const char *text)
{
	put_file(name, text, strlen(text));
}

static inline void put_directory(const char *name)
{
	if (mkdir(in_top(name), 0700) && errno != EEXIST)
		printf("Bail out! %s: %s\n", name, strerror(errno));
}

/** Make the folder.  Returns: is this one of the slow builds? */
static inline bool begin_test(const char *name)
{
	const char *tmp = getenv("EVERYURI_TMP");

	snprintf(top, sizeof top, "%s/%s.XXXXXX", tmp ? tmp : "/tmp", name);
	if (!mkdtemp(top)) {
		printf("Bail out! %s: %s\n", top, strerror(errno));
		exit(1);
	}
	return getenv("EVERYURI_QUICK") != NULL;
}

/** How many files this process has open. */
static inline size_t open_files(void)
{
	DIR *directory = opendir("/proc/self/fd");
	size_t n = 0;

	while (directory && readdir(directory))
		n++;
	if (directory)
		closedir(directory);
	return n;
}

#endif
