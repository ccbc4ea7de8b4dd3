/* functions.c - the functions that return one value.
 *
 * A text that the standard refuses is not an SQL error: the result is NULL, and
 * uri_error gives the reason. */
#include "uri.h"

#include "utils/builtins.h"

static bool is(struct everyuri_text text, const char *name)
{
	return text.len == strlen(name) && memcmp(text.data, name, text.len) == 0;
}

/* uri_valid(text [, standard [, flags]]), uri_error and uri_error_at */
static enum everyuri_status check(FunctionCallInfo fcinfo, struct everyuri_error *error)
{
	struct everyuri_text text = uri_argument(fcinfo, 0);
	enum everyuri_status s =
		everyuri_check(text.data, text.len, uri_standard_argument(fcinfo, 1),
	                       uri_flags_argument(fcinfo, 2), error);

	uri_check_status(s);
	return s;
}

PG_FUNCTION_INFO_V1(uri_valid);
Datum uri_valid(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	PG_RETURN_BOOL(check(fcinfo, NULL) == EVERYURI_OK);
}

PG_FUNCTION_INFO_V1(uri_error);
Datum uri_error(PG_FUNCTION_ARGS)
{
	struct everyuri_error error = { 0 };

	if (PG_ARGISNULL(0) || !check(fcinfo, &error))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(psprintf("byte %zu: %s%s%s%s", error.at, error.message,
	                                          *error.clause ? " (" : "", error.clause,
	                                          *error.clause ? ")" : "")));
}

PG_FUNCTION_INFO_V1(uri_error_at);
Datum uri_error_at(PG_FUNCTION_ARGS)
{
	struct everyuri_error error = { 0 };

	if (PG_ARGISNULL(0) || !check(fcinfo, &error))
		PG_RETURN_NULL();
	PG_RETURN_INT64((int64)error.at);
}

/* Looks up a part of a record by name.  Returns: false if the name is unknown. */
static bool view(const struct everyuri_uri *uri, struct everyuri_text name,
                 struct everyuri_text *value)
{
	*value = (struct everyuri_text){ NULL, 0 };
	for (int k = 0; k < EVERYURI_N_PARTS; k++)
		if (is(name, everyuri_part_name((enum everyuri_part)k))) {
			*value = everyuri_view(uri, (enum everyuri_part)k);
			return true;
		}
	for (int k = 0; k < EVERYURI_N_EXTRA_NAMES; k++)
		if (is(name, everyuri_extra_name_text((enum everyuri_extra_name)k))) {
			*value = everyuri_extra_view(uri, (enum everyuri_extra_name)k);
			return true;
		}
	if (is(name, "href")) {
		*value = (struct everyuri_text){ uri->text, uri->len };
		return true;
	}
	if (!is(name, "host_kind"))
		return false;
	value->data = everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind);
	value->len = strlen(value->data);
	if (!value->len)
		value->data = NULL;
	return true;
}

/* uri_part(text, part [, standard [, flags]]) */
PG_FUNCTION_INFO_V1(uri_part);
Datum uri_part(PG_FUNCTION_ARGS)
{
	struct everyuri_uri uri = { .text = "" };
	enum everyuri_standard standard = uri_standard_argument(fcinfo, 2);
	unsigned flags = uri_flags_argument(fcinfo, 3);
	struct everyuri_text name, value;
	struct everyuri_buf buf;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	name = uri_argument(fcinfo, 1);
	for (int k = 0; k < EVERYURI_N_PARTS; k++)
		uri.part[k].begin = uri.part[k].end = EVERYURI_ABSENT;
	if (!view(&uri, name, &value))
		ereport(ERROR,
		        (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		         errmsg("unknown part \"%.*s\"", (int)Min(name.len, 40), name.data),
		         errhint("Parts: scheme user password host port path query fragment, "
		                 "host_kind, href, and scheme-specific pieces.")));
	if (!uri_read(uri_argument(fcinfo, 0), standard, flags, &buf, &uri) ||
	    !view(&uri, name, &value) || !value.data)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(uri_value(value.data, value.len));
}

