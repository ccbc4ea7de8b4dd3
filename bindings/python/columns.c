/* columns.c - the Python calls for columns.  They take arrays and streams, and return columns. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

/* Reads the tuple (kind, layout, standard, flags, parts, level, profile,
 * suffixes or None, name or None). */
static bool take_options(struct work *work, PyObject *options)
{
	const char *standard, *level, *profile;
	unsigned kind, layout;
	PyObject *suffixes, *name;
	char *data;
	Py_ssize_t len;

	*work = (struct work){ 0 };
	if (!PyArg_ParseTuple(options, "IIsIIssOO", &kind, &layout, &standard, &work->flags,
	                      &work->parts, &level, &profile, &suffixes, &name) ||
	    !py_standard(standard, &work->standard) || !py_level(level, &work->level) ||
	    !py_key_options(profile, work->standard, suffixes, &work->key))
		return false;
	work->kind = (enum kind)kind;
	work->layout = (enum layout)layout;
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

/* Returns the only column of a table, restricted to the rows of the table. */
static struct ArrowArray column_of(const struct ArrowArray *table)
{
	struct ArrowArray array = *table->children[0];

	array.offset += table->offset;
	array.length = table->length;
	return array;
}

static enum everyuri_status work_on(struct work *work, struct column *column)
{
	switch (work->kind) {
	case PARSE:
	case PART:
		return parse_column(work, column);
	case COMPARE:
		return compare_column(work, column);
	default:
		return answer_column(work, column);
	}
}

/* Processes an array.  If views refer to that array, the resulting column takes it over. */
static PyObject *worked(struct work *work, struct ArrowArray *given)
{
	const struct ArrowArray *array = given;
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
		s = work_on(work, column);
	if (!s && !column_finish(column))
		s = EVERYURI_NO_MEMORY;
	free(owned);
	Py_END_ALLOW_THREADS if (s)
	{
		if (column)
			column_drop(column);
		return wrong(work, s);
	}
	if (column->n_texts) {
		column->source = *given;
		given->release = NULL;
	}
	return column_keep(column);
}

/* columns(options, schema, array): returns the resulting column */
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
		return PyErr_Format(PyExc_ValueError, "the column was already consumed");
	return take_schema(&work, schema) ? worked(&work, array) : NULL;
}

static PyObject *stream_failed(struct ArrowArrayStream *stream)
{
	const char *said = stream->get_last_error(stream);

	return PyErr_Format(PyExc_ValueError, "the stream failed: %s", said ? said : "no message");
}

/* chunks(options, stream): returns (the shape of the results, a list of the results) */
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
		return PyErr_Format(PyExc_ValueError, "the stream was already consumed");
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
		if (array.release)
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
