/* help.c - everyuri help and everyuri --version. */
#include "support/cmd.h"
#include "support/help.h"
#include "support/names.h"
#include "support/public_suffix.h"

#include <errno.h>
#include <string.h>

bool help_exists(const char *name)
{
	for (size_t i = 0; i < n_help_pages; i++)
		if (!strcmp(help_pages[i].name, name))
			return true;
	return false;
}

static const char *page_name(const void *of, unsigned i)
{
	(void)of;
	return strcmp(help_pages[i].name, "everyuri") != 0 ? help_pages[i].name : NULL;
}

int help_print(const char *name)
{
	struct settings settings = { .command = "help", .usage = "help [COMMAND]" };
	struct answer answer;

	for (size_t i = 0; i < n_help_pages; i++) {
		if (strcmp(help_pages[i].name, name) != 0)
			continue;
		int status = answer_begin(&answer, &settings);

		if (status)
			return status;
		everyuri_write_text(&answer.out, help_pages[i].text);
		return answer_end(&answer);
	}
	const struct names valid = { .name = page_name, .n = (unsigned)n_help_pages };

	return usage_error(&settings, "%s", unknown_name("command", name, strlen(name), &valid));
}

int cmd_help(int argc, char **argv)
{
	return help_print(argc > 1 ? argv[1] : "everyuri");
}

/* Writes the date of the list that the command `key` reads by default.  The
 * list is not part of the program. */
static void write_list_date(struct answer *answer)
{
	struct everyuri_writer *out = &answer->out;
	struct suffix_list list;
	struct everyuri_error error;
	int failed = suffix_list_read(&list, SUFFIX_LIST, &error);

	if (failed == ENOMEM)
		answer_no_memory(answer);
	everyuri_write_text(out, failed ? "none" : list.date);
	everyuri_write_text(out, " (" SUFFIX_LIST ")\n");
	suffix_list_free(&list);
}

int cmd_version(int argc, char **argv)
{
	struct settings settings = { .command = "version", .usage = "--version" };
	struct answer answer;

	(void)argv;
	if (argc > 1)
		return usage_error(&settings, "--version takes no arguments");
	int status = answer_begin(&answer, &settings);

	if (status)
		return status;
	everyuri_write_text(&answer.out, "everyuri " EVERYURI_VERSION "\nUnicode ");
	everyuri_write_text(&answer.out, everyuri_unicode_version());
	everyuri_write_text(&answer.out, "\nPublic Suffix List: ");
	write_list_date(&answer);
	return answer_end(&answer);
}
