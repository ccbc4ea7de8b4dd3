/* find.c - everyuri find: URIs in running text. */
#include "cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define HEADER "uri\tfile\toffset\tlength\tform"

#define PIECE_SIZE ((size_t)64 << 10)

struct find {
	struct answer *answer;
	struct everyuri_find_options options;
	struct everyuri_buf buf;
	const char *file; /* as it is printed: "-" is standard input */
	char *piece;      /* PIECE_SIZE */
	bool any;         /* something was found */
};

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

static bool write_found(void *context, const struct everyuri_found *found)
{
	struct find *find = context;

	find->any = true;
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

/* Feed one open file.  Returns: 0, or the errno of a read that failed. */
static int feed_file(struct find *find, struct everyuri_finder *finder, int file)
{
	for (;;) {
		ssize_t n = read(file, find->piece, PIECE_SIZE);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (!n || !everyuri_find_feed(finder, find->piece, (size_t)n))
			return 0;
		/* Who writes into a pipe by the line may wait for what was found in it. */
		if ((size_t)n < PIECE_SIZE)
			answer_flush(find->answer);
	}
}

/* Search one file.  What was found before a read failed is told all the same. */
static void search_file(struct find *find, const char *name)
{
	const struct settings *settings = find->answer->settings;
	bool standard_input = !strcmp(name, "-");
	struct everyuri_finder *finder;
	struct everyuri_error error = { 0 };
	int file = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	int failed = file < 0 ? errno : 0;

	find->file = name;
	if (!failed &&
	    everyuri_find_begin(&find->options, write_found, find, &find->buf, &finder, &error)) {
		failed = error.status == EVERYURI_NO_MEMORY ? ENOMEM : EOVERFLOW;
	} else if (!failed) {
		failed = feed_file(find, finder, file);
		everyuri_find_end(finder);
	}
	if (file >= 0 && !standard_input)
		close(file);
	if (failed) {
		answer_flush(find->answer);
		answer_status(find->answer,
		              trouble(settings, standard_input ? "standard input" : name, failed));
	}
}

static const char *read_only(void *own, const char *name, const char *value)
{
	unsigned *flags = own;

	(void)name;
	if (strcmp(value, "angle") && strcmp(value, "bare"))
		return "is neither angle nor bare";
	*flags &= ~(unsigned)(EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE);
	*flags |= *value == 'a' ? (unsigned)EVERYURI_FIND_ANGLE : (unsigned)EVERYURI_FIND_BARE;
	return NULL;
}

static int search_all(struct find *find, const struct settings *settings)
{
	static char piece[PIECE_SIZE];
	struct answer answer;
	int status = answer_begin(&answer, settings);

	if (status)
		return status;
	find->answer = &answer;
	find->piece = piece;
	everyuri_buf_init(&find->buf, NULL, 0, NULL);
	if (settings->shape == SHAPE_TSV) {
		everyuri_write_text(&answer.out, HEADER);
		put_end(&answer);
	}
	if (!settings->n_operands)
		search_file(find, "-");
	for (size_t i = 0; i < settings->n_operands && !answer.out.failed; i++)
		search_file(find, settings->operand[i]);
	if (!find->any)
		answer_status(&answer, EXIT_BAD);
	everyuri_buf_free(&find->buf);
	return answer_end(&answer);
}

int cmd_find(int argc, char **argv)
{
	struct settings settings = { .command = "find", .usage = "find [OPTION]... [FILE]..." };
	struct find find = { .options.flags = EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE };
	bool www = false, mail = false, refang = false;
	const struct option rows[] = {
		{ .name = "only", .value = true, .call = read_only, .own = &find.options.flags },
		{ .name = "www", .flag = &www },
		{ .name = "mail", .flag = &mail },
		{ .name = "refang", .flag = &refang },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	find.options.flags |= (www ? (unsigned)EVERYURI_FIND_WWW : 0u) |
	                      (mail ? (unsigned)EVERYURI_FIND_MAIL : 0u) |
	                      (refang ? (unsigned)EVERYURI_FIND_REFANG : 0u);
	find.options.schemes = everyuri_scheme_names(&find.options.n_schemes);
	find.options.max_len = (uint32_t)settings.max_length;
	return search_all(&find, &settings);
}
