/* arguments.c - converts SQL values for the library, and results back to SQL. */
#include "uri.h"

#include "utils/memutils.h"

static void *resize(void *context, void *data, size_t old_size, size_t new_size)
{
	const int flags = MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM;
	void *grown;

	(void)context;
	if (!new_size) {
		if (data)
			pfree(data);
		return NULL;
	}
	if (new_size > MaxAllocHugeSize)
		return NULL;
	grown = palloc_extended(new_size, flags);
	if (grown && data) {
		memcpy(grown, data, Min(old_size, new_size));
		pfree(data);
	}
	return grown;
}

const struct everyuri_allocator uri_memory = { resize, NULL };

struct everyuri_text uri_argument(FunctionCallInfo fcinfo, int n)
{
	struct varlena *value = PG_GETARG_VARLENA_PP(n);
	struct everyuri_text text = { VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value) };

	return text;
}

static bool is(struct everyuri_text text, const char *name)
{
	return text.len == strlen(name) && memcmp(text.data, name, text.len) == 0;
}

/* Returns whether this argument is given and not NULL.  Stores its text in *name. */
static bool named(FunctionCallInfo fcinfo, int n, struct everyuri_text *name)
{
	if (n >= PG_NARGS() || PG_ARGISNULL(n))
		return false;
	*name = uri_argument(fcinfo, n);
	return true;
}

static void refuse(const char *what, struct everyuri_text name, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
	                errmsg("unknown %s \"%.*s\"", what, (int)Min(name.len, 40), name.data),
	                errhint("%s", hint)));
}

enum everyuri_standard uri_standard_argument(FunctionCallInfo fcinfo, int n)
{
	enum everyuri_standard standard = EVERYURI_RFC3986;
	struct everyuri_text name;

	if (named(fcinfo, n, &name) && everyuri_standard_find(name.data, name.len, &standard))
		refuse("standard", name,
		       "Standards: url1993 uri1994 rfc1630 rfc1738 rfc1808 rfc2396 rfc3986 rfc3987 "
		       "whatwg.");
	return standard;
}

unsigned uri_flags_argument(FunctionCallInfo fcinfo, int n)
{
	struct everyuri_text name;

	if (!named(fcinfo, n, &name) || name.len == 0)
		return 0;
	if (is(name, "reference"))
		return EVERYURI_ADMIT_PARTIAL;
	if (is(name, "zone"))
		return EVERYURI_ADMIT_ZONE;
	if (is(name, "loose"))
		return EVERYURI_LOOSE;
	refuse("flag", name, "Flags: reference zone loose.");
	return 0;
}

enum everyuri_level uri_level_argument(FunctionCallInfo fcinfo, int n)
{
	struct everyuri_text name;

	if (!named(fcinfo, n, &name) || is(name, "syntax"))
		return EVERYURI_LEVEL_SYNTAX;
	if (is(name, "simple"))
		return EVERYURI_LEVEL_SIMPLE;
	if (is(name, "scheme"))
		return EVERYURI_LEVEL_SCHEME;
	refuse("level", name, "Levels: simple syntax scheme.");
	return EVERYURI_LEVEL_SYNTAX;
}

Datum uri_value(const char *data, size_t len)
{
	struct varlena *value;

	if (len > MaxAllocSize - VARHDRSZ)
		uri_check_status(EVERYURI_TOO_LONG);
	value = palloc(len + VARHDRSZ);
	SET_VARSIZE(value, len + VARHDRSZ);
	memcpy(VARDATA(value), data, len);
	return PointerGetDatum(value);
}

void uri_check_status(enum everyuri_status status)
{
	if (status == EVERYURI_NO_MEMORY || status == EVERYURI_NO_SPACE)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	if (status == EVERYURI_TOO_LONG)
		ereport(ERROR,
		        (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("the URI is too long")));
}

bool uri_read(struct everyuri_text text, enum everyuri_standard standard, unsigned flags,
              struct everyuri_buf *buf, struct everyuri_uri *uri)
{
	enum everyuri_status s;

	everyuri_buf_init(buf, NULL, 0, &uri_memory);
	s = everyuri_parse(text.data, text.len, standard, flags, NULL, buf, uri, NULL);
	uri_check_status(s);
	return s == EVERYURI_OK;
}
