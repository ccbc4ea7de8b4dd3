/* names.c - lists of valid names.  Finds the valid name that is nearest to a mistyped one. */
#include "names.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX_LEN 32 /* longest name in bytes that is compared */
#define SHOWN_MAX 80    /* maximum bytes of a mistyped name that a message repeats */
#define DISTANCE_MAX \
	3             /* maximum number of wrong characters; at most half of the typed name may be
                         * wrong */
#define LISTED_MAX 32 /* if a list has more names, the message does not print it */
#define N_NEAREST 3   /* if more names have the least distance, none of them is suggested */

struct nearest {
	const char *name[N_NEAREST];
	unsigned n;
	size_t distance;
};

static const char *name_in_array(const void *of, unsigned i)
{
	const char *const *array = of;

	return array[i];
}

struct names names_of(const char *const *array, unsigned n)
{
	return (struct names){ .name = name_in_array, .of = array, .n = n };
}

/* ---- distance ----------------------------------------------------------------------------------- */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Returns the optimal string alignment distance: the number of characters to insert, delete,
 * replace, or swap with the next one.  Both texts must have at most NAME_MAX_LEN bytes. */
static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t rows[3][NAME_MAX_LEN + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];

	for (size_t j = 0; j <= b_len; j++)
		above[j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		row[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			row[j] = least(least(above[j], row[j - 1]) + 1,
			               above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
		size_t *free_row = before;

		before = above;
		above = row;
		row = free_row;
	}
	return above[b_len];
}

/* Returns the distance to a name.  Ignores the version after the slash, as in "surt/1", unless
 * the user typed a slash. */
static size_t distance_to_name(const char *given, size_t len, const char *name)
{
	size_t name_len = memchr(given, '/', len) ? strlen(name) : strcspn(name, "/");

	return distance(given, len, name, least(name_len, NAME_MAX_LEN));
}

static struct nearest find_nearest(const char *given, size_t len, const struct names *valid)
{
	struct nearest found = { .distance = least(len / 2, DISTANCE_MAX) };

	if (!len || len > NAME_MAX_LEN)
		return found;
	for (unsigned i = 0; i < valid->n; i++) {
		const char *name = valid->name(valid->of, i);
		size_t n = name ? distance_to_name(given, len, name) : SIZE_MAX;

		if (n > found.distance)
			continue;
		if (n < found.distance)
			found.n = 0;
		found.distance = n;
		if (found.n < N_NEAREST)
			found.name[found.n] = name;
		found.n++;
	}
	if (found.n > N_NEAREST)
		found.n = 0;
	return found;
}

const char *nearest_name(const char *given, size_t len, const struct names *valid)
{
	struct nearest found = find_nearest(given, len, valid);

	return found.n ? found.name[0] : NULL;
}

/* ---- messages ----------------------------------------------------------------------------------- */

struct message {
	char text[4096];
	size_t len;
};

static void add(struct message *message, const char *text)
{
	size_t n = least(strlen(text), sizeof message->text - 1 - message->len);

	memcpy(message->text + message->len, text, n);
	message->len += n;
	message->text[message->len] = '\0';
}

static void add_name(struct message *message, const char *name, const struct names *valid)
{
	add(message, valid->prefix ? valid->prefix : "");
	add(message, name);
}

static const char *joint(unsigned i, unsigned n, const char *between, const char *last)
{
	return i == 0 ? "" : i + 1 == n ? last : between;
}

/* Adds the list of names, unless it is too long.  before: text to print before the list. */
static void add_list(struct message *message, const char *before, const char *what,
                     const struct names *valid)
{
	unsigned n = 0, at = 0;

	for (unsigned i = 0; i < valid->n; i++)
		n += valid->name(valid->of, i) != NULL;
	if (n > LISTED_MAX)
		return;
	add(message, before);
	add(message, "the ");
	add(message, what);
	add(message, "s are ");
	for (unsigned i = 0; i < valid->n; i++) {
		const char *name = valid->name(valid->of, i);

		if (!name)
			continue;
		add(message, joint(at++, n, ", ", " and "));
		add_name(message, name, valid);
	}
}

const char *unknown_name(const char *what, const char *given, size_t len, const struct names *valid)
{
	static struct message message;
	size_t dashes = valid->prefix ? strspn(given, "-") : 0;
	struct nearest found = find_nearest(given + dashes, len - dashes, valid);
	char shown[SHOWN_MAX + 4];

	snprintf(shown, sizeof shown, "%.*s%s", (int)least(len, SHOWN_MAX), given,
	         len > SHOWN_MAX ? "..." : "");
	message.len = 0;
	add(&message, "unknown ");
	add(&message, what);
	add(&message, " \"");
	add(&message, shown);
	add(&message, found.n ? "\"; did you mean \"" : "\"");
	for (unsigned i = 0; i < found.n; i++) {
		add(&message, joint(i, found.n, "\", \"", "\" or \""));
		add_name(&message, found.name[i], valid);
	}
	add(&message, found.n ? "\"?" : "");
	add_list(&message, found.n ? " " : "; ", what, valid);
	return message.text;
}

const char *choose(const char *what, const char *const *array, unsigned n, const char *value,
                   unsigned *chosen)
{
	const struct names valid = names_of(array, n);

	for (unsigned i = 0; i < n; i++) {
		if (strcmp(value, array[i]) != 0)
			continue;
		*chosen = i;
		return NULL;
	}
	return unknown_name(what, value, strlen(value), &valid);
}
