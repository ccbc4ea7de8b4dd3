/* The public functions, and the window through which the text passes. */
#include <stdalign.h>

#include "find/finder.h"

#define DEFAULT_MAX_LEN 65536

/* Bytes copied into the window at once.  So a large window fills up only while a URI or
 * bracket is open. */
#define AT_ONCE ((size_t)32 << 10)

/* Pieces of at least this many bytes are scanned in place. */
#define LONG_PIECE ((size_t)4 << 10)

/* Returns the size of the window.  It holds two URIs of max_len, so that the rest of the
 * window is moved to the start only after as many bytes were read. */
static uint64_t window_size(const struct everyuri_find_options *options)
{
	return 2 * (uint64_t)options->max_len + EU_FIND_BEHIND + EU_FIND_AHEAD;
}

static uint64_t total_size(const struct everyuri_find_options *options)
{
	uint64_t n_windows = options->flags & EVERYURI_FIND_REFANG ? 2 : 1;

	return sizeof(struct everyuri_finder) + alignof(struct everyuri_finder) - 1 +
	       n_windows * window_size(options) +
	       2 * ((uint64_t)options->max_len + EU_FIND_PREFIX_MAX);
}

static void lay_out(struct everyuri_finder *finder)
{
	char *room = (char *)finder + sizeof *finder;
	size_t each = (size_t)finder->options.max_len + EU_FIND_PREFIX_MAX;

	finder->cap = (size_t)window_size(&finder->options);
	finder->data = finder->window = room;
	finder->uri = room + finder->cap;
	finder->also = finder->uri + each;
	if (finder->options.flags & EVERYURI_FIND_REFANG)
		finder->width = (unsigned char *)finder->also + each;
}

enum everyuri_status everyuri_find_begin(const struct everyuri_find_options *options,
                                         everyuri_found_fn *found, void *context,
                                         struct everyuri_buf *buf, struct everyuri_finder **finder,
                                         struct everyuri_error *err)
{
	struct everyuri_find_options own = *options;
	struct everyuri_finder *fresh;
	enum everyuri_status status;
	uint64_t total;
	size_t past;

	if (!own.max_len)
		own.max_len = DEFAULT_MAX_LEN;
	if (!(own.flags & (EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE)))
		own.flags |= EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE;
	total = total_size(&own);
	if (total > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, 0, "", "max_len is too large");
	status = eu_buf_reserve(buf, (size_t)total, err);
	if (status)
		return status;
	past = (uintptr_t)buf->data % alignof(struct everyuri_finder);
	fresh = (void *)(buf->data + (past ? alignof(struct everyuri_finder) - past : 0));
	*fresh = (struct everyuri_finder){ .options = own, .found = found, .context = context };
	eu_find_fill_classes(fresh->class, own.flags);
	eu_find_fill_beside(fresh);
	fresh->skip = eu_find_skip_by(eu_kernel_best());
	lay_out(fresh);
	buf->len = 0;
	*finder = fresh;
	return EVERYURI_OK;
}

/* Returns the offset of data[i] in the text, in bytes.  i must not decrease from call to call. */
static uint64_t text_offset(struct everyuri_finder *finder, size_t i)
{
	if (!finder->width)
		return finder->base + i;
	for (; finder->mark < i; finder->mark++)
		finder->mark_base += finder->width[finder->mark];
	return finder->mark_base;
}

/* Reports the URI in data[begin .. end) with its position, unless it is longer in the original
 * text than allowed.  With REFANG, that length is only known now. */
void eu_find_report(struct everyuri_finder *finder, size_t begin, size_t end,
                    struct everyuri_found hit)
{
	hit.offset = text_offset(finder, begin);
	hit.length = text_offset(finder, end) - hit.offset;
	if (hit.length <= finder->options.max_len && !finder->found(finder->context, &hit))
		finder->stopped = true;
}

static size_t less(size_t index, size_t n)
{
	return index > n ? index - n : 0;
}

