/* cmd.h - shared by the commands: options, items, answers, error messages.
 *
 * A command is one file in commands/ with one function, cmd_NAME(argc, argv), and one row in
 * everyuri.c.  The function lists its options as an array of rows and calls settings_read.  It then
 * calls lines_run with a callback that answers one item.  lines_run reads the items from the
 * arguments or from standard input, uses several threads if asked, and keeps their order.
 *
 * Include this file first: it defines _POSIX_C_SOURCE. */
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

/* If several apply, the most serious is the exit status.  From most to least serious: EXIT_TROUBLE,
 * EXIT_NETWORK, EXIT_BAD. */
enum exit_status { EXIT_FINE = 0, EXIT_BAD = 1, EXIT_TROUBLE = 2, EXIT_NETWORK = 3 };

/* Returns a or b, whichever takes precedence (contract cmd.exit). */
int status_worse(int a, int b);

/* ---- settings: the common options ------------------------------------------ */

enum shape { SHAPE_TEXT, SHAPE_JSON, SHAPE_TSV };

/* The formats csv and arrow have the columns of tsv; settings.shape is then SHAPE_TSV. */
enum as_table { TABLE_NONE, TABLE_CSV, TABLE_ARROW };

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

/* One option of a command.  Exactly one of flag, text and call is set.  A row with text takes a
 * value; a row with call takes one if `value` is true. */
struct option {
	const char *name; /* "base" is --base */
	char letter;      /* short form: 'o' is -o; 0: none */
	bool *flag;
	const char **text;
	bool value;
	/* Returns NULL, or an error message: either a predicate for the value ("is not a number"),
	 * or the complete message from unknown_name (names.h).  name is NULL if a configuration
	 * line sets the option (config.h). */
	const char *(*call)(void *own, const char *name, const char *value);
	void *own; /* first argument of call */
};

struct settings {
	/* Set by the command before settings_read. */
	const char *command; /* "parse" */
	const char *usage;   /* "parse [OPTION]... [URI]..." */
	bool many_standards; /* --as takes a list, with sets */
	bool as_table;       /* --format takes csv and arrow; the library writes them */
	bool as_rows;        /* --format takes csv and arrow; table.h converts them from tsv */

	/* Set by settings_read.  The command may set other defaults before the call. */
	enum everyuri_standard standard
		[EVERYURI_N_STANDARDS]; /* from --as; commands that use one standard read [0] */
	size_t n_standards;             /* if 0 before settings_read: rfc3986 */
	enum shape shape;
	enum as_table table; /* other than TABLE_NONE only with as_table or as_rows */
	bool shape_given;
	bool standard_given;        /* --as was given */
	bool nul;                   /* -0 */
	size_t max_length;          /* bytes */
	unsigned n_threads;         /* -j */
	const char *default_scheme; /* --default-scheme, or NULL */
	enum when color;            /* --color */
	const struct option *own;   /* the command's options, as passed to settings_read */
	size_t n_own;
	char **operand; /* the arguments that are neither options nor their values, in order */
	size_t n_operands;
};

/* Reads a command's arguments (argv[0] is its name).  Common options: --as, --format, -0/--null,
 * --max-length, -j/--threads, --default-scheme, --color, -h/--help.  Returns: -1 to continue, or
 * the exit status if the command must exit (help was printed, or a usage error was reported). */
int settings_read(struct settings *settings, int argc, char **argv, const struct option *own,
                  size_t n_own);

/* Returns true if RFC 3986 3.1 allows the name.  No other standard allows more characters. */
bool is_scheme_name(const char *name);

/* Returns whether a name is that of a registered scheme, ignoring case. */
bool is_registered_scheme(const char *name, size_t len);

/* Selects the standards of a set: "modern", "web" or "all", as --as does. */
void standards_of_set(struct settings *settings, const char *set);

