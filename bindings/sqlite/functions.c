/* functions.c - uri_valid, uri_part and the other scalar functions.
 *
 * If an argument is NULL, the result is NULL.  A text that the standard refuses is not an SQL error: the
 * result is NULL, and uri_error gives the reason.  The wrong name of a part, standard or level is an SQL
 * error. */
#include "uri.h"

#include <string.h>

static void *resize(void *context, void *data, size_t old_size, size_t new_size)
{
	(void)context, (void)old_size;
	if (new_size)
		return sqlite3_realloc64(data, new_size);
	sqlite3_free(data);
	return NULL;
}

const struct everyuri_allocator uri_memory = { resize, NULL };

struct everyuri_text uri_text_of(sqlite3_value *value)
{
	struct everyuri_text text = { NULL, 0 };

	if (sqlite3_value_type(value) == SQLITE_NULL)
		return text;
	text.data = sqlite3_value_type(value) == SQLITE_BLOB ?
	                    sqlite3_value_blob(value) :
	                    (const char *)sqlite3_value_text(value);
	text.len = (size_t)sqlite3_value_bytes(value);
	if (!text.data)
		text.data = ""; /* SQLite returns NULL for an empty blob */
	return text;
}

bool uri_standard_of(int n, sqlite3_value **values, int at, enum everyuri_standard *standard,
                     const char **message)
{
	struct everyuri_text name = { NULL, 0 };

	if (at < n)
		name = uri_text_of(values[at]);
	*standard = EVERYURI_RFC3986;
	if (!name.data || !everyuri_standard_find(name.data, name.len, standard))
		return true;
	*message = "unknown standard; choose from url1993 uri1994 rfc1630 rfc1738 rfc1808 rfc2396 "
		   "rfc3986 "
		   "rfc3987 whatwg";
	return false;
}

static bool is(struct everyuri_text text, const char *name)
{
	return text.len == strlen(name) && !memcmp(text.data, name, text.len);
}

bool uri_flags_of(int n, sqlite3_value **values, int at, unsigned *flags, const char **message)
{
	struct everyuri_text name = { NULL, 0 };

	if (at < n)
		name = uri_text_of(values[at]);
	*flags = 0;
	if (!name.data || !name.len)
		return true;
	*flags = is(name, "reference") ? EVERYURI_ADMIT_PARTIAL :
	         is(name, "zone")      ? EVERYURI_ADMIT_ZONE :
	         is(name, "loose")     ? EVERYURI_LOOSE :
	                                 0u;
	if (*flags)
		return true;
	*message = "unknown flag; choose from reference zone loose";
	return false;
}

static bool level_of(int n, sqlite3_value **values, int at, enum everyuri_level *level,
                     const char **message)
{
	struct everyuri_text name = { NULL, 0 };

	if (at < n)
		name = uri_text_of(values[at]);
	*level = EVERYURI_LEVEL_SYNTAX;
	if (!name.data || is(name, "syntax"))
		return true;
	if (is(name, "simple") || is(name, "scheme")) {
		*level = is(name, "simple") ? EVERYURI_LEVEL_SIMPLE : EVERYURI_LEVEL_SCHEME;
		return true;
	}
	*message = "unknown level; choose from simple syntax scheme";
	return false;
}

/* The state of a call: its arguments, converted for the library. */
struct call {
	sqlite3_context *context;
	struct everyuri_text text, other;
	enum everyuri_standard standard;
	enum everyuri_level level;
	unsigned flags;
	struct everyuri_buf buf, read[2]; /* read: memory for texts that a standard rewrites */
	struct everyuri_error error;
};

static void begin(struct call *call, sqlite3_context *context)
{
	*call = (struct call){ .context = context };
	everyuri_buf_init(&call->buf, NULL, 0, &uri_memory);
	everyuri_buf_init(&call->read[0], NULL, 0, &uri_memory);
	everyuri_buf_init(&call->read[1], NULL, 0, &uri_memory);
}

static void end(struct call *call)
{
	everyuri_buf_free(&call->buf);
	everyuri_buf_free(&call->read[0]);
	everyuri_buf_free(&call->read[1]);
}

