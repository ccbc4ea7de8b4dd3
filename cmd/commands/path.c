/* path.c - everyuri path: converts file names to "file" URIs and back, and
 * names of other systems to URIs and back. */
#include "support/cmd.h"
#include "support/names.h"

#include <stdlib.h>
#include <string.h>

struct path {
	enum everyuri_path_system system;
	bool system_given, from_uri, to_uri, extended;
	struct everyuri_mapping mapping; /* empty name: --mapping was not given */
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

/* Removes the prefix of an extended-length path: \\\\?\\C:\\x is C:\\x, \\\\?\\UNC\\s\\x is \\\\s\\x.
 * Returns: the bytes removed from the start; the UNC form keeps two separators. */
static size_t extended_prefix(const struct item *item)
{
	if (item->len < 4 || memcmp(item->data, "\\\\?\\", 4) != 0)
		return 0;
	if (item->len >= 8 && eu_same_ignoring_case(item->data + 4, "UNC\\", 4))
		return 6;
	return 4;
}

/* Checks that an extended-length path names the same file without its prefix: there, "/" is no separator, and dots and
 * blanks at the end of a name count. */
static bool is_usual_path(const struct item *item, size_t prefix, struct everyuri_error *error)
{
	for (size_t i = prefix; i < item->len; i++) {
		char next = i + 1 < item->len ? item->data[i + 1] : '\\';

		if (item->data[i] != '/' && !(next == '\\' && memchr(". ", item->data[i], 2)))
			continue;
		*error = (struct everyuri_error){
			.status = EVERYURI_INVALID,
			.at = i,
			.clause = "RFC 8089 appendix E",
			.message = "without the prefix, this would name another file"
		};
		return false;
	}
	return true;
}

/* Converts a path to a URI.  `at` of an error counts in the item. */
static enum everyuri_status path_to_uri(const struct item *item, const struct path *path,
                                        struct everyuri_buf *buf, struct everyuri_error *error)
{
	size_t prefix = path->extended ? extended_prefix(item) : 0;
	enum everyuri_status status;
	char *copy;

	if (prefix && !is_usual_path(item, prefix, error))
		return EVERYURI_INVALID;
	if (!prefix)
		return everyuri_path_to_uri(item->data, item->len, path->system, buf, error);
	copy = malloc(item->len - prefix + 1);
	if (!copy) {
		*error = (struct everyuri_error){ .status = EVERYURI_NO_MEMORY,
			                          .clause = "",
			                          .message = "out of memory" };
		return EVERYURI_NO_MEMORY;
	}
	memcpy(copy, item->data + prefix, item->len - prefix);
	if (prefix == 6)
		copy[0] = '\\'; /* the "C" of "UNC" */
	status = everyuri_path_to_uri(copy, item->len - prefix, path->system, buf, error);
	if (status)
		error->at += prefix;
	free(copy);
	return status;
}

static enum everyuri_status name_to_uri(const struct answer *answer, const struct item *item,
                                        const struct path *path, struct everyuri_buf *buf,
                                        struct everyuri_error *error)
{
	if (!path->prefix) {
		enum everyuri_status status = path_to_uri(item, path, buf, error);

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

/* Returns the name of a device that Windows opens instead of a file: "con", "nul.txt", "com1".  Its length is 0
 * if the path has none.  path: with separators of Windows. */
static struct everyuri_text device_name(const char *path, size_t len)
{
	static const char *const names[] = { "con", "prn", "aux", "nul", "com", "lpt" };

	for (size_t begin = 0; begin < len;) {
		size_t end = begin, stem;

		while (end < len && path[end] != '\\' && path[end] != '/')
			end++;
		for (stem = begin; stem < end && path[stem] != '.' && path[stem] != ' '; stem++)
			;
		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			if (stem - begin == (k < 4 ? 3 : 4) &&
			    eu_same_ignoring_case(path + begin, names[k], 3) &&
			    (k < 4 || (path[stem - 1] >= '1' && path[stem - 1] <= '9')))
				return (struct everyuri_text){ path + begin, end - begin };
		begin = end + 1;
	}
	return (struct everyuri_text){ NULL, 0 };
}

static void warn_of_device(struct answer *answer, const struct item *item,
                           struct everyuri_text path)
{
	struct everyuri_text device = device_name(path.data, path.len);
	struct everyuri_writer *err = &answer->err;

	if (!device.len)
		return;
	put_item_place(answer, item);
	everyuri_write_text(err, "warning: \"");
	everyuri_write_terminal(err, device.data, device.len);
	everyuri_write_text(err, "\" is a device on Windows, not a file\n");
}

/* In text output, a line feed in a name would make two lines of it. */
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
	if (!status && path->system == EVERYURI_PATH_WINDOWS && !path->prefix)
		warn_of_device(answer, item,
		               path->from_uri ? (struct everyuri_text){ answer->buf[1].data,
		                                                        answer->buf[1].len } :
		                                (struct everyuri_text){ item->data, item->len });
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
		{ .name = "extended", .flag = &path.extended },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0 && path.from_uri && path.to_uri)
		status = usage_error(&settings, "--from-uri and --to-uri cannot be used together");
	if (status < 0 && !path.mapping.name[0] != !path.prefix)
		status = usage_error(&settings, "--mapping and --prefix must be used together");
	if (status < 0 && path.extended && path.system != EVERYURI_PATH_WINDOWS)
		status = usage_error(&settings, "--extended needs --os windows");
	if (status < 0 && path.prefix && path.system_given)
		status = usage_error(&settings, "--os and --mapping cannot be used together");
	if (status >= 0)
		return status;
	return lines_run(&settings, OUTCOME_HEADER, answer_path, &path);
}