/* Reports a usage error: "everyuri: COMMAND: " and the message (printf-like, escaped for the
 * terminal), the usage line, and a pointer to the help.  Returns: EXIT_TROUBLE. */
int usage_error(const struct settings *settings, const char *format, ...);

/* Reports a file or stream that failed: "everyuri: COMMAND: NAME: strerror".
 * Returns: EXIT_TROUBLE. */
int trouble(const struct settings *settings, const char *name, int error);

/* Prints a help page ("parse", or "everyuri").  Returns: the exit status. */
int help_print(const char *name);
bool help_exists(const char *name);

/* Reads a decimal number of at most `max`.  Returns: false if the text is not such a number. */
bool number_read(const char *text, uint64_t max, uint64_t *number);

/* ---- answers -------------------------------------------------------------------- */

struct output_order; /* output_order.h */
struct meter;        /* progress.h */

/* The output of one thread, with its scratch memory and its exit status. */
struct answer {
	const struct settings *settings;
	struct everyuri_writer out, err; /* standard output and standard error */
	bool terminal;                   /* standard output is a terminal: escape controls */
	struct everyuri_buf buf[4];      /* scratch, from malloc */
	char *block;                     /* buffers of the two writers */
	char *joined;                    /* scratch: --default-scheme and the item */
	size_t joined_cap;
	size_t joined_len; /* bytes of joined that the last item used; 0 if it was parsed without joined */
	int status;        /* exit status so far */
	int write_error; /* errno of a failed write, or 0 */
	struct table *
		table; /* converts the output to another table format (table.h); NULL: no conversion */
	struct output_order *order; /* NULL: only one thread writes */
	struct meter *meter;        /* erased before a message is written; may be NULL */
	uint64_t turn;              /* number of the current block */
	uint64_t n_before;          /* items before this block, if n_answered is NULL */
	const uint64_t *n_answered; /* otherwise read this count when it is the block's turn */
	unsigned worker;            /* number of the thread, less than settings->n_threads */
};

/* Begins and ends the output of one thread.  answer_begin returns EXIT_TROUBLE if memory runs out,
 * otherwise 0.  answer_end flushes, reports a write error, and returns the exit status. */
int answer_begin(struct answer *answer, const struct settings *settings);
int answer_end(struct answer *answer);

/* Frees an answer's memory without reporting errors. */
void answer_free(struct answer *answer);

/* Writes the buffered output.  Returns: false if writing has failed. */
bool answer_flush(struct answer *answer);

/* Grows an array from malloc to at least `need` bytes.  Returns: false if memory runs out; the
 * array is then unchanged. */
bool array_room(void **data, size_t *cap, size_t need);

/* Makes room for element n of an array with *cap elements of `size` bytes.  Returns the array,
 * which may have moved, or NULL if memory runs out; the old array is then still valid. */
void *array_grow(void *array, size_t n, size_t *cap, size_t size);

/* Records a status.  answer_end returns the one that takes precedence (status_worse). */
void answer_status(struct answer *answer, int status);

/* ---- items ---------------------------------------------------------------------- */

/* One item: an argument, or a line without its newline. */
struct item {
	const char *data;
	size_t len;      /* bytes; at most 64 if the item is cut */
	bool cut;        /* longer than --max-length */
	bool argument;   /* given as an argument, not on standard input */
	uint64_t number; /* from 1; on standard input, within the block (see answer->n_before) */
};

typedef void item_fn(struct answer *answer, const struct item *item, void *own);

/* Answers each operand, or each line of standard input if there are no operands.
 * own:    the command's state.  Threads share it: with more than one thread, the callback must not
 *         change it, except for parts that belong to answer->worker alone.
 * header: the header line of --format tsv, fields joined by TAB; NULL for none.
 * Returns: the exit status. */
int lines_run(const struct settings *settings, const char *header, item_fn *fn, void *own);

struct block; /* input.h */

