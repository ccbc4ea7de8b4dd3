/* explain.h - one URI explained: its parts, how each standard reads it, what one would do with it,
 * what to be careful of, and how safely it can be passed on.
 *
 * All of it is data: what a terminal, a page or a program of another language shows of it is
 * theirs to choose.  Its secrets are masked before anything is told, in every text and sentence.
 * A sentence is UTF-8 on one line, lower-case, and holds nothing that a terminal would act on; what
 * it cites of the URI is shortened in the middle. */
#ifndef EVERYURI_EXPLAIN_H
#define EVERYURI_EXPLAIN_H

#include "plan.h"
#include "scheme.h"
#include "uri.h"
#include "write.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is asked ------------------------------------------------------------------------ */

/** Bits of everyuri_explain_options.flags. */
enum {
	EVERYURI_EXPLAIN_SECRETS = 0x1000, /**< passwords are shown */
	EVERYURI_EXPLAIN_ASCII = 0x2000    /**< what is shortened has "..." in it, and not U+2026 */
};

/** How a URI is explained; nothing is copied. */
struct everyuri_explain_options {
	enum everyuri_standard standard; /**< whose reading is drawn and planned */
	uint32_t standards; /**< bit s: standard s is asked too; 0: all of this build */
	unsigned flags;     /**< EVERYURI_EXPLAIN_* */
	unsigned admit;     /**< of reading: EVERYURI_ADMIT_ZONE */
	const struct everyuri_config *config;   /**< of the plan, or NULL */
	struct everyuri_text scheme;            /**< put in front of a text, with "://", that no
	                                           standard accepts without; data NULL: none */
	const struct everyuri_error *refused;   /**< NULL, or why the text is not read at all: it
	                                           is the beginning of one that is too long */
	const struct everyuri_secrets *secrets; /**< what is masked; NULL: passwords and the values
	                                             of usual names of secrets */
	void *reserved[3];
};

/* ---- what is told --------------------------------------------------------------------------- */

/** A part of what is drawn, or what stands between two. */
struct everyuri_piece {
	struct everyuri_span at; /**< of explanation.text; never empty */
	int part;                /**< enum everyuri_part; -1: between */
};
#define EVERYURI_EXPLAIN_PIECES (2 * EVERYURI_N_PARTS + 1)

/** Something to be careful of. */
struct everyuri_danger {
	struct everyuri_text sentence;
	struct everyuri_span at; /**< of explanation.text: where it is; or EVERYURI_ABSENT */
};
#define EVERYURI_EXPLAIN_DANGERS 80

/** Memory of an explanation. */
#define EVERYURI_EXPLAIN_BUFS 7

/** What there is to say.  Its texts lie in its own memory, or are the caller's. */
struct everyuri_explanation {
	struct everyuri_text text; /**< what is drawn: as given, or as a standard rewrote it */
	bool masked;               /**< "***" stands for a secret in it, or in a reading */

	/* The drawing. */
	const struct everyuri_uri *uri; /**< the reading that is drawn; NULL: there is none */
	struct everyuri_error error;    /**< why: error.at counts in text */
	uint32_t n_pieces;              /**< 0 without a reading */
	struct everyuri_piece piece[EVERYURI_EXPLAIN_PIECES]; /**< all of text, in order */
	uint8_t empty; /**< bit p: part p is there, and empty: it has no piece */

	/* The readings.  An error's place counts in the text as given. */
	struct everyuri_comparison found;
	uint32_t n_accepted;
	uint8_t differing; /**< bit p: the readings that accept it differ in part p, as compared */
	uint8_t columns;   /**< bit p: part p is worth a column of a table */
	uint8_t unlike[EVERYURI_N_STANDARDS]; /**< bit p: this one's part p is not what most of
	                                           them read, and that is a difference */
	struct everyuri_text summary;         /**< do they agree? */
	struct everyuri_text characters;      /**< what the first escapes above %7F decode to, by
	                                      whom; data NULL: there are none */

	/* The plan; without a reading that is drawn there is none. */
	bool planned;                  /**< plan holds; otherwise refusal, if there is a reading */
	struct everyuri_plan plan;     /**< with its secrets: the printers of plan.h mask them */
	struct everyuri_error refusal; /**< at: bytes of the text as given, as of plan.warning */
	struct everyuri_text steps;    /**< as everyuri_plan_write_text has them, of the masked
	                                    text; data NULL where that has no plan */

	/* What to know before it is used or passed on. */
	uint32_t n_dangers;
	struct everyuri_danger danger[EVERYURI_EXPLAIN_DANGERS];
	struct everyuri_text pass_on;

	struct everyuri_buf buf[EVERYURI_EXPLAIN_BUFS]; /**< private */
};

/** Prepare an explanation.
 *  allocator: where its memory comes from; copied; NULL: malloc. */
void everyuri_explanation_init(struct everyuri_explanation *explanation,
                               const struct everyuri_allocator *allocator);

/** Give its memory back. */
void everyuri_explanation_free(struct everyuri_explanation *explanation);

/** Explain a text.
 *  text, len:   bytes; must live as long as the explanation is used.
 *  options:     NULL: rfc3986 is drawn, all are asked, the default policy plans.
 *  explanation: after everyuri_explanation_init; what it told before is gone.
 *  Returns:     OK for any text: that no standard accepts it is an explanation.
 *  Errors:      NO_MEMORY; it tells nothing then, and may be used again.
 *  Cost:        that of everyuri_compare, everyuri_plan_make and everyuri_redact for each standard;
 *               memory is linear in len, and in the length of the plan. */
enum everyuri_status everyuri_explain(const char *text, size_t len,
                                      const struct everyuri_explain_options *options,
                                      struct everyuri_explanation *explanation,
                                      struct everyuri_error *err);

/** A line of the plan. */
struct everyuri_plan_line {
	uint32_t instead;           /**< so many steps are open that it stands in for if refused */
	struct everyuri_text what;  /**< "send" */
	struct everyuri_text words; /**< what, to whom: "CWD /etc"; may be empty */
};

/** The next line of explanation.steps.
 *  at: 0 to begin with; moved behind the line.  Returns: false at the end. */
bool everyuri_plan_line_next(struct everyuri_text steps, size_t *at,
                             struct everyuri_plan_line *line);

/** Where a byte of what a standard has read (uri->text) stood in the text as given.
 *  text, len: as given: uri's own, or that from which it was rewritten.
 *  Returns:   0 where nobody can know. */
size_t everyuri_place_given(const struct everyuri_uri *uri, const char *text, size_t len,
                            size_t at);

/* ---- text in columns ---------------------------------------------------------------------------- */

/** How many columns of a terminal a text takes when nothing in it is shown raw. */
size_t everyuri_cells(const char *text, size_t len);

/** The bytes from its front (from its back) that take at most so many. */
size_t everyuri_cells_front(const char *text, size_t len, size_t cells);
size_t everyuri_cells_back(const char *text, size_t len, size_t cells);

/** Write a text with nothing in it raw: as everyuri_write_terminal, and TAB and LF are \x09 and
 *  \x0a too. */
void everyuri_write_cells(struct everyuri_writer *w, const char *text, size_t len);

/** The same, shortened in the middle to at most so many columns; less than five with
 *  EVERYURI_EXPLAIN_ASCII, or three without, shorten nothing.
 *  w: NULL: nothing is written.  Returns: the columns. */
size_t everyuri_write_short(struct everyuri_writer *w, const char *text, size_t len, size_t cells,
                            unsigned flags);

#ifdef __cplusplus
}
#endif
#endif
