/* write.h - buffered output, escaped for JSON, TSV, HTML or a terminal.
 *
 * A struct everyuri_writer collects output in a block of memory and passes it to a callback
 * whenever the block is full. */
#ifndef EVERYURI_WRITE_H
#define EVERYURI_WRITE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Writes len bytes to their destination.
 *  Returns: false on failure.  The writer stays failed and drops all further output. */
typedef bool everyuri_flush_fn(void *context, const char *data, size_t len);

/** A block of memory and the callback that empties it. */
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

/** Flushes the block.  Returns: false if this or any earlier flush failed. */
bool everyuri_writer_flush(struct everyuri_writer *w);

/** Write bytes as they are, a NUL-terminated text, a number in decimal. */
void everyuri_write(struct everyuri_writer *w, const char *data, size_t len);
void everyuri_write_text(struct everyuri_writer *w, const char *text);
void everyuri_write_number(struct everyuri_writer *w, uint64_t number);

/** Writes the content of a JSON string, without its quotes: with the escapes of RFC 8259, and
 *  U+FFFD for each byte that is not part of valid UTF-8. */
void everyuri_write_json(struct everyuri_writer *w, const char *data, size_t len);

/** Does the same for a terminal: also writes DEL, C1 and bidirectional controls as \uXXXX. */
void everyuri_write_json_shown(struct everyuri_writer *w, const char *data, size_t len);

/** Writes a field of a tab-separated line: \t \n \r \\ \0 escaped, other bytes as they are. */
void everyuri_write_tsv(struct everyuri_writer *w, const char *data, size_t len);

/** Writes text or a quoted attribute value of HTML: & < > " ' escaped, and U+FFFD for bytes that
 *  are not UTF-8 and for control characters that HTML forbids. */
void everyuri_write_html(struct everyuri_writer *w, const char *data, size_t len);

/** Does the same for a terminal: also writes FF, CR and bidirectional controls as &#xXXXX;. */
void everyuri_write_html_shown(struct everyuri_writer *w, const char *data, size_t len);

/** Writes text for a terminal: each byte of control characters (except LF and TAB), DEL, C1,
 *  bidirectional controls and invalid UTF-8 as \xHH.  A backslash stays as it is. */
void everyuri_write_terminal(struct everyuri_writer *w, const char *data, size_t len);

/** Returns the terminal cells that the character at *at takes as everyuri_write_terminal() writes
 *  it: 2 if it is wide (East Asian), 0 for a combining mark, 4 for each escaped byte.  TAB and LF
 *  count as escaped.
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