/* Callbacks of lines_run_in_blocks; each may be NULL. */
struct lane {
	/* Called before the first answer and after the last. */
	void (*begin)(struct answer *answer, void *own);
	void (*end)(struct answer *answer, void *own);
	/* Answers a whole block of standard input, with the output that fn would produce item by
	 * item.
	 * Returns: false if the caller must call fn for the items from block->next on. */
	bool (*block)(struct answer *answer, struct block *block, item_fn *fn, void *own);
};

/* Like lines_run, with optional callbacks for whole blocks (parse_blocks.c); lane may be NULL. */
int lines_run_in_blocks(const struct settings *settings, const char *header, item_fn *fn,
                        const struct lane *lane, void *own);

/* Records the failure of an item: EXIT_BAD, or EXIT_TROUBLE if memory ran out. */
void answer_failed(struct answer *answer, const struct everyuri_error *error);

/* Reports that memory ran out while an answer was written, and records the status. */
void answer_no_memory(struct answer *answer);

/* ---- error messages ------------------------------------------------------------------- */

/* Calls answer_failed and writes one line to standard error: "everyuri: parse: line 7: byte 8:
 * space must be encoded (RFC 1738 2.2)". */
void complain(struct answer *answer, const struct item *item, const struct everyuri_error *error);

/* Like complain, for a text other than the item, without hints.
 * source: names the text in which error->at counts, "--set host: ".
 * remedy: appended to the message: "; --encode encodes it", or "". */
void complain_of(struct answer *answer, const struct item *item, const char *source,
                 const struct everyuri_error *error, const char *remedy);

/* Writes a hint about an invalid item that is probably not a URI: a file name, a host without a
 * scheme, or a byte order mark at the beginning. */
void hint_item(struct answer *answer, const struct item *item);

/* Writes a hint about a blocked port: the option that allows it. */
void hint_port(struct answer *answer, const struct item *item, const struct everyuri_error *error);

/* Warns about a byte order mark at the beginning of standard input. */
void note_byte_order_mark(const struct settings *settings, const char *data, size_t len);

/* Writes the beginning of an error message: "everyuri: parse: line 7: ". */
void put_item_place(struct answer *answer, const struct item *item);

/* Returns the error for an item longer than --max-length. */
struct everyuri_error item_too_long(const struct answer *answer);

/* ---- writing values ------------------------------------------------------------------ */

/* Writes the end of an answer: LF, or NUL with -0. */
void put_end(struct answer *answer);

/* Writes a JSON string with its quotes.  On a terminal, DEL, C1 and bidi controls become \uXXXX too. */
void put_json(struct answer *answer, const char *data, size_t len);
void put_json_inside(struct answer *answer, const char *data, size_t len); /* without the quotes */

/* Writes a tsv field or the value of a text line; NULL is written as \N.  On a terminal, controls
 * are escaped. */
void put_field(struct answer *answer, const char *data, size_t len);

/* Writes a value unchanged; on a terminal, controls are escaped. */
void put_raw(struct answer *answer, const char *data, size_t len);

/* Like put_raw, for a decoded value.  Without -0, LF and NUL stay encoded, so the value is one line. */
void put_on_one_line(struct answer *answer, const char *data, size_t len);

/* Writes `{"uri":"..."`, then "octets" if it is not UTF-8, and "cut":true if it was cut. */
void put_json_item(struct answer *answer, const struct item *item);

/* Writes `,"error":{"at":8,"clause":"...","message":"..."}`. */
void put_json_error(struct answer *answer, const struct everyuri_error *error);

/* utf8_valid returns true for UTF-8 (RFC 3629); json_plain returns true for ASCII that JSON need
 * not escape. */
bool utf8_valid(const char *data, size_t len);
bool json_plain(const char *data, size_t len);

/* ---- parsing items as URIs --------------------------------------------------------------- */

/* Parses an item under one standard, with --max-length and --default-scheme.  Uses answer->buf[0]
 * for a resolved URI. */
