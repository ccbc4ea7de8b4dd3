/* options.c - parses arguments into settings; usage errors. */
#include "cmd.h"
#include "names.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool number_read(const char *text, uint64_t max, uint64_t *number)
{
	uint64_t value = 0;

	if (!*text)
		return false;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return false;
		uint64_t digit = (uint64_t)(*text - '0');

		if (value > (max - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	*number = value;
	return true;
}

/* ---- values of the common options --------------------------------------------------- */

/* The sets of standards that --as accepts. */
static const struct {
	const char *name;
	uint32_t standards;
} standard_sets[] = {
	{ "modern", 1u << EVERYURI_RFC3986 | 1u << EVERYURI_RFC3987 | 1u << EVERYURI_WHATWG },
	{ "web", 1u << EVERYURI_RFC3986 | 1u << EVERYURI_WHATWG },
	{ "all", (1u << EVERYURI_N_STANDARDS) - 1 },
};

#define N_SETS (sizeof standard_sets / sizeof *standard_sets)

static const char *standard_name(const void *of, unsigned number)
{
	(void)of;
	return number < EVERYURI_N_STANDARDS ?
	               everyuri_standard_name((enum everyuri_standard)number) :
	               standard_sets[number - EVERYURI_N_STANDARDS].name;
}

static const char *add_standard(struct settings *settings, const char *name, size_t len)
{
	const struct names valid = {
		.name = standard_name,
		.n = EVERYURI_N_STANDARDS + (settings->many_standards ? N_SETS : 0),
	};
	enum everyuri_standard standard;

	switch (everyuri_standard_find(name, len, &standard)) {
	case EVERYURI_OK:
		break;
	case EVERYURI_UNSUPPORTED:
		return "is a standard that is not in this build";
	default:
		return unknown_name("standard", name, len, &valid);
	}
	for (size_t i = 0; i < settings->n_standards; i++)
		if (settings->standard[i] == standard)
			return NULL;
	settings->standard[settings->n_standards++] = standard;
	return NULL;
}

/* Adds the standards of a set that this build has.  Returns false if no set has this name. */
static bool add_standard_set(struct settings *settings, const char *name, size_t len)
{
	for (size_t k = 0; k < N_SETS; k++) {
		if (strlen(standard_sets[k].name) != len ||
		    memcmp(standard_sets[k].name, name, len) != 0)
			continue;
		for (int s = 0; s < EVERYURI_N_STANDARDS; s++)
			if (standard_sets[k].standards >> s & 1 &&
			    everyuri_standard_built((enum everyuri_standard)s)) {
				const char *member =
					everyuri_standard_name((enum everyuri_standard)s);

				add_standard(settings, member, strlen(member));
			}
		return true;
	}
	return false;
}

void standards_of_set(struct settings *settings, const char *set)
{
	settings->n_standards = 0;
	add_standard_set(settings, set, strlen(set));
}

static const char *read_standards(struct settings *settings, const char *value)
{
	struct settings sets = { 0 };

	settings->n_standards = 0;
	settings->standard_given = true;
	if (!settings->many_standards &&
	    (strchr(value, ',') || add_standard_set(&sets, value, strlen(value))))
		return "is more than one standard; only check, compare and stats accept several";
	for (;;) {
		size_t len = strcspn(value, ",");
		bool is_set = settings->many_standards && add_standard_set(settings, value, len);
		const char *wrong = is_set ? NULL : add_standard(settings, value, len);

		if (wrong || !value[len])
			return wrong;
		value += len + 1;
	}
}

static const char *read_shape(struct settings *settings, const char *value)
{
	static const char *const names[] = { "text", "json", "tsv", "csv", "arrow" };

	unsigned i;
	const char *wrong =
		choose("format", names, settings->as_table || settings->as_rows ? 5 : 3, value, &i);

	if (wrong)
		return wrong;
	settings->shape = i < 3 ? (enum shape)i : SHAPE_TSV;
	settings->table = i < 3 ? TABLE_NONE : (enum as_table)(i - 2);
	settings->shape_given = true;
	return NULL;
}

static const char *read_color(struct settings *settings, const char *value)
{
	static const char *const names[] = { "auto", "always", "never" };

	unsigned i;
	const char *wrong = choose("value", names, 3, value, &i);

	if (!wrong)
		settings->color = (enum when)i;
	return wrong;
}

bool is_registered_scheme(const char *name, size_t len)
{
	size_t n_names;
	const char *const *names = everyuri_scheme_names(&n_names);

	for (size_t k = 0; k < n_names; k++)
		if (strlen(names[k]) == len && eu_same_ignoring_case(name, names[k], len))
			return true;
	return false;
}

bool is_scheme_name(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static const char others[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789+-.";

	return *name && strchr(letters, *name) && !name[strspn(name, others)];
}

static const char *read_common(void *own, const char *name, const char *value)
{
	struct settings *settings = own;
	uint64_t number;

	if (!strcmp(name, "as"))
		return read_standards(settings, value);
	if (!strcmp(name, "format"))
		return read_shape(settings, value);
	if (!strcmp(name, "color"))
		return read_color(settings, value);
	if (!strcmp(name, "threads")) {
		if (!number_read(value, 256, &number) || !number)
			return "is not a number from 1 to 256";
		settings->n_threads = (unsigned)number;
		return NULL;
	}
	if (!number_read(value, EVERYURI_TEXT_MAX, &number) || !number)
		return "is not a number of bytes from 1 to 4294967294";
	settings->max_length = (size_t)number;
	return NULL;
}

/* ---- options --------------------------------------------------------------------------- */

/* State of reading the arguments. */
struct scan {
	struct settings *settings;
	int argc, at; /* at: index of the next argument */
	char **argv;
	const struct option *rows[2]; /* own, searched first, and common */
	size_t n_rows[2];
};

static const struct option *find_option(const struct scan *scan, const char *name, size_t len)
{
	for (int t = 0; t < 2; t++)
		for (size_t i = 0; i < scan->n_rows[t]; i++)
			if (!strncmp(scan->rows[t][i].name, name, len) &&
			    !scan->rows[t][i].name[len])
				return &scan->rows[t][i];
	return NULL;
}

static const struct option *find_letter(const struct scan *scan, char letter)
{
	for (int t = 0; t < 2; t++)
		for (size_t i = 0; i < scan->n_rows[t]; i++)
			if (scan->rows[t][i].letter == letter)
				return &scan->rows[t][i];
	return NULL;
}

static bool takes_value(const struct option *row)
{
	return row->text || row->value;
}

/* The option as typed: "--threads", "-j". */
struct typed {
	char text[64];
};

/* Applies one option.  value: attached to it, or NULL.  Returns -1 to continue, or an exit status. */
static int apply_option(struct scan *scan, const struct option *row, const struct typed *typed,
                        const char *value)
{
	if (row->flag) {
		*row->flag = true;
		return -1;
	}
	if (takes_value(row) && !value) {
		if (scan->at == scan->argc)
			return usage_error(scan->settings, "%s needs a value", typed->text);
		value = scan->argv[scan->at++];
	}
	if (row->text) {
		*row->text = value;
		return -1;
	}
	const char *wrong = row->call(row->own, row->name, value);

	if (!wrong)
		return -1;
	if (!value || !strncmp(wrong, "unknown ", strlen("unknown ")))
		return usage_error(scan->settings, "%s: %s", typed->text, wrong);
	return usage_error(scan->settings, "%s: \"%s\" %s", typed->text, value, wrong);
}

static const char *option_name(const void *of, unsigned i)
{
	static const char *const others[] = { "help", "version" };
	const struct scan *scan = of;

	for (int t = 0; t < 2; t++) {
		if (i < scan->n_rows[t])
			return scan->rows[t][i].name;
		i -= (unsigned)scan->n_rows[t];
	}
	return others[i];
}

static int unknown_option(const struct scan *scan, const char *given, size_t len)
{
	const struct names valid = { .name = option_name,
		                     .of = scan,
		                     .n = (unsigned)(scan->n_rows[0] + scan->n_rows[1] + 2),
		                     .prefix = "--" };

	return usage_error(scan->settings, "%s", unknown_name("option", given, len, &valid));
}

/* Reads "--name" or "--name=value". */
static int read_long(struct scan *scan, const char *text)
{
	size_t len = strcspn(text, "=");
	const struct option *row = find_option(scan, text, len);

	if (!row)
		return unknown_option(scan, text - 2, len + 2);
	if (text[len] && !takes_value(row))
		return usage_error(scan->settings, "--%s takes no value", row->name);
	struct typed typed;

	snprintf(typed.text, sizeof typed.text, "--%s", row->name);
	return apply_option(scan, row, &typed, text[len] ? text + len + 1 : NULL);
}

/* Reads "-0", "-j4" or "-0j4". */
static int read_letters(struct scan *scan, const char *word)
{
	const char *text = word + 1;

	while (*text) {
		const struct option *row = find_letter(scan, *text);

		if (!row)
			return unknown_option(scan, word, strlen(word));
		struct typed typed = { { '-', *text++ } };
		bool attached = takes_value(row) && *text;
		int status = apply_option(scan, row, &typed, attached ? text : NULL);

		if (status >= 0 || attached)
			return status;
	}
	return -1;
}

static int read_arguments(struct scan *scan)
{
	struct settings *settings = scan->settings;
	bool only_operands = false;

	while (scan->at < scan->argc) {
		char *word = scan->argv[scan->at++];
		int status = -1;

		if (only_operands || word[0] != '-' || !word[1])
			settings->operand[settings->n_operands++] = word;
		else if (!strcmp(word, "--"))
			only_operands = true;
		else if (!strcmp(word, "-h") || !strcmp(word, "--help"))
			return help_print(settings->command);
		else if (!strcmp(word, "--version"))
			return cmd_version(1, scan->argv);
		else
			status = word[1] == '-' ? read_long(scan, word + 2) :
			                          read_letters(scan, word);
		if (status >= 0)
			return status;
	}
	return -1;
}

int settings_read(struct settings *settings, int argc, char **argv, const struct option *own,
                  size_t n_own)
{
	const struct option common[] = {
		{ .name = "as", .value = true, .call = read_common, .own = settings },
		{ .name = "format", .value = true, .call = read_common, .own = settings },
		{ .name = "null", .letter = '0', .flag = &settings->nul },
		{ .name = "max-length", .value = true, .call = read_common, .own = settings },
		{ .name = "threads",
		  .letter = 'j',
		  .value = true,
		  .call = read_common,
		  .own = settings },
		{ .name = "default-scheme", .text = &settings->default_scheme },
		{ .name = "color", .value = true, .call = read_common, .own = settings },
	};
	struct scan scan = { .settings = settings,
		             .argc = argc,
		             .at = 1,
		             .argv = argv,
		             .rows = { own, common },
		             .n_rows = { n_own, sizeof common / sizeof *common } };

	if (!settings->max_length)
		settings->max_length = (size_t)16 << 20;
	settings->n_threads = 1;
	settings->own = own;
	settings->n_own = n_own;
	/* Operands move to the front of argv.  They never overwrite an argument that has not been read. */
	settings->operand = argv + 1;
	int status = read_arguments(&scan);

	if (status < 0 && settings->default_scheme && !is_scheme_name(settings->default_scheme))
		status = usage_error(settings, "--default-scheme: \"%s\" is not a scheme name",
		                     settings->default_scheme);
	if (status < 0 && !settings->n_standards)
		settings->standard[settings->n_standards++] = EVERYURI_RFC3986;
	return status;
}

#define MESSAGE_MAX 4096 /* bytes; a longer message is cut and ends in "..." */

/* ---- messages --------------------------------------------------------------------------------- */

/* Messages are always escaped for a terminal, even if standard error is not one. */
static bool to_standard_error(void *context, const char *data, size_t len)
{
	(void)context;
	while (len) {
		ssize_t n = write(STDERR_FILENO, data, len);

		if (n < 0 && errno != EINTR)
			return false;
		data += n < 0 ? 0 : n;
		len -= n < 0 ? 0 : (size_t)n;
	}
	return true;
}

static void begin_message(struct everyuri_writer *w, char *mem, size_t cap,
                          const struct settings *settings)
{
	everyuri_writer_init(w, mem, cap, to_standard_error, NULL);
	everyuri_write_text(w, "everyuri: ");
	if (settings->command) {
		everyuri_write_text(w, settings->command);
		everyuri_write_text(w, ": ");
	}
}

/* Escapes TAB and LF too, so that the message stays on one line. */
static void write_shown(struct everyuri_writer *w, const char *text)
{
	for (;;) {
		size_t len = strcspn(text, "\t\n");

		everyuri_write_terminal(w, text, len);
		if (!text[len])
			return;
		everyuri_write_text(w, text[len] == '\t' ? "\\x09" : "\\x0a");
		text += len + 1;
	}
}

int usage_error(const struct settings *settings, const char *format, ...)
{
	char mem[512], text[MESSAGE_MAX];
	struct everyuri_writer w;
	va_list arguments;

	va_start(arguments, format);
	int n = vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);

	begin_message(&w, mem, sizeof mem, settings);
	if (n > 0)
		write_shown(&w, text);
	everyuri_write_text(&w,
	                    n >= (int)sizeof text ? "...\nusage: everyuri " : "\nusage: everyuri ");
	everyuri_write_text(&w, settings->usage);
	everyuri_write_text(&w, "\nsee 'everyuri help");
	if (settings->command && help_exists(settings->command)) {
		everyuri_write_text(&w, " ");
		everyuri_write_text(&w, settings->command);
	}
	everyuri_write_text(&w, "'\n");
	everyuri_writer_flush(&w);
	return EXIT_TROUBLE;
}

int trouble(const struct settings *settings, const char *name, int error)
{
	char mem[512];
	struct everyuri_writer w;

	begin_message(&w, mem, sizeof mem, settings);
	write_shown(&w, name);
	everyuri_write_text(&w, ": ");
	everyuri_write_text(&w, strerror(error));
	everyuri_write_text(&w, "\n");
	everyuri_writer_flush(&w);
	return EXIT_TROUBLE;
}
