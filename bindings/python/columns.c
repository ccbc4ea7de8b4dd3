/* columns.c - the work on columns: Arrow's arrays in as they lie, other arrays out.
 *
 * No call of Python's is made while a chunk is worked on, and other threads run meanwhile. */
#include "arrow.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK \
	((size_t)1000) /* rows whose spans stay in the cache; a multiple of 8, no power of 2 */
#define AHEAD 32       /* bytes that are copied without looking, and room for them */

enum kind { PARSE, PART, NORMALIZE, KEY, QUERY_VALUE };

/* What is asked of a column. */
struct work {
	enum kind kind;
	enum everyuri_standard standard;
	unsigned flags;
	unsigned parts; /* PARSE: bit p: part p is wanted; PART: which */
	enum everyuri_level level;
	struct everyuri_key_options key;
	struct everyuri_text name;
	struct everyuri_rows rows;
	bool is_large, is_binary, is_in_table;
	size_t failed_at; /* the row where the column itself is wrong */
};

/* ---- columns in ------------------------------------------------------------------------------ */

static const char *const formats[] = { "u", "U", "z", "Z", "vu", "vz", "n" };

static bool take_schema(struct work *work, const struct ArrowSchema *schema)
{
	const char *format;
	size_t k = 0;

	work->is_in_table = !strcmp(schema->format, "+s") && schema->n_children == 1;
	if (work->is_in_table)
		schema = schema->children[0];
	format = schema->format;

	if (schema->dictionary) {
		PyErr_SetString(PyExc_TypeError,
		                "a column of texts is wanted: cast the dictionary to its values");
		return false;
	}
	while (k < sizeof formats / sizeof *formats && strcmp(format, formats[k]))
		k++;
	if (k == sizeof formats / sizeof *formats) {
		PyErr_Format(
			PyExc_TypeError,
			"a column of utf8 or binary is wanted, plain, large or view, or a table "
			"of one; this is Arrow's type \"%s\"",
			format);
		return false;
	}
	work->is_large = k == 1 || k == 3 || k == 4 || k == 5;
	work->is_binary = k == 2 || k == 3 || k == 5;
	work->rows.layout = k == 1 || k == 3 ? EVERYURI_LAYOUT_OFFSETS_64 :
	                    k == 4 || k == 5 ? EVERYURI_LAYOUT_VIEWS :
	                    k == 6           ? EVERYURI_LAYOUT_TEXTS :
	                                       EVERYURI_LAYOUT_OFFSETS_32;
	return true;
}

/* Set work->rows.  *owned: what it points to besides the array.  False: no memory. */
static bool take_array(struct work *work, const struct ArrowArray *array, void **owned)
{
	struct everyuri_rows *rows = &work->rows;
	size_t n = (size_t)array->length, offset = (size_t)array->offset;
	struct everyuri_text *texts;

	*owned = NULL;
	rows->n_rows = n;
	rows->data = "";
	if (!n)
		return true;
	if (rows->layout == EVERYURI_LAYOUT_TEXTS) {
		rows->at = *owned = calloc(n, sizeof(struct everyuri_text));
		return *owned != NULL;
	}
	rows->validity = array->buffers[0];
	rows->validity_bit = offset;
	if (rows->layout == EVERYURI_LAYOUT_VIEWS) {
		size_t n_data = array->n_buffers > 3 ? (size_t)array->n_buffers - 3 : 0;
		const int64_t *size = n_data ? array->buffers[array->n_buffers - 1] : NULL;

		rows->at = (const char *)array->buffers[1] + 16 * offset;
		texts = *owned = calloc(n_data + 1, sizeof *texts);
		for (size_t k = 0; texts && k < n_data; k++)
			texts[k] = (struct everyuri_text){ array->buffers[2 + k], (size_t)size[k] };
		rows->buffers = texts;
		rows->n_buffers = n_data;
		return texts != NULL;
	}
	if (rows->layout == EVERYURI_LAYOUT_OFFSETS_64) {
		const int64_t *at = (const int64_t *)array->buffers[1] + offset;

		rows->at = at;
		rows->data_len = at[n] > 0 ? (size_t)at[n] : 0;
	} else {
		const int32_t *at = (const int32_t *)array->buffers[1] + offset;

		rows->at = at;
		rows->data_len = at[n] > 0 ? (size_t)at[n] : 0;
	}
	if (array->buffers[2])
		rows->data = array->buffers[2];
	return true;
}

/* ---- texts out --------------------------------------------------------------------------------- */