enum everyuri_status item_read(struct answer *answer, const struct item *item,
                               enum everyuri_standard standard, unsigned flags,
                               const struct everyuri_uri *base, struct everyuri_uri *uri,
                               struct everyuri_error *error);

/* Writes --default-scheme, "://" and the item to answer->joined.  Returns: its length, or 0 if
 * there is no default scheme or memory ran out. */
size_t item_join(struct answer *answer, const struct item *item);

/* The text that was parsed: the item, or the default scheme, "://" and the item. */
struct given {
	const char *data;
	size_t len, added; /* bytes; `added` is the length of the scheme and "://" */
};

struct given given_text(const struct answer *answer, const struct item *item);

/* Parses an item under several standards, like item_read.  Bit s of `standards` selects standard s.
 * An item that is too long is invalid under every standard.  Uses answer->buf[0] and buf[1]. */
void item_compare(struct answer *answer, const struct item *item, uint32_t standards,
                  struct everyuri_comparison *found);

/* Returns the standards of --as, as bits. */
uint32_t standards_asked(const struct settings *settings);

/* Parses the value of --base; text is NULL if the option was not given.  Returns: -1 to continue,
 * or the exit status after a usage error. */
int base_read(const struct settings *settings, const char *text, unsigned flags,
              struct everyuri_uri *base);

/* Callbacks for struct option.call: --level (own: enum everyuri_level) and --part (own: enum
 * everyuri_place). */
const char *level_read(void *own, const char *name, const char *value);
const char *place_read(void *own, const char *name, const char *value);

/* Reads the bytes of an option's value into a set.  own: a struct everyuri_byte_set. */
const char *bytes_read(void *own, const char *name, const char *value);

/* Returns the flag of everyuri_encode() and everyuri_decode() for the escapes of a standard. */
unsigned escapes_of_standard(enum everyuri_standard standard);

/* ---- records ------------------------------------------------------------------------------- */

/* One parsed item, to print as a record. */
struct record {
	const struct item *item;
	enum everyuri_standard standard;
	const struct everyuri_uri *uri; /* NULL: invalid; see error */
	const struct everyuri_error *error;
	bool href;   /* print the URI itself: it was resolved against --base, or rewritten */
	bool decode; /* print the `decoded` members too; uses answer->buf[2] */
};

/* Write a record.  record_json: one JSON object without the end of line.  record_text: "name TAB
 * value" lines with a prefix ("" or "readings.rfc1738.").  record_tsv: one row. */
void record_json(struct answer *answer, const struct record *record);
bool record_plain(struct answer *answer, const struct record *record); /* false: wrote nothing */
void record_text(struct answer *answer, const struct record *record, const char *prefix);
void record_tsv(struct answer *answer, const struct record *record);

/* parse --get.  get_check returns NULL or an error message about the pattern, like struct
 * option.call.  get_write writes no end of line, and nothing for an invalid URI. */
const char *get_check(const char *format);
void get_write(struct answer *answer, const char *format, const struct record *record);

/* The answer of resolve, relate, normalize, edit, encode or decode. */
struct outcome {
	const struct item *item;
	enum everyuri_standard standard;
	enum everyuri_status status;
	struct everyuri_text result; /* if status is EVERYURI_OK */
	struct everyuri_error error; /* otherwise */
	const char *by;              /* standard used in place of `standard`; NULL: same */
	const char *source; /* text that the error is in; NULL: the item (see complain_of) */
	const char *remedy;
};

#define OUTCOME_HEADER "uri\tvalid\tresult"

/* Returns the outcome of a call that wrote its result to a buffer. */
struct outcome outcome_of(const struct item *item, enum everyuri_standard standard,
                          enum everyuri_status status, const struct everyuri_buf *buf,
                          const struct everyuri_error *error);

void outcome_write(struct answer *answer, const struct outcome *outcome);

/* Like outcome_write, for a decoded result: see put_on_one_line. */
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