static void give(struct call *call, const char *data, size_t len)
{
	if (data)
		sqlite3_result_text64(call->context, data, len, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* Sets the result of the function.  Sets NULL if the standard refused the data. */
static void give_result(struct call *call, enum everyuri_status status)
{
	if (!status)
		give(call, call->buf.data ? call->buf.data : "", call->buf.len);
	else if (status == EVERYURI_NO_MEMORY)
		sqlite3_result_error_nomem(call->context);
	else if (status == EVERYURI_TOO_LONG)
		sqlite3_result_error_toobig(call->context);
}

static enum everyuri_status read_text(struct call *call, struct everyuri_text text, unsigned flags,
                                      int which, struct everyuri_uri *uri)
{
	enum everyuri_status s = everyuri_parse(text.data, text.len, call->standard, flags, NULL,
	                                        &call->read[which], uri, &call->error);

	if (s == EVERYURI_NO_MEMORY)
		sqlite3_result_error_nomem(call->context);
	return s;
}

/* uri_valid(url [, standard [, flags]]), uri_error and uri_error_at. */
static bool begin_check(struct call *call, sqlite3_context *context, int n, sqlite3_value **values,
                        enum everyuri_status *status)
{
	const char *message = NULL;

	begin(call, context);
	call->text = uri_text_of(values[0]);
	if (!uri_standard_of(n, values, 1, &call->standard, &message) ||
	    !uri_flags_of(n, values, 2, &call->flags, &message)) {
		sqlite3_result_error(context, message, -1);
		return false;
	}
	if (!call->text.data)
		return false;
	*status = everyuri_check(call->text.data, call->text.len, call->standard, call->flags,
	                         &call->error);
	return true;
}

static void valid(sqlite3_context *context, int n, sqlite3_value **values)
{
	enum everyuri_status status;
	struct call call;

	if (begin_check(&call, context, n, values, &status))
		sqlite3_result_int(context, !status);
}

static void error_text(sqlite3_context *context, int n, sqlite3_value **values)
{
	enum everyuri_status status;
	struct call call;
	char *text;

	if (!begin_check(&call, context, n, values, &status) || !status)
		return;
	text = sqlite3_mprintf("byte %llu: %s%s%s%s", (unsigned long long)call.error.at,
	                       call.error.message, *call.error.clause ? " (" : "",
	                       call.error.clause, *call.error.clause ? ")" : "");
	if (text)
		sqlite3_result_text(context, text, -1, sqlite3_free);
	else
		sqlite3_result_error_nomem(context);
}

static void error_at(sqlite3_context *context, int n, sqlite3_value **values)
{
	enum everyuri_status status;
	struct call call;

	if (begin_check(&call, context, n, values, &status) && status)
		sqlite3_result_int64(context, (sqlite3_int64)call.error.at);
}

/* Looks up a part of a record by name.  The name may also be "host_kind", or that of a scheme-specific piece.
 * Returns: false if the name is unknown. */
static bool view(const struct everyuri_uri *uri, struct everyuri_text name,
                 struct everyuri_text *value)
{
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

/* uri_part(url, part [, standard [, flags]]) */
static void part(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct everyuri_text name = uri_text_of(values[1]), value;
	struct everyuri_uri uri, none = { .text = "" };
	const char *message =
		"unknown part; choose from scheme user password host port path query fragment "
		"host_kind href, or a scheme-specific piece";
	struct call call;

	begin(&call, context);
	call.text = uri_text_of(values[0]);
	for (int k = 0; k < EVERYURI_N_PARTS; k++)
		none.part[k].begin = none.part[k].end = EVERYURI_ABSENT;
	if (!name.data)
		return;
	if (!view(&none, name, &value) ||
	    !uri_standard_of(n, values, 2, &call.standard, &message) ||
	    !uri_flags_of(n, values, 3, &call.flags, &message)) {
		sqlite3_result_error(context, message, -1);
		return;
	}
	if (call.text.data && !read_text(&call, call.text, call.flags, 0, &uri) &&
	    view(&uri, name, &value))
		give(&call, value.data, value.len);
	end(&call);
}

/* Reads the arguments of the following functions: one text or two, then a standard, then a level or flags. */
static bool begin_work(struct call *call, sqlite3_context *context, int n, sqlite3_value **values,
                       bool two, bool by_level)
{
	const char *message = NULL;
	int at = two ? 2 : 1;

	begin(call, context);
	call->text = uri_text_of(values[0]);
	if (two)
		call->other = uri_text_of(values[1]);
	if (!uri_standard_of(n, values, at, &call->standard, &message) ||
	    !(by_level ? level_of(n, values, at + 1, &call->level, &message) :
	                 uri_flags_of(n, values, at + 1, &call->flags, &message))) {
		sqlite3_result_error(context, message, -1);
		return false;
	}
	return call->text.data && (!two || call->other.data);
}

/* uri_normalize(url [, standard [, level]]) */
static void normalize(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct everyuri_uri uri;
	struct call call;

	if (begin_work(&call, context, n, values, false, true) &&
	    !read_text(&call, call.text, 0, 0, &uri))
		give_result(&call,
		            everyuri_normalize(&uri, call.level, &call.buf, NULL, &call.error));
	end(&call);
}

/* uri_same(a, b [, standard [, level]]) */
static void same(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct everyuri_uri a, b;
	bool are_same = false;
	struct call call;

	if (begin_work(&call, context, n, values, true, true) &&
	    !read_text(&call, call.text, 0, 0, &a) && !read_text(&call, call.other, 0, 1, &b)) {
		enum everyuri_status s =
			everyuri_same(&a, &b, call.level, &call.buf, &are_same, &call.error);

		if (s)
			give_result(&call, s);
		else
			sqlite3_result_int(context, are_same);
	}
	end(&call);
}

/* uri_resolve(reference, base [, standard [, flags]]) */
static void resolve(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct everyuri_uri base, uri;
	struct call call;

	if (begin_work(&call, context, n, values, true, false) &&
	    !read_text(&call, call.other, 0, 1, &base)) {
		enum everyuri_status s =
			everyuri_parse(call.text.data, call.text.len, call.standard, call.flags,
		                       &base, &call.buf, &uri, &call.error);

		if (s)
			give_result(&call, s);
		else
			give(&call, uri.text, uri.len);
	}
	end(&call);
}

/* uri_relate(url, base [, standard [, flags]]) */
static void relate(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct everyuri_uri base, uri;
	struct call call;

	if (begin_work(&call, context, n, values, true, false) &&
	    !read_text(&call, call.text, 0, 0, &uri) && !read_text(&call, call.other, 0, 1, &base))
		give_result(&call,
		            everyuri_relate(&base, &uri, call.flags, &call.buf, &call.error));
	end(&call);
}

/* The state of one database connection: the Public Suffix List, if one is loaded. */
struct database {
	struct everyuri_buf psl_buf;
	struct everyuri_psl psl;
	bool has_psl;
	int uses; /* number of functions that refer to this state */
};

static void let_go(void *context)
{
	struct database *database = context;

	if (--database->uses)
		return;
	everyuri_buf_free(&database->psl_buf);
	sqlite3_free(database);
}

/* uri_key(url [, profile]) */
static void key(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct database *database = sqlite3_user_data(context);
	struct everyuri_text name = { "surt", 4 };
	struct everyuri_key_options options = { .standard = EVERYURI_RFC3986 };
	struct call call;

	begin(&call, context);
	call.text = uri_text_of(values[0]);
	if (n > 1 && uri_text_of(values[1]).data)
		name = uri_text_of(values[1]);
	if (everyuri_key_profile_find(name.data, name.len, &options.profile)) {
		sqlite3_result_error(context, "unknown profile; everyuri key --help lists them",
		                     -1);
		return;
	}
	if (options.profile == EVERYURI_KEY_DOMAIN ||
	    options.profile == EVERYURI_KEY_DOMAIN_ICANN) {
		if (!database->has_psl) {
			sqlite3_result_error(context,
			                     "no Public Suffix List: call uri_psl_load first", -1);
			return;
		}
		options.psl = &database->psl;
	}
	if (call.text.data)
		give_result(&call, everyuri_key(call.text.data, call.text.len, &options, &call.buf,
		                                &call.error));
	end(&call);
}

/* uri_psl_load(list): loads the contents of public_suffix_list.dat.  Returns the number of rules in the
 * list. */
static void psl_load(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct database *database = sqlite3_user_data(context);
	struct everyuri_text list = uri_text_of(values[0]);
	struct everyuri_error error;
	enum everyuri_status s;

	(void)n;
	if (!list.data)
		return;
	database->has_psl = false;
	s = everyuri_psl_load(list.data, list.len, &database->psl_buf, &database->psl, &error);
	if (s == EVERYURI_NO_MEMORY) {
		sqlite3_result_error_nomem(context);
	} else if (s) {
		sqlite3_result_error(context, error.message, -1);
	} else {
		database->has_psl = true;
		sqlite3_result_int64(context, database->psl.n_rules);
	}
}

static void version(sqlite3_context *context, int n, sqlite3_value **values)
{
	(void)n, (void)values;
	sqlite3_result_text(context, EVERYURI_VERSION, -1, SQLITE_STATIC);
}

static const struct {
	const char *name;
	int from, to; /* least and greatest number of arguments */
	bool pure;    /* the result depends only on the arguments, so the function may be used in an
	               * index */
	void (*call)(sqlite3_context *, int, sqlite3_value **);
} functions[] = {
	{ "uri_valid", 1, 3, true, valid },
	{ "uri_error", 1, 3, true, error_text },
	{ "uri_error_at", 1, 3, true, error_at },
	{ "uri_part", 2, 4, true, part },
	{ "uri_normalize", 1, 3, true, normalize },
	{ "uri_same", 2, 4, true, same },
	{ "uri_resolve", 2, 4, true, resolve },
	{ "uri_relate", 2, 4, true, relate },
	{ "uri_key", 1, 2, false, key },
	{ "uri_psl_load", 1, 1, false, psl_load },
	{ "uri_version", 0, 0, true, version },
};

int uri_functions_create(sqlite3 *db)
{
	const int pure = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
	struct database *database = sqlite3_malloc(sizeof *database);
	int rc = SQLITE_OK;

	if (!database)
		return SQLITE_NOMEM;
	*database = (struct database){ .uses = 1 };
	everyuri_buf_init(&database->psl_buf, NULL, 0, &uri_memory);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		for (int n = functions[i].from; !rc && n <= functions[i].to; n++) {
			database->uses++; /* SQLite releases this reference even if the call
			                   * fails */
			rc = sqlite3_create_function_v2(
				db, functions[i].name, n, functions[i].pure ? pure : SQLITE_UTF8,
				database, functions[i].call, NULL, NULL, let_go);
		}
	let_go(database);
	return rc;
}
