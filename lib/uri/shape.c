/* A fast path for the most common shape of URIs, for the standards before RFC 3986.  The grammars
 * decide all other texts. */
#include "uri/shape.h"

#include "uri/sets.h"

/* ---- the sets of each production --------------------------------------------------------------- */

/* Converts the rows of a set, as in SET, to column b of eu_class.low: one bit for each of the
 * bytes whose low half is b. */
#define COLUMN(b, row2, row4, row6)                                            \
	(uint8_t)(((row2) >> (b)&1u) << 2 | ((row2) >> ((b) + 16) & 1u) << 3 | \
	          ((row4) >> (b)&1u) << 4 | ((row4) >> ((b) + 16) & 1u) << 5 | \
	          ((row6) >> (b)&1u) << 6 | ((row6) >> ((b) + 16) & 1u) << 7)
#define COLUMNS(row2, row4, row6)                      \
	{                                              \
		.low = { COLUMN(0, row2, row4, row6),  \
			 COLUMN(1, row2, row4, row6),  \
			 COLUMN(2, row2, row4, row6),  \
			 COLUMN(3, row2, row4, row6),  \
			 COLUMN(4, row2, row4, row6),  \
			 COLUMN(5, row2, row4, row6),  \
			 COLUMN(6, row2, row4, row6),  \
			 COLUMN(7, row2, row4, row6),  \
			 COLUMN(8, row2, row4, row6),  \
			 COLUMN(9, row2, row4, row6),  \
			 COLUMN(10, row2, row4, row6), \
			 COLUMN(11, row2, row4, row6), \
			 COLUMN(12, row2, row4, row6), \
			 COLUMN(13, row2, row4, row6), \
			 COLUMN(14, row2, row4, row6), \
			 COLUMN(15, row2, row4, row6), \
		}                                      \
	}
#define CLASS(row2, row4, row6) COLUMNS(DIGITS | (row2), LETTERS | (row4), LETTERS | (row6))

static const struct eu_class name_class = CLASS(BIT('-') | BIT('.'), 0, 0);

/* 1993 and 1994: xalpha includes the space; xpalpha also has "+". */
#define XALPHA_2 (XALPHA_1994 | BIT('&') | BIT(' '))
static const struct eu_class path_1994 =
	CLASS(XALPHA_2 | BIT('+') | BIT('/'), BIT('@') | BIT('_'), 0);
static const struct eu_class xalpha_1994 = CLASS(XALPHA_2, BIT('@') | BIT('_'), 0);

/* Sets of RFC 1630. */
#define XALPHA_1630_2 (XALPHA_1630 | BIT('!') | BIT('*') | BIT('&'))
static const struct eu_class path_1630 =
	CLASS(XALPHA_1630_2 | BIT('+') | BIT('/'), BIT('@') | BIT('_'), 0);
static const struct eu_class xalpha_1630 = CLASS(XALPHA_1630_2, BIT('@') | BIT('_'), 0);

/* Sets of RFC 1738 5 and RFC 1808 2.2. */
#define PCHAR_2 (UCHAR | BIT(':') | BIT('&') | BIT('='))
#define XCHAR_2 (PCHAR_2 | BIT(';') | BIT('/') | BIT('?'))
static const struct eu_class xchar = CLASS(XCHAR_2, BIT('@') | BIT('_'), 0);
static const struct eu_class hpath = CLASS(PCHAR_2 | BIT(';') | BIT('/'), BIT('@') | BIT('_'), 0);
static const struct eu_class search_1738 = CLASS(PCHAR_2 | BIT(';'), BIT('@') | BIT('_'), 0);
static const struct eu_class fpath = CLASS(PCHAR_2 | BIT('?') | BIT('/'), BIT('@') | BIT('_'), 0);

/* Sets of RFC 2396 3.3 and 3.4, with RFC 2732's brackets in uric. */
#define PATH_2396_2 (MARK_2 | RESERVED_BUT_PAIRS_2396 | PAIRS_2396 | BIT(':') | BIT('/'))
static const struct eu_class path_2396 = CLASS(PATH_2396_2, BIT('@') | BIT('_'), BIT('~'));
static const struct eu_class uric =
	CLASS(PATH_2396_2 | BIT('?'), BIT('@') | BIT('_') | BIT('[') | BIT(']'), BIT('~'));

/* ---- productions ------------------------------------------------------------------------------- */

/* In the drafts httpaddress and the generic production have the same shape, except that
 * httpaddress needs a host. */
