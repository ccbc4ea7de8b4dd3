/* one.c - the calls for a single URI.  They return tuples, to which
 * everyuri/__init__.py gives names. */
#include "module.h"

/* ---- records --------------------------------------------------------------------------------- */

/* Returns the text between "//" and the path, which urllib.parse calls netloc. */
static PyObject *netloc(const struct given *like, const struct everyuri_uri *uri)
{
	uint32_t begin = uri->part[EVERYURI_HOST].begin, end = uri->part[EVERYURI_HOST].end;

	if (begin == EVERYURI_ABSENT)
		Py_RETURN_NONE;
	if (uri->part[EVERYURI_USER].begin != EVERYURI_ABSENT)
		begin = uri->part[EVERYURI_USER].begin;
	if (uri->part[EVERYURI_PORT].begin != EVERYURI_ABSENT)
		end = uri->part[EVERYURI_PORT].end;
	return py_text(like, uri->text + begin, end - begin);
}

static PyObject *extras(const struct given *like, const struct everyuri_uri *uri)
{
	PyObject *list = PyList_New(0);

	for (int k = 0; list && k < EVERYURI_N_EXTRA_NAMES; k++) {
		const char *name = everyuri_extra_name_text((enum everyuri_extra_name)k);
		struct everyuri_text value = everyuri_extra_view(uri, (enum everyuri_extra_name)k);
		PyObject *pair;

		if (!value.data)
			continue;
		pair = Py_BuildValue("(sN)", name, py_text(like, value.data, value.len));
		if (!pair || PyList_Append(list, pair))
			Py_CLEAR(list);
		Py_XDECREF(pair);
	}
	return list;
}

/* Returns (text, eight parts, netloc, kind of host, flags, scheme-specific pieces). */
static PyObject *record(const struct given *like, const struct everyuri_uri *uri)
{
	PyObject *parts = PyTuple_New(EVERYURI_N_PARTS);
	const char *kind = everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind);

	for (int k = 0; parts && k < EVERYURI_N_PARTS; k++) {
		struct everyuri_text value = everyuri_view(uri, (enum everyuri_part)k);
		PyObject *part = py_text(like, value.data, value.len);

		if (!part || PyTuple_SetItem(parts, k, part))
			Py_CLEAR(parts);
	}
	if (!parts)
		return NULL;
	return Py_BuildValue("(NNNsiN)", py_text(like, uri->text, uri->len), parts,
	                     netloc(like, uri), kind, (int)uri->flags, extras(like, uri));
}

/* ---- the calls ------------------------------------------------------------------------------- */

/* The state of a call: its texts, which must all be of one type, and its memory. */
struct call {
	PyObject *module;
	struct given text, other;
	enum everyuri_standard standard;
	struct everyuri_buf buf, read[2];
};

static bool begin(struct call *call, PyObject *module, PyObject *text, PyObject *other,
                  const char *standard)
{
	*call = (struct call){ .module = module };
	everyuri_buf_init(&call->buf, NULL, 0, NULL);
	everyuri_buf_init(&call->read[0], NULL, 0, NULL);
	everyuri_buf_init(&call->read[1], NULL, 0, NULL);
	if (!py_standard(standard, &call->standard) || !py_take(text, &call->text))
		return false;
	if (!other || other == Py_None)
		return true;
	if (!py_take(other, &call->other))
		return false;
	if (call->text.is_str == call->other.is_str)
		return true;
	PyErr_SetString(PyExc_TypeError, "texts of one call are all str or all bytes");
	return false;
}

static PyObject *end(struct call *call, PyObject *result)
{
	everyuri_buf_free(&call->buf);
	everyuri_buf_free(&call->read[0]);
	everyuri_buf_free(&call->read[1]);
	py_drop(&call->text);
	py_drop(&call->other);
	return result;
}

/* Returns the text in buf, or raises the exception for the status. */
static PyObject *made(struct call *call, enum everyuri_status status,
                      const struct everyuri_error *error)
{
	if (status)
		return py_raise(call->module, &call->text, status, error);
	return py_text(&call->text, call->buf.data ? call->buf.data : "", call->buf.len);
}

