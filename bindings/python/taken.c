/* taken.c - reads Arrow arrays in place, without copying them. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

static const char *const formats[] = { "u", "U", "z", "Z", "vu", "vz", "n" };

bool take_schema(struct work *work, const struct ArrowSchema *schema)
{
	const char *format;
	size_t k = 0;

	work->is_in_table = !strcmp(schema->format, "+s") && schema->n_children == 1;
	if (work->is_in_table)
		schema = schema->children[0];
	format = schema->format;

	if (schema->dictionary) {
		PyErr_SetString(PyExc_TypeError,
		                "a column of texts is wanted: cast the dictionary to its values");
		return false;
	}
	while (k < sizeof formats / sizeof *formats && strcmp(format, formats[k]))
		k++;
	if (k == sizeof formats / sizeof *formats) {
		PyErr_Format(
			PyExc_TypeError,
			"a column of utf8 or binary is wanted, plain, large or view, or a table "
			"of one; this is Arrow's type \"%s\"",
			format);
		return false;
	}
	work->is_large = k == 1 || k == 3 || k == 4 || k == 5;
	work->is_binary = k == 2 || k == 3 || k == 5;
	if (work->layout == GIVEN)
		work->layout = k == 4 || k == 5 ? VIEW : TEXT;
	work->rows.layout = k == 1 || k == 3 ? EVERYURI_LAYOUT_OFFSETS_64 :
	                    k == 4 || k == 5 ? EVERYURI_LAYOUT_VIEWS :
	                    k == 6           ? EVERYURI_LAYOUT_TEXTS :
	                                       EVERYURI_LAYOUT_OFFSETS_32;
	return true;
}

bool take_array(struct work *work, const struct ArrowArray *array, void **owned)
{
	struct everyuri_rows *rows = &work->rows;
	size_t n = (size_t)array->length, offset = (size_t)array->offset;
	struct everyuri_text *texts;

	*owned = NULL;
	rows->n_rows = n;
	rows->data = "";
	if (!n)
		return true;
	if (rows->layout == EVERYURI_LAYOUT_TEXTS) {
		rows->at = *owned = calloc(n, sizeof(struct everyuri_text));
		return *owned != NULL;
	}
	rows->validity = array->buffers[0];
	rows->validity_bit = offset;
	if (rows->layout == EVERYURI_LAYOUT_VIEWS) {
		size_t n_data = array->n_buffers > 3 ? (size_t)array->n_buffers - 3 : 0;
		const int64_t *size = n_data ? array->buffers[array->n_buffers - 1] : NULL;

		rows->at = (const char *)array->buffers[1] + 16 * offset;
		texts = *owned = calloc(n_data + 1, sizeof *texts);
		for (size_t k = 0; texts && k < n_data; k++)
			texts[k] = (struct everyuri_text){ array->buffers[2 + k], (size_t)size[k] };
		rows->buffers = texts;
		rows->n_buffers = n_data;
		return texts != NULL;
	}
	if (rows->layout == EVERYURI_LAYOUT_OFFSETS_64) {
		const int64_t *at = (const int64_t *)array->buffers[1] + offset;

		rows->at = at;
		rows->data_len = at[n] > 0 ? (size_t)at[n] : 0;
	} else {
		const int32_t *at = (const int32_t *)array->buffers[1] + offset;

		rows->at = at;
		rows->data_len = at[n] > 0 ? (size_t)at[n] : 0;
	}
	if (array->buffers[2])
		rows->data = array->buffers[2];
	return true;
}
