/* module.c - everyuri._everyuri: the calls for one URI, as tuples that everyuri/__init__.py names. */
#include "arrow.h"

#include <string.h>

/* ---- arguments ------------------------------------------------------------------------------- */

/* The first half of a pair in UTF-8's manner; there is one if str could not be encoded. */
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

/* Bytes that are no UTF-8 cannot come out of a str; if they did, none would be lost. */
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
	             "no such standard: %s (url1993 uri1994 rfc1630 rfc1738 rfc1808 rfc2396 "
	             "rfc3986 rfc3987 whatwg)",
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
	PyErr_Format(PyExc_ValueError, "no such level: %s (simple syntax scheme)", name);
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

static struct everyuri_error surrogate_error(const struct given *given)
{
	return (struct everyuri_error){ .status = EVERYURI_INVALID,
		                        .at = given->surrogate,
		                        .clause = "Unicode 3.9",
		                        .message = "a lone surrogate is no character" };
}

bool py_whole(PyObject *module, const struct given *given)
{
	struct everyuri_error error = surrogate_error(given);

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

/* ---- records --------------------------------------------------------------------------------- */

/* What stands between "//" and the path, as urllib.parse calls netloc. */
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
	const char *data;
	size_t len;

	for (int k = 0; list && k < EVERYURI_N_EXTRA_NAMES; k++) {
		const char *name = everyuri_extra_name_text((enum everyuri_extra_name)k);
		PyObject *pair;

		everyuri_extra_view(uri, (enum everyuri_extra_name)k, &data, &len);
		if (!data)
			continue;
		pair = Py_BuildValue("(sN)", name, py_text(like, data, len));
		if (!pair || PyList_Append(list, pair))
			Py_CLEAR(list);
		Py_XDECREF(pair);
	}
	return list;
}

/* (text, eight parts, netloc, kind of host, flags, the scheme's own pieces) */
static PyObject *record(const struct given *like, const struct everyuri_uri *uri)
{
	PyObject *parts = PyTuple_New(EVERYURI_N_PARTS);
	const char *kind = everyuri_host_kind_name((enum everyuri_host_kind)uri->host_kind);

	for (int k = 0; parts && k < EVERYURI_N_PARTS; k++) {
		PyObject *part;
		const char *data;
		size_t len;

		everyuri_view(uri, (enum everyuri_part)k, &data, &len);
		part = py_text(like, data, len);
		if (!part || PyTuple_SetItem(parts, k, part))
			Py_CLEAR(parts);
	}
	if (!parts)
		return NULL;
	return Py_BuildValue("(NNNsiN)", py_text(like, uri->text, uri->len), parts,
	                     netloc(like, uri), kind, (int)uri->flags, extras(like, uri));
}

/* ---- the calls ------------------------------------------------------------------------------- */

/* A call under way: its texts, which have to be of one kind, and the memory it needs. */
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

/* The text of buf, or what the status says. */
static PyObject *made(struct call *call, enum everyuri_status status,
                      const struct everyuri_error *error)
{
	if (status)
		return py_raise(call->module, &call->text, status, error);
	return py_text(&call->text, call->buf.data ? call->buf.data : "", call->buf.len);
}

/* read(text, base or None, standard, flags) */
static PyObject *read_uri(PyObject *module, PyObject *arguments)
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
static PyObject *check(PyObject *module, PyObject *arguments)
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
		error = surrogate_error(&call.text);
	if (!status) {
		Py_INCREF(Py_None);
		return end(&call, Py_None);
	}
	result = Py_BuildValue("(nss)", (Py_ssize_t)py_place(&call.text, error.at), error.clause,
	                       error.message);
	return end(&call, result);
}

/* One reading of a comparison: (standard, record) or (standard, at, clause, message) */
static PyObject *reading(struct call *call, int standard, const struct everyuri_reading *reading)
{
	const char *name = everyuri_standard_name((enum everyuri_standard)standard);

	if (!reading->status)
		return Py_BuildValue("(sN)", name, record(&call->text, &reading->uri));
	return Py_BuildValue("(snss)", name, (Py_ssize_t)py_place(&call->text, reading->error.at),
	                     reading->error.clause, reading->error.message);
}

/* compare(text, standards as bits, flags): (agree, the first part that differs, readings) */
static PyObject *compare(PyObject *module, PyObject *arguments)
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
static PyObject *normalize(PyObject *module, PyObject *arguments)
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
		result = made(&call, everyuri_normalize(&uri, level, &call.buf, &error), &error);
	return end(&call, result);
}

/* same(a, b, standard, level, flags) */
static PyObject *same(PyObject *module, PyObject *arguments)
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
static PyObject *relate(PyObject *module, PyObject *arguments)
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
static PyObject *edit(PyObject *module, PyObject *arguments)
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

/* ---- the module ------------------------------------------------------------------------------ */

static int fill(PyObject *module)
{
	struct state *state = PyModule_GetState(module);

	state->invalid = PyErr_NewExceptionWithDoc(
		"everyuri.InvalidURI",
		"A text that the standard refuses; at: where, clause: of the standard, message.",
		PyExc_ValueError, NULL);
	state->refused = PyErr_NewExceptionWithDoc(
		"everyuri.RefusedURI",
		"A valid URI of which what was asked for cannot be told; at, clause, message.",
		PyExc_ValueError, NULL);
	if (!state->invalid || !state->refused)
		return -1;
	return PyObject_SetAttrString(module, "InvalidURI", state->invalid) ||
	                       PyObject_SetAttrString(module, "RefusedURI", state->refused) ||
	                       PyModule_AddStringConstant(module, "version", EVERYURI_VERSION) ?
	               -1 :
	               0;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
	struct state *state = PyModule_GetState(module);

	Py_VISIT(state->invalid);
	Py_VISIT(state->refused);
	return 0;
}

static int clear(PyObject *module)
{
	struct state *state = PyModule_GetState(module);

	Py_CLEAR(state->invalid);
	Py_CLEAR(state->refused);
	return 0;
}

PyMODINIT_FUNC PyInit__everyuri(void)
{
	static PyMethodDef methods[] = { { "read", read_uri, METH_VARARGS, NULL },
		                         { "check", check, METH_VARARGS, NULL },
		                         { "compare", compare, METH_VARARGS, NULL },
		                         { "normalize", normalize, METH_VARARGS, NULL },
		                         { "same", same, METH_VARARGS, NULL },
		                         { "relate", relate, METH_VARARGS, NULL },
		                         { "edit", edit, METH_VARARGS, NULL },
		                         { "key", py_key, METH_VARARGS, NULL },
		                         { "suffixes", py_suffixes, METH_VARARGS, NULL },
		                         { "find", py_find, METH_VARARGS, NULL },
		                         { "plan", py_plan, METH_VARARGS, NULL },
		                         { "columns", py_columns, METH_VARARGS, NULL },
		                         { "chunks", py_chunks, METH_VARARGS, NULL },
		                         { "array", column_array, METH_O, NULL },
		                         { "stream", column_stream, METH_VARARGS, NULL },
		                         { NULL, NULL, 0, NULL } };
	static PyModuleDef_Slot slots[] = { { Py_mod_exec, (void *)fill }, { 0, NULL } };
	static struct PyModuleDef module = {
		PyModuleDef_HEAD_INIT, .m_name = "_everyuri", .m_size = sizeof(struct state),
		.m_methods = methods,  .m_slots = slots,      .m_traverse = traverse,
		.m_clear = clear
	};

	return PyModuleDef_Init(&module);
}
