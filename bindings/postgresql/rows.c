/* rows.c - uri_parts, uri_pairs and uri_find, which return a row for each piece.
 *
 * A call writes all rows into one tuple store, which the server then reads. */
#include "uri.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"

/* The tuple store of one call. */
struct rows {
	Tuplestorestate *store;
	TupleDesc columns;
};

static struct rows begin(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *info = (ReturnSetInfo *)fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	return (struct rows){ info->setResult, info->setDesc };
}

static void add(struct rows *rows, Datum first, Datum second, int64 offset)
{
	Datum values[3] = { first, second, Int64GetDatum(offset) };
	bool nulls[3] = { false, false, false };

	tuplestore_putvalues(rows->store, rows->columns, values, nulls);
}

static void add_named(struct rows *rows, const char *name, const char *data, size_t len)
{
	if (data)
		add(rows, CStringGetTextDatum(name), uri_value(data, len), 0);
}

/* uri_parts(text [, standard [, flags]]): the parts, in the order of the command's JSON */
PG_FUNCTION_INFO_V1(uri_parts);
Datum uri_parts(PG_FUNCTION_ARGS)
{
	enum everyuri_standard standard = uri_standard_argument(fcinfo, 1);
	unsigned flags = uri_flags_argument(fcinfo, 2);
	struct rows rows = begin(fcinfo);
	struct everyuri_uri uri;
	struct everyuri_buf buf;
	const char *kind;

	if (PG_ARGISNULL(0) || !uri_read(uri_argument(fcinfo, 0), standard, flags, &buf, &uri))
		PG_RETURN_NULL();
	if (uri.flags & EVERYURI_RELATIVE)
		add_named(&rows, "relative", "true", 4);
	if (uri.flags & EVERYURI_PREFIXED)
		add_named(&rows, "prefix", "URL:", 4);
	if (uri.flags & EVERYURI_BY_RFC1808)
		add_named(&rows, "by", "rfc1808", 7);
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		struct everyuri_text value = everyuri_view(&uri, (enum everyuri_part)k);

		add_named(&rows, everyuri_part_name((enum everyuri_part)k), value.data, value.len);
	}
	kind = everyuri_host_kind_name((enum everyuri_host_kind)uri.host_kind);
	add_named(&rows, "host_kind", *kind ? kind : NULL, strlen(kind));
	for (int k = 0; k < EVERYURI_N_EXTRA_NAMES; k++) {
		struct everyuri_text value = everyuri_extra_view(&uri, (enum everyuri_extra_name)k);

		add_named(&rows, everyuri_extra_name_text((enum everyuri_extra_name)k), value.data,
		          value.len);
	}
	PG_RETURN_NULL();
}

/* Returns the decoded text.  A NUL stays encoded, because texts in PostgreSQL cannot contain it. */
static Datum decoded(const char *text, size_t len, struct everyuri_buf *buf)
{
	size_t n_nuls = 0, at = 0;
	struct varlena *value;

	uri_check_status(everyuri_params_decode(text, len, buf, NULL));
	for (size_t i = 0; i < buf->len; i++)
		n_nuls += buf->data[i] == '\0';
	if (!n_nuls)
		return uri_value(buf->data ? buf->data : "", buf->len);
	value = (struct varlena *)DatumGetPointer(uri_value(buf->data, buf->len));
	value = repalloc(value, VARHDRSZ + buf->len + 2 * n_nuls);
	SET_VARSIZE(value, VARHDRSZ + buf->len + 2 * n_nuls);
	for (size_t i = 0; i < buf->len; i++) {
		if (buf->data[i]) {
			VARDATA(value)[at++] = buf->data[i];
			continue;
		}
		memcpy(VARDATA(value) + at, "%00", 3);
		at += 3;
	}
	return PointerGetDatum(value);
}

/* uri_pairs(text [, standard]): the pairs of the query, decoded */
PG_FUNCTION_INFO_V1(uri_pairs);
Datum uri_pairs(PG_FUNCTION_ARGS)
{
	enum everyuri_standard standard = uri_standard_argument(fcinfo, 1);
	struct rows rows = begin(fcinfo);
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;
	struct everyuri_buf read, buf;
	struct everyuri_uri uri;
	struct everyuri_text query;

	if (PG_ARGISNULL(0) || !uri_read(uri_argument(fcinfo, 0), standard, 0, &read, &uri))
		PG_RETURN_NULL();
	query = everyuri_view(&uri, EVERYURI_QUERY);
	everyuri_buf_init(&buf, NULL, 0, &uri_memory);
	while (query.data && everyuri_params_next(query.data, query.len, &iter, &param)) {
		Datum name = decoded(param.name.data, param.name.len, &buf);

		CHECK_FOR_INTERRUPTS();
		add(&rows, name, decoded(param.value.data, param.value.len, &buf), 0);
	}
	PG_RETURN_NULL();
}

static bool found(void *context, const struct everyuri_found *uri)
{
	CHECK_FOR_INTERRUPTS();
	add(context, CStringGetTextDatum(uri->form == EVERYURI_FORM_ANGLE ? "angle" : "bare"),
	    uri_value(uri->uri.data, uri->uri.len), (int64)uri->offset);
	return true;
}

/* uri_find(text) */
PG_FUNCTION_INFO_V1(uri_find);
Datum uri_find(PG_FUNCTION_ARGS)
{
	struct everyuri_find_options options = { .flags =
		                                         EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE };
	struct rows rows = begin(fcinfo);
	struct everyuri_finder *finder;
	struct everyuri_text text;
	struct everyuri_buf buf;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	text = uri_argument(fcinfo, 0);
	options.schemes = everyuri_scheme_names(&options.n_schemes);
	everyuri_buf_init(&buf, NULL, 0, &uri_memory);
	uri_check_status(everyuri_find_begin(&options, found, &rows, &buf, &finder, NULL));
	everyuri_find_feed(finder, text.data, text.len);
	everyuri_find_end(finder);
	PG_RETURN_NULL();
}
