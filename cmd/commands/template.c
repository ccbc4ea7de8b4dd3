/* template.c - everyuri template: expands and matches RFC 6570 templates. */
#include "support/cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A variable.  Each option that names it adds a value. */
struct growing {
	struct everyuri_variable variable;
	struct everyuri_text *items;
	size_t n_texts, cap;
};

struct template
{
	const char *match; /* the template given by --match */
	struct growing *growing;
	struct everyuri_variable *variables; /* the same variables in the form that the library
	                                      * needs */
	size_t n, cap;
};

/* ---- variables --------------------------------------------------------------------------- */

static struct growing *variable_named(struct template *template, const char *name, size_t len)
{
	for (size_t k = 0; k < template->n; k++) {
		struct everyuri_text own = template->growing[k].variable.name;

		if (own.len == len && !memcmp(own.data, name, len))
			return &template->growing[k];
	}
	struct growing *grown =
		array_grow(template->growing, template->n, &template->cap, sizeof *grown);

	if (!grown)
		return NULL;
	template->growing = grown;
	struct growing *fresh = &template->growing[template->n++];

	*fresh = (struct growing){ .variable.name = { name, len } };
	return fresh;
}

static bool add_text(struct growing *growing, const char *data, size_t len)
{
	struct everyuri_text *grown =
		array_grow(growing->items, growing->n_texts, &growing->cap, sizeof *grown);

	if (!grown)
		return false;
	growing->items = grown;
	growing->items[growing->n_texts++] = (struct everyuri_text){ data, len };
	return true;
}

/* Parses --set NAME=VALUE, --list NAME=ITEM or --pair NAME=KEY=VALUE.  A
 * repeated --list or --pair adds to the variable. */
static const char *read_variable(void *own, const char *option, const char *value)
{
	enum everyuri_variable_kind kind = !strcmp(option, "list") ? EVERYURI_VARIABLE_LIST :
	                                   !strcmp(option, "pair") ? EVERYURI_VARIABLE_PAIRS :
	                                                             EVERYURI_VARIABLE_STRING;
	const char *item = strchr(value, '=');

	if (!item)
		return "is not NAME=VALUE";
	size_t name_len = (size_t)(item++ - value);
	const char *equals = kind == EVERYURI_VARIABLE_PAIRS ? strchr(item, '=') : NULL;

	if (kind == EVERYURI_VARIABLE_PAIRS && !equals)
		return "is not NAME=KEY=VALUE";
	struct growing *growing = variable_named(own, value, name_len);

	if (!growing)
		return "cannot be stored: out of memory";
	if (growing->n_texts && growing->variable.kind != kind)
		return "gives the variable a second type; use only one of --set, --list and --pair "
		       "for it";
	if (kind == EVERYURI_VARIABLE_STRING)
		growing->n_texts = 0;
	growing->variable.kind = kind;
	if ((equals && !add_text(growing, item, (size_t)(equals - item))) ||
	    !add_text(growing, equals ? equals + 1 : item, strlen(equals ? equals + 1 : item)))
		return "cannot be stored: out of memory";
	growing->variable.n_items = growing->n_texts / (equals ? 2 : 1);
	return NULL;
}

/* Makes the array of variables for the library.  Returns: false if memory runs out. */
static bool variables_done(struct template *template)
{
	template->variables = calloc(template->n + 1, sizeof *template->variables);
	for (size_t k = 0; template->variables && k < template->n; k++) {
		template->variables[k] = template->growing[k].variable;
		template->variables[k].items = template->growing[k].items;
	}
	return template->variables;
}

static void variables_free(struct template *template)
{
	for (size_t k = 0; k < template->n; k++)
		free(template->growing[k].items);
	free(template->growing);
	free(template->variables);
}

/* ---- expansion ------------------------------------------------------------------------------ */

static void answer_expand(struct answer *answer, const struct item *item, void *own)
{
	const struct template *template = own;
	struct everyuri_buf *buf = &answer->buf[0];
	struct everyuri_error error = item_too_long(answer);
	enum everyuri_status status = EVERYURI_TOO_LONG;

	if (!item->cut)
		status = everyuri_template_expand(item->data, item->len, template->variables,
		                                  template->n, buf, &error);
	struct outcome outcome =
		outcome_of(item, answer->settings->standard[0], status, buf, &error);

	outcome_write(answer, &outcome);
}

/* ---- matching ---------------------------------------------------------------------------------- */

/* One variable of a match, decoded.  value.data is NULL if the variable is undefined. */
struct binding {
	struct everyuri_text name, value;
};

/* Decodes a value.  This fails only if memory runs out, because the library has
 * already checked the escapes. */
static struct binding binding_of(struct answer *answer, const struct template *template,
                                 const struct item *item, const struct everyuri_matched *match,
                                 size_t k)
{
	struct everyuri_span name = match->variable[k].name, value = match->variable[k].value;
	struct everyuri_buf *buf = &answer->buf[0];
	struct binding binding = { { template->match + name.begin, name.end - name.begin },
		                   { NULL, 0 } };

	if (value.begin == EVERYURI_ABSENT)
		return binding;
	binding.value = (struct everyuri_text){ item->data + value.begin, value.end - value.begin };
	if (match->variable[k].reserved || !binding.value.len)
		return binding;
	if (everyuri_decode(binding.value.data, binding.value.len, 0, buf, NULL))
		answer_no_memory(answer);
	else
		binding.value = (struct everyuri_text){ buf->data, buf->len };
	return binding;
}