/* read(text, base or None, standard, flags) */
PyObject *py_uri(PyObject *module, PyObject *arguments)
{
	PyObject *text, *other, *result = NULL;
	const char *standard;
	unsigned flags;
	struct everyuri_uri base, uri;
	struct call call;

	if (!PyArg_ParseTuple(arguments, "OOsI", &text, &other, &standard, &flags))
		return NULL;
	if (!begin(&call, module, text, other, standard))
		return end(&call, NULL);
	if ((!call.other.bytes ||
	     py_read(module, &call.other, call.standard, 0, NULL, &call.read[1], &base)) &&
	    py_read(module, &call.text, call.standard, flags, call.other.bytes ? &base : NULL,
	            &call.buf, &uri))
		result = record(&call.text, &uri);
	return end(&call, result);
}

/* check(text, standard, flags): None, or (at, clause, message) */
PyObject *py_check(PyObject *module, PyObject *arguments)
{
	struct everyuri_error error = { .clause = "", .message = "" };
	enum everyuri_status status = EVERYURI_INVALID;
	const char *standard;
	unsigned flags;
	PyObject *text, *result;
	struct call call;

	if (!PyArg_ParseTuple(arguments, "OsI", &text, &standard, &flags))
		return NULL;
	if (!begin(&call, module, text, NULL, standard))
		return end(&call, NULL);
	if (call.text.surrogate == SIZE_MAX)
		status =
			everyuri_check(call.text.data, call.text.len, call.standard, flags, &error);
	else
		error = py_surrogate_error(&call.text);
	if (!status) {
		Py_INCREF(Py_None);
		return end(&call, Py_None);
	}
	result = Py_BuildValue("(nss)", (Py_ssize_t)py_place(&call.text, error.at), error.clause,
	                       error.message);
	return end(&call, result);
}

/* Returns the result of one standard: (standard, record) or (standard, at, clause, message). */
static PyObject *reading(struct call *call, int standard, const struct everyuri_reading *reading)
{
	const char *name = everyuri_standard_name((enum everyuri_standard)standard);

	if (!reading->status)
		return Py_BuildValue("(sN)", name, record(&call->text, &reading->uri));
	return Py_BuildValue("(snss)", name, (Py_ssize_t)py_place(&call->text, reading->error.at),
	                     reading->error.clause, reading->error.message);
}

/* compare(text, standards as bits, flags): (agree, the first part that differs, readings) */
PyObject *py_compare(PyObject *module, PyObject *arguments)
{
	struct everyuri_comparison found;
	struct everyuri_error error = { 0 };
	enum everyuri_status status;
	unsigned standards, flags;
	PyObject *text, *list = NULL;
	struct call call;

	if (!PyArg_ParseTuple(arguments, "OII", &text, &standards, &flags))
		return NULL;
	if (!begin(&call, module, text, NULL, "rfc3986") || !py_whole(module, &call.text))
		return end(&call, NULL);
	status = everyuri_compare(call.text.data, call.text.len, standards, flags, &call.buf,
	                          &found, &error);
	if (status)
		return end(&call, py_raise(module, &call.text, status, &error));
	list = PyList_New(0);
	for (int s = 0; list && s < EVERYURI_N_STANDARDS; s++) {
		PyObject *one;

		if (!(found.asked >> s & 1))
			continue;
		one = reading(&call, s, &found.reading[s]);
		if (!one || PyList_Append(list, one))
			Py_CLEAR(list);
		Py_XDECREF(one);
	}
	if (!list)
		return end(&call, NULL);
	return end(&call,
	           Py_BuildValue("(OsN)", found.agree ? Py_True : Py_False,
	                         found.first < EVERYURI_N_PARTS ?
	                                 everyuri_part_name((enum everyuri_part)found.first) :
	                                 NULL,
	                         list));
}

