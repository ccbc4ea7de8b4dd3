/* given.c - the arguments, results and exceptions of calls. */
#include "module.h"

#include <string.h>

/* Returns the offset of the first surrogate, encoded as in UTF-8.  There is one
 * if the str could not be encoded. */
static size_t lone_surrogate(const char *data, size_t len)
{
	for (size_t i = 0; i + 1 < len; i++)
		if ((unsigned char)data[i] == 0xED && (unsigned char)data[i + 1] >= 0xA0)
			return i;
	return len;
}

bool py_take(PyObject *object, struct given *given)
{
	char *data;
	Py_ssize_t len;

	*given = (struct given){ .surrogate = SIZE_MAX };
	if (PyBytes_Check(object)) {
		Py_INCREF(object);
		given->bytes = object;
	} else if (PyUnicode_Check(object)) {
		given->is_str = true;
		given->bytes = PyUnicode_AsUTF8String(object);
		if (!given->bytes && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
			PyErr_Clear();
			given->bytes = PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass");
			given->surrogate = 0;
		}
	} else {
		PyErr_SetString(PyExc_TypeError, "a text is str or bytes");
	}
	if (!given->bytes || PyBytes_AsStringAndSize(given->bytes, &data, &len)) {
		py_drop(given);
		return false;
	}
	given->data = data;
	given->len = (size_t)len;
	if (!given->surrogate)
		given->surrogate = lone_surrogate(data, given->len);
	return true;
}

void py_drop(struct given *given)
{
	Py_XDECREF(given->bytes);
	given->bytes = NULL;
}

/* If the argument was a str, the data is always UTF-8.  Any other bytes would
 * be kept as surrogates. */
PyObject *py_text(const struct given *like, const char *data, size_t len)
{
	if (!data)
		Py_RETURN_NONE;
	return like->is_str ? PyUnicode_DecodeUTF8(data, (Py_ssize_t)len, "surrogateescape") :
	                      PyBytes_FromStringAndSize(data, (Py_ssize_t)len);
}

static bool continues(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

size_t py_place(const struct given *given, size_t at)
{
	size_t n = 0;

	if (!given->is_str || at > given->len)
		return at;
	for (size_t i = 0; i < at; i++)
		n += !continues(given->data[i]);
	return at < given->len && continues(given->data[at]) && n ? n - 1 : n;
}

bool py_standard(const char *name, enum everyuri_standard *standard)
{
	if (!everyuri_standard_find(name, strlen(name), standard))
		return true;
	PyErr_Format(PyExc_ValueError,
	             "unknown standard \"%s\"; choose from url1993 uri1994 rfc1630 rfc1738 rfc1808 "
	             "rfc2396 "
	             "rfc3986 rfc3987 whatwg",
	             name);
	return false;
}

bool py_level(const char *name, enum everyuri_level *level)
{
	static const char *const names[] = { "simple", "syntax", "scheme" };

	for (int k = 0; k < 3; k++)
		if (!strcmp(name, names[k])) {
			*level = (enum everyuri_level)k;
			return true;
		}
	PyErr_Format(PyExc_ValueError, "unknown level \"%s\"; choose from simple syntax scheme",
	             name);
	return false;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static bool set(PyObject *object, const char *name, PyObject *value)
{
	bool done = value && !PyObject_SetAttrString(object, name, value);

	Py_XDECREF(value);
	return done;
}

static PyObject *raise(PyObject *class, const struct given *given,
                       const struct everyuri_error *error)
{
	size_t at = py_place(given, error->at);
	PyObject *text = PyUnicode_FromFormat(
		"%s %zu: %s%s%s%s", given->is_str ? "character" : "byte", at, error->message,
		*error->clause ? " (" : "", error->clause, *error->clause ? ")" : "");
	PyObject *exception = text ? PyObject_CallFunctionObjArgs(class, text, NULL) : NULL;

	Py_XDECREF(text);
	if (exception && set(exception, "at", PyLong_FromSize_t(at)) &&
	    set(exception, "clause", PyUnicode_FromString(error->clause)) &&
	    set(exception, "message", PyUnicode_FromString(error->message)))
		PyErr_SetObject(class, exception);
	Py_XDECREF(exception);
	return NULL;
}

PyObject *py_raise(PyObject *module, const struct given *given, enum everyuri_status status,
                   const struct everyuri_error *error)
{
	struct state *state = PyModule_GetState(module);
	struct everyuri_error plain = { .clause = "", .message = everyuri_status_text(status) };

	if (status == EVERYURI_NO_MEMORY)
		return PyErr_NoMemory();
	if (!error || !error->message)
		error = &plain;
	return raise(status == EVERYURI_INVALID || status == EVERYURI_TOO_LONG ? state->invalid :
	                                                                         state->refused,
	             given, error);
}

struct everyuri_error py_surrogate_error(const struct given *given)
{
	return (struct everyuri_error){ .status = EVERYURI_INVALID,
		                        .at = given->surrogate,
		                        .clause = "Unicode 3.9",
		                        .message = "a lone surrogate is no character" };
}

bool py_whole(PyObject *module, const struct given *given)
{
	struct everyuri_error error = py_surrogate_error(given);

	if (given->surrogate == SIZE_MAX)
		return true;
	py_raise(module, given, EVERYURI_INVALID, &error);
	return false;
}

bool py_read(PyObject *module, const struct given *given, enum everyuri_standard standard,
             unsigned flags, const struct everyuri_uri *base, struct everyuri_buf *buf,
             struct everyuri_uri *uri)
{
	struct everyuri_error error = { 0 };
	enum everyuri_status status;

	if (!py_whole(module, given))
		return false;
	status = everyuri_parse(given->data, given->len, standard, flags, base, buf, uri, &error);
	if (status)
		py_raise(module, given, status, &error);
	return !status;
}