/* uri_scheme(uri) and similar functions: strict; the type uri has already checked the value. */
static Datum part_of(FunctionCallInfo fcinfo, enum everyuri_part part)
{
	struct everyuri_uri uri;
	struct everyuri_buf buf;
	struct everyuri_text value;

	if (!uri_read(uri_argument(fcinfo, 0), EVERYURI_RFC3986, 0, &buf, &uri))
		PG_RETURN_NULL();
	value = everyuri_view(&uri, part);
	if (!value.data)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(uri_value(value.data, value.len));
}

PG_FUNCTION_INFO_V1(uri_scheme);
Datum uri_scheme(PG_FUNCTION_ARGS)
{
	return part_of(fcinfo, EVERYURI_SCHEME);
}

PG_FUNCTION_INFO_V1(uri_user);
Datum uri_user(PG_FUNCTION_ARGS)
{
	return part_of(fcinfo, EVERYURI_USER);
}

PG_FUNCTION_INFO_V1(uri_password);
Datum uri_password(PG_FUNCTION_ARGS)
{
	return part_of(fcinfo, EVERYURI_PASSWORD);
}

PG_FUNCTION_INFO_V1(uri_host);
Datum uri_host(PG_FUNCTION_ARGS)
{
	return part_of(fcinfo, EVERYURI_HOST);
}

PG_FUNCTION_INFO_V1(uri_path);
Datum uri_path(PG_FUNCTION_ARGS)
{
	return part_of(fcinfo, EVERYURI_PATH);
}

PG_FUNCTION_INFO_V1(uri_query);
Datum uri_query(PG_FUNCTION_ARGS)
{
	return part_of(fcinfo, EVERYURI_QUERY);
}

PG_FUNCTION_INFO_V1(uri_fragment);
Datum uri_fragment(PG_FUNCTION_ARGS)
{
	return part_of(fcinfo, EVERYURI_FRAGMENT);
}

/* Returns the port as a number.  Returns NULL if there is no port or if it is above 65535. */
PG_FUNCTION_INFO_V1(uri_port);
Datum uri_port(PG_FUNCTION_ARGS)
{
	struct everyuri_uri uri;
	struct everyuri_buf buf;
	uint16_t port;

	if (!uri_read(uri_argument(fcinfo, 0), EVERYURI_RFC3986, 0, &buf, &uri) ||
	    everyuri_port(&uri, &port))
		PG_RETURN_NULL();
	PG_RETURN_INT32(port);
}

/* Returns the result of a call.  Returns NULL if the standard refused the data. */
static Datum result(FunctionCallInfo fcinfo, enum everyuri_status s, const struct everyuri_buf *buf)
{
	uri_check_status(s);
	if (s)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(uri_value(buf->data ? buf->data : "", buf->len));
}

/* uri_normalize(text [, standard [, level]]) */
PG_FUNCTION_INFO_V1(uri_normalize);
Datum uri_normalize(PG_FUNCTION_ARGS)
{
	enum everyuri_standard standard = uri_standard_argument(fcinfo, 1);
	enum everyuri_level level = uri_level_argument(fcinfo, 2);
	struct everyuri_buf read, buf;
	struct everyuri_uri uri;

	if (PG_ARGISNULL(0) || !uri_read(uri_argument(fcinfo, 0), standard, 0, &read, &uri))
		PG_RETURN_NULL();
	everyuri_buf_init(&buf, NULL, 0, &uri_memory);
	return result(fcinfo, everyuri_normalize(&uri, level, &buf, NULL, NULL), &buf);
}

