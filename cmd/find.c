/* find.c - everyuri find: URIs in running text.
 *
 * The threads of -j take a few files at a time, and write what they found in the files' order. */
#include "cmd.h"
#include "turns.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER "uri\tfile\toffset\tlength\tform"

/* Stays in the cache between the kernel, which writes it, and the finder, which reads it there. */
#define PIECE_SIZE ((size_t)128 << 10)

/* Files that one thread takes at once: until they have so many bytes, or are so many. */
#define TAKE_SIZE ((off_t)1 << 20)
#define TAKE_FILES 64

/* What the threads share. */
struct search {
	const struct settings *settings;
	struct everyuri_find_options options;
	struct turns turns;
	pthread_mutex_t taking;
	size_t n_taken; /* operands; under `taking`, as the next two */
	uint64_t n_turns;
	bool stop; /* writing has failed */
};

/* One thread. */
struct find {
	struct search *search;
	struct answer *answer;
	struct answer its_own; /* what answer points to, but in the first */
	struct everyuri_buf buf;
	const char *file; /* as it is printed: "-" is standard input */
	char *piece;      /* PIECE_SIZE */
	bool any;         /* something was found */
	pthread_t thread;
	bool started;
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
	struct stat about;
	bool is_file = !fstat(file, &about) && S_ISREG(about.st_mode);

	for (;;) {
		ssize_t n = read(file, find->piece, PIECE_SIZE);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (!n || !everyuri_find_feed(finder, find->piece, (size_t)n))
			return 0;
		/* Who writes into a pipe by the line may wait for what was found in it. */
		if (!is_file && (size_t)n < PIECE_SIZE)
			answer_flush(find->answer);
	}
}

/* Search one file.  What was found before a read failed is told all the same. */
static void search_file(struct find *find, const char *name)
{
	struct answer *answer = find->answer;
	bool standard_input = !strcmp(name, "-");
	struct everyuri_finder *finder;
	struct everyuri_error error = { 0 };
	int file, failed;

	/* Who comes first in order is who reads it. */
	if (standard_input && answer->turns)
		turns_wait(answer->turns, answer->turn);
	file = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	failed = file < 0 ? errno : 0;
	find->file = name;
	if (!failed && everyuri_find_begin(&find->search->options, write_found, find, &find->buf,
	                                   &finder, &error)) {
		failed = error.status == EVERYURI_NO_MEMORY ? ENOMEM : EOVERFLOW;
	} else if (!failed) {
		failed = feed_file(find, finder, file);
		everyuri_find_end(finder);
	}
	if (file >= 0 && !standard_input)
		close(file);
	if (failed) {
		answer_flush(answer);
		if (answer->turns)
			turns_wait(answer->turns, answer->turn);
		answer_status(answer, trouble(answer->settings,
		                              standard_input ? "standard input" : name, failed));
	}
}

/* Take the next operands [*from, *to).  Returns: false when there are none. */
static bool take_files(struct find *find, size_t *from, size_t *to)
{
	struct search *search = find->search;
	const struct settings *settings = search->settings;
	off_t size = 0;
	struct stat about;
	size_t i;

	pthread_mutex_lock(&search->taking);
	*from = i = search->n_taken;
	if (!find->answer->turns && !search->stop)
		i = settings->n_operands;
	while (!search->stop && i < settings->n_operands && i < *from + TAKE_FILES &&
	       size < TAKE_SIZE) {
		/* What is no file may be of any size. */
		if (stat(settings->operand[i++], &about) || !S_ISREG(about.st_mode))
			break;
		size += about.st_size;
	}
	*to = search->n_taken = i;
	if (*to > *from)
		find->answer->turn = search->n_turns++;
	pthread_mutex_unlock(&search->taking);
	return *to > *from;
}

static void *search_files(void *context)
{
	struct find *find = context;
	struct search *search = find->search;
	size_t from, to;

	while (take_files(find, &from, &to)) {
		for (; from < to && !find->answer->out.failed; from++)
			search_file(find, search->settings->operand[from]);
		if (find->answer->out.failed ||
		    (find->answer->turns && !answer_flush(find->answer))) {
			pthread_mutex_lock(&search->taking);
			search->stop = true;
			pthread_mutex_unlock(&search->taking);
		}
		if (find->answer->turns)
			turns_done(&search->turns, find->answer->turn);
	}
	return NULL;
}

