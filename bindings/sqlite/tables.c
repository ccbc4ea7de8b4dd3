/* tables.c - uri_parts(url), uri_query(url) and uri_find(text): table-valued functions.
 *
 * A call computes all rows at its start, and copies them into one block, from which SQLite reads them.  The block
 * contains no pointers into the arguments. */
#include "uri.h"

#include <string.h>

enum kind { PARTS, QUERY, FIND };

/* A row, which has a value and may have a name. */
struct row {
	size_t name, name_len, value, value_len; /* offsets and lengths in struct rows.bytes */
	bool has_name, has_value;
	sqlite3_int64 offset; /* for a URI that was found: its offset in bytes */
};

struct rows {
	struct row *row;
	size_t n, cap;
	char *bytes;
	size_t len, bytes_cap;
	bool no_memory;
};

struct table {
	sqlite3_vtab base;
	enum kind kind;
};

struct cursor {
	sqlite3_vtab_cursor base;
	struct rows rows;
	size_t at;
};

/* ---- collecting rows ------------------------------------------------------------------------ */

static bool grow(void **data, size_t *cap, size_t need, size_t size)
{
	size_t wanted = *cap * 2 > need ? *cap * 2 : need;
	void *grown;

	if (need <= *cap)
		return true;
	grown = sqlite3_realloc64(*data, wanted * size);
	if (!grown)
		return false;
	*data = grown;
	*cap = wanted;
	return true;
}

static size_t keep(struct rows *rows, struct everyuri_text text)
{
	size_t at = rows->len;

	if (!grow((void **)&rows->bytes, &rows->bytes_cap, rows->len + text.len + 1, 1)) {
		rows->no_memory = true;
		return 0;
	}
	if (text.len)
		memcpy(rows->bytes + at, text.data, text.len);
	rows->len += text.len;
	return at;
}

static void add(struct rows *rows, struct everyuri_text name, struct everyuri_text value,
                sqlite3_int64 offset)
{
	struct row row = { .name_len = name.len,
		           .value_len = value.len,
		           .has_name = name.data != NULL,
		           .has_value = value.data != NULL,
		           .offset = offset };

	if (!grow((void **)&rows->row, &rows->cap, rows->n + 1, sizeof *rows->row)) {
		rows->no_memory = true;
		return;
	}
	row.name = keep(rows, name);
	row.value = keep(rows, value);
	if (!rows->no_memory)
		rows->row[rows->n++] = row;
}

static struct everyuri_text named(const char *name)
{
	return (struct everyuri_text){ name, strlen(name) };
}

/* Collects the parts in the order of the command's JSON. */
static void collect_parts(struct rows *rows, const struct everyuri_uri *uri)
{
	struct everyuri_text value;
	const char *kind = everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind);

	if (uri->flags & EVERYURI_RELATIVE)
		add(rows, named("relative"), named("true"), 0);
	if (uri->flags & EVERYURI_PREFIXED)
		add(rows, named("prefix"), named("URL:"), 0);
	if (uri->flags & EVERYURI_BY_RFC1808)
		add(rows, named("by"), named("rfc1808"), 0);
	for (int k = 0; k < EVERYURI_N_PARTS; k++) {
		value = everyuri_view(uri, (enum everyuri_part)k);
		if (value.data)
			add(rows, named(everyuri_part_name((enum everyuri_part)k)), value, 0);
	}
	if (*kind)
		add(rows, named("host_kind"), named(kind), 0);
	for (int k = 0; k < EVERYURI_N_EXTRA_NAMES; k++) {
		value = everyuri_extra_view(uri, (enum everyuri_extra_name)k);
		if (value.data)
			add(rows, named(everyuri_extra_name_text((enum everyuri_extra_name)k)),
			    value, 0);
	}
}

/* Collects the names and values of the query, decoded as in a form (params.h). */
static enum everyuri_status collect_query(struct rows *rows, const struct everyuri_uri *uri)
{
	struct everyuri_buf name, value;
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;
	enum everyuri_status s = EVERYURI_OK;
	struct everyuri_text query = everyuri_view(uri, EVERYURI_QUERY);