/* uri_same(a, b [, standard [, level]]) */
PG_FUNCTION_INFO_V1(uri_same);
Datum uri_same(PG_FUNCTION_ARGS)
{
	enum everyuri_standard standard = uri_standard_argument(fcinfo, 2);
	enum everyuri_level level = uri_level_argument(fcinfo, 3);
	struct everyuri_buf read_a, read_b, buf;
	struct everyuri_uri a, b;
	enum everyuri_status s;
	bool same = false;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) ||
	    !uri_read(uri_argument(fcinfo, 0), standard, 0, &read_a, &a) ||
	    !uri_read(uri_argument(fcinfo, 1), standard, 0, &read_b, &b))
		PG_RETURN_NULL();
	everyuri_buf_init(&buf, NULL, 0, &uri_memory);
	s = everyuri_same(&a, &b, level, &buf, &same, NULL);
	uri_check_status(s);
	if (s)
		PG_RETURN_NULL();
	PG_RETURN_BOOL(same);
}

/* uri_resolve(reference, base [, standard [, flags]]) */
PG_FUNCTION_INFO_V1(uri_resolve);
Datum uri_resolve(PG_FUNCTION_ARGS)
{
	enum everyuri_standard standard = uri_standard_argument(fcinfo, 2);
	unsigned flags = uri_flags_argument(fcinfo, 3);
	struct everyuri_buf read, buf;
	struct everyuri_uri base, uri;
	struct everyuri_text text;
	enum everyuri_status s;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) ||
	    !uri_read(uri_argument(fcinfo, 1), standard, 0, &read, &base))
		PG_RETURN_NULL();
	text = uri_argument(fcinfo, 0);
	everyuri_buf_init(&buf, NULL, 0, &uri_memory);
	s = everyuri_parse(text.data, text.len, standard, flags, &base, &buf, &uri, NULL);
	uri_check_status(s);
	if (s)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(uri_value(uri.text, uri.len));
}

/* uri_relate(text, base [, standard [, flags]]) */
PG_FUNCTION_INFO_V1(uri_relate);
Datum uri_relate(PG_FUNCTION_ARGS)
{
	enum everyuri_standard standard = uri_standard_argument(fcinfo, 2);
	unsigned flags = uri_flags_argument(fcinfo, 3);
	struct everyuri_buf read, read_base, buf;
	struct everyuri_uri base, uri;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) ||
	    !uri_read(uri_argument(fcinfo, 0), standard, 0, &read, &uri) ||
	    !uri_read(uri_argument(fcinfo, 1), standard, 0, &read_base, &base))
		PG_RETURN_NULL();
	everyuri_buf_init(&buf, NULL, 0, &uri_memory);
	return result(fcinfo, everyuri_relate(&base, &uri, flags, &buf, NULL), &buf);
}

/* uri_key(text [, profile]): profiles by domain need the Public Suffix List,
 * which a server does not load. */
PG_FUNCTION_INFO_V1(uri_key);
Datum uri_key(PG_FUNCTION_ARGS)
{
	struct everyuri_key_options options = { .profile = EVERYURI_KEY_SURT,
		                                .standard = EVERYURI_RFC3986 };
	struct everyuri_text text, name;
	struct everyuri_buf buf;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (PG_NARGS() > 1 && !PG_ARGISNULL(1)) {
		name = uri_argument(fcinfo, 1);
		if (everyuri_key_profile_find(name.data, name.len, &options.profile) ||
		    options.profile == EVERYURI_KEY_DOMAIN ||
		    options.profile == EVERYURI_KEY_DOMAIN_ICANN)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			                errmsg("unknown or unavailable profile \"%.*s\"",
			                       (int)Min(name.len, 40), name.data),
			                errhint("Profiles: surt surt-scheme whatwg rfc3986-simple "
			                        "rfc3986-syntax rfc3986-scheme.")));
	}
	text = uri_argument(fcinfo, 0);
	everyuri_buf_init(&buf, NULL, 0, &uri_memory);
	return result(fcinfo, everyuri_key(text.data, text.len, &options, &buf, NULL), &buf);
}

PG_FUNCTION_INFO_V1(uri_version);
Datum uri_version(PG_FUNCTION_ARGS)
{
	(void)fcinfo;
	PG_RETURN_TEXT_P(cstring_to_text(EVERYURI_VERSION));
}
