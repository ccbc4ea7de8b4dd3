/* type.c - the type uri: a valid URI by RFC 3986, stored byte for byte.
 *
 * Values are compared, hashed and sorted by the functions for bytea (everyuri--1.0.sql).  So two URIs are
 * equal if their texts are the same. */
#include "uri.h"

#include "libpq/pqformat.h"
#include "utils/builtins.h"

PG_MODULE_MAGIC;

static void check(const char *data, size_t len)
{
	struct everyuri_error error = { 0 };
	enum everyuri_status s = everyuri_check(data, len, EVERYURI_RFC3986, 0, &error);

	uri_check_status(s);
	if (s)
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
		                errmsg("invalid input syntax for type %s: \"%.*s\"", "uri",
		                       (int)Min(len, 200), data),
		                errdetail("byte %zu: %s%s%s%s", error.at, error.message,
		                          *error.clause ? " (" : "", error.clause,
		                          *error.clause ? ")" : "")));
}

PG_FUNCTION_INFO_V1(uri_in);
Datum uri_in(PG_FUNCTION_ARGS)
{
	const char *text = PG_GETARG_CSTRING(0);
	size_t len = strlen(text);

	check(text, len);
	PG_RETURN_DATUM(uri_value(text, len));
}

PG_FUNCTION_INFO_V1(uri_recv);
Datum uri_recv(PG_FUNCTION_ARGS)
{
	StringInfo message = (StringInfo)PG_GETARG_POINTER(0);
	int len;
	char *text = pq_getmsgtext(message, message->len - message->cursor, &len);

	check(text, (size_t)len);
	PG_RETURN_DATUM(uri_value(text, (size_t)len));
}

PG_FUNCTION_INFO_V1(uri_from_text);
Datum uri_from_text(PG_FUNCTION_ARGS)
{
	struct everyuri_text text = uri_argument(fcinfo, 0);

	check(text.data, text.len);
	PG_RETURN_DATUM(uri_value(text.data, text.len));
}