static const struct eu_shape http_1994 = {
	.path = &path_1994, .query = &xalpha_1994, .fragment = &xalpha_1994, .words = true
};
static const struct eu_shape generic_1994 = { .path = &path_1994,
	                                      .query = &xalpha_1994,
	                                      .fragment = &xalpha_1994,
	                                      .no_name = EU_NO_NAME_PATH,
	                                      .words = true };
static const struct eu_shape ftp_1994 = { .path = &path_1994,
	                                  .fragment = &xalpha_1994,
	                                  .needs_path = true };

/* xalpha has no ":", so the generic production has no port. */
static const struct eu_shape http_1630 = {
	.path = &path_1630, .query = &xalpha_1630, .fragment = &xalpha_1630, .words = true
};
static const struct eu_shape generic_1630 = { .path = &path_1630,
	                                      .query = &xalpha_1630,
	                                      .fragment = &xalpha_1630,
	                                      .no_name = EU_NO_NAME_PATH,
	                                      .no_port = true,
	                                      .words = true };
static const struct eu_shape ftp_1630 = {
	.path = &path_1630, .fragment = &xalpha_1630, .needs_path = true, .type = true
};

static const struct eu_shape http_1738 = {
	.path = &hpath, .query = &search_1738, .fragment = &xchar, .labels = true
};
static const struct eu_shape generic_1738 = {
	.path = &xchar, .fragment = &xchar, .no_name = EU_NO_NAME_PATH, .labels = true
};
static const struct eu_shape file_1738 = { .path = &fpath,
	                                   .fragment = &xchar,
	                                   .no_name = EU_NO_NAME_HOST,
	                                   .labels = true,
	                                   .no_port = true,
	                                   .needs_path = true };
static const struct eu_shape ftp_1738 = {
	.path = &fpath, .fragment = &xchar, .labels = true, .type = true
};

/* RFC 1808 and RFC 2396 have one syntax for all schemes. */
static const struct eu_shape any_1808 = {
	.path = &hpath, .query = &xchar, .fragment = &xchar, .no_name = EU_NO_NAME_HOST
};
static const struct eu_shape any_2396 = { .path = &path_2396,
	                                  .query = &uric,
	                                  .fragment = &uric,
	                                  .no_name = EU_NO_NAME_HOST,
	                                  .labels = true };

#define SHAPES(https, http, file, ftp)              \
	{                                           \
		.of = { [EU_FRONT_HTTPS] = (https), \
			[EU_FRONT_HTTP] = (http),   \
			[EU_FRONT_FILE] = (file),   \
			[EU_FRONT_FTP] = (ftp) }    \
	}

const struct eu_shapes eu_shapes_1994 = SHAPES(&generic_1994, &http_1994, &generic_1994, &ftp_1994);
const struct eu_shapes eu_shapes_1630 = SHAPES(&generic_1630, &http_1630, &generic_1630, &ftp_1630);
const struct eu_shapes eu_shapes_1738 = SHAPES(&generic_1738, &http_1738, &file_1738, &ftp_1738);
const struct eu_shapes eu_shapes_1808 = SHAPES(&any_1808, &any_1808, &any_1808, &any_1808);
const struct eu_shapes eu_shapes_2396 = SHAPES(&any_2396, &any_2396, &any_2396, &any_2396);

/* ---- kernels: length of a run of bytes of a set ------------------------------------------------ */

/* Returns the index of the first byte from i on that is not in the set, or len. */
static uint32_t run_plain(const char *text, uint32_t i, uint32_t len, const struct eu_class *set)
{
	while (i < len && eu_class_has(set, (unsigned char)text[i]))
		i++;
	return i;
}

/* One bit for each of the first bytes of a host: bytes not allowed in a name, and bytes that
 * separate labels. */
struct name_marks {
	uint64_t outside, dots, hyphens;
};

/* Checks the first n bytes of a host, 1 to 64. */
static struct name_marks name_plain(const char *text, uint32_t i, uint32_t n)
{
	struct name_marks m = { 0, 0, 0 };

	for (uint32_t k = 0; k < n; k++) {
		uint64_t bit = (uint64_t)1 << k;
		char c = text[i + k];

		if (!eu_class_has(&name_class, (unsigned char)c)) {
			m.outside = bit;
			break;
		}
		m.dots |= c == '.' ? bit : 0;
		m.hyphens |= c == '-' ? bit : 0;
	}
	return m;
}

#ifdef EU_AVX
/* Does the same as run_plain().  If less than a vector remains, loads the last 32 bytes of the text
 * instead. */