	everyuri_buf_init(&name, NULL, 0, &uri_memory);
	everyuri_buf_init(&value, NULL, 0, &uri_memory);
	while (query.data && !s && everyuri_params_next(query.data, query.len, &iter, &param)) {
		s = everyuri_params_decode(param.name.data, param.name.len, &name, NULL);
		if (!s)
			s = everyuri_params_decode(param.value.data, param.value.len, &value, NULL);
		if (!s)
			add(rows, (struct everyuri_text){ name.data ? name.data : "", name.len },
			    (struct everyuri_text){ value.data ? value.data : "", value.len }, 0);
	}
	everyuri_buf_free(&name);
	everyuri_buf_free(&value);
	return s;
}

static bool found(void *context, const struct everyuri_found *uri)
{
	struct rows *rows = context;

	add(rows, named(uri->form == EVERYURI_FORM_ANGLE ? "angle" : "bare"), uri->uri,
	    (sqlite3_int64)uri->offset);
	return !rows->no_memory;
}

static enum everyuri_status collect_found(struct rows *rows, struct everyuri_text text)
{
	struct everyuri_find_options options = { .flags =
		                                         EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE };
	struct everyuri_finder *finder;
	struct everyuri_buf buf;
	enum everyuri_status s;

	options.schemes = everyuri_scheme_names(&options.n_schemes);
	everyuri_buf_init(&buf, NULL, 0, &uri_memory);
	s = everyuri_find_begin(&options, found, rows, &buf, &finder, NULL);
	if (!s && everyuri_find_feed(finder, text.data, text.len))
		everyuri_find_end(finder);
	everyuri_buf_free(&buf);
	return s;
}

/* ---- the module ------------------------------------------------------------------------------- */

/* The columns for arguments are hidden, and follow the other columns. */
static const struct {
	const char *name, *declaration;
	int arguments; /* index of the first hidden column */
} kinds[] = {
	[PARTS] = { "uri_parts",
	            "CREATE TABLE x(name TEXT, value TEXT, url HIDDEN, standard HIDDEN, flags "
	            "HIDDEN)",
	            2 },
	[QUERY] = { "uri_query",
	            "CREATE TABLE x(name TEXT, value TEXT, url HIDDEN, standard HIDDEN)", 2 },
	[FIND] = { "uri_find", "CREATE TABLE x(form TEXT, uri TEXT, offset INTEGER, text HIDDEN)",
	           3 },
};

#define ARGUMENTS_MAX 3

static int connect(sqlite3 *db, void *kind, int argc, const char *const *argv, sqlite3_vtab **vtab,
                   char **error)
{
	struct table *table;
	int rc;

	(void)argc, (void)argv, (void)error;
	table = sqlite3_malloc(sizeof *table);
	if (!table)
		return SQLITE_NOMEM;
	*table = (struct table){ .kind = *(const enum kind *)kind };
	rc = sqlite3_declare_vtab(db, kinds[table->kind].declaration);
	if (rc) {
		sqlite3_free(table);
		return rc;
	}
	sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
	*vtab = &table->base;
	return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *vtab)
{
	sqlite3_free(vtab);
	return SQLITE_OK;
}

/* Requests each argument that the query gives, and sets the bit of that argument in idxNum.  Without the first
 * argument, the table has no rows. */
static int best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	int first = kinds[((struct table *)vtab)->kind].arguments, place[ARGUMENTS_MAX], n = 0;

	for (int a = 0; a < ARGUMENTS_MAX; a++)
		place[a] = -1;
	for (int i = 0; i < info->nConstraint; i++) {
		int argument = info->aConstraint[i].iColumn - first;

		if (argument < 0 || argument >= ARGUMENTS_MAX ||
		    info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
			continue;
		if (!info->aConstraint[i].usable)
			return SQLITE_CONSTRAINT;
		place[argument] = i;
	}
	for (int a = 0; a < ARGUMENTS_MAX; a++) {
		if (place[a] < 0)
			continue;
		info->aConstraintUsage[place[a]].argvIndex = ++n;
		info->aConstraintUsage[place[a]].omit = 1;
		info->idxNum |= 1 << a;
	}
	info->estimatedCost = place[0] < 0 ? 1e99 : 10;
	info->estimatedRows = 10;
	return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	struct cursor *made = sqlite3_malloc(sizeof *made);

	(void)vtab;
	if (!made)
		return SQLITE_NOMEM;
	*made = (struct cursor){ .at = 0 };
	*cursor = &made->base;
	return SQLITE_OK;
}

static void forget(struct rows *rows)
{
	sqlite3_free(rows->row);
	sqlite3_free(rows->bytes);
	*rows = (struct rows){ 0 };
}