/* Writes the JSON member for a variable.  If the value is not UTF-8, a second
 * member, with a name such as "x_octets", contains its bytes. */
static void put_binding_json(struct answer *answer, const struct binding *binding, bool first)
{
	struct everyuri_writer *out = &answer->out;

	everyuri_write_text(out, first ? "" : ",");
	put_json(answer, binding->name.data, binding->name.len);
	everyuri_write_text(out, ":");
	put_json(answer, binding->value.data, binding->value.len);
	if (utf8_valid(binding->value.data, binding->value.len))
		return;
	everyuri_write_text(out, ",\"");
	put_json_inside(answer, binding->name.data, binding->name.len);
	everyuri_write_text(out, "_octets\":\"");
	everyuri_write_base64(out, binding->value.data, binding->value.len);
	everyuri_write_text(out, "\"");
}

static void put_binding(struct answer *answer, const struct item *item,
                        const struct binding *binding)
{
	if (answer->settings->shape == SHAPE_TSV) {
		put_field(answer, item->data, item->len);
		everyuri_write_text(&answer->out, "\ttrue\t");
	}
	put_field(answer, binding->name.data, binding->name.len);
	everyuri_write_text(&answer->out, "\t");
	put_field(answer, binding->value.data, binding->value.len);
	if (answer->settings->shape == SHAPE_TSV)
		put_end(answer);
	else
		everyuri_write_text(&answer->out, "\n");
}

static void put_match(struct answer *answer, const struct template *template,
                      const struct item *item, const struct everyuri_matched *match)
{
	bool json = answer->settings->shape == SHAPE_JSON, first = true;

	if (json) {
		put_json_item(answer, item);
		everyuri_write_text(&answer->out, ",\"valid\":true,\"variables\":{");
	}
	for (size_t k = 0; k < match->n; k++) {
		struct binding binding = binding_of(answer, template, item, match, k);

		if (!json)
			put_binding(answer, item, &binding);
		else if (binding.value.data)
			put_binding_json(answer, &binding, first);
		first = first && !binding.value.data;
	}
	if (json)
		everyuri_write_text(&answer->out, "}}");
	if (answer->settings->shape == SHAPE_TSV && !match->n) {
		put_field(answer, item->data, item->len);
		everyuri_write_text(&answer->out, "\ttrue\t\\N\t\\N");
	}
	if (answer->settings->shape != SHAPE_TSV || !match->n)
		put_end(answer);
}

static void put_no_match(struct answer *answer, const struct item *item,
                         const struct everyuri_error *error)
{
	switch (answer->settings->shape) {
	case SHAPE_JSON:
		put_json_item(answer, item);
		everyuri_write_text(&answer->out, ",\"valid\":false");
		put_json_error(answer, error);
		everyuri_write_text(&answer->out, "}");
		put_end(answer);
		answer_failed(answer, error);
		return;
	case SHAPE_TSV:
		put_field(answer, item->data, item->len);
		everyuri_write_text(&answer->out, "\tfalse\t\\N\t\\N");
		break;
	case SHAPE_TEXT:
		break;
	}
	put_end(answer);
	complain(answer, item, error);
}

static void answer_match(struct answer *answer, const struct item *item, void *own)
{
	const struct template *template = own;
	struct everyuri_error error = item_too_long(answer);
	enum everyuri_status status = EVERYURI_TOO_LONG;
	struct everyuri_matched match;

	if (!item->cut)
		status = everyuri_template_match(template->match, strlen(template->match),
		                                 item->data, item->len, &match, &error);
	if (status)
		put_no_match(answer, item, &error);
	else
		put_match(answer, template, item, &match);
}

/* Reports a template that cannot be used for matching as a usage error, before
 * the first item is read. */
static int check_match(const struct settings *settings, const struct template *template)
{
	struct everyuri_matched match;
	struct everyuri_error error;

	if (template->n)
		return usage_error(settings,
		                   "--match cannot be combined with --set, --list or --pair");
	if (everyuri_template_match(template->match, strlen(template->match), "", 0, &match,
	                            &error) &&
	    !error.which)
		return usage_error(settings, "--match: byte %zu: %s (%s)", error.at, error.message,
		                   error.clause);
	return -1;
}

int cmd_template(int argc, char **argv)
{
	struct settings settings = { .command = "template",
		                     .usage = "template [OPTION]... [TEMPLATE]..., or "
		                              "template --match TEMPLATE [URI]...",
		                     .as_rows = true };
	struct template template = { 0 };
	const struct option rows[] = {
		{ .name = "set", .value = true, .call = read_variable, .own = &template },
		{ .name = "list", .value = true, .call = read_variable, .own = &template },
		{ .name = "pair", .value = true, .call = read_variable, .own = &template },
		{ .name = "match", .text = &template.match },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0 && template.match)
		status = check_match(&settings, &template);
	if (status < 0 && !variables_done(&template))
		status = trouble(&settings, "memory", ENOMEM);
	if (status < 0)
		status = template.match ?
		                 lines_run(&settings, "uri\tvalid\tname\tvalue", answer_match,
		                           &template) :
		                 lines_run(&settings, OUTCOME_HEADER, answer_expand, &template);
	variables_free(&template);
	return status;
}
