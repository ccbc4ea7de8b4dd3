/* find.c - everyuri find: finds URIs in text. */
#include "support/find.h"
#include "support/names.h"
#include "support/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const form_names[] = {
	[EVERYURI_FORM_ANGLE] = "angle",
	[EVERYURI_FORM_BARE] = "bare",
};

static void write_json(const struct find *find, const struct everyuri_found *found)
{
	struct answer *answer = find->answer;
	struct everyuri_writer *out = &answer->out;
	const struct item uri = { .data = found->uri.data, .len = found->uri.len };

	put_json_item(answer, &uri);
	everyuri_write_text(out, ",\"file\":");
	put_json(answer, find->file, strlen(find->file));
	if (!utf8_valid(find->file, strlen(find->file))) {
		everyuri_write_text(out, ",\"file_octets\":\"");
		everyuri_write_base64(out, find->file, strlen(find->file));
		everyuri_write_text(out, "\"");
	}
	everyuri_write_text(out, ",\"offset\":");
	everyuri_write_number(out, found->offset);
	everyuri_write_text(out, ",\"length\":");
	everyuri_write_number(out, found->length);
	everyuri_write_text(out, ",\"form\":\"");
	everyuri_write_text(out, form_names[found->form]);
	everyuri_write_text(out, "\"");
	if (found->also.data) {
		everyuri_write_text(out, ",\"also\":");
		put_json(answer, found->also.data, found->also.len);
	}
	everyuri_write_text(out, "}");
}

static void write_tsv(const struct find *find, const struct everyuri_found *found)
{
	struct everyuri_writer *out = &find->answer->out;

	put_field(find->answer, found->uri.data, found->uri.len);
	everyuri_write_text(out, "\t");
	put_field(find->answer, find->file, strlen(find->file));
	everyuri_write_text(out, "\t");
	everyuri_write_number(out, found->offset);
	everyuri_write_text(out, "\t");
	everyuri_write_number(out, found->length);
	everyuri_write_text(out, "\t");
	everyuri_write_text(out, form_names[found->form]);
}

/* Returns whether the scheme of a URI is one of those that --scheme names. */
static bool is_listed(const struct search *search, struct everyuri_text uri)
{
	for (size_t k = 0; k < search->options.n_schemes; k++) {
		size_t len = strlen(search->options.schemes[k]);

		if (len < uri.len && uri.data[len] == ':' &&
		    eu_same_ignoring_case(uri.data, search->options.schemes[k], len))
			return true;
	}
	return false;
}

bool find_write(struct find *find, const struct everyuri_found *found)
{
	if (find->search->listed_only && !is_listed(find->search, found->uri))
		return true;
	find->n_found++;
	switch (find->answer->settings->shape) {
	case SHAPE_JSON:
		write_json(find, found);
		break;
	case SHAPE_TSV:
		write_tsv(find, found);
		break;
	case SHAPE_TEXT:
		put_raw(find->answer, found->uri.data, found->uri.len);
		break;
	}
	put_end(find->answer);
	return !find->answer->out.failed;
}

static const char *read_only(void *own, const char *name, const char *value)
{
	unsigned *flags = own;

	unsigned form;
	const char *wrong = choose("form", form_names, 2, value, &form);

	(void)name;
	if (wrong)
		return wrong;
	*flags &= ~(unsigned)(EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE);
	*flags |= form == EVERYURI_FORM_ANGLE ? (unsigned)EVERYURI_FIND_ANGLE :
	                                        (unsigned)EVERYURI_FIND_BARE;
	return NULL;
}

