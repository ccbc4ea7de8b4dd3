/* find.c - everyuri find: finds URIs in text. */
#include "support/find.h"
#include "support/names.h"
#include "support/table.h"

#include <errno.h>
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

bool find_write(struct find *find, const struct everyuri_found *found)
{
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
	bool www = false, mail = false, refang = false;
	const struct option rows[] = {
		{ .name = "only", .value = true, .call = read_only, .own = &search.options.flags },
		{ .name = "www", .flag = &www },
		{ .name = "mail", .flag = &mail },
		{ .name = "refang", .flag = &refang },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status < 0)
		status = table_allowed(&settings);
	if (status >= 0)
		return status;
	search.options.flags |= (www ? (unsigned)EVERYURI_FIND_WWW : 0u) |
	                        (mail ? (unsigned)EVERYURI_FIND_MAIL : 0u) |
	                        (refang ? (unsigned)EVERYURI_FIND_REFANG : 0u);
	search.options.schemes = everyuri_scheme_names(&search.options.n_schemes);
	search.options.max_len = (uint32_t)settings.max_length;
	search.operand = settings.n_operands ? settings.operand : standard_input;
	search.n_operands = settings.n_operands ? settings.n_operands : 1;
	return search_all(&search);
}