/* normalize(text, standard, level, flags) */
PyObject *py_normalize(PyObject *module, PyObject *arguments)
{
	struct everyuri_error error = { 0 };
	const char *standard, *level_name;
	enum everyuri_level level;
	unsigned flags;
	PyObject *text, *result = NULL;
	struct everyuri_uri uri;
	struct call call;

	if (!PyArg_ParseTuple(arguments, "OssI", &text, &standard, &level_name, &flags) ||
	    !py_level(level_name, &level))
		return NULL;
	if (begin(&call, module, text, NULL, standard) &&
	    py_read(module, &call.text, call.standard, flags, NULL, &call.read[0], &uri))
		result = made(&call, everyuri_normalize(&uri, level, &call.buf, NULL, &error),
		              &error);
	return end(&call, result);
}

/* same(a, b, standard, level, flags) */
PyObject *py_same(PyObject *module, PyObject *arguments)
{
	struct everyuri_error error = { 0 };
	const char *standard, *level_name;
	enum everyuri_level level;
	enum everyuri_status status;
	unsigned flags;
	bool are_same = false;
	PyObject *one, *other, *result = NULL;
	struct everyuri_uri a, b;
	struct call call;

	if (!PyArg_ParseTuple(arguments, "OOssI", &one, &other, &standard, &level_name, &flags) ||
	    !py_level(level_name, &level))
		return NULL;
	if (begin(&call, module, one, other, standard) &&
	    py_read(module, &call.text, call.standard, flags, NULL, &call.read[0], &a) &&
	    py_read(module, &call.other, call.standard, flags, NULL, &call.read[1], &b)) {
		status = everyuri_same(&a, &b, level, &call.buf, &are_same, &error);
		result = status ? py_raise(module, &call.text, status, &error) :
		                  PyBool_FromLong(are_same);
	}
	return end(&call, result);
}

/* relate(text, base, standard, flags) */
PyObject *py_relate(PyObject *module, PyObject *arguments)
{
	struct everyuri_error error = { 0 };
	const char *standard;
	unsigned flags;
	PyObject *text, *other, *result = NULL;
	struct everyuri_uri base, uri;
	struct call call;

	if (!PyArg_ParseTuple(arguments, "OOsI", &text, &other, &standard, &flags))
		return NULL;
	if (begin(&call, module, text, other, standard) &&
	    py_read(module, &call.text, call.standard, 0, NULL, &call.read[0], &uri) &&
	    py_read(module, &call.other, call.standard, 0, NULL, &call.read[1], &base))
		result =
			made(&call, everyuri_relate(&base, &uri, flags, &call.buf, &error), &error);
	return end(&call, result);
}

/* edit(text, standard, flags, kind, part, key or None, value or None, encode) */
PyObject *py_edit(PyObject *module, PyObject *arguments)
{
	struct everyuri_error error = { 0 };
	struct everyuri_change change = { 0 };
	struct given value = { 0 };
	const char *standard;
	unsigned flags, kind, part;
	int encode;
	enum everyuri_status status;
	PyObject *text, *key_given, *value_given, *result = NULL;
	struct everyuri_uri uri;
	struct call call;

	if (!PyArg_ParseTuple(arguments, "OsIIIOOp", &text, &standard, &flags, &kind, &part,
	                      &key_given, &value_given, &encode))
		return NULL;
	if (!begin(&call, module, text, key_given, standard) ||
	    (value_given != Py_None && !py_take(value_given, &value)))
		goto out;
	if (value.bytes && value.is_str != call.text.is_str) {
		PyErr_SetString(PyExc_TypeError, "texts of one call are all str or all bytes");
		goto out;
	}
	if ((value.bytes && !py_whole(module, &value)) ||
	    (call.other.bytes && !py_whole(module, &call.other)) ||
	    !py_read(module, &call.text, call.standard, flags, NULL, &call.read[0], &uri))
		goto out;
	change.kind = (enum everyuri_change_kind)kind;
	change.part = (enum everyuri_part)(part % EVERYURI_N_PARTS);
	change.key = (struct everyuri_text){ call.other.data, call.other.len };
	change.value = (struct everyuri_text){ value.data, value.len };
	status = everyuri_edit(&uri, &change, 1, encode ? EVERYURI_EDIT_ENCODE : 0, &call.buf,
	                       &error);
	result = status ? py_raise(module, value.bytes ? &value : &call.text, status, &error) :
	                  made(&call, status, &error);
out:
	py_drop(&value);
	return end(&call, result);
}
