/* cmd.h - shared by the commands: options, items, answers, error messages.
 *
 * A command is one file in commands/ with one function, cmd_NAME(argc, argv), and one
 * row in everyuri.c.  It lists its options in rows, calls settings_read, and passes a
 * function that answers one item to lines_run.  That reads the items from the arguments
 * or standard input, in threads if asked, and keeps their order.
 *
 * Include this file first: it asks the C library for POSIX. */
#ifndef CMD_H
#define CMD_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <everyuri.h>

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- exit status ---------------------------------------------------------- */

/* Of several, the greatest `rank` wins: trouble, then network, then bad input. */
enum exit_status { EXIT_FINE = 0, EXIT_BAD = 1, EXIT_TROUBLE = 2, EXIT_NETWORK = 3 };

/* Returns the one of two that takes precedence (contract cmd.exit). */
int status_worse(int a, int b);

/* ---- settings: the common options ------------------------------------------ */

enum shape { SHAPE_TEXT, SHAPE_JSON, SHAPE_TSV };

/* Tables with the columns of tsv.  Their shape is SHAPE_TSV. */
enum as_table { TABLE_NONE, TABLE_CSV, TABLE_ARROW };

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

/* One option of a command.  Exactly one of flag, text and call is set.
 * A row with text takes a value; a row with call takes one if `value` is true. */
struct option {
	const char *name; /* "base" is --base */
	char letter;      /* 'o' is -o too; 0: none */
	bool *flag;
	const char **text;
	bool value;
	/* Returns NULL, or what is wrong with the value: a predicate of it ("is not a number"), or
	 * the whole message of unknown_name (names.h). */
	const char *(*call)(void *own, const char *name, const char *value);
	void *own; /* passed to call, whose name is NULL for a line of the configuration (config.h) */
};

struct settings {
	/* Set by the command before settings_read. */
	const char *command; /* "parse" */
	const char *usage;   /* "parse [OPTION]... [URI]..." */
	bool many_standards; /* --as takes a list and `all` */
	bool as_table;       /* --format takes csv and arrow; the library writes them */
	bool as_rows;        /* --format takes csv and arrow; table.h converts them from tsv */

	/* Set by settings_read.  The command may set other defaults before the call. */
	enum everyuri_standard
		standard[EVERYURI_N_STANDARDS]; /* of --as; commands with one use [0] */
	size_t n_standards;                     /* 0 before: rfc3986 */
	enum shape shape;
	enum as_table table; /* only where as_table or as_rows */
	bool shape_given;
	bool standard_given;        /* --as was */
	bool nul;                   /* -0 */
	size_t max_length;          /* bytes */
	unsigned n_threads;         /* -j */
	const char *default_scheme; /* or NULL */
	enum when color;            /* --color */
	const struct option *own;   /* the command's, as they were given to settings_read */
	size_t n_own;
	char **operand; /* the arguments that are neither options nor their values, in order */
	size_t n_operands;
};

/* Read a command's arguments (argv[0] is its name).  Common options: --as,
 * --format, -0/--null, --max-length, -j/--threads, --default-scheme, --color,
 * -h/--help.  Returns: -1 to go on, or the exit status to leave with (help was
 * printed, or a usage error was reported). */
int settings_read(struct settings *settings, int argc, char **argv, const struct option *own,
                  size_t n_own);

/* Is it a scheme by RFC 3986 3.1?  No other standard allows more characters. */
bool is_scheme_name(const char *name);

/* Select every standard of this build, as --as all does. */
void standards_all(struct settings *settings);

/* Report a usage error: "everyuri: COMMAND: " and the message (printf-like, escaped
 * for the terminal), the usage line, and where to read more.  Returns: EXIT_TROUBLE. */
int usage_error(const struct settings *settings, const char *format, ...);

/* Report a file or stream that failed: "everyuri: COMMAND: NAME: strerror".
 * Returns: EXIT_TROUBLE. */
