/* explain.h - explain one URI: its parts, how each standard parses it, the plan to fetch it, its
 * dangers, and whether it can be shared.
 *
 * The explanation is data; the caller decides what to display.  Secrets are masked in every text
 * and sentence.  A sentence is one line of UTF-8 in lower case, without control characters.  Long
 * quotations from the URI are shortened in the middle. */
#ifndef EVERYURI_EXPLAIN_H
#define EVERYURI_EXPLAIN_H

#include "plan.h"
#include "scheme.h"
#include "uri.h"
#include "write.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options ------------------------------------------------------------------------------ */

/** Bits of everyuri_explain_options.flags. */
enum {
	EVERYURI_EXPLAIN_SECRETS = 0x1000, /**< do not mask secrets */
	EVERYURI_EXPLAIN_ASCII = 0x2000    /**< shorten with "..." instead of U+2026 */
};

/** Options of an explanation.  Nothing is copied. */
struct everyuri_explain_options {
	enum everyuri_standard standard; /**< standard of the diagram and of the plan */
	uint32_t standards; /**< bit s: also compare standard s; 0 means all standards of this
	                         build */
	unsigned flags;     /**< EVERYURI_EXPLAIN_* */
	unsigned admit;     /**< flags for parsing: EVERYURI_ADMIT_ZONE or 0 */
	const struct everyuri_config *config;   /**< configuration of the plan, or NULL */
	struct everyuri_text scheme;            /**< scheme to try, with "://" before the text, if
	                                             no standard accepts the text; data is NULL if
	                                             none */
	const struct everyuri_error *refused;   /**< if not NULL, the text is only the beginning of
	                                             one that is too long: report this error instead
	                                             of parsing the text */
	const struct everyuri_secrets *secrets; /**< secrets to mask; NULL means passwords and the
	                                             values of parameters whose names
	                                             usually mean a secret */
	void *reserved[3];
};

/* ---- the explanation ------------------------------------------------------------------------ */

/** A piece of the diagram: a part, or the delimiters between two parts. */
struct everyuri_piece {
	struct everyuri_span at; /**< span in explanation.text, never empty */
	int part;                /**< enum everyuri_part; -1 for delimiters */
};
#define EVERYURI_EXPLAIN_PIECES (2 * EVERYURI_N_PARTS + 1)

/** A warning about the URI. */
struct everyuri_danger {
	struct everyuri_text sentence;
	struct everyuri_span at; /**< the bytes in explanation.text that it is about, or
	                              EVERYURI_ABSENT */
};
#define EVERYURI_EXPLAIN_DANGERS 80

/** Number of buffers of an explanation. */
#define EVERYURI_EXPLAIN_BUFS 7

/** An explanation.  Its texts are in its buffers or in the caller's memory. */
struct everyuri_explanation {
	struct everyuri_text
		text; /**< text of the diagram: the given text, or that text as rewritten by
		           `standard` */
	bool masked;  /**< "***" replaces a secret in `text` or in a reading */

	/* The diagram. */
	const struct everyuri_uri *uri; /**< `text` as parsed under options.standard; NULL if
	                                     that standard rejects it */
	struct everyuri_error error;    /**< the reason if uri is NULL; error.at is an offset in
	                                     `text` */
	uint32_t n_pieces;              /**< 0 if uri is NULL */
	struct everyuri_piece piece[EVERYURI_EXPLAIN_PIECES]; /**< in order; together they cover
	                                                           `text` */
	uint8_t empty; /**< bit p is set if part p is present but empty, so that it has no piece */

	/* The readings, that is, the results of each standard.  Their error.at is an offset in the
	 * given text. */
	struct everyuri_comparison found;
	uint32_t n_accepted; /**< number of standards that accept the text */
	uint8_t differing;   /**< bit p is set if these standards disagree on part p
	                          (everyuri_compare()) */
	uint8_t columns;     /**< bit p is set if a table of the readings should have a column for
	                          part p */
	uint8_t unlike[EVERYURI_N_STANDARDS]; /**< bit p is set if this standard's part p differs
	                                           from that of most standards */
	struct everyuri_text summary;         /**< a sentence that says whether the standards
	                                           agree */
	struct everyuri_text characters;      /**< a sentence on how the standards decode the first
	                                           escapes above %7F; data is NULL if there are no
	                                           such escapes */

