/* Runs plans that need no connection: local files, sessions, drafts, references. */
#include "fetch/fetching.h"

/* ---- sessions --------------------------------------------------------------------------------- */

#define ARGUMENTS_MAX 16

static enum everyuri_status tell_session(struct eu_fetching *f, const struct everyuri_step *step,
                                         struct everyuri_error *err)
{
	struct everyuri_text argument[ARGUMENTS_MAX];
	struct everyuri_object object = { .kind = EVERYURI_SESSION,
		                          .length = EVERYURI_LENGTH_UNKNOWN,
		                          .arguments = argument };
	struct everyuri_field field;

	for (size_t at = 0; everyuri_field_next(step->fields, &at, &field);) {
		if (field.name == EVERYURI_FIELD_PROGRAM)
			object.program = field.text;
		else if (field.name == EVERYURI_FIELD_USER)
			object.user = field.text;
		else if (field.name == EVERYURI_FIELD_ARGUMENTS &&
		         object.n_arguments < ARGUMENTS_MAX)
			argument[object.n_arguments++] = field.text;
		else if (field.name == EVERYURI_FIELD_ARGUMENTS)
			return eu_fail(err, EVERYURI_UNSAFE, 0, "configuration",
			               "the program has too many arguments");
	}
	return f->own.begin(f, &object) ?
	               EVERYURI_OK :
	               eu_fail(err, EVERYURI_PARTIAL, 0, "", "the receiver stopped");
}

/* ---- files, data ------------------------------------------------------------------------ */

/* Passes on the data of a data URI. */
static enum everyuri_status tell_data(struct eu_fetching *f, const struct everyuri_step *step,
                                      struct everyuri_text body, struct everyuri_error *err)
{
	const uint64_t from = f->options->from;
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT };
	struct everyuri_field type;

	if (from > body.len)
		return eu_fail(err, EVERYURI_OUT_OF_RANGE, 0, "",
		               "the data ends before the byte to resume at");
	body.data += from;
	body.len -= (size_t)from;
	object.length = body.len;
	if (everyuri_step_field(step, EVERYURI_FIELD_TYPE, &type))
		object.media_type = type.text;
	if (!f->own.begin(f, &object) || (body.len && !f->own.bytes(f, body.data, body.len)))
		return eu_fail(err, EVERYURI_PARTIAL, 0, "", "the receiver stopped");
	return EVERYURI_OK;
}

static enum everyuri_status tell_file(struct eu_fetching *f, const struct everyuri_step *step,
                                      struct everyuri_error *err)
{
	struct everyuri_field path, body;

	if (everyuri_step_field(step, EVERYURI_FIELD_BODY, &body))
		return tell_data(f, step, body.text, err);
	if (!everyuri_step_field(step, EVERYURI_FIELD_PATH, &path))
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "nothing to read");
	enum everyuri_status status =
		step->what == EVERYURI_LIST ?
			eu_store_list(path.text, f->options->root, &f->own, err) :
			eu_store_read(path.text, f->options->root, f->options->from, &f->own, err);

	if (f->too_many)
		return eu_fail(err, EVERYURI_PARTIAL, 0, "policy", "the menu has too many items");
	return status;
}

enum everyuri_status eu_fetch_here(struct eu_fetching *f, const struct everyuri_step *step,
                                   struct everyuri_error *err)
{
	eu_fetch_event(f, EVERYURI_EVENT_STEP, everyuri_do_name(step->what),
	               strlen(everyuri_do_name(step->what)));
	if (f->options->from && step->what != EVERYURI_READ)
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "only a document can be resumed");
	switch (step->what) {
	case EVERYURI_READ:
	case EVERYURI_LIST:
		return tell_file(f, step, err);
	case EVERYURI_LOOK_UP:
		return eu_fetch_message(f, step, err);
	case EVERYURI_COMPOSE:
		return eu_fetch_draft(f, step, err);
	case EVERYURI_HAND_OVER:
		return tell_session(f, step, err);
	default:
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "unsupported step");
	}
}
