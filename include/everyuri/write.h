/* write.h - the one escaping writer each for JSON, TSV, HTML and terminals.
 *
 * All output of the command goes through a struct everyuri_writer: a block of
 * memory that is handed to a function of the caller's whenever it is full. */
#ifndef EVERYURI_WRITE_H
#define EVERYURI_WRITE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Takes len bytes away.  Returns: false if it could not; the writer then stays
 *  failed and drops what follows. */
typedef bool everyuri_flush_fn(void *context, const char *data, size_t len);

/** A block of memory in front of a flush function. */
struct everyuri_writer {
	char *data;
	size_t len, cap;
	everyuri_flush_fn *flush;
	void *context;
	bool failed;
};

/** Prepare a writer.
 *  mem, cap: the block; at least 64 bytes, of the caller's. */
void everyuri_writer_init(struct everyuri_writer *w, char *mem, size_t cap,
                          everyuri_flush_fn *flush, void *context);

/** Hand over what is held.  Returns: false if any handing over has failed. */
bool everyuri_writer_flush(struct everyuri_writer *w);

/** Bytes as they are; a text that ends in NUL; a number in decimal. */
void everyuri_write(struct everyuri_writer *w, const char *data, size_t len);
void everyuri_write_text(struct everyuri_writer *w, const char *text);
void everyuri_write_number(struct everyuri_writer *w, uint64_t number);

/** The inside of a JSON string, without its quotes: RFC 8259's escapes, and
 *  U+FFFD for each byte that is not part of valid UTF-8. */
void everyuri_write_json(struct everyuri_writer *w, const char *data, size_t len);

/** The same for a terminal: what it would act on and JSON lets stand (DEL, C1, bidi controls)
 *  becomes \uXXXX. */
void everyuri_write_json_shown(struct everyuri_writer *w, const char *data, size_t len);

/** A field of a tab-separated line: \t \n \r \\ \0; other bytes as they are. */
void everyuri_write_tsv(struct everyuri_writer *w, const char *data, size_t len);

/** Text or a quoted attribute's value in HTML: & < > " ' escaped; U+FFFD as in JSON,
 *  and for control characters that HTML has no place for. */
void everyuri_write_html(struct everyuri_writer *w, const char *data, size_t len);

/** The same for a terminal: what it would act on and HTML lets stand (FF, CR, bidi controls)
 *  becomes &#xXXXX;. */
void everyuri_write_html_shown(struct everyuri_writer *w, const char *data, size_t len);

/** Text for a terminal: control characters (but LF and TAB), DEL, C1, bidi controls
 *  and bytes that are not UTF-8 as \xHH, one for each byte, and a backslash as it is. */
void everyuri_write_terminal(struct everyuri_writer *w, const char *data, size_t len);

/** The cells of a terminal that the character at *at takes where everyuri_write_terminal has
 *  written it: 2 for what is wide in East Asia, 0 for a mark on the character in front of it, 4 for
 *  each byte of what is escaped; TAB and LF count as escaped, too.
 *  at:    bytes of data, less than len; moved to the next character.
 *  Cost:  constant.  Source: UAX #11; terminals differ on what is rare. */
unsigned everyuri_cell_next(const char *data, size_t len, size_t *at);

/** Base64 of RFC 4648 section 4, with padding. */
void everyuri_write_base64(struct everyuri_writer *w, const char *data, size_t len);

#ifdef __cplusplus
}
#endif
#endif