int trouble(const struct settings *settings, const char *name, int error);

/* Print a help page ("parse", or "everyuri").  Returns: the exit status. */
int help_print(const char *name);
bool help_exists(const char *name);

/* Read a decimal number of at most `max`.  Returns: false if the text is not such a number. */
bool number_read(const char *text, uint64_t max, uint64_t *number);

/* ---- answers -------------------------------------------------------------------- */

struct output_order; /* output_order.h */
struct meter;        /* progress.h */

/* The output of one thread, its scratch memory and exit status. */
struct answer {
	const struct settings *settings;
	struct everyuri_writer out, err; /* standard output and standard error */
	bool terminal;                   /* standard output is a terminal: escape controls */
	struct everyuri_buf buf[4];      /* scratch, from malloc */
	char *block;                     /* memory of the writers */
	char *joined;                    /* scratch: --default-scheme and the item */
	size_t joined_cap;
	size_t joined_len;   /* of joined, if the last item was read with it; otherwise 0 */
	int status;          /* so far */
	int write_error;     /* errno of a failed write, or 0 */
	struct table *table; /* NULL: the output is not converted to another table (table.h) */
	struct output_order *order; /* NULL: no other thread */
	struct meter *meter;        /* to be erased before a message is written; or NULL */
	uint64_t turn;              /* the number of the current block */
	uint64_t n_before;          /* items before this block ... */
	const uint64_t *n_answered; /* ... or, if not NULL, at the turn of the block */
	unsigned worker;            /* the number of the thread, below settings->n_threads */
};

/* Begin and end the output of one thread.  begin returns EXIT_TROUBLE without memory,
 * else 0.  end flushes, reports a write error, and returns the status. */
int answer_begin(struct answer *answer, const struct settings *settings);
int answer_end(struct answer *answer);

/* Free what an answer holds, without reporting anything. */
void answer_free(struct answer *answer);

/* Write the buffered output.  Returns: false when writing has failed. */
bool answer_flush(struct answer *answer);

/* Grow an array from malloc to at least `need` bytes.  Returns: false without memory; the array is
 * unchanged then. */
bool array_room(void **data, size_t *cap, size_t need);

/* Makes room for element n of an array with *cap elements of `size` bytes.  Returns the array, which may have
 * moved, or NULL without memory; then the old one stays valid. */
void *array_grow(void *array, size_t n, size_t *cap, size_t size);

/* Record a status; the worst one becomes the exit status. */
void answer_status(struct answer *answer, int status);

/* ---- items ---------------------------------------------------------------------- */

/* One item: an argument, or a line without its newline. */
struct item {
	const char *data;
	size_t len;      /* bytes; of a cut item at most 64 */
	bool cut;        /* longer than --max-length */
	bool argument;   /* given as an argument, not on standard input */
	uint64_t number; /* counted from 1; of the lines in hand, see answer->n_before */
};

typedef void item_fn(struct answer *answer, const struct item *item, void *own);

/* Answer each operand, or each line of standard input if there are no operands.
 * own:    the command's own state; threads share it, so it must not change unless
 *         settings->n_threads is 1, or what changes is that of answer->worker alone.
 * header: the line for --format tsv, fields joined by TAB; NULL for none.
 * Returns: the exit status. */
int lines_run(const struct settings *settings, const char *header, item_fn *fn, void *own);

struct block; /* input.h */

/* Callbacks of lines_run_in_blocks; each may be NULL. */
struct lane {
	/* Called before the first answer and after the last. */
	void (*begin)(struct answer *answer, void *own);
	void (*end)(struct answer *answer, void *own);
	/* Answers a whole block of standard input, with the output that fn would give item by item.
	 * Returns: false if fn has to answer the items from block->next on. */
	bool (*block)(struct answer *answer, struct block *block, item_fn *fn, void *own);
};