EU_AVX2 static uint32_t run_avx2(const char *text, uint32_t i, uint32_t len,
                                 const struct eu_class *set)
{
	const __m256i rows = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0));
	__m256i low = _mm256_broadcastsi128_si256(
		_mm_loadu_si128((const __m128i *)(const void *)set->low));

	if (len < 32)
		return run_plain(text, i, len, set);
	while (i < len) {
		uint32_t left = len - i, before = left < 32 ? 32 - left : 0;
		__m256i out = eu_avx2_out(eu_avx2_read(text + i - before), low, rows);
		uint32_t bits = (uint32_t)_mm256_movemask_epi8(out) >> before;

		if (bits)
			return i + eu_lowest(bits);
		i = left <= 32 ? len : i + 32;
	}
	return len;
}

EU_AVX2 static struct name_marks name_avx2(const char *text, uint32_t i, uint32_t n)
{
	struct eu_avx2_block block = eu_avx2_load(text + i, n);
	struct name_marks m = { eu_avx2_outside(&block, &name_class), eu_avx2_is(&block, '.'),
		                eu_avx2_is(&block, '-') };

	return m;
}

EU_AVX512 static uint32_t run_avx512(const char *text, uint32_t i, uint32_t len,
                                     const struct eu_class *set)
{
	while (i < len) {
		uint64_t all = eu_bits_before(len - i);
		uint64_t bits = eu_avx512_outside(_mm512_maskz_loadu_epi8(all, text + i), set, all);

		if (bits)
			return i + eu_lowest(bits);
		i = len - i <= EU_MASK_BYTES ? len : i + EU_MASK_BYTES;
	}
	return len;
}

EU_AVX512 static struct name_marks name_avx512(const char *text, uint32_t i, uint32_t n)
{
	uint64_t all = eu_bits_before(n);
	__m512i bytes = _mm512_maskz_loadu_epi8(all, text + i);
	struct name_marks m = { eu_avx512_outside(bytes, &name_class, all),
		                eu_avx512_is(bytes, '.'), eu_avx512_is(bytes, '-') };

	return m;
}
#endif

static inline uint32_t run_of(enum eu_kernel kernel, const char *text, uint32_t i, uint32_t len,
                              const struct eu_class *set)
{
#ifdef EU_AVX
	if (kernel == EU_KERNEL_AVX512)
		return run_avx512(text, i, len, set);
	if (kernel == EU_KERNEL_AVX2)
		return run_avx2(text, i, len, set);
#endif
	(void)kernel;
	return run_plain(text, i, len, set);
}

static inline struct name_marks name_of(enum eu_kernel kernel, const char *text, uint32_t i,
                                        uint32_t n)
{
#ifdef EU_AVX
	if (kernel == EU_KERNEL_AVX512)
		return name_avx512(text, i, n);
	if (kernel == EU_KERNEL_AVX2)
		return name_avx2(text, i, n);
#endif
	(void)kernel;
	return name_plain(text, i, n);
}

/* ---- reading ------------------------------------------------------------------------------------ */

/* Returns the length of a known scheme and "://" in bytes, or 0 for any other scheme. */
static inline uint32_t front_of(const char *text, uint32_t len, enum eu_front *front)
{
	if (len < 8)
		return 0;
	if (memcmp(text, "https://", 8) == 0) {
		*front = EU_FRONT_HTTPS;
		return 8;
	}
	if (memcmp(text, "http://", 7) == 0) {
		*front = EU_FRONT_HTTP;
		return 7;
	}
	if (memcmp(text, "file://", 7) == 0) {
		*front = EU_FRONT_FILE;
		return 7;
	}
	*front = EU_FRONT_FTP;
	return memcmp(text, "ftp://", 6) == 0 ? 6 : 0;
}

/* Checks the labels of a host (RFC 1738 5, RFC 2396 3.2.2): each begins and ends with a letter or
 * digit, and the last one begins with a letter.  The caller has already checked the first byte. */
static inline bool has_labels(const char *text, uint32_t begin, uint32_t n,
                              const struct name_marks *m)
{
	uint64_t inside = eu_bits_before(n), dots = m->dots & inside, hyphens = m->hyphens & inside;
	uint64_t marks = dots | hyphens;
	uint32_t last = begin + n;

	if (marks >> (n - 1) || dots & marks << 1 || hyphens & dots << 1)
		return false;
	if (!dots)
		return true;
	while (text[--last] != '.')
		;
	return eu_is_alpha((unsigned char)text[last + 1]);
}

/* The text between "//" and the path: where the host and the port end. */
struct old_authority {
	uint32_t begin, host_end, end;
	enum everyuri_host_kind kind;
};

/* Returns whether the authority has this shape, and is followed by a slash or, if the shape
 * allows it, by the end of the text. */