	/* The plan.  If uri is NULL, there is neither a plan nor a refusal. */
	bool planned;                  /**< if true, `plan` is valid; otherwise `refusal` is */
	struct everyuri_plan plan;     /**< contains the secrets; the functions of plan.h mask
	                                    them */
	struct everyuri_error refusal; /**< refusal.at and plan.warning[].at are offsets in the
	                                    given text */
	struct everyuri_text steps;    /**< the plan of the masked text, as
	                                    everyuri_plan_write_text() writes it; data is NULL if
	                                    the masked text has no plan */

	/* Warnings, and a sentence on how safely the URI can be shared. */
	uint32_t n_dangers;
	struct everyuri_danger danger[EVERYURI_EXPLAIN_DANGERS];
	struct everyuri_text pass_on;

	struct everyuri_buf buf[EVERYURI_EXPLAIN_BUFS]; /**< private */
};

/** Initialises an explanation.
 *  allocator: allocates its memory; copied.  NULL means malloc. */
void everyuri_explanation_init(struct everyuri_explanation *explanation,
                               const struct everyuri_allocator *allocator);

/** Frees the memory of an explanation. */
void everyuri_explanation_free(struct everyuri_explanation *explanation);

/** Explains a text.
 *  text, len:   must stay valid as long as the explanation is used.
 *  options:     NULL means that the diagram uses rfc3986, all standards are compared, and the plan
 *           uses the default configuration.
 *  explanation: receives the explanation.  Must have been initialised; a previous explanation in it
 *               is lost.
 *  Returns:     OK, even if no standard accepts the text.
 *  Errors:      TOO_LONG, NO_MEMORY.  After an error the explanation is empty and may be used
 *               again.
 *  Cost:        that of everyuri_compare, everyuri_plan_make and everyuri_redact for each standard;
 *               memory is linear in len and in the length of the plan. */
enum everyuri_status everyuri_explain(const char *text, size_t len,
                                      const struct everyuri_explain_options *options,
                                      struct everyuri_explanation *explanation,
                                      struct everyuri_error *err);

/** A line of the plan. */
struct everyuri_plan_line {
	uint32_t instead;           /**< nesting depth of fallback steps; 0 if it is not a fallback
	                                 step */
	struct everyuri_text what;  /**< kind of step, such as "send" */
	struct everyuri_text words; /**< its fields, such as "CWD /etc"; may be empty */
};

/** Stores the next line of explanation.steps.
 *  at:      0 for the first line; the call moves it to the next one.
 *  Returns: false at the end. */
bool everyuri_plan_line_next(struct everyuri_text steps, size_t *at,
                             struct everyuri_plan_line *line);

/** Maps an offset of uri->text to the text that was parsed.
 *  text, len: the text that was parsed.  It is uri->text itself, or the text that was rewritten to
 *             uri->text.
 *  at:        offset in uri->text, in bytes.
 *  Returns:   the offset in `text`, or 0 if the corresponding byte cannot be found. */
size_t everyuri_place_given(const struct everyuri_uri *uri, const char *text, size_t len,
                            size_t at);

/* ---- text in columns ------------------------------------------------------------------------- */

/** Returns the number of terminal columns that a text takes as everyuri_write_cells() writes it. */
size_t everyuri_cells(const char *text, size_t len);

/** Return the length in bytes of the longest beginning (front) or end (back) of a text that takes at
 *  most `cells` columns. */
size_t everyuri_cells_front(const char *text, size_t len, size_t cells);
size_t everyuri_cells_back(const char *text, size_t len, size_t cells);

/** Writes a text like everyuri_write_terminal(), but also escapes TAB and LF, as \x09 and \x0a. */
void everyuri_write_cells(struct everyuri_writer *w, const char *text, size_t len);

/** Writes a text like everyuri_write_cells(), shortened in the middle to fit.
 *  w:       with NULL, nothing is written.
 *  cells:   maximum number of columns.  Below 3 (5 with EVERYURI_EXPLAIN_ASCII), the text is not
 *         shortened.
 *  flags:   EVERYURI_EXPLAIN_ASCII or 0.
 *  Returns: the number of columns. */
size_t everyuri_write_short(struct everyuri_writer *w, const char *text, size_t len, size_t cells,
                            unsigned flags);

#ifdef __cplusplus
}
#endif
#endif