/* The same with callbacks for whole blocks (parse_blocks.c), or NULL. */
int lines_run_in_blocks(const struct settings *settings, const char *header, item_fn *fn,
                        const struct lane *lane, void *own);

/* Record the failure of an item: EXIT_BAD, or EXIT_TROUBLE if memory ran out. */
void answer_failed(struct answer *answer, const struct everyuri_error *error);

/* Report that memory ran out for a part of an answer, and record the status. */
void answer_no_memory(struct answer *answer);

/* ---- error messages ------------------------------------------------------------------- */

/* answer_failed, and one line on standard error for a bad item:
 * "everyuri: parse: line 7: byte 8: space must be encoded (RFC 1738 2.2)". */
void complain(struct answer *answer, const struct item *item, const struct everyuri_error *error);

/* The same about a text that is not the item, without hints.  source: "--set host: ", which text
 * error->at counts in.  remedy: "; --encode encodes it", or "". */
void complain_of(struct answer *answer, const struct item *item, const char *source,
                 const struct everyuri_error *error, const char *remedy);

/* Write a hint about a refused item that is probably no URI: the name of a file, a host without a
 * scheme, a byte order mark in front. */
void hint_item(struct answer *answer, const struct item *item);

/* Write a hint about a port that is blocked: the option that allows it. */
void hint_port(struct answer *answer, const struct item *item, const struct everyuri_error *error);

/* Warn about a byte order mark at the beginning of standard input. */
void note_byte_order_mark(const struct settings *settings, const char *data, size_t len);

/* Write the beginning of such a line: "everyuri: parse: line 7: ". */
void put_item_place(struct answer *answer, const struct item *item);

/* Returns the error of an item that was cut. */
struct everyuri_error item_too_long(const struct answer *answer);

/* ---- writing values ------------------------------------------------------------------ */

/* Write the end of an answer: LF, or NUL with -0. */
void put_end(struct answer *answer);

/* Write a JSON string with its quotes; on a terminal also DEL, C1 and bidi controls are \uXXXX. */
void put_json(struct answer *answer, const char *data, size_t len);
void put_json_inside(struct answer *answer, const char *data, size_t len); /* without them */

/* Write a tsv field or the value of a text line; NULL is \N.  On a terminal controls are escaped. */
void put_field(struct answer *answer, const char *data, size_t len);

/* Write a value as it is; on a terminal controls are escaped. */
void put_raw(struct answer *answer, const char *data, size_t len);

/* put_raw of a decoded value: LF and NUL stay encoded without -0, so that it remains one line. */
void put_on_one_line(struct answer *answer, const char *data, size_t len);

/* Write `{"uri":"..."`, then "octets" if it is not UTF-8, and "cut":true if it was cut. */
void put_json_item(struct answer *answer, const struct item *item);

/* Write `,"error":{"at":8,"clause":"...","message":"..."}`. */
void put_json_error(struct answer *answer, const struct everyuri_error *error);

/* Is this UTF-8 (RFC 3629)?  Is it ASCII that JSON need not escape? */
bool utf8_valid(const char *data, size_t len);
bool json_plain(const char *data, size_t len);

/* ---- reading items as URIs --------------------------------------------------------------- */

/* Parse an item by one standard, with --max-length and --default-scheme.
 * Uses answer->buf[0] for a resolved URI. */
enum everyuri_status item_read(struct answer *answer, const struct item *item,
                               enum everyuri_standard standard, unsigned flags,
                               const struct everyuri_uri *base, struct everyuri_uri *uri,
                               struct everyuri_error *error);

/* Put --default-scheme in front of an item, in answer->joined.  Returns: its length, or 0 if
 * there is no default scheme, or no memory. */
size_t item_join(struct answer *answer, const struct item *item);

/* The text that was parsed for an item: its own, or that with the default scheme and "://" in front. */
struct given {
	const char *data;
	size_t len, added; /* bytes; added: in front of the item's */
};

