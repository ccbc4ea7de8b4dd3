/* plan.c - print the steps to access a URI, one a line; nothing is accessed.
 * A caller that carries out a plan iterates over the steps like this. */
#include <stdio.h>
#include <everyuri.h>

static void print_step(const struct everyuri_step *step)
{
	struct everyuri_field field;

	printf("%s", everyuri_do_name(step->what));
	for (size_t at = 0; everyuri_field_next(step->fields, &at, &field);) {
		if (field.type == EVERYURI_TYPE_NUMBER)
			printf(" %s=%u", everyuri_field_text(field.name), (unsigned)field.number);
		else if (field.type == EVERYURI_TYPE_TEXT || field.type == EVERYURI_TYPE_LIST)
			printf(" %s=%.*s", everyuri_field_text(field.name),
			       field.secret ? 3 : (int)field.text.len,
			       field.secret ? "***" : field.text.data);
	}
	printf("\n");
}

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "ftp://u@h.dom/%2Fetc/motd";
	struct everyuri_uri uri;
	struct everyuri_plan plan;
	struct everyuri_error err;
	struct everyuri_buf buf;
	struct everyuri_step step;
	size_t len = 0;

	while (text[len])
		len++;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	if (everyuri_parse(text, len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, &err) ||
	    everyuri_plan_make(&uri, NULL, &buf, &plan, &err)) {
		printf("byte %zu: %s (%s)\n", err.at, err.message, err.clause);
		return 1;
	}
	for (size_t at = 0; everyuri_step_next(plan.steps, &at, &step);)
		print_step(&step);
	everyuri_buf_free(&buf);
	return 0;
}
