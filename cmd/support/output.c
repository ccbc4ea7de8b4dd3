/* output.c - the output of a thread.  Standard output and standard error are written in order. */
#include "cmd.h"
#include "progress.h"
#include "base/secret.h"
#include "table.h"
#include "output_order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Large enough for the answers to most blocks of input (input.h).  JSON answers need four times
 * as many bytes as their input.  If the buffer is full, its thread must wait for its turn. */
#define OUT_SIZE ((size_t)640 << 10)
/* Limit in bytes for all threads together.  If there are many threads, each gets a smaller
 * buffer. */
#define OUT_SIZE_ALL ((size_t)32 << 20)
#define ERR_SIZE ((size_t)4 << 10)

bool array_room(void **data, size_t *cap, size_t need)
{
	if (need <= *cap)
		return true;
	size_t wanted = *cap * 2 > need ? *cap * 2 : need;
	void *grown = realloc(*data, wanted < 256 ? 256 : wanted);

	if (!grown)
		return false;
	*data = grown;
	*cap = wanted < 256 ? 256 : wanted;
	return true;
}

void *array_grow(void *array, size_t n, size_t *cap, size_t size)
{
	size_t wanted = *cap ? *cap * 2 : 8;

	if (n < *cap)
		return array;
	array = realloc(array, wanted * size);
	if (array)
		*cap = wanted;
	return array;
}

int status_worse(int a, int b)
{
	static const int rank[] = {
		[EXIT_FINE] = 0, [EXIT_BAD] = 1, [EXIT_NETWORK] = 2, [EXIT_TROUBLE] = 3
	};

	return rank[a] > rank[b] ? a : b;
}

void answer_status(struct answer *answer, int status)
{
	answer->status = status_worse(answer->status, status);
}

static bool write_all(struct answer *answer, int file, const char *data, size_t len)
{
	if (answer->order)
		order_wait(answer->order, answer->turn);
	if (answer->meter && file == STDERR_FILENO)
		meter_hide(answer->meter);
	while (len) {
		ssize_t n = write(file, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			if (file == STDOUT_FILENO)
				answer->write_error = errno;
			return false;
		}
		data += n;
		len -= (size_t)n;
	}
	return true;
}

static bool to_out(void *context, const char *data, size_t len)
{
	return write_all(context, STDOUT_FILENO, data, len);
}

static bool to_err(void *context, const char *data, size_t len)
{
	return write_all(context, STDERR_FILENO, data, len);
}

int answer_begin(struct answer *answer, const struct settings *settings)
{
	size_t fair = OUT_SIZE_ALL / (settings->n_threads ? settings->n_threads : 1);
	size_t size = fair < OUT_SIZE ? fair : OUT_SIZE;

	*answer = (struct answer){ .settings = settings };
	answer->block = malloc(size + ERR_SIZE);
	if (!answer->block)
		return trouble(settings, "memory", ENOMEM);
	everyuri_writer_init(&answer->out, answer->block, size, to_out, answer);
	everyuri_writer_init(&answer->err, answer->block + size, ERR_SIZE, to_err, answer);
	for (size_t i = 0; i < sizeof answer->buf / sizeof *answer->buf; i++)
		eu_buf_secret(&answer->buf[i]);
	answer->terminal = isatty(STDOUT_FILENO);
	return EXIT_FINE;
}

bool answer_flush(struct answer *answer)
{
	bool written = everyuri_writer_flush(&answer->out);

	everyuri_writer_flush(&answer->err);
	return written;
}

void answer_free(struct answer *answer)
{
	for (size_t i = 0; i < sizeof answer->buf / sizeof *answer->buf; i++)
		everyuri_buf_free(&answer->buf[i]);
	table_end(answer);
	free(answer->joined);
	free(answer->block);
	answer->joined = answer->block = NULL;
}

int answer_end(struct answer *answer)
{
	if (!answer_flush(answer))
		answer_status(answer,
		              trouble(answer->settings, "write error", answer->write_error));
	answer_free(answer);
	return answer->status;
}
