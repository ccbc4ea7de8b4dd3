/* search.c - keys, URIs in running text, and plans. */
#include "module.h"

#include <string.h>

/* ---- keys ------------------------------------------------------------------------------------ */

#define SUFFIXES "everyuri.suffixes"

/* The Public Suffix List, with the memory that it uses. */
struct suffixes {
	struct everyuri_buf buf;
	struct everyuri_psl psl;
};

static void forget(PyObject *capsule)
{
	struct suffixes *suffixes = PyCapsule_GetPointer(capsule, SUFFIXES);

	everyuri_buf_free(&suffixes->buf);
	PyMem_Free(suffixes);
}

/* suffixes(list): (capsule, number of rules) */
PyObject *py_suffixes(PyObject *module, PyObject *arguments)
{
	struct everyuri_error error = { 0 };
	enum everyuri_status status;
	struct suffixes *suffixes;
	struct given given;
	PyObject *text, *capsule;

	if (!PyArg_ParseTuple(arguments, "O", &text) || !py_take(text, &given))
		return NULL;
	suffixes = PyMem_Malloc(sizeof *suffixes);
	if (!suffixes) {
		py_drop(&given);
		return PyErr_NoMemory();
	}
	everyuri_buf_init(&suffixes->buf, NULL, 0, NULL);
	status = everyuri_psl_load(given.data, given.len, &suffixes->buf, &suffixes->psl, &error);
	if (status)
		py_raise(module, &given, status, &error);
	py_drop(&given);
	capsule = status ? NULL : PyCapsule_New(suffixes, SUFFIXES, forget);
	if (!capsule) {
		everyuri_buf_free(&suffixes->buf);
		PyMem_Free(suffixes);
		return NULL;
	}
	return Py_BuildValue("(NI)", capsule, (unsigned)suffixes->psl.n_rules);
}

bool py_key_options(const char *profile, enum everyuri_standard standard, PyObject *suffixes,
                    struct everyuri_key_options *options)
{
	struct suffixes *list;

	*options = (struct everyuri_key_options){ .standard = standard };
	if (everyuri_key_profile_find(profile, strlen(profile), &options->profile)) {
		PyErr_Format(PyExc_ValueError, "unknown profile \"%s\"", profile);
		return false;
	}
	if (options->profile != EVERYURI_KEY_DOMAIN &&
	    options->profile != EVERYURI_KEY_DOMAIN_ICANN)
		return true;
	if (suffixes == Py_None) {
		PyErr_Format(PyExc_ValueError,
		             "%s wants the Public Suffix List: suffixes=Suffixes(...)", profile);
		return false;
	}
	list = PyCapsule_GetPointer(suffixes, SUFFIXES);
	options->psl = list ? &list->psl : NULL;
	return list != NULL;
}

/* key(text, profile, standard, capsule or None) */
PyObject *py_key(PyObject *module, PyObject *arguments)
{
	struct everyuri_key_options options;
	struct everyuri_error error = { 0 };
	enum everyuri_standard by;
	enum everyuri_status status;
	const char *profile, *standard;
	struct everyuri_buf buf;
	struct given given;
	PyObject *text, *capsule, *result = NULL;

	if (!PyArg_ParseTuple(arguments, "OssO", &text, &profile, &standard, &capsule) ||
	    !py_standard(standard, &by) || !py_key_options(profile, by, capsule, &options))
		return NULL;
	if (!py_take(text, &given))
		return NULL;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (py_whole(module, &given)) {
		status = everyuri_key(given.data, given.len, &options, &buf, &error);
		result = status ? py_raise(module, &given, status, &error) :
		                  py_text(&given, buf.data ? buf.data : "", buf.len);
	}
	everyuri_buf_free(&buf);
	py_drop(&given);
	return result;
}

/* ---- URIs in running text ---------------------------------------------------------------------- */

/* The URIs found so far.  Characters are counted from the last one found. */
struct search {
	const struct given *given;
	PyObject *list;
	size_t byte, place;
};

static size_t place_of(struct search *search, size_t at)
{
	if (!search->given->is_str)
		return at;
	for (; search->byte < at; search->byte++)
		search->place += ((unsigned char)search->given->data[search->byte] & 0xC0) != 0x80;
	return search->place;
}