/* Returns how many bytes at the start of the window are no longer needed. */
static size_t n_read(const struct everyuri_finder *finder)
{
	bool open = finder->state == EU_FIND_BODY || finder->state == EU_FIND_ANGLE;

	return less(open ? finder->start : finder->i, EU_FIND_BEHIND);
}

/* Drops the first n bytes, and reduces all indexes by n. */
static void forget(struct everyuri_finder *finder, size_t n)
{
	finder->base += n;
	finder->mark = less(finder->mark, n);
	finder->len -= n;
	finder->i -= n;
	finder->floor = less(finder->floor, n);
	finder->start = less(finder->start, n);
	finder->least = less(finder->least, n);
	finder->content = less(finder->content, n);
}

static void drop_read(struct everyuri_finder *finder)
{
	size_t n = n_read(finder), left = finder->len + finder->raw - n;

	if (finder->width && finder->mark < n)
		text_offset(finder, n);
	memmove(finder->window, finder->window + n, left);
	if (finder->width)
		memmove(finder->width, finder->width + n, left);
	forget(finder, n);
}

/* Copies as much of the text as fits into the window, and scans it.  Returns: bytes copied. */
static size_t read_in_window(struct everyuri_finder *finder, const char *data, size_t len)
{
	size_t used = finder->len + finder->raw;

	/* The rest must be moved if the window is full.  In a large window it is also moved
	 * once half of the used part is no longer needed. */
	if (used == finder->cap || (used > 2 * AT_ONCE && n_read(finder) > used / 2)) {
		drop_read(finder);
		used = finder->len + finder->raw;
	}
	if (len > finder->cap - used)
		len = finder->cap - used;
	memcpy(finder->window + used, data, len);
	if (finder->width) {
		finder->raw += len;
		eu_find_refang(finder);
	} else {
		finder->len += len;
	}
	eu_find_scan(finder);
	return len;
}

/* Scans the text in place, and copies the part that is still open at its end into the window.
 * That part fits, since a full window would contain it too.  behind: bytes before `data` that
 * are in the window but no longer needed. */
static void read_in_place(struct everyuri_finder *finder, const char *data, size_t len,
                          size_t behind)
{
	size_t n;

	forget(finder, behind);
	finder->data = data;
	finder->len = len;
	eu_find_scan(finder);
	n = finder->stopped ? finder->i : n_read(finder);
	finder->data = finder->window;
	if (!finder->stopped)
		memcpy(finder->window, data + n, len - n);
	forget(finder, n);
}

bool everyuri_find_feed(struct everyuri_finder *finder, const char *data, size_t len)
{
	uint64_t begin = finder->base + finder->len;
	size_t done = 0, n;

	/* The window joins each piece to the next.  Once the scan needs only the current
	 * piece, its remaining bytes are not copied. */
	while (done < len && !finder->stopped) {
		if (!finder->width && len - done >= LONG_PIECE &&
		    finder->base + n_read(finder) >= begin) {
			read_in_place(finder, data, len, (size_t)(begin - finder->base));
			break;
		}
		n = !finder->width && len - done >= LONG_PIECE ? LONG_PIECE : AT_ONCE;
		done += read_in_window(finder, data + done, n < len - done ? n : len - done);
	}
	return !finder->stopped;
}

/* Returns whether no URI is open at the end of the text so far.  It must end with white space,
 * because a search for the start of a URI stops there, as it would at the beginning of the
 * text. */
bool everyuri_find_settled(const struct everyuri_finder *finder)
{
	if (finder->state != EU_FIND_SEARCH || finder->i < finder->len || finder->raw)
		return false;
	return !finder->len ||
	       finder->class[(unsigned char)finder->data[finder->len - 1]] & EU_FIND_SPACE;
}

bool everyuri_find_end(struct everyuri_finder *finder)
{
	finder->final = true;
	if (finder->width)
		eu_find_refang(finder);
	if (!finder->stopped)
		eu_find_scan(finder);
	return !finder->stopped;
}
