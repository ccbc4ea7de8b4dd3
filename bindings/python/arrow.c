/* arrow.c - builds columns, and exports them through the C interfaces of Arrow. */
#include "arrow.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define KEPT "everyuri.column"

struct column *column_new(size_t n_rows)
{
	struct column *column = calloc(1, sizeof *column);

	if (column) {
		atomic_init(&column->uses, 1);
		column->n_rows = n_rows;
	}
	return column;
}

void column_drop(struct column *column)
{
	if (atomic_fetch_sub(&column->uses, 1) > 1)
		return;
	for (size_t k = 0; k < column->n_memory; k++)
		memory_give(&column->memory[k]);
	free(column->memory);
	free(column->texts);
	free(column->text_sizes);
	if (column->source.release)
		column->source.release(&column->source);
	free(column);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Makes room for one more entry of `size` bytes.  The array grows when n is a power of two. */
static bool one_more(void **list, size_t n, size_t size)
{
	void *more;

	if (n & (n - 1))
		return true;
	more = realloc(*list, (n ? 2 * n : 1) * size);
	if (more)
		*list = more;
	return more != NULL;
}

static void *hold(struct column *column, size_t size, bool (*take)(struct memory *, size_t))
{
	void *list = column->memory;
	bool room = one_more(&list, column->n_memory, sizeof *column->memory);

	column->memory = list;
	if (!room || !take(&column->memory[column->n_memory], size))
		return NULL;
	return column->memory[column->n_memory++].data;
}

void *column_memory(struct column *column, size_t size)
{
	return hold(column, size, memory_take);
}

void *column_zeros(struct column *column, size_t size)
{
	return hold(column, size, memory_take_zeros);
}

void *column_larger(struct column *column, void *data, size_t len, size_t size)
{
	struct memory larger;

	if (!memory_take(&larger, size))
		return NULL;
	memcpy(larger.data, data, len);
	for (size_t k = 0; k < column->n_memory; k++)
		if (column->memory[k].data == data) {
			memory_give(&column->memory[k]);
			column->memory[k] = larger;
		}
	return larger.data;
}

bool column_text(struct column *column, const void *data, size_t len)
{
	void *list = column->texts;
	bool room = one_more(&list, column->n_texts, sizeof *column->texts);

	column->texts = list;
	if (room)
		column->texts[column->n_texts++] = (struct everyuri_text){ data, len };
	return room;
}

bool column_finish(struct column *column)
{
	column->text_sizes = calloc(column->n_texts + 1, sizeof *column->text_sizes);
	for (size_t k = 0; column->text_sizes && k < column->n_texts; k++)
		column->text_sizes[k] = (int64_t)column->texts[k].len;
	return column->text_sizes != NULL;
}

/* ---- schemas --------------------------------------------------------------------------------- */

static void schema_release(struct ArrowSchema *schema)
{
	for (int64_t k = 0; k < schema->n_children; k++) {
		if (schema->children[k]->release)
			schema->children[k]->release(schema->children[k]);
		free(schema->children[k]);
	}
	free(schema->children);
	schema->release = NULL;
}

static void schema_fill(struct ArrowSchema *schema, const struct made *made)
{
	*schema = (struct ArrowSchema){ .format = made->format,
		                        .name = made->name ? made->name : "",
		                        .flags = ARROW_FLAG_NULLABLE,
		                        .release = schema_release };
}

static bool schema_of(struct ArrowSchema *schema, const struct column *column)
{
	schema_fill(schema, &column->self);
	if (!column->n_children)
		return true;
	schema->children = calloc((size_t)column->n_children, sizeof *schema->children);
	for (int k = 0; schema->children && k < column->n_children; k++) {
		schema->children[k] = malloc(sizeof **schema->children);
		if (!schema->children[k])
			break;
		schema_fill(schema->children[k], &column->child[k]);
		schema->n_children++;
	}
	if (schema->n_children == column->n_children)
		return true;
	schema_release(schema);
	return false;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

/* The private data of an exported array, which is a reference to the column. */
struct share {
	struct column *column;
	const void *buffers[];
};

static void array_release(struct ArrowArray *array)
{
	struct share *share = array->private_data;

	for (int64_t k = 0; k < array->n_children; k++) {
		if (array->children[k]->release)
			array->children[k]->release(array->children[k]);
		free(array->children[k]);
	}
	free(array->children);
	column_drop(share->column);
	free(share);
	array->release = NULL;
}

static bool array_fill(struct ArrowArray *array, struct column *column, const struct made *made)
{
	size_t n_texts = made->looks ? column->n_texts : 0;
	size_t n = (size_t)made->n_buffers, n_all = n;
	struct share *share = calloc(1, sizeof *share + (n + n_texts + 1) * sizeof *share->buffers);

	if (!share)
		return false;
	atomic_fetch_add(&column->uses, 1);
	share->column = column;
	for (size_t b = 0; b < n; b++)
		share->buffers[b] = made->buffer[b];
	for (size_t b = 0; b < n_texts; b++)
		share->buffers[n_all++] = column->texts[b].data;
	if (made->format[0] == 'v')
		share->buffers[n_all++] = column->text_sizes;
	*array = (struct ArrowArray){ .length = (int64_t)column->n_rows,
		                      .null_count = (int64_t)made->nulls,
		                      .n_buffers = (int64_t)n_all,
		                      .buffers = share->buffers,
		                      .release = array_release,
		                      .private_data = share };
	return true;
}

static bool array_of(struct ArrowArray *array, struct column *column)
{
	if (!array_fill(array, column, &column->self))
		return false;
	if (!column->n_children)
		return true;
	array->children = calloc((size_t)column->n_children, sizeof *array->children);
	for (int k = 0; array->children && k < column->n_children; k++) {
		array->children[k] = malloc(sizeof **array->children);
		if (!array->children[k])
			break;
		if (!array_fill(array->children[k], column, &column->child[k])) {
			free(array->children[k]);
			break;
		}
		array->n_children++;
	}
	if (array->n_children == column->n_children)
		return true;
	array_release(array);
	return false;
}

/* ---- capsules -------------------------------------------------------------------------------- */

static void kept_forget(PyObject *capsule)
{
	column_drop(PyCapsule_GetPointer(capsule, KEPT));
}

PyObject *column_keep(struct column *column)
{
	PyObject *capsule = PyCapsule_New(column, KEPT, kept_forget);

	if (!capsule)
		column_drop(column);
	return capsule;
}

/* Destructors for capsules.  If a consumer has taken the struct out of the
 * capsule, it has set release to NULL. */
#define FORGET(name, type, text)                                  \
	static void name(PyObject *capsule)                       \
	{                                                         \
		type *held = PyCapsule_GetPointer(capsule, text); \
                                                                  \
		if (held->release)                                \
			held->release(held);                      \
		free(held);                                       \
	}

FORGET(schema_forget, struct ArrowSchema, "arrow_schema")
FORGET(array_forget, struct ArrowArray, "arrow_array")
FORGET(stream_forget, struct ArrowArrayStream, "arrow_array_stream")

/* array(kept): (schema, array), the result of __arrow_c_array__ */
PyObject *column_array(PyObject *module, PyObject *kept)
{
	struct column *column = PyCapsule_GetPointer(kept, KEPT);
	struct ArrowSchema *schema = calloc(1, sizeof *schema);
	struct ArrowArray *array = calloc(1, sizeof *array);
	PyObject *one = NULL, *other = NULL;

	(void)module;
	if (column && schema && array && schema_of(schema, column) && array_of(array, column)) {
		one = PyCapsule_New(schema, "arrow_schema", schema_forget);
		other = one ? PyCapsule_New(array, "arrow_array", array_forget) : NULL;
		if (other)
			return Py_BuildValue("(NN)", one, other);
	} else if (column) {
		PyErr_NoMemory();
	}
	if (array && array->release)
		array->release(array);
	free(array);
	if (one) {
		Py_DECREF(one);
		return NULL;
	}
	if (schema && schema->release)
		schema->release(schema);
	free(schema);
	return NULL;
}

/* ---- streams --------------------------------------------------------------------------------- */

/* The chunks of a column.  `shape` has the types, and no rows. */
struct chunks {
	struct column *shape;
	size_t n, next;
	struct column *chunk[];
};

static int stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
	struct chunks *chunks = stream->private_data;

	return schema_of(out, chunks->shape) ? 0 : ENOMEM;
}

static int stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	struct chunks *chunks = stream->private_data;

	*out = (struct ArrowArray){ .release = NULL };
	if (chunks->next == chunks->n)
		return 0;
	return array_of(out, chunks->chunk[chunks->next]) ? (chunks->next++, 0) : ENOMEM;
}