/* One array of texts under way. */
struct texts {
	struct made *made;
	bool is_large;
	char *data;
	size_t len, cap;
	uint8_t *validity;
	void *offset;
};

static enum everyuri_status texts_begin(struct texts *t, struct made *made, const struct work *work,
                                        const char *name, size_t cap)
{
	size_t n = work->rows.n_rows;

	*t = (struct texts){ .made = made, .is_large = work->is_large, .cap = cap + AHEAD };
	made->name = name;
	made->format = work->is_binary ? work->is_large ? "Z" : "z" : work->is_large ? "U" : "u";
	made->n_buffers = 3;
	made->buffer[0] = t->validity = calloc(n / 8 + 1, 1);
	made->buffer[1] = t->offset = calloc(n + 1, work->is_large ? 8 : 4);
	made->buffer[2] = t->data = malloc(t->cap);
	return t->validity && t->offset && t->data ? EVERYURI_OK : EVERYURI_NO_MEMORY;
}

/* Room for so many more bytes, and AHEAD behind them. */
static enum everyuri_status texts_room(struct texts *t, size_t more)
{
	size_t cap;
	char *data;

	if (more <= t->cap - AHEAD - t->len)
		return EVERYURI_OK;
	cap = t->cap + t->cap / 2 + more;
	data = realloc(t->data, cap);
	if (!data)
		return EVERYURI_NO_MEMORY;
	t->made->buffer[2] = t->data = data;
	t->cap = cap;
	return EVERYURI_OK;
}

static void texts_end_row(struct texts *t, size_t row, bool is_there)
{
	if (is_there)
		t->validity[row / 8] |= (uint8_t)(1u << row % 8);
	else
		t->made->nulls++;
	if (t->is_large)
		((int64_t *)t->offset)[row + 1] = (int64_t)t->len;
	else
		((int32_t *)t->offset)[row + 1] = (int32_t)t->len;
}

static bool texts_fit(const struct texts *t)
{
	return t->is_large || t->len <= INT32_MAX;
}

/* ---- parse --------------------------------------------------------------------------------------- */

static const char *const status_name = "status", *const at_name = "error_at";

/* A block of answers, and what is made of them. */
struct parsing {
	uint32_t begin[EVERYURI_N_PARTS][BLOCK], end[EVERYURI_N_PARTS][BLOCK];
	uint32_t at[BLOCK];
	uint16_t flags[BLOCK];
	uint8_t status[BLOCK];
	int32_t offset[BLOCK + 1];
	struct everyuri_text row[BLOCK]; /* len: of what can be read */
	size_t place[BLOCK];
	struct texts texts[EVERYURI_N_PARTS];
	struct everyuri_texts rewritten;
	uint8_t *all_status, *all_there, *at_there;
	uint32_t *all_at;
};

/* Which of n rows have this part.  Rows but the first of a column begin at a multiple of 8, unless
 * what is rewritten did not fit. */
static void put_validity(struct texts *t, const uint32_t *begin, size_t from, size_t n)
{
	size_t there = 0, i = 0;

	for (size_t k = 0; k < n; k++)
		there += begin[k] != EVERYURI_ABSENT;
	t->made->nulls += n - there;
	if (!there)
		return;
	for (; from % 8 == 0 && i + 8 <= n; i += 8) {
		unsigned bits = 0;

		for (size_t k = 0; k < 8; k++)
			bits |= (unsigned)(begin[i + k] != EVERYURI_ABSENT) << k;
		t->validity[(from + i) / 8] = (uint8_t)bits;
	}
	for (; i < n; i++)
		if (begin[i] != EVERYURI_ABSENT)
			t->validity[(from + i) / 8] |= (uint8_t)(1u << (from + i) % 8);
}

/* One part of n rows: their texts put behind one another.  Most are short, and are copied with what
 * follows them, so that nothing depends on how long they are. */
static enum everyuri_status put_part(struct parsing *p, int part, size_t from, size_t n)
{
	const uint32_t *begins = p->begin[part], *ends = p->end[part];
	struct texts *t = &p->texts[part];
	size_t more = 0, len;

