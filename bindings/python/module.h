/* module.h - what the files of the Python extension share: arguments, texts and errors. */
#ifndef MODULE_H
#define MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "everyuri.h"

/* What the module holds; there are no globals, so that each interpreter has its own. */
struct state {
	PyObject *invalid, *refused; /* classes of exceptions */
};

/* A text of the caller's: bytes as they are, str in UTF-8. */
struct given {
	PyObject *bytes; /* holds data */
	const char *data;
	size_t len;
	bool is_str;
	size_t surrogate; /* bytes: where a lone one stands, which is no character; or SIZE_MAX */
};

/* False: an exception is set. */
bool py_take(PyObject *object, struct given *given);
void py_drop(struct given *given);

/* Text of the kind that was given. */
PyObject *py_text(const struct given *like, const char *data, size_t len);

/* Where a byte of the given text stands, as its caller counts: characters of a str. */
size_t py_place(const struct given *given, size_t at);

/* NULL, and an exception is set: ValueError for a name that is none. */
bool py_standard(const char *name, enum everyuri_standard *standard);
bool py_level(const char *name, enum everyuri_level *level);

/* Raise what a call of the library answered.  Returns: NULL. */
PyObject *py_raise(PyObject *module, const struct given *given, enum everyuri_status status,
                   const struct everyuri_error *error);

/* Is the text one of characters?  False: an exception is set. */
bool py_whole(PyObject *module, const struct given *given);

/* Read a text; false: an exception is set. */
bool py_read(PyObject *module, const struct given *given, enum everyuri_standard standard,
             unsigned flags, const struct everyuri_uri *base, struct everyuri_buf *buf,
             struct everyuri_uri *uri);

/* Options of keys; suffixes: what py_suffixes gave, or None. */
bool py_key_options(const char *profile, enum everyuri_standard standard, PyObject *suffixes,
                    struct everyuri_key_options *options);

/* What is wrong with a str that has a lone surrogate. */
struct everyuri_error py_surrogate_error(const struct given *given);

/* The functions of one.c. */
PyObject *py_uri(PyObject *module, PyObject *arguments);
PyObject *py_check(PyObject *module, PyObject *arguments);
PyObject *py_compare(PyObject *module, PyObject *arguments);
PyObject *py_normalize(PyObject *module, PyObject *arguments);
PyObject *py_same(PyObject *module, PyObject *arguments);
PyObject *py_relate(PyObject *module, PyObject *arguments);
PyObject *py_edit(PyObject *module, PyObject *arguments);

/* The functions of search.c. */
PyObject *py_key(PyObject *module, PyObject *arguments);
PyObject *py_suffixes(PyObject *module, PyObject *arguments);
PyObject *py_find(PyObject *module, PyObject *arguments);
PyObject *py_plan(PyObject *module, PyObject *arguments);

#endif
