/* module.c - the Python module everyuri._everyuri: the table of its calls, and its exceptions. */
#include "arrow.h"

/* The names of all scheme-specific pieces. */
static PyObject *extra_names(void)
{
	PyObject *names = PyTuple_New(EVERYURI_N_EXTRA_NAMES);

	for (int k = 0; names && k < EVERYURI_N_EXTRA_NAMES; k++) {
		const char *text = everyuri_extra_name_text((enum everyuri_extra_name)k);
		PyObject *name = PyUnicode_FromString(text);

		if (!name || PyTuple_SetItem(names, k, name))
			Py_CLEAR(names);
	}
	return names;
}

static int fill(PyObject *module)
{
	PyObject *names;
	int failed;
	struct state *state = PyModule_GetState(module);

	state->invalid =
		PyErr_NewExceptionWithDoc("everyuri.InvalidURI",
	                                  "A text that the standard refuses; at: offset of the "
	                                  "error, clause: of the standard, message.",
	                                  PyExc_ValueError, NULL);
	state->refused = PyErr_NewExceptionWithDoc(
		"everyuri.RefusedURI",
		"A valid URI for which the call has no result; at, clause, message.",
		PyExc_ValueError, NULL);
	if (!state->invalid || !state->refused)
		return -1;
	names = extra_names();
	failed = !names || PyObject_SetAttrString(module, "extra_names", names);
	Py_XDECREF(names);
	return failed || PyObject_SetAttrString(module, "InvalidURI", state->invalid) ||
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
	static PyMethodDef methods[] = { { "read", py_uri, METH_VARARGS, NULL },
		                         { "check", py_check, METH_VARARGS, NULL },
		                         { "compare", py_compare, METH_VARARGS, NULL },
		                         { "normalize", py_normalize, METH_VARARGS, NULL },
		                         { "same", py_same, METH_VARARGS, NULL },
		                         { "relate", py_relate, METH_VARARGS, NULL },
		                         { "edit", py_edit, METH_VARARGS, NULL },
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
