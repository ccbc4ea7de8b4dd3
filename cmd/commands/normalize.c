/* normalize.c - everyuri normalize: writes the canonical form of each URI at a level. */
#include "support/cmd.h"
#include "support/names.h"

const char *level_read(void *own, const char *name, const char *value)
{
	static const char *const names[] = { "simple", "syntax", "scheme" };
	enum everyuri_level *level = own;
	unsigned i;
	const char *wrong = choose("level", names, 3, value, &i);

	(void)name;
	if (!wrong)
		*level = (enum everyuri_level)i;
	return wrong;
}

/* The options of the command. */
struct normalize {
	enum everyuri_level level;
	bool iri, uri;  /* --iri, --uri */
	bool reference; /* --reference: partial forms too */
};

/* Converts the canonical form in buf[1] to a URI or an IRI in buf[2]. */
static enum everyuri_status convert(struct answer *answer, const struct normalize *asked,
                                    struct everyuri_error *error)
{
	const struct everyuri_buf *from = &answer->buf[1];
	struct everyuri_uri iri;
	enum everyuri_status status = everyuri_parse(from->data ? from->data : "", from->len,
	                                             EVERYURI_RFC3987, 0, NULL, NULL, &iri, error);

	if (status)
		return status;
	return asked->uri ? everyuri_iri_to_uri(&iri, 0, &answer->buf[2], error) :
	                    everyuri_uri_to_iri(&iri, &answer->buf[2], error);
}

static void answer_normalize(struct answer *answer, const struct item *item, void *own)
{
	const struct normalize *asked = own;
	bool converted = asked->iri || asked->uri;
	enum everyuri_standard standard =
		converted ? EVERYURI_RFC3987 : answer->settings->standard[0];
	struct everyuri_uri uri;
	struct everyuri_error error;
	enum everyuri_status status = item_read(
		answer, item, standard, asked->reference ? (unsigned)EVERYURI_ADMIT_PARTIAL : 0u,
		NULL, &uri, &error);

	if (!status)
		status = everyuri_normalize(&uri, asked->level, &answer->buf[1], NULL, &error);
	if (!status && converted)
		status = convert(answer, asked, &error);
	struct outcome outcome =
		outcome_of(item, standard, status, &answer->buf[converted ? 2 : 1], &error);

	outcome_write(answer, &outcome);
}

int cmd_normalize(int argc, char **argv)
{
	struct settings settings = { .command = "normalize",
		                     .usage = "normalize [OPTION]... [URI]...",
		                     .as_rows = true };
	struct normalize asked = { .level = EVERYURI_LEVEL_SYNTAX };
	const struct option rows[] = {
		{ .name = "level", .value = true, .call = level_read, .own = &asked.level },
		{ .name = "iri", .flag = &asked.iri },
		{ .name = "uri", .flag = &asked.uri },
		{ .name = "reference", .flag = &asked.reference },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	if (asked.iri && asked.uri)
		return usage_error(&settings, "--iri and --uri cannot be used together");
	/* The default, rfc3986, is also allowed, because every URI is an IRI. */
	if ((asked.iri || asked.uri) && settings.standard[0] != EVERYURI_RFC3986 &&
	    settings.standard[0] != EVERYURI_RFC3987)
		return usage_error(&settings, "--iri and --uri use rfc3987, not %s",
		                   everyuri_standard_name(settings.standard[0]));
	if ((asked.iri || asked.uri) && asked.reference)
		return usage_error(&settings, "--reference cannot be used with --iri or --uri");
	return lines_run(&settings, OUTCOME_HEADER, answer_normalize, &asked);
}
