/* ldap and ldaps: searches with libcurl, using the fields of the plan.  The entries become a
 * document. */
#include "fetch/fetching.h"

#define ATTRIBUTES_MAX 256

/* Begins the object when the first bytes arrive, or at the end of a search without results. */
static bool begin_entries(struct eu_fetching *f)
{
	static const char type[] = "text/x-ldif", charset[] = "utf-8";
	const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                                .media_type = { type, sizeof type - 1 },
		                                .charset = { charset, sizeof charset - 1 },
		                                .length = EVERYURI_LENGTH_UNKNOWN };

	return f->told || f->own.begin(f, &object);
}

static bool entry_bytes(void *context, const char *data, size_t len)
{
	struct eu_fetching *f = context;

	return begin_entries(f) && f->own.bytes(f, data, len);
}

/* Reads the fields of the search step.  Returns: false if there are too many attributes. */
static bool read_search(const struct everyuri_step *step, struct eu_ldap_request *request,
                        struct everyuri_text attribute[ATTRIBUTES_MAX])
{
	struct everyuri_field field;

	for (size_t at = 0; everyuri_field_next(step->fields, &at, &field);) {
		if (field.name != EVERYURI_FIELD_FIELDS)
			continue;
		if (eu_equals_ignoring_case(field.text.data, field.text.len, "base"))
			request->base = field.value;
		else if (eu_equals_ignoring_case(field.text.data, field.text.len, "scope"))
			request->scope = field.value;
		else if (eu_equals_ignoring_case(field.text.data, field.text.len, "filter"))
			request->filter = field.value;
		else if (request->n_attributes == ATTRIBUTES_MAX)
			return false;
		else
			attribute[request->n_attributes++] = field.value;
	}
	request->attributes = attribute;
	return true;
}

enum everyuri_status eu_fetch_directory(struct eu_fetching *f, struct everyuri_error *err)
{
	const struct eu_ldap_sink sink = { f, entry_bytes };
	struct everyuri_text attribute[ATTRIBUTES_MAX];
	struct eu_ldap_request request = { .port = 0 };
	struct everyuri_step step;
	struct everyuri_field field;
	enum everyuri_status status;

	if (f->options->from)
		return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "", "this protocol cannot resume");
	for (size_t at = 0; everyuri_step_next(f->plan.steps, &at, &step);) {
		if (everyuri_step_field(&step, EVERYURI_FIELD_HOST, &field))
			request.host = field.text;
		if (everyuri_step_field(&step, EVERYURI_FIELD_PORT, &field))
			request.port = (uint16_t)field.number;
		if (everyuri_step_field(&step, EVERYURI_FIELD_TLS, &field))
			request.tls = field.number != 0;
		if (step.what == EVERYURI_SEND && !read_search(&step, &request, attribute))
			return eu_fail(err, EVERYURI_TOO_LONG, 0, "",
			               "too many attributes in the search");
	}
	eu_fetch_event(f, EVERYURI_EVENT_STEP, "connect", 7);
	eu_fetch_event(f, EVERYURI_EVENT_SENT, request.filter.data, request.filter.len);
	status = eu_ldap_get(&request, &f->net, &sink, err);
	if (status)
		eu_fetch_said(f, eu_net_said(), strlen(eu_net_said()));
	else if (!begin_entries(f))
		status = eu_fail(err, EVERYURI_PARTIAL, 0, "", "the receiver stopped");
	return status;
}