static inline bool read_authority(enum eu_kernel kernel, const char *text, uint32_t len,
                                  const struct eu_shape *shape, struct old_authority *a)
{
	uint32_t left = len - a->begin, n = left < EU_MASK_BYTES ? left : EU_MASK_BYTES, i;
	struct name_marks m = { 0, 0, 0 };

	if (n)
		m = name_of(kernel, text, a->begin, n);
	if (m.outside)
		n = eu_lowest(m.outside);
	i = a->host_end = a->end = a->begin + n;
	if (!n) {
		a->kind = shape->no_name == EU_NO_NAME_HOST ? EVERYURI_HOST_EMPTY :
		                                              EVERYURI_HOST_NONE;
		return i < len && text[i] == '/' && shape->no_name != EU_NO_NAME_OTHER;
	}
	a->kind = EVERYURI_HOST_NAME;
	if (!eu_is_alpha((unsigned char)text[a->begin]) ||
	    (shape->labels && !has_labels(text, a->begin, n, &m)))
		return false;
	if (i < len && text[i] == ':' && !shape->no_port) {
		for (i++; i < len && eu_is_digit((unsigned char)text[i]);)
			i++;
		a->end = i;
		if (i == a->host_end + 1)
			return false;
	}
	return i == len ? !shape->needs_path : text[i] == '/';
}

/* Returns the end of a path, query or fragment: the offset of the first byte from i on that is not
 * in the set and does not begin an escape. */
static inline uint32_t part_of(enum eu_kernel kernel, const char *text, uint32_t i, uint32_t len,
                               const struct eu_class *set)
{
	unsigned char byte;

	for (;;) {
		i = run_of(kernel, text, i, len, set);
		if (i == len || text[i] != '%' || !eu_escape_at(text + i, len - i, &byte))
			return i;
		i += 3;
	}
}

/* Fills the record up to the path.  There are no extras, so their entries may have any value. */
static inline void fill_front(struct everyuri_uri *uri, const char *text, uint32_t len,
                              const struct old_authority *a)
{
	bool host = a->kind != EVERYURI_HOST_NONE;

	uri->text = text;
	uri->len = len;
	uri->host_kind = (uint8_t)a->kind;
	uri->flags = 0;
	uri->n_extra = 0;
	uri->part[EVERYURI_SCHEME] = eu_span(0, a->begin - 3);
	uri->part[EVERYURI_USER] = uri->part[EVERYURI_PASSWORD] = eu_absent();
	uri->part[EVERYURI_HOST] = host ? eu_span(a->begin, a->host_end) : eu_absent();
	uri->part[EVERYURI_PORT] =
		a->end > a->host_end ? eu_span(a->host_end + 1, a->end) : eu_absent();
}

enum eu_shaped eu_shape_read_by(enum eu_kernel kernel, const char *text, uint32_t len,
                                const struct eu_shapes *shapes, struct everyuri_uri *uri)
{
	struct everyuri_span query = eu_absent(), fragment = eu_absent(), path;
	const struct eu_shape *shape;
	struct old_authority a;
	enum eu_front front;
	uint32_t i;

	a.begin = front_of(text, len, &front);
	shape = a.begin ? shapes->of[front] : NULL;
	if (!shape || !read_authority(kernel, text, len, shape, &a))
		return EU_SHAPE_OTHER;
	i = part_of(kernel, text, a.end, len, shape->path);
	path = eu_span(a.kind == EVERYURI_HOST_NONE ? a.begin - 2 : a.end, i);
	if (i < len && text[i] == '?' && shape->query) {
		query.begin = i + 1;
		i = query.end = part_of(kernel, text, i + 1, len, shape->query);
		if (shape->words && (i == query.begin || (i < len && text[i] == '+')))
			return EU_SHAPE_OTHER;
	}
	if (i < len && text[i] == '#') {
		fragment.begin = i + 1;
		i = fragment.end = part_of(kernel, text, i + 1, len, shape->fragment);
	}
	if (i < len)
		return shape->type && text[i] == ';' ? EU_SHAPE_OTHER : EU_SHAPE_REFUSED;
	fill_front(uri, text, len, &a);
	uri->part[EVERYURI_PATH] = path;
	uri->part[EVERYURI_QUERY] = query;
	uri->part[EVERYURI_FRAGMENT] = fragment;
	return EU_SHAPE_READ;
}

enum eu_shaped eu_shape_read(const char *text, uint32_t len, const struct eu_shapes *shapes,
                             struct everyuri_uri *uri)
{
	return eu_shape_read_by(eu_kernel_best(), text, len, shapes, uri);
}