struct given given_text(const struct answer *answer, const struct item *item);

/* Parse an item by several standards (bit s: standard s), in the same way.  An item that is
 * too long is invalid by each.  Uses answer->buf[0] and buf[1]. */
void item_compare(struct answer *answer, const struct item *item, uint32_t standards,
                  struct everyuri_comparison *found);

/* Returns the standards of --as, as bits. */
uint32_t standards_asked(const struct settings *settings);

/* Parse the value of --base; NULL: it was not given.  Returns: -1, or the exit status after a
 * usage error. */
int base_read(const struct settings *settings, const char *text, unsigned flags,
              struct everyuri_uri *base);

/* For struct option.call: --level (own: enum everyuri_level) and --part (own: enum
 * everyuri_place). */
const char *level_read(void *own, const char *name, const char *value);
const char *place_read(void *own, const char *name, const char *value);

/* ---- records ------------------------------------------------------------------------------- */

/* One parsed item, to print as a record. */
struct record {
	const struct item *item;
	enum everyuri_standard standard;
	const struct everyuri_uri *uri; /* NULL: invalid, and error says why */
	const struct everyuri_error *error;
	bool href;   /* print it: the URI was resolved against --base, or rewritten */
	bool decode; /* add `decoded`; uses answer->buf[2] */
};

/* Write a record as one JSON object without the end of line; as "name TAB value" lines with a
 * prefix ("" or "readings.rfc1738."); or as a tsv row. */
void record_json(struct answer *answer, const struct record *record);
bool record_plain(struct answer *answer, const struct record *record); /* false: needs escapes */
void record_text(struct answer *answer, const struct record *record, const char *prefix);
void record_tsv(struct answer *answer, const struct record *record);

/* parse --get.  get_check returns NULL, or what is wrong with the pattern, as struct option.call
 * does.  get_write writes no end of line, and nothing for an invalid URI. */
const char *get_check(const char *format);
void get_write(struct answer *answer, const char *format, const struct record *record);

/* The answer of resolve, relate, normalize, edit, encode and decode. */
struct outcome {
	const struct item *item;
	enum everyuri_standard standard;
	enum everyuri_status status;
	struct everyuri_text result; /* with EVERYURI_OK */
	struct everyuri_error error; /* otherwise */
	const char *by;              /* the standard that did it on the other's behalf, or NULL */
	const char *source;          /* of the error, if it is not in the item: see complain_of */
	const char *remedy;
};

#define OUTCOME_HEADER "uri\tvalid\tresult"

/* Returns the outcome of a call that left its result in a buffer. */
struct outcome outcome_of(const struct item *item, enum everyuri_standard standard,
                          enum everyuri_status status, const struct everyuri_buf *buf,
                          const struct everyuri_error *error);

void outcome_write(struct answer *answer, const struct outcome *outcome);

/* The same for a decoded result: see put_on_one_line. */
void outcome_write_decoded(struct answer *answer, const struct outcome *outcome);

/* ---- the commands ---------------------------------------------------------------------------- */

int cmd_check(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_decode(int argc, char **argv);
int cmd_edit(int argc, char **argv);
int cmd_encode(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_find(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_key(int argc, char **argv);
int cmd_normalize(int argc, char **argv);
int cmd_parse(int argc, char **argv);
int cmd_path(int argc, char **argv);
int cmd_plan(int argc, char **argv);
int cmd_query(int argc, char **argv);
int cmd_redact(int argc, char **argv);
int cmd_relate(int argc, char **argv);
int cmd_resolve(int argc, char **argv);
int cmd_same(int argc, char **argv);
int cmd_schemes(int argc, char **argv);
int cmd_start(int argc, char **argv);
int cmd_stats(int argc, char **argv);
int cmd_template(int argc, char **argv);
int cmd_trurl(int argc, char **argv);
int cmd_version(int argc, char **argv);
int cmd_wrap(int argc, char **argv);

#endif