/* The names of --scheme, in lower case and sorted. */
struct scheme_list {
	const char **name;
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *read_scheme(void *own, const char *option, const char *value)
{
	struct scheme_list *list = own;
	size_t len = strlen(value);
	const char **grown;
	char *lower;

	(void)option;
	if (!is_scheme_name(value))
		return "is not the name of a scheme";
	grown = realloc(list->name, (list->n + 1) * sizeof *grown);
	if (!grown)
		return "out of memory";
	list->name = grown;
	lower = malloc(len + 1);
	if (!lower)
		return "out of memory";
	for (size_t i = 0; i <= len; i++)
		lower[i] = (char)eu_lower((unsigned char)value[i]);
	list->name[list->n++] = lower;
	qsort(list->name, list->n, sizeof *list->name, by_name);
	return NULL;
}

static void free_schemes(struct scheme_list *list)
{
	for (size_t k = 0; k < list->n; k++)
		free((char *)list->name[k]);
	free(list->name);
}

/* Returns the total size of all files in bytes; 0 if one is a pipe or device, whose size is unknown. */
static uint64_t size_of_all(const struct search *search)
{
	struct stat about;
	uint64_t size = 0;

	for (size_t i = 0; i < search->n_operands; i++) {
		if (!strcmp(search->operand[i], "-") ? fstat(STDIN_FILENO, &about) :
		                                       stat(search->operand[i], &about))
			continue;
		if (!S_ISREG(about.st_mode))
			return 0;
		size += (uint64_t)about.st_size;
	}
	return size;
}

static int search_all(struct search *search)
{
	const struct settings *settings = search->settings;
	struct answer answer;
	struct find find = { .search = search, .answer = &answer };
	int status = answer_begin(&answer, settings);

	if (status)
		return status;
	if (!table_begin(&answer, FIND_HEADER)) {
		answer_free(&answer);
		return trouble(settings, "memory", ENOMEM);
	}
	if (settings->shape == SHAPE_TSV)
		table_head(&answer, FIND_HEADER);
	meter_begin(&search->meter, "URIs");
	search->meter.size = search->meter.wanted ? size_of_all(search) : 0;
	if (!search_operands(search, &find))
		answer_status(&answer, EXIT_BAD);
	table_tail(&answer);
	return answer_end(&answer);
}

int cmd_find(int argc, char **argv)
{
	struct settings settings = { .command = "find",
		                     .usage = "find [OPTION]... [FILE]...",
		                     .as_rows = true };
	struct search search = {
		.settings = &settings,
		.options.flags = EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE,
		.order = { .mutex = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER },
		.chain = { .mutex = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER },
		.taking = PTHREAD_MUTEX_INITIALIZER
	};
	char dash[] = "-", *standard_input[] = { dash };
	struct scheme_list schemes = { 0 };
	bool www = false, mail = false, refang = false, any_scheme = false;
	const struct option rows[] = {
		{ .name = "only", .value = true, .call = read_only, .own = &search.options.flags },
		{ .name = "www", .flag = &www },
		{ .name = "mail", .flag = &mail },
		{ .name = "refang", .flag = &refang },
		{ .name = "scheme", .value = true, .call = read_scheme, .own = &schemes },
		{ .name = "any-scheme", .flag = &any_scheme },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0)
		status = table_allowed(&settings);
	if (status < 0 && any_scheme && schemes.n)
		status =
			usage_error(&settings, "--scheme and --any-scheme cannot be used together");
	if (status >= 0) {
		free_schemes(&schemes);
		return status;
	}
	search.options.flags |= (any_scheme ? (unsigned)EVERYURI_FIND_ANY_SCHEME : 0u) |
	                        (www ? (unsigned)EVERYURI_FIND_WWW : 0u) |
	                        (mail ? (unsigned)EVERYURI_FIND_MAIL : 0u) |
	                        (refang ? (unsigned)EVERYURI_FIND_REFANG : 0u);
	search.options.schemes = everyuri_scheme_names(&search.options.n_schemes);
	if (schemes.n) {
		search.options.schemes = schemes.name;
		search.options.n_schemes = schemes.n;
		search.listed_only = true;
	}
	search.options.max_len = (uint32_t)settings.max_length;
	search.operand = settings.n_operands ? settings.operand : standard_input;
	search.n_operands = settings.n_operands ? settings.n_operands : 1;
	status = search_all(&search);
	free_schemes(&schemes);
	return status;
}
