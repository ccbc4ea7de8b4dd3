/* calls.c - the functions that index.js calls, for one item at a time.  Options are passed as numbers.
 *
 * begin() reserves memory for the item and its base.  The page writes the bytes of both there, and calls one of the
 * other functions, which returns a status of the library.  index.js reads the results from the structs that found()
 * lists.  Their layout is that of the public headers. */
#include "module.h"

#define EXPORTED(name) __attribute__((export_name(name), used))

static struct everyuri_text item, base_item;
static struct everyuri_buf buf, read[2]; /* read: memory for texts that a standard rewrites */
static struct everyuri_uri uri, base;
static struct everyuri_error error;
static struct everyuri_comparison comparison;
static uint32_t are_same;

/* index.js relies on these offsets and sizes. */
_Static_assert(offsetof(struct everyuri_uri, part) == 12, "the parts of a record");
_Static_assert(offsetof(struct everyuri_uri, n_extra) == 76, "the number of its pieces");
_Static_assert(offsetof(struct everyuri_uri, extra) == 80 && sizeof uri.extra[0] == 12 &&
                       sizeof(struct everyuri_uri) == 176,
               "its pieces");
_Static_assert(offsetof(struct everyuri_error, message) == 16, "an error");
_Static_assert(offsetof(struct everyuri_comparison, agree) == 8 &&
                       offsetof(struct everyuri_comparison, reading) == 12 &&
                       sizeof(struct everyuri_reading) == 208,
               "a comparison");

/* Returns the addresses of the results. */
EXPORTED("found") const void *const *found(void)
{
	static const void *const places[] = { &uri, &error, &comparison, &buf, &are_same };

	return places;
}

/* Returns the name for a number; NULL if the number is unknown. */
EXPORTED("word") const char *word(uint32_t kind, uint32_t number)
{
	switch (kind) {
	case 0:
		return everyuri_standard_name((enum everyuri_standard)number);
	case 1:
		return number < EVERYURI_N_PARTS ? everyuri_part_name((enum everyuri_part)number) :
		                                   NULL;
	case 2:
		return number <= EVERYURI_HOST_EMPTY ?
		               everyuri_host_kind_name((enum everyuri_host_kind)number) :
		               NULL;
	default:
		return number < EVERYURI_N_EXTRA_NAMES ?
		               everyuri_extra_name_text((enum everyuri_extra_name)number) :
		               NULL;
	}
}

/* Reserves memory for an item, followed by its base.  Returns: NULL if out of memory. */
EXPORTED("begin") char *begin(uint32_t len, uint32_t base_len)
{
	char *data;

	module_memory_empty();
	everyuri_buf_init(&buf, NULL, 0, &module_memory);
	everyuri_buf_init(&read[0], NULL, 0, &module_memory);
	everyuri_buf_init(&read[1], NULL, 0, &module_memory);
	error = (struct everyuri_error){ .clause = "", .message = "" };
	if (base_len > UINT32_MAX - 1 - len)
		return NULL;
	data = module_memory.resize(NULL, NULL, 0, (size_t)len + base_len + 1);
	item = (struct everyuri_text){ data, len };
	base_item = (struct everyuri_text){ data + len, base_len };
	return data;
}

/* Records a status.  An error without an offset has only a status. */
static uint32_t told(enum everyuri_status status)
{
	if (status && !error.status)
		error = (struct everyuri_error){ .status = status,
			                         .clause = "",
			                         .message = everyuri_status_text(status) };
	return status;
}

static enum everyuri_status read_item(uint32_t standard, uint32_t flags)
{
	return everyuri_parse(item.data, item.len, (enum everyuri_standard)standard, flags, NULL,
	                      &read[0], &uri, &error);
}

static enum everyuri_status read_base(uint32_t standard)
{
	enum everyuri_status s =
		everyuri_parse(base_item.data, base_item.len, (enum everyuri_standard)standard, 0,
	                       NULL, &read[1], &base, &error);

	if (s)
		error.which = 1;
	return s;
}

EXPORTED("parse") uint32_t parse(uint32_t standard, uint32_t flags, uint32_t with_base)
{
	enum everyuri_status s;

	if (!with_base)
		return told(read_item(standard, flags));
	s = read_base(standard);
	if (!s)
		s = everyuri_parse(item.data, item.len, (enum everyuri_standard)standard, flags,
		                   &base, &buf, &uri, &error);
	return told(s);
}

EXPORTED("check") uint32_t check(uint32_t standard, uint32_t flags)
{
	return told(everyuri_check(item.data, item.len, (enum everyuri_standard)standard, flags,
	                           &error));
}

EXPORTED("compare") uint32_t compare(uint32_t standards, uint32_t flags)
{
	return told(
		everyuri_compare(item.data, item.len, standards, flags, &buf, &comparison, &error));
}

EXPORTED("normalize") uint32_t normalize(uint32_t standard, uint32_t flags, uint32_t level)
{
	enum everyuri_status s = read_item(standard, flags);

	if (!s)
		s = everyuri_normalize(&uri, (enum everyuri_level)level, &buf, NULL, &error);
	return told(s);
}

/* The second text of the next two functions is stored in place of the base. */
EXPORTED("same") uint32_t same(uint32_t standard, uint32_t level)
{
	enum everyuri_status s = read_item(standard, 0);
	bool equal = false;

	if (!s)
		s = read_base(standard);
	if (!s)
		s = everyuri_same(&uri, &base, (enum everyuri_level)level, &buf, &equal, &error);
	are_same = equal;
	return told(s);
}

EXPORTED("relate") uint32_t relate(uint32_t standard, uint32_t flags)
{
	enum everyuri_status s = read_item(standard, 0);

	if (!s)
		s = read_base(standard);
	if (!s)
		s = everyuri_relate(&base, &uri, flags, &buf, &error);
	return told(s);
}

EXPORTED("explain")
uint32_t explain(uint32_t standard, uint32_t standards, uint32_t admit, uint32_t flags)
{
	struct everyuri_explain_options options = { .standard = (enum everyuri_standard)standard,
		                                    .standards = standards,
		                                    .admit = admit,
		                                    .flags = flags };

	return told(module_explain(item, &options, &buf, &error));
}
