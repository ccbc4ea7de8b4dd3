/* Lists a directory as a sorted menu, in memory that does not depend on the number of names.
 * Passes on the smallest names that fit in memory, then reads the directory again for the names
 * after those. */
#define _DEFAULT_SOURCE
#include "store/open.h"

#include "base/sort.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define NAMES_MAX (128u << 10) /* maximum number of names in memory at once */
#define BYTES_MAX (4u << 20)

/* The names in memory, one after another in the order in which they were read. */
struct names {
	struct everyuri_buf buf;
	char *text; /* block of BYTES_MAX bytes */
	size_t len;
	struct everyuri_span *span, *spare; /* arrays of NAMES_MAX entries */
	size_t n;
	bool dropped;            /* some names after `last` were dropped */
	char last[NAME_MAX + 1]; /* if `dropped` is true: names after this one are not stored */
};

struct listing {
	DIR *directory;
	struct eu_path path; /* path of the directory, ending in "/" */
	struct everyuri_text root;
	const struct everyuri_receiver *receiver;
	struct names names;
	char done[NAME_MAX + 1]; /* the last name passed on; "" if there was none yet */
};

static int compare_names(const void *text, struct everyuri_span a, struct everyuri_span b)
{
	size_t a_len = eu_span_len(a), b_len = eu_span_len(b);
	int order = memcmp((const char *)text + a.begin, (const char *)text + b.begin,
	                   a_len < b_len ? a_len : b_len);

	return order ? order : (a_len > b_len) - (a_len < b_len);
}

static int compare_places(const void *text, struct everyuri_span a, struct everyuri_span b)
{
	(void)text;
	return (a.begin > b.begin) - (a.begin < b.begin);
}

static void sort_names(struct names *names, eu_compare_spans_fn *compare)
{
	struct everyuri_span *sorted =
		eu_sort_spans(names->span, names->spare, names->n, compare, names->text);

	if (sorted != names->span) {
		names->spare = names->span;
		names->span = sorted;
	}
}

/* Drops the upper half of the names and moves the rest to the front. */
static void drop_half(struct names *names)
{
	struct everyuri_span last;
	size_t len = 0;

	sort_names(names, compare_names);
	names->n /= 2;
	last = names->span[names->n - 1];
	memcpy(names->last, names->text + last.begin, eu_span_len(last));
	names->last[eu_span_len(last)] = '\0';
	names->dropped = true;
	sort_names(names, compare_places);
	for (size_t i = 0; i < names->n; i++) {
		size_t n = eu_span_len(names->span[i]);

		memmove(names->text + len, names->text + names->span[i].begin, n);
		names->span[i] = eu_span(len, len + n);
		len += n;
	}
	names->len = len;
}

static void hold(struct names *names, const char *name)
{
	size_t n = strlen(name);

	if (n > NAME_MAX || (names->dropped && strcmp(name, names->last) > 0))
		return;
	/* At least two names of NAME_MAX bytes fit, so dropping half of them leaves at least
	 * one. */
	while (names->n == NAMES_MAX || n > BYTES_MAX - names->len) {
		drop_half(names);
		if (strcmp(name, names->last) > 0)
			return;
	}
	memcpy(names->text + names->len, name, n);
	names->span[names->n++] = eu_span(names->len, names->len + n);
	names->len += n;
}

