/* module.h - declarations that the sources of the Python extension share:
 * arguments, texts and errors. */
#ifndef MODULE_H
#define MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "everyuri.h"

/* The state of the module.  There are no globals, so each interpreter has a separate state. */
struct state {
	PyObject *invalid, *refused; /* the exception classes */
};

/* A text from the caller: bytes, or a str converted to UTF-8. */
struct given {
	PyObject *bytes; /* the object that owns `data` */
	const char *data;
	size_t len;
	bool is_str;
	size_t surrogate; /* offset in bytes of a lone surrogate; SIZE_MAX if there is none */
};

/* Reads an argument.  Returns: false if an exception is set. */
bool py_take(PyObject *object, struct given *given);
void py_drop(struct given *given);

/* Returns a text of the same type as the argument. */
PyObject *py_text(const struct given *like, const char *data, size_t len);

/* Converts an offset in bytes to the caller's unit, which is characters if the
 * argument is a str. */
size_t py_place(const struct given *given, size_t at);

/* Looks up a standard by name.  Returns: false if an exception is set, which is
 * ValueError for an unknown name. */
bool py_standard(const char *name, enum everyuri_standard *standard);
bool py_level(const char *name, enum everyuri_level *level);

/* Raises the exception for a status of the library.  Returns: NULL. */
PyObject *py_raise(PyObject *module, const struct given *given, enum everyuri_status status,
                   const struct everyuri_error *error);

/* Checks that the text has no lone surrogate.  Returns: false if it has one; an
 * exception is then set. */
bool py_whole(PyObject *module, const struct given *given);

/* Parses a text.  Returns: false if an exception is set. */
bool py_read(PyObject *module, const struct given *given, enum everyuri_standard standard,
             unsigned flags, const struct everyuri_uri *base, struct everyuri_buf *buf,
             struct everyuri_uri *uri);

/* Fills in the options for computing keys.  suffixes: from py_suffixes, or None. */
bool py_key_options(const char *profile, enum everyuri_standard standard, PyObject *suffixes,
                    struct everyuri_key_options *options);

/* Returns the error for a str that contains a lone surrogate. */
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