	for (size_t i = 0; i < n; i++)
		more += ends[i] - begins[i];
	if (texts_room(t, more))
		return EVERYURI_NO_MEMORY;
	len = t->len;
	for (size_t i = 0; more && i < n; i++) {
		size_t begin = begins[i] == EVERYURI_ABSENT ? 0 : begins[i];
		size_t size = ends[i] - begins[i];
		const char *from_row = p->row[i].data + begin;

		if (begin + AHEAD <= p->row[i].len) {
			memcpy(t->data + len, from_row, AHEAD);
			if (size > AHEAD)
				memcpy(t->data + len + AHEAD, from_row + AHEAD, size - AHEAD);
		} else {
			memcpy(t->data + len, from_row, size);
		}
		len += size;
		p->place[i] = len;
	}
	if (t->is_large)
		for (size_t i = 0; i < n; i++)
			((int64_t *)t->offset)[from + i + 1] = (int64_t)(more ? p->place[i] : len);
	else
		for (size_t i = 0; i < n; i++)
			((int32_t *)t->offset)[from + i + 1] = (int32_t)(more ? p->place[i] : len);
	t->len = len;
	put_validity(t, begins, from, n);
	return texts_fit(t) ? EVERYURI_OK : EVERYURI_TOO_LONG;
}

/* Where a row that is valid is read, and how many bytes can be read from there on. */
static struct everyuri_text readable(const struct parsing *p, const struct work *work, size_t i,
                                     size_t row)
{
	const struct everyuri_rows *rows = &work->rows;
	struct everyuri_text text;

	if (p->flags[i] & EVERYURI_REWRITTEN)
		return (struct everyuri_text){ p->rewritten.data + p->offset[i],
			                       p->rewritten.cap - (size_t)p->offset[i] };
	if (rows->layout == EVERYURI_LAYOUT_OFFSETS_32) {
		size_t at = (size_t)((const int32_t *)rows->at)[row];

		return (struct everyuri_text){ rows->data + at, rows->data_len - at };
	}
	everyuri_row(rows, row, &text);
	return text;
}

/* What is said of n rows from `from` on. */
static enum everyuri_status put_rows(struct parsing *p, struct work *work, struct column *column,
                                     size_t from, size_t n)
{
	enum everyuri_status s = EVERYURI_OK;

	for (size_t i = 0; i < n; i++) {
		size_t row = from + i;

		p->all_status[row] = p->status[i];
		p->all_at[row] = p->at[i] == EVERYURI_ABSENT ? 0 : p->at[i];
		if (p->at[i] != EVERYURI_ABSENT)
			p->at_there[row / 8] |= (uint8_t)(1u << row % 8);
		else
			column->child[column->n_children - 1].nulls++;
		if (p->status[i] != EVERYURI_NULL_ROW)
			p->all_there[row / 8] |= (uint8_t)(1u << row % 8);
		else
			column->self.nulls++;
		p->row[i] =
			p->status[i] ? (struct everyuri_text){ "", 0 } : readable(p, work, i, row);
	}
	for (int part = 0; !s && part < EVERYURI_N_PARTS; part++)
		if (work->parts >> part & 1)
			s = put_part(p, part, from, n);
	return s;
}

static enum everyuri_status begin_parse(struct parsing *p, struct work *work, struct column *column)
{
	enum everyuri_status s = EVERYURI_OK;
	size_t n = work->rows.n_rows;
	struct made *made;

	for (int part = 0; !s && part < EVERYURI_N_PARTS; part++)
		if (work->parts >> part & 1)
			s = texts_begin(&p->texts[part], &column->child[column->n_children++], work,
			                everyuri_part_name((enum everyuri_part)part), 12 * n);
	column->self.format = "+s";
	column->self.n_buffers = 1;
	column->self.buffer[0] = p->all_there = calloc(n / 8 + 1, 1);
	made = &column->child[column->n_children++];
	*made = (struct made){ "C", status_name, 0, { NULL, malloc(n + 1), NULL }, 2 };
	p->all_status = made->buffer[1];
	made = &column->child[column->n_children++];
	*made = (struct made){
		"I", at_name, 0, { calloc(n / 8 + 1, 1), malloc(4 * n + 4), NULL }, 2
	};
	p->at_there = made->buffer[0];
	p->all_at = made->buffer[1];
	return !s && p->all_there && p->all_status && p->at_there && p->all_at ? EVERYURI_OK :
	                                                                         EVERYURI_NO_MEMORY;
}

static enum everyuri_status grow(struct everyuri_texts *texts)
{
	size_t cap = texts->needed > texts->cap ? texts->needed + texts->cap : 2 * texts->cap;
	char *data = realloc(texts->data, cap);

	if (!data)
		return EVERYURI_NO_MEMORY;
	texts->data = data;
	texts->cap = cap;
	return EVERYURI_OK;
}