static const char *stream_error(struct ArrowArrayStream *stream)
{
	(void)stream;
	return "no memory";
}

static void stream_release(struct ArrowArrayStream *stream)
{
	struct chunks *chunks = stream->private_data;

	for (size_t k = 0; k < chunks->n; k++)
		column_drop(chunks->chunk[k]);
	column_drop(chunks->shape);
	free(chunks);
	stream->release = NULL;
}

/* stream(shape, list of kept): the result of __arrow_c_stream__ */
PyObject *column_stream(PyObject *module, PyObject *arguments)
{
	PyObject *shape, *list, *capsule;
	struct ArrowArrayStream *stream;
	struct chunks *chunks;
	Py_ssize_t n;

	(void)module;
	if (!PyArg_ParseTuple(arguments, "OO!", &shape, &PyList_Type, &list))
		return NULL;
	n = PyList_Size(list);
	if (!PyCapsule_IsValid(shape, KEPT))
		return PyErr_Format(PyExc_TypeError, "no column");
	for (Py_ssize_t k = 0; k < n; k++)
		if (!PyCapsule_IsValid(PyList_GetItem(list, k), KEPT))
			return PyErr_Format(PyExc_TypeError, "no column");
	stream = calloc(1, sizeof *stream);
	chunks = calloc(1, sizeof *chunks + (size_t)n * sizeof *chunks->chunk);
	if (!stream || !chunks) {
		free(stream);
		free(chunks);
		return PyErr_NoMemory();
	}
	chunks->shape = PyCapsule_GetPointer(shape, KEPT);
	atomic_fetch_add(&chunks->shape->uses, 1);
	for (; chunks->n < (size_t)n; chunks->n++) {
		chunks->chunk[chunks->n] =
			PyCapsule_GetPointer(PyList_GetItem(list, (Py_ssize_t)chunks->n), KEPT);
		atomic_fetch_add(&chunks->chunk[chunks->n]->uses, 1);
	}
	*stream = (struct ArrowArrayStream){ .get_schema = stream_schema,
		                             .get_next = stream_next,
		                             .get_last_error = stream_error,
		                             .release = stream_release,
		                             .private_data = chunks };
	capsule = PyCapsule_New(stream, "arrow_array_stream", stream_forget);
	if (!capsule) {
		stream_release(stream);
		free(stream);
	}
	return capsule;
}
