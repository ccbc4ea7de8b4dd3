/* module.h - shared by the sources of the Python extension: arguments, texts and errors. */
#ifndef MODULE_H
#define MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "everyuri.h"

/* The module state; without globals, each interpreter has its own. */
struct state {
	PyObject *invalid, *refused; /* exception classes */
};

/* A text of the caller: bytes, or str in UTF-8. */
struct given {
	PyObject *bytes; /* owns data */
	const char *data;
	size_t len;
	bool is_str;
	size_t surrogate; /* offset in bytes of a lone surrogate, or SIZE_MAX */
};

/* Returns: false if an exception is set. */
bool py_take(PyObject *object, struct given *given);
void py_drop(struct given *given);

/* Returns a text of the same type as the argument. */
PyObject *py_text(const struct given *like, const char *data, size_t len);

/* Converts an offset in bytes to the caller's unit: characters of a str. */
size_t py_place(const struct given *given, size_t at);

/* Returns: NULL if an exception is set: ValueError for an unknown name. */
bool py_standard(const char *name, enum everyuri_standard *standard);
bool py_level(const char *name, enum everyuri_level *level);

/* Raises the exception for a status of the library.  Returns: NULL. */
PyObject *py_raise(PyObject *module, const struct given *given, enum everyuri_status status,
                   const struct everyuri_error *error);

/* Returns: false if the text has a lone surrogate; an exception is then set. */
bool py_whole(PyObject *module, const struct given *given);

/* Parses a text.  Returns: false if an exception is set. */
bool py_read(PyObject *module, const struct given *given, enum everyuri_standard standard,
             unsigned flags, const struct everyuri_uri *base, struct everyuri_buf *buf,
             struct everyuri_uri *uri);

/* Options of keys; suffixes: from py_suffixes, or None. */
bool py_key_options(const char *profile, enum everyuri_standard standard, PyObject *suffixes,
                    struct everyuri_key_options *options);

/* Returns the error of a str that has a lone surrogate. */
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