static enum everyuri_status parse_column(struct work *work, struct column *column)
{
	struct parsing *p = calloc(1, sizeof *p);
	enum everyuri_status s = p ? begin_parse(p, work, column) : EVERYURI_NO_MEMORY;
	struct everyuri_parts parts = { 0 };

	if (!s) {
		p->rewritten = (struct everyuri_texts){ .data = malloc(65536),
			                                .cap = 65536,
			                                .offset_32 = p->offset };
		parts = (struct everyuri_parts){ .verdict = { p->status, p->at },
			                         .flags = p->flags,
			                         .rewritten = &p->rewritten };
		for (int part = 0; part < EVERYURI_N_PARTS; part++)
			if (work->parts >> part & 1) {
				parts.begin[part] = p->begin[part];
				parts.end[part] = p->end[part];
			}
		s = p->rewritten.data ? EVERYURI_OK : EVERYURI_NO_MEMORY;
	}
	for (size_t from = 0; !s && from < work->rows.n_rows;) {
		struct everyuri_rows block = everyuri_rows_slice(&work->rows, from, BLOCK);
		size_t n = 0;

		s = everyuri_bulk_parse(&block, work->standard, work->flags, &parts, &n, NULL);
		work->failed_at = from + n;
		if (s == EVERYURI_NO_SPACE)
			s = n ? EVERYURI_OK : grow(&p->rewritten);
		if (!s)
			s = put_rows(p, work, column, from, n);
		from += n;
	}
	if (p)
		free(p->rewritten.data);
	free(p);
	return s;
}

/* ---- one text a row ------------------------------------------------------------------------------ */

static enum everyuri_status call(const struct work *work, const struct everyuri_rows *rows,
                                 struct everyuri_texts *texts,
                                 const struct everyuri_verdicts *verdicts, size_t *n)
{
	switch (work->kind) {
	case NORMALIZE:
		return everyuri_bulk_normalize(rows, work->standard, work->flags, work->level,
		                               texts, verdicts, n, NULL);
	case KEY:
		return everyuri_bulk_key(rows, &work->key, texts, verdicts, n, NULL);
	case QUERY_VALUE:
		return everyuri_bulk_query_value(rows, work->standard, work->flags, work->name,
		                                 texts, verdicts, n, NULL);
	default:
		return everyuri_bulk_part(rows, work->standard, work->flags,
		                          (enum everyuri_part)work->parts, texts, verdicts, n,
		                          NULL);
	}
}

/* Each block is written behind the one before, where it stays. */
static enum everyuri_status text_column(struct work *work, struct column *column)
{
	int32_t offset[BLOCK + 1];
	uint8_t status[BLOCK];
	struct everyuri_verdicts verdicts = { status, NULL };
	struct texts t;
	enum everyuri_status s = texts_begin(&t, &column->self, work, "", 16 * work->rows.n_rows);

	for (size_t from = 0; !s && from < work->rows.n_rows;) {
		struct everyuri_rows block = everyuri_rows_slice(&work->rows, from, BLOCK);
		struct everyuri_texts out = { .data = t.data + t.len,
			                      .cap = t.cap - AHEAD - t.len,
			                      .offset_32 = offset };
		size_t n = 0, base = t.len;

		s = call(work, &block, &out, &verdicts, &n);
		work->failed_at = from + n;
		for (size_t i = 0; i < n; i++) {
			t.len = base + (size_t)offset[i + 1];
			if (!texts_fit(&t))
				return EVERYURI_TOO_LONG;
			texts_end_row(&t, from + i, !status[i]);
		}
		from += n;
		if (s == EVERYURI_NO_SPACE)
			s = texts_room(&t, out.needed > t.cap / 2 ? out.needed : t.cap / 2);
	}
	return s;
}

/* ---- from Python --------------------------------------------------------------------------------- */

/* (kind, standard, flags, parts, level, profile, suffixes or None, name or None) */
static bool take_options(struct work *work, PyObject *options)
{
	const char *standard, *level, *profile;
	unsigned kind;
	PyObject *suffixes, *name;
	char *data;
	Py_ssize_t len;

	*work = (struct work){ 0 };
	if (!PyArg_ParseTuple(options, "IsIIssOO", &kind, &standard, &work->flags, &work->parts,
	                      &level, &profile, &suffixes, &name) ||
	    !py_standard(standard, &work->standard) || !py_level(level, &work->level) ||
	    !py_key_options(profile, work->standard, suffixes, &work->key))
		return false;
	work->kind = (enum kind)kind;
	if (work->kind == PART)
		work->parts %= EVERYURI_N_PARTS;
	if (work->kind != QUERY_VALUE)
		return true;
	if (PyBytes_AsStringAndSize(name, &data, &len))
		return false;
	work->name = (struct everyuri_text){ data, (size_t)len };
	return true;
}