static bool start_search(struct find *find, struct search *search)
{
	*find = (struct find){ .search = search, .answer = &find->its_own };
	find->piece = malloc(PIECE_SIZE);
	if (!find->piece || answer_begin(&find->its_own, search->settings))
		return false;
	everyuri_buf_init(&find->buf, NULL, 0, NULL);
	find->answer->turns = &search->turns;
	find->started = !pthread_create(&find->thread, NULL, search_files, find);
	return find->started;
}

/* What another thread has to tell goes to the first, so that it is told once. */
static void finish_search(struct find *find, struct find *first)
{
	if (find->started)
		pthread_join(find->thread, NULL);
	first->any = first->any || find->any;
	answer_status(first->answer, find->its_own.status);
	if (find->its_own.out.failed) {
		first->answer->out.failed = true;
		first->answer->write_error = find->its_own.write_error;
	}
	if (find->its_own.block)
		answer_free(&find->its_own);
	everyuri_buf_free(&find->buf);
	free(find->piece);
}

/* All operands, by as many threads as are asked for and can be had. */
static void search_operands(struct search *search, struct find *first)
{
	size_t n = search->settings->n_threads, n_others = 0;
	struct find *others;

	n = n < search->settings->n_operands ? n : search->settings->n_operands;
	others = n > 1 ? calloc(n - 1, sizeof *others) : NULL;
	if (others) {
		/* What has been written so far is in front of every turn. */
		answer_flush(first->answer);
		first->answer->turns = &search->turns;
		while (n_others < n - 1 && start_search(&others[n_others], search))
			n_others++;
	}
	search_files(first);
	for (size_t i = 0; others && i < n - 1 && others[i].search; i++)
		finish_search(&others[i], first);
	first->answer->turns = NULL;
	free(others);
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

static int search_all(struct search *search)
{
	static char piece[PIECE_SIZE];
	const struct settings *settings = search->settings;
	struct answer answer;
	struct find find = { .search = search, .answer = &answer, .piece = piece };
	int status = answer_begin(&answer, settings);

	if (status)
		return status;
	everyuri_buf_init(&find.buf, NULL, 0, NULL);
	if (settings->shape == SHAPE_TSV) {
		everyuri_write_text(&answer.out, HEADER);
		put_end(&answer);
	}
	if (settings->n_operands)
		search_operands(search, &find);
	else
		search_file(&find, "-");
	if (!find.any)
		answer_status(&answer, EXIT_BAD);
	everyuri_buf_free(&find.buf);
	return answer_end(&answer);
}

int cmd_find(int argc, char **argv)
{
	struct settings settings = { .command = "find", .usage = "find [OPTION]... [FILE]..." };
	struct search search = { .settings = &settings,
		                 .options.flags = EVERYURI_FIND_ANGLE | EVERYURI_FIND_BARE,
		                 .turns = { .mutex = PTHREAD_MUTEX_INITIALIZER,
		                            .moved = PTHREAD_COND_INITIALIZER },
		                 .taking = PTHREAD_MUTEX_INITIALIZER };
	bool www = false, mail = false, refang = false;
	const struct option rows[] = {
		{ .name = "only", .value = true, .call = read_only, .own = &search.options.flags },
		{ .name = "www", .flag = &www },
		{ .name = "mail", .flag = &mail },
		{ .name = "refang", .flag = &refang },
	};
	int status = settings_read(&settings, argc, argv, rows, sizeof rows / sizeof *rows);

	if (status >= 0)
		return status;
	search.options.flags |= (www ? (unsigned)EVERYURI_FIND_WWW : 0u) |
	                        (mail ? (unsigned)EVERYURI_FIND_MAIL : 0u) |
	                        (refang ? (unsigned)EVERYURI_FIND_REFANG : 0u);
	search.options.schemes = everyuri_scheme_names(&search.options.n_schemes);
	search.options.max_len = (uint32_t)settings.max_length;
	return search_all(&search);
}