static bool found(void *context, const struct everyuri_found *uri)
{
	struct search *search = context;
	size_t start = place_of(search, (size_t)uri->offset);
	size_t stop = place_of(search, (size_t)(uri->offset + uri->length));
	PyObject *one = Py_BuildValue("(Nnns)", py_text(search->given, uri->uri.data, uri->uri.len),
	                              (Py_ssize_t)start, (Py_ssize_t)stop,
	                              uri->form == EVERYURI_FORM_ANGLE ? "angle" : "bare");
	bool kept = one && !PyList_Append(search->list, one);

	Py_XDECREF(one);
	return kept;
}

/* find(text, flags): a list of (uri, start, stop, form) */
PyObject *py_find(PyObject *module, PyObject *arguments)
{
	struct everyuri_find_options options = { 0 };
	struct everyuri_error error = { 0 };
	struct search search = { 0 };
	struct everyuri_finder *finder;
	enum everyuri_status status;
	struct everyuri_buf buf;
	struct given given;
	PyObject *text;

	if (!PyArg_ParseTuple(arguments, "OI", &text, &options.flags) || !py_take(text, &given))
		return NULL;
	options.schemes = everyuri_scheme_names(&options.n_schemes);
	search = (struct search){ .given = &given, .list = PyList_New(0) };
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (search.list) {
		status = everyuri_find_begin(&options, found, &search, &buf, &finder, &error);
		if (status)
			py_raise(module, &given, status, &error);
		else if (everyuri_find_feed(finder, given.data, given.len))
			everyuri_find_end(finder);
	}
	everyuri_buf_free(&buf);
	py_drop(&given);
	if (PyErr_Occurred())
		Py_CLEAR(search.list);
	return search.list;
}

/* ---- plans ------------------------------------------------------------------------------------- */

/* Implements the callback of a writer.  Appends JSON to a list of bytes objects. */
static bool keep(void *context, const char *data, size_t len)
{
	PyObject *piece = PyBytes_FromStringAndSize(data, (Py_ssize_t)len);
	bool kept = piece && !PyList_Append(context, piece);

	Py_XDECREF(piece);
	return kept;
}

static PyObject *joined(PyObject *pieces)
{
	PyObject *empty = PyBytes_FromStringAndSize("", 0);
	PyObject *all = empty ? PyObject_CallMethod(empty, "join", "O", pieces) : NULL;

	Py_XDECREF(empty);
	return all;
}

/* plan(text, standard, flags, secrets): returns JSON with the scheme, the steps
 * and the warnings, as bytes */
PyObject *py_plan(PyObject *module, PyObject *arguments)
{
	struct everyuri_error error = { 0 };
	enum everyuri_standard standard;
	enum everyuri_status status;
	struct everyuri_buf read, buf;
	struct everyuri_plan plan;
	struct everyuri_writer out;
	struct everyuri_uri uri;
	struct given given;
	const char *name;
	char block[1024];
	unsigned flags;
	int secrets;
	PyObject *text, *pieces, *result = NULL;

	if (!PyArg_ParseTuple(arguments, "OsIp", &text, &name, &flags, &secrets) ||
	    !py_standard(name, &standard) || !py_take(text, &given))
		return NULL;
	everyuri_buf_init(&read, NULL, 0, NULL);
	everyuri_buf_init(&buf, NULL, 0, NULL);
	pieces = PyList_New(0);
	if (!pieces || !py_read(module, &given, standard, flags, NULL, &read, &uri))
		goto out;
	status = everyuri_plan_make(&uri, NULL, &buf, &plan, &error);
	if (status) {
		py_raise(module, &given, status, &error);
		goto out;
	}
	everyuri_writer_init(&out, block, sizeof block, keep, pieces);
	everyuri_write_text(&out, "{\"steps\":");
	everyuri_plan_write_json(&out, &plan, secrets ? EVERYURI_SHOW_SECRETS : 0);
	everyuri_write_text(&out, ",\"warnings\":");
	everyuri_plan_write_warnings(&out, &plan);
	everyuri_write_text(&out, "}");
	if (everyuri_writer_flush(&out))
		result = joined(pieces);
out:
	Py_XDECREF(pieces);
	everyuri_buf_free(&buf);
	everyuri_buf_free(&read);
	py_drop(&given);
	return result;
}
