/* item_errors.c - reports errors in items on standard error. */
#include "cmd.h"
#include "output_order.h"

#include <errno.h>

struct everyuri_error item_too_long(const struct answer *answer)
{
	return (struct everyuri_error){ .status = EVERYURI_TOO_LONG,
		                        .at = answer->settings->max_length,
		                        .clause = "",
		                        .message = "too long" };
}

void answer_failed(struct answer *answer, const struct everyuri_error *error)
{
	answer_status(answer, error->status == EVERYURI_NO_MEMORY ? EXIT_TROUBLE : EXIT_BAD);
}

void answer_no_memory(struct answer *answer)
{
	answer_status(answer, trouble(answer->settings, "memory", ENOMEM));
}

static uint64_t number_of(const struct answer *answer, const struct item *item)
{
	if (item->argument || !answer->n_answered)
		return answer->n_before + item->number;
	if (answer->order)
		order_wait(answer->order, answer->turn);
	return *answer->n_answered + item->number;
}

void put_item_place(struct answer *answer, const struct item *item)
{
	struct everyuri_writer *err = &answer->err;

	everyuri_write_text(err, "everyuri: ");
	everyuri_write_text(err, answer->settings->command);
	everyuri_write_text(err, item->argument        ? ": argument " :
	                         answer->settings->nul ? ": item " :
	                                                 ": line ");
	everyuri_write_number(err, number_of(answer, item));
	everyuri_write_text(err, ": ");
}

void complain(struct answer *answer, const struct item *item, const struct everyuri_error *error)
{
	complain_of(answer, item, "", error, "");
	hint_item(answer, item);
	hint_port(answer, item, error);
}

void complain_of(struct answer *answer, const struct item *item, const char *source,
                 const struct everyuri_error *error, const char *remedy)
{
	struct everyuri_writer *err = &answer->err;

	answer_failed(answer, error);
	put_item_place(answer, item);
	everyuri_write_text(err, source);
	everyuri_write_text(err, "byte ");
	everyuri_write_number(err, error->at);
	everyuri_write_text(err, ": ");
	everyuri_write_text(err, error->message);
	if (*error->clause) {
		everyuri_write_text(err, " (");
		everyuri_write_text(err, error->clause);
		everyuri_write_text(err, ")");
	}
	everyuri_write_text(err, remedy);
	everyuri_write_text(err, "\n");
}
