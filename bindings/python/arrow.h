/* arrow.h - the C data interface and the C stream interface of Arrow, and columns to export through them.
 *
 * The three structs are the public ABI that every Arrow library shares ("The Arrow C data interface", "The
 * Arrow C stream interface").  The include guards are those of the specification. */
#ifndef ARROW_H
#define ARROW_H

#include "memory.h"
#include "module.h"

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_NULLABLE 2

struct ArrowSchema {
	const char *format, *name, *metadata;
	int64_t flags, n_children;
	struct ArrowSchema **children, *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children, *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *);
	void *private_data;
};
#endif

/* Maximum number of children: spans of all parts, the rewritten texts, status and error_at. */
#define COLUMN_CHILDREN (2 * EVERYURI_N_PARTS + 3)

/* One array of a column.  Its buffers are the validity bits, then either values, or offsets and data of texts,
 * or views. */
struct made {
	const char *format, *name;
	size_t nulls;
	const void *buffer[3]; /* each points into the column's memory, or is NULL */
	int n_buffers;
	bool looks; /* the array contains views, which refer to the column's texts */
};

/* A column that is being built.  Exported arrays share it; releasing the last one frees it.  If the column is a
 * struct, `self` has one buffer, and the fields are in `child`. */
struct column {
	_Atomic size_t uses;
	size_t n_rows;
	struct made self, child[COLUMN_CHILDREN];
	int n_children;
	struct memory *memory; /* all memory that the column owns */
	size_t n_memory;
	struct ArrowArray source; /* input to which views refer; release is NULL if there is none */
	struct everyuri_text *texts;
	int64_t *text_sizes; /* allocated when the column is completed */
	size_t n_texts;
};

struct column *column_new(size_t n_rows);
void column_drop(struct column *column);

/* Allocates memory that is freed together with the column.  Returns: NULL if out of memory. */
void *column_memory(struct column *column, size_t size);
void *column_zeros(struct column *column, size_t size);

/* Moves the first `len` bytes of `data` to a larger block, and frees the old one.  `data` must be from
 * column_memory.  Returns: NULL if out of memory; `data` then stays valid. */
void *column_larger(struct column *column, void *data, size_t len, size_t size);

/* Adds a text to which views refer to column->texts.  Returns: false if out of memory. */
bool column_text(struct column *column, const void *data, size_t len);

/* Completes the column.  Returns: false if out of memory. */
bool column_finish(struct column *column);

/* Export the column as capsules, which share `column`.  Return: NULL if an exception is set. */
PyObject *column_keep(struct column *column); /* takes over the caller's reference to the column */
PyObject *column_array(PyObject *module, PyObject *arguments);
PyObject *column_stream(PyObject *module, PyObject *arguments);

/* The calls columns(options, schema, array) and chunks(options, stream). */
PyObject *py_columns(PyObject *module, PyObject *arguments);
PyObject *py_chunks(PyObject *module, PyObject *arguments);

#endif