static int close_cursor(sqlite3_vtab_cursor *cursor)
{
	forget(&((struct cursor *)cursor)->rows);
	sqlite3_free(cursor);
	return SQLITE_OK;
}

static int fail(sqlite3_vtab *vtab, const char *message)
{
	sqlite3_free(vtab->zErrMsg);
	vtab->zErrMsg =
		sqlite3_mprintf("%s: %s", kinds[((struct table *)vtab)->kind].name, message);
	return SQLITE_ERROR;
}

/* Collects the rows.  A text that the standard refuses has no rows. */
static int collect(struct cursor *cursor, enum kind kind, sqlite3_value *argument[ARGUMENTS_MAX])
{
	struct everyuri_text text = { NULL, 0 };
	enum everyuri_standard standard = EVERYURI_RFC3986;
	unsigned flags = 0;
	const char *message = NULL;
	struct everyuri_uri uri;
	struct everyuri_buf read;
	enum everyuri_status s;

	if (argument[0])
		text = uri_text_of(argument[0]);
	if (kind != FIND &&
	    ((argument[1] && !uri_standard_of(1, &argument[1], 0, &standard, &message)) ||
	     (argument[2] && !uri_flags_of(1, &argument[2], 0, &flags, &message))))
		return fail(cursor->base.pVtab, message);
	if (!text.data)
		return SQLITE_OK;
	everyuri_buf_init(&read, NULL, 0, &uri_memory);
	if (kind == FIND) {
		s = collect_found(&cursor->rows, text);
	} else {
		s = everyuri_parse(text.data, text.len, standard, flags, NULL, &read, &uri, NULL);
		if (!s && kind == PARTS)
			collect_parts(&cursor->rows, &uri);
		else if (!s)
			s = collect_query(&cursor->rows, &uri);
	}
	everyuri_buf_free(&read);
	return s == EVERYURI_NO_MEMORY || cursor->rows.no_memory ? SQLITE_NOMEM : SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int given, const char *name, int n,
                  sqlite3_value **values)
{
	struct cursor *cursor = (struct cursor *)base;
	sqlite3_value *argument[ARGUMENTS_MAX] = { NULL };
	int next = 0;

	(void)name;
	for (int a = 0; a < ARGUMENTS_MAX; a++)
		if (given >> a & 1 && next < n)
			argument[a] = values[next++];
	forget(&cursor->rows);
	cursor->at = 0;
	return collect(cursor, ((struct table *)base->pVtab)->kind, argument);
}

static int next_row(sqlite3_vtab_cursor *cursor)
{
	((struct cursor *)cursor)->at++;
	return SQLITE_OK;
}

static int at_end(sqlite3_vtab_cursor *base)
{
	struct cursor *cursor = (struct cursor *)base;

	return cursor->at >= cursor->rows.n;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int which)
{
	struct cursor *cursor = (struct cursor *)base;
	const struct row *row = &cursor->rows.row[cursor->at];
	const char *bytes = cursor->rows.bytes;

	if (which == 0 && row->has_name)
		sqlite3_result_text64(context, bytes + row->name, row->name_len, SQLITE_TRANSIENT,
		                      SQLITE_UTF8);
	else if (which == 1 && row->has_value)
		sqlite3_result_text64(context, bytes + row->value, row->value_len, SQLITE_TRANSIENT,
		                      SQLITE_UTF8);
	else if (which == 2 && ((struct table *)base->pVtab)->kind == FIND)
		sqlite3_result_int64(context, row->offset);
	return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)((struct cursor *)cursor)->at;
	return SQLITE_OK;
}

int uri_tables_create(sqlite3 *db)
{
	/* xCreate is absent, so the tables exist without CREATE VIRTUAL TABLE. */
	static const sqlite3_module module = { .xConnect = connect,
		                               .xBestIndex = best_index,
		                               .xDisconnect = disconnect,
		                               .xOpen = open_cursor,
		                               .xClose = close_cursor,
		                               .xFilter = filter,
		                               .xNext = next_row,
		                               .xEof = at_end,
		                               .xColumn = column,
		                               .xRowid = rowid };
	static const enum kind all[] = { PARTS, QUERY, FIND };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		int rc = sqlite3_create_module(db, kinds[all[i]].name, &module, (void *)&all[i]);

		if (rc)
			return rc;
	}
	return SQLITE_OK;
}
