/* write.h - buffered output, escaped for JSON, TSV, HTML or a terminal.
 *
 * A struct everyuri_writer collects output in a block of memory and passes the block to a callback
 * whenever it is full. */
#ifndef EVERYURI_WRITE_H
#define EVERYURI_WRITE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Writes len bytes to the output.
 *  Returns: false on failure.  The writer then drops all further output. */
typedef bool everyuri_flush_fn(void *context, const char *data, size_t len);

/** A block of memory, and the callback that writes it out. */
struct everyuri_writer {
	char *data;
	size_t len, cap;
	everyuri_flush_fn *flush;
	void *context;
	bool failed;
};

/** Initialises a writer.
 *  mem, cap: the block, at least 64 bytes; must outlive the writer.
 *  flush:    called with `context` whenever the block is full. */
void everyuri_writer_init(struct everyuri_writer *w, char *mem, size_t cap,
                          everyuri_flush_fn *flush, void *context);

/** Passes the content of the block to the callback.  Returns: false if this or any earlier flush
 *  failed. */
bool everyuri_writer_flush(struct everyuri_writer *w);

/** Write bytes unchanged, a NUL-terminated text, or a number in decimal. */
void everyuri_write(struct everyuri_writer *w, const char *data, size_t len);
void everyuri_write_text(struct everyuri_writer *w, const char *text);
void everyuri_write_number(struct everyuri_writer *w, uint64_t number);

/** Writes the content of a JSON string, without its quotation marks.  Uses the escapes of RFC 8259,
 *  and replaces each byte that is not part of valid UTF-8 with U+FFFD. */
void everyuri_write_json(struct everyuri_writer *w, const char *data, size_t len);

/** Does the same for a terminal: also escapes DEL, C1 and bidirectional controls, as \uXXXX. */
void everyuri_write_json_shown(struct everyuri_writer *w, const char *data, size_t len);

/** Writes a field of a tab-separated line: escapes TAB, LF, CR, backslash and NUL as \t \n \r \\ \0,
 *  and leaves other bytes unchanged. */
void everyuri_write_tsv(struct everyuri_writer *w, const char *data, size_t len);

/** Writes text or a quoted attribute value of HTML.  Escapes & < > " ' and replaces invalid UTF-8
 *  and the control characters that HTML forbids with U+FFFD. */
void everyuri_write_html(struct everyuri_writer *w, const char *data, size_t len);

/** Does the same for a terminal: also escapes FF, CR and bidirectional controls, as &#xXXXX;. */
void everyuri_write_html_shown(struct everyuri_writer *w, const char *data, size_t len);

/** Writes text for a terminal.  Escapes control characters (except LF and TAB), DEL, C1,
 *  bidirectional controls and invalid UTF-8, each byte as \xHH.  A backslash is not escaped. */
void everyuri_write_terminal(struct everyuri_writer *w, const char *data, size_t len);

/** Returns the number of terminal columns that the character at *at takes when
 *  everyuri_write_terminal() writes it: 2 for a wide (East Asian) character, 0 for a combining mark,
 *  4 for each escaped byte, otherwise 1.  TAB and LF count as escaped.
 *  at:     offset in bytes, less than len; moved to the next character.
 *  Cost:   constant.
 *  Source: UAX #11; terminals differ on rare characters. */
unsigned everyuri_cell_next(const char *data, size_t len, size_t *at);

/** Writes base64 with padding (RFC 4648 4). */
void everyuri_write_base64(struct everyuri_writer *w, const char *data, size_t len);

#ifdef __cplusplus
}
#endif
#endif
