/* URI templates: checked, expanded and matched. */
#include "fuzz.h"

FUZZ_SHAPE(FUZZ_LINES, 1);

static struct everyuri_buf *const buf = &fuzz_buf[0];

static void match(struct everyuri_text template, struct everyuri_text uri)
{
	struct everyuri_matched matched;
	struct everyuri_error err = { 0 };

	if (everyuri_template_match(template.data, template.len, uri.data, uri.len, &matched,
	                            &err)) {
		MUST(err.at <= (err.which ? uri.len : template.len), template, uri);
		return;
	}
	MUST(matched.n <= EVERYURI_TEMPLATE_MATCH_MAX, template, uri);
	for (size_t i = 0; i < matched.n; i++) {
		MUST(fuzz_is_span(matched.variable[i].name, template.len), template, uri);
		MUST(fuzz_is_span(matched.variable[i].value, uri.len), template, uri);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	unsigned kind = fuzz_byte(&input) % 4;
	struct everyuri_text template = fuzz_text(&input), value = fuzz_text(&input),
			     uri = fuzz_text(&input);
	const struct everyuri_text items[] = { value, uri, value, { NULL, 0 } };
	const struct everyuri_variable variables[] = {
		{ { "x", 1 },
		  (enum everyuri_variable_kind)kind,
		  items,
		  kind == EVERYURI_VARIABLE_STRING ? 1 : 2 },
		{ { "y", 1 }, EVERYURI_VARIABLE_STRING, items + 1, 1 },
		{ { "z", 1 }, EVERYURI_VARIABLE_STRING, items + 3, 1 },
	};
	struct everyuri_error checked = { 0 }, err = { 0 };
	unsigned level = 0;
	enum everyuri_status status =
		everyuri_template_check(template.data, template.len, &level, &checked);
	enum everyuri_status expanded;

	fuzz_begin();
	expanded = everyuri_template_expand(template.data, template.len, variables, 3, buf, &err);
	if (status) {
		MUST(status == EVERYURI_INVALID && checked.at <= template.len, template);
		MUST(expanded == EVERYURI_INVALID && err.at == checked.at, template);
	} else {
		MUST(level >= 1 && level <= 4, template);
		MUST(!expanded || (err.status == EVERYURI_INVALID && err.at <= template.len),
		     template);
	}
	for (size_t i = 0; !expanded && i < buf->len; i++)
		MUST((unsigned char)buf->data[i] > 0x20 && buf->data[i] != 0x7F, template,
		     fuzz_result(buf));
	match(template, uri);
	fuzz_end();
	fuzz_free(template);
	fuzz_free(value);
	fuzz_free(uri);
	return 0;
}
