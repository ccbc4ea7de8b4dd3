/* path.c - everyuri path: converts file names to "file" URIs and back, and
 * names of other systems to URIs and back. */
#include "support/cmd.h"
#include "support/names.h"

#include <string.h>

struct path {
	enum everyuri_path_system system;
	bool system_given, from_uri, to_uri;
	struct everyuri_mapping mapping; /* its name is empty if --mapping was not given */
	const char *prefix;
};

static const char *read_system(void *own, const char *name, const char *value)
{
	static const char *const names[] = { "posix", "windows", "vms" };
	struct path *path = own;
	unsigned i;
	const char *wrong = choose("system", names, 3, value, &i);

	(void)name;
	path->system_given = true;
	if (!wrong)
		path->system = (enum everyuri_path_system)i;
	return wrong;
}

/* Reads the name of a built-in mapping, or a line of the configuration that defines a mapping. */
static const char *read_mapping(void *own, const char *name, const char *value)
{
	static const char *const names[] = {
		"octets", "unix",   "dos", "mac",    "vms",
		"dotted", "domain", "hex", "base64", "mapping NAME ..."
	};
	const struct names valid = names_of(names, sizeof names / sizeof *names);
	struct everyuri_mapping *mapping = own;
	const struct everyuri_mapping *found = everyuri_mapping_find(NULL, 0, value, strlen(value));
	struct everyuri_error error;
	enum everyuri_status status;

	(void)name;
	if (found) {
		*mapping = *found;
		return NULL;
	}
	status = everyuri_mapping_read(value, strlen(value), mapping, &error);
	if (status == EVERYURI_MISSING)
		return unknown_name("mapping", value, strlen(value), &valid);
	return status ? error.message : NULL;
}

static enum everyuri_status name_to_uri(const struct answer *answer, const struct item *item,
                                        const struct path *path, struct everyuri_buf *buf,
                                        struct everyuri_error *error)
{
	if (!path->prefix) {
		enum everyuri_status status =
			everyuri_path_to_uri(item->data, item->len, path->system, buf, error);

		/* A full path never begins with "file:", on any system; the
		 * user probably forgot the option for the other direction. */
		if (status && item->len >= 5 && memcmp(item->data, "file:", 5) == 0)
			error->message =
				"this is a URI, not an absolute path; use --from-uri to convert it";
		return status;
	}
	return everyuri_local_to_uri(path->prefix, strlen(path->prefix), item->data, item->len,
	                             &path->mapping, answer->settings->standard[0], buf, error);
}

static enum everyuri_status read_path(struct answer *answer, const struct item *item,
                                      const struct path *path, struct everyuri_error *error)
{
	struct everyuri_buf *buf = &answer->buf[1];
	struct everyuri_uri uri;
	enum everyuri_status status;

	if (!path->from_uri && item->cut) {
		*error = item_too_long(answer);
		return EVERYURI_TOO_LONG;
	}
	if (!path->from_uri)
		return name_to_uri(answer, item, path, buf, error);
	status = item_read(answer, item, answer->settings->standard[0], 0, NULL, &uri, error);
	if (status)
		return status;
	if (!path->prefix)
		return everyuri_path_from_uri(&uri, path->system, buf, error);
	return everyuri_local_from_uri(&uri, path->prefix, strlen(path->prefix), &path->mapping,
	                               buf, error);
}

/* Returns false for a name with a line feed in text output, because the name
 * would become two lines. */
static bool fits_line(const struct answer *answer, const struct everyuri_buf *buf)
{
	return answer->settings->shape != SHAPE_TEXT || answer->settings->nul || !buf->len ||
	       !memchr(buf->data, '\n', buf->len);
}

static void answer_path(struct answer *answer, const struct item *item, void *own)
{
	const struct path *path = own;
	struct everyuri_error error;
	enum everyuri_status status = read_path(answer, item, path, &error);

	if (!status && !fits_line(answer, &answer->buf[1])) {
		status = EVERYURI_UNSAFE;
		error = (struct everyuri_error){
			.status = status,
			.clause = "",
			.message = "the result contains a line feed; use -0 or another --format"
		};
	}
	struct outcome outcome =
		outcome_of(item, answer->settings->standard[0], status, &answer->buf[1], &error);

	outcome_write(answer, &outcome);
}

int cmd_path(int argc, char **argv)
{
	struct settings settings = { .command = "path",
		                     .usage = "path [OPTION]... [PATH or URI]...",
		                     .as_rows = true };
	struct path path = { .system = EVERYURI_PATH_POSIX };
	const struct option rows[] = {
		{ .name = "os", .value = true, .call = read_system, .own = &path },
		{ .name = "mapping", .value = true, .call = read_mapping, .own = &path.mapping },
		{ .name = "prefix", .text = &path.prefix },
		{ .name = "from-uri", .flag = &path.from_uri },
		{ .name = "to-uri", .flag = &path.to_uri },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0 && path.from_uri && path.to_uri)
		status = usage_error(&settings, "--from-uri and --to-uri cannot be used together");
	if (status < 0 && !path.mapping.name[0] != !path.prefix)
		status = usage_error(&settings, "--mapping and --prefix must be used together");
	if (status < 0 && path.prefix && path.system_given)
		status = usage_error(&settings, "--os and --mapping cannot be used together");
	if (status >= 0)
		return status;
	return lines_run(&settings, OUTCOME_HEADER, answer_path, &path);
}