static PyObject *wrong(const struct work *work, enum everyuri_status status)
{
	if (status == EVERYURI_NO_MEMORY)
		return PyErr_NoMemory();
	if (status == EVERYURI_OUT_OF_RANGE)
		return PyErr_Format(PyExc_ValueError,
		                    "row %zu: its offsets go backwards or beyond the data",
		                    work->failed_at);
	if (status == EVERYURI_TOO_LONG)
		return PyErr_Format(PyExc_OverflowError,
		                    "the answers are more than 2 GiB: give a large_utf8 column, or "
		                    "smaller chunks");
	return PyErr_Format(PyExc_ValueError, "%s", everyuri_status_text(status));
}

/* The only column of a table, at the table's rows. */
static struct ArrowArray column_of(const struct ArrowArray *table)
{
	struct ArrowArray array = *table->children[0];

	array.offset += table->offset;
	array.length = table->length;
	return array;
}

static PyObject *worked(struct work *work, const struct ArrowArray *array)
{
	struct ArrowArray only;
	struct column *column;
	enum everyuri_status s = EVERYURI_NO_MEMORY;
	void *owned;

	if (work->is_in_table && array->n_children == 1) {
		if (array->buffers[0] && array->null_count)
			return PyErr_Format(PyExc_TypeError,
			                    "a column of texts is wanted: this struct has nulls");
		only = column_of(array);
		array = &only;
	}
	Py_BEGIN_ALLOW_THREADS column = column_new((size_t)array->length);
	if (take_array(work, array, &owned) && column)
		s = work->kind == PARSE ? parse_column(work, column) : text_column(work, column);
	free(owned);
	Py_END_ALLOW_THREADS if (!s) return column_keep(column);
	if (column)
		column_drop(column);
	return wrong(work, s);
}

/* columns(options, schema, array): the column that is made */
PyObject *py_columns(PyObject *module, PyObject *arguments)
{
	PyObject *options, *one, *other;
	struct ArrowSchema *schema;
	struct ArrowArray *array;
	struct work work;

	(void)module;
	if (!PyArg_ParseTuple(arguments, "OOO", &options, &one, &other) ||
	    !take_options(&work, options))
		return NULL;
	schema = PyCapsule_GetPointer(one, "arrow_schema");
	array = schema ? PyCapsule_GetPointer(other, "arrow_array") : NULL;
	if (!array)
		return NULL;
	if (!schema->release || !array->release)
		return PyErr_Format(PyExc_ValueError, "the column was taken already");
	return take_schema(&work, schema) ? worked(&work, array) : NULL;
}

static PyObject *stream_failed(struct ArrowArrayStream *stream)
{
	const char *said = stream->get_last_error(stream);

	return PyErr_Format(PyExc_ValueError, "the stream: %s", said ? said : "failed");
}

/* chunks(options, stream): (the shape of what is made, a list of what is made) */
PyObject *py_chunks(PyObject *module, PyObject *arguments)
{
	PyObject *options, *capsule, *shape = NULL, *list = NULL;
	struct ArrowArrayStream *stream;
	struct ArrowSchema schema = { 0 };
	struct ArrowArray array = { 0 };
	struct work work;
	int failed;

	(void)module;
	if (!PyArg_ParseTuple(arguments, "OO", &options, &capsule) || !take_options(&work, options))
		return NULL;
	stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
	if (!stream)
		return NULL;
	if (!stream->release)
		return PyErr_Format(PyExc_ValueError, "the stream was taken already");
	if (stream->get_schema(stream, &schema))
		return stream_failed(stream);
	if (take_schema(&work, &schema) && (shape = worked(&work, &array)))
		list = PyList_New(0);
	while (list) {
		struct work chunk = { 0 };
		PyObject *column;

		Py_BEGIN_ALLOW_THREADS failed = stream->get_next(stream, &array);
		Py_END_ALLOW_THREADS if (failed)
		{
			stream_failed(stream);
			Py_CLEAR(list);
		}
		if (failed || !array.release)
			break;
		chunk = work;
		column = worked(&chunk, &array);
		array.release(&array);
		if (!column || PyList_Append(list, column))
			Py_CLEAR(list);
		Py_XDECREF(column);
	}
	schema.release(&schema);
	if (list)
		return Py_BuildValue("(NN)", shape, list);
	Py_XDECREF(shape);
	return NULL;
}