/* Reads the directory, and stores the first names after those already passed on. */
static bool gather(struct listing *listing)
{
	struct names *names = &listing->names;
	const struct dirent *entry;

	names->n = names->len = 0;
	names->dropped = false;
	rewinddir(listing->directory);
	while (errno = 0, (entry = readdir(listing->directory)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
		    (!listing->done[0] || strcmp(entry->d_name, listing->done) > 0))
			hold(names, entry->d_name);
	sort_names(names, compare_names);
	return errno == 0;
}

/* ---- items ------------------------------------------------------------------------------------------- */

/* Writes a time by RFC 3339, in UTC.  The computation starts each year in March, so that a leap day
 * is the year's last day.
 * Returns: false if the year does not have four digits. */
static bool write_date(char date[20], int64_t seconds)
{
	int64_t days = seconds / 86400 - (seconds % 86400 < 0);
	unsigned long second = (unsigned long)(seconds - days * 86400);
	int64_t since = days + 719468; /* days since 1 March of year 0 */
	unsigned long era, day, year, month;

	if (since < 0 || since > INT64_C(4000000))
		return false;
	era = (unsigned long)since / 146097; /* number of complete eras of 400 years */
	day = (unsigned long)since % 146097;
	year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
	day -= 365 * year + year / 4 - year / 100;
	month = (5 * day + 2) / 153; /* 0 means March */
	day -= (153 * month + 2) / 5;
	year += era * 400 + (month > 9);
	if (year > 9999)
		return false;
	memcpy(date, "yyyy-mm-ddThh:mm:ssZ", 20);
	eu_decimal_padded(date, year, 4);
	eu_decimal_padded(date + 5, month < 10 ? month + 3 : month - 9, 2);
	eu_decimal_padded(date + 8, day + 1, 2);
	eu_decimal_padded(date + 11, second / 3600, 2);
	eu_decimal_padded(date + 14, second / 60 % 60, 2);
	eu_decimal_padded(date + 17, second % 60, 2);
	return true;
}

/* Describes an entry, following links as far as the root allows.  The item gets no name if the
 * entry cannot be fetched. */
static void describe(struct listing *listing, const char *name, struct stat *stat,
                     struct everyuri_item *item)
{
	size_t len = listing->path.len;

	if (S_ISLNK(stat->st_mode) && (eu_path_add(&listing->path, name, strlen(name), NULL) ||
	                               eu_look(&listing->path, listing->root, stat, NULL)))
		item->kind = EVERYURI_ITEM_LINK;
	else if (S_ISDIR(stat->st_mode))
		item->kind = EVERYURI_ITEM_MENU;
	else if (S_ISREG(stat->st_mode))
		item->kind = EVERYURI_ITEM_DOCUMENT;
	else
		item->kind = EVERYURI_ITEM_TEXT;
	listing->path.len = len;
	listing->path.text[len] = '\0';
	if (item->kind == EVERYURI_ITEM_MENU)
		item->type = (struct everyuri_text){ "d", 1 };
	if (item->kind == EVERYURI_ITEM_DOCUMENT) {
		item->size = (uint64_t)stat->st_size;
		item->media_type = eu_store_media_type(item->label);
	}
	if (item->kind == EVERYURI_ITEM_MENU || item->kind == EVERYURI_ITEM_DOCUMENT)
		item->name = item->label;
}

static enum everyuri_status tell_name(struct listing *listing, const char *name,
                                      struct everyuri_error *err)
{
	struct everyuri_item item = { .kind = EVERYURI_ITEM_LINK,
		                      .label = { name, strlen(name) },
		                      .size = EVERYURI_LENGTH_UNKNOWN };
	struct stat stat;
	char date[20];

	if (fstatat(dirfd(listing->directory), name, &stat, AT_SYMLINK_NOFOLLOW) == 0) {
		describe(listing, name, &stat, &item);
		if (write_date(date, stat.st_mtime))
			item.date = (struct everyuri_text){ date, sizeof date };
	} else if (errno == ENOENT) { /* the entry was deleted after its name was read */
		return EVERYURI_OK;
	} else { /* a directory that may be read but not searched reveals only names */
		item.name = item.label;
	}
	if (!listing->receiver->item(listing->receiver->context, &item))
		return eu_stopped(err);
	return EVERYURI_OK;
}

static enum everyuri_status tell_names(struct listing *listing, struct everyuri_error *err)
{
	struct names *names = &listing->names;
	enum everyuri_status status = EVERYURI_OK;

	for (size_t i = 0; !status && i < names->n; i++) {
		size_t n = eu_span_len(names->span[i]);

		memcpy(listing->done, names->text + names->span[i].begin, n);
		listing->done[n] = '\0';
		status = tell_name(listing, listing->done, err);
	}
	return status;
}

static enum everyuri_status tell_listing(struct listing *listing, struct everyuri_error *err)
{
	const struct everyuri_object menu = { .kind = EVERYURI_MENU,
		                              .length = EVERYURI_LENGTH_UNKNOWN };
	enum everyuri_status status = EVERYURI_OK;
	bool good = gather(listing);

	if (!good)
		return eu_fail_errno(err, errno);
	if (!listing->receiver->begin(listing->receiver->context, &menu))
		return eu_stopped(err);
	status = tell_names(listing, err);
	while (!status && listing->names.dropped) {
		if (!gather(listing))
			return eu_fail(err, EVERYURI_PARTIAL, 0, "THREATS C10",
			               "cannot read the rest of the directory");
		status = tell_names(listing, err);
	}
	return status;
}

/* Reserves one block for everything.  A page of it uses no memory until it is written. */
static enum everyuri_status reserve_names(struct names *names, struct everyuri_error *err)
{
	const size_t spans = NAMES_MAX * sizeof *names->span;
	enum everyuri_status status;

	everyuri_buf_init(&names->buf, NULL, 0, NULL);
	status = eu_buf_reserve(&names->buf, 2 * spans + BYTES_MAX, err);
	if (status)
		return status;
	names->span = (struct everyuri_span *)(void *)names->buf.data;
	names->spare = names->span + NAMES_MAX;
	names->text = names->buf.data + 2 * spans;
	return EVERYURI_OK;
}

enum everyuri_status eu_tell_directory(int fd, const struct eu_path *path,
                                       struct everyuri_text root,
                                       const struct everyuri_receiver *receiver,
                                       struct everyuri_error *err)
{
	struct listing listing = { .path = *path, .root = root, .receiver = receiver };
	enum everyuri_status status = reserve_names(&listing.names, err);

	listing.directory = status ? NULL : fdopendir(fd);
	if (!listing.directory) {
		if (!status)
			status = eu_fail_errno(err, errno);
		everyuri_buf_free(&listing.names.buf);
		close(fd);
		return status;
	}
	if (path->text[path->len - 1] != '/')
		status = eu_path_add(&listing.path, "/", 1, err);
	if (!status)
		status = tell_listing(&listing, err);
	closedir(listing.directory);
	everyuri_buf_free(&listing.names.buf);
	return status;
}
