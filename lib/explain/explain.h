/* explain.h - types and functions that the files of this directory share. */
#ifndef EU_EXPLAIN_EXPLAIN_H
#define EU_EXPLAIN_EXPLAIN_H

#include "base/base.h"
#include "base/schemes.h"
#include "everyuri/explain.h"
#include "uri/compare.h"

/* Buffers of an explanation, by their content. */
enum {
	EU_EXPLAIN_READ,      /* texts that standards rewrote */
	EU_EXPLAIN_JOINED,    /* options->scheme, "://" and the text */
	EU_EXPLAIN_PLAN,      /* steps of the plan */
	EU_EXPLAIN_GIVEN,     /* the text with its secrets masked */
	EU_EXPLAIN_REWRITTEN, /* the rewritten text with its secrets masked */
	EU_EXPLAIN_SCRATCH,   /* canonical forms, then spans of secrets, then the masked steps */
	EU_EXPLAIN_TOLD       /* spans of secrets, then the sentences */
};

/** An explanation that is being made. */
struct eu_explaining {
	const struct everyuri_explain_options *options;
	struct everyuri_explanation *out;
	struct everyuri_text given; /* the caller's text */
	struct everyuri_text read;  /* the text that was parsed: `given`, perhaps with
	                               options->scheme before it */
	const struct everyuri_uri
		*seen; /* the parts that the warnings are about: out->uri, or else the result of
		          another standard, or else `loose` */
	struct everyuri_uri loose;
	const struct everyuri_plan *steps; /* the plan to write, or NULL */
	struct everyuri_plan masked_plan;
	struct eu_alike alike; /* computed before secrets are masked */
	unsigned spelt;        /* bit p is set if part p has different spellings in the readings */
};

/** Converts an offset in `read` to an offset in `given`; 0 if it lies in the added scheme. */
size_t eu_explain_at_given(const struct eu_explaining *explaining, size_t at);

/* ---- secret.c -------------------------------------------------------------------------- */

/** Masks the secrets (everyuri_secrets_find) in the text and the readings, and adjusts the error's
 *  offset.  Sets out->text and steps.
 *  Errors: NO_MEMORY, TOO_LONG. */
enum everyuri_status eu_explain_mask(struct eu_explaining *explaining, struct everyuri_error *err);

/** Which kinds of secrets the text of `seen` contains, masked or not. */
struct eu_secret_kinds {
	bool login;               /* the text contains a password, or a part that may be one */
	struct everyuri_text key; /* the first key that has a secret value; data is NULL if there is
	                             none */
};

struct eu_secret_kinds eu_explain_secret_kinds(const struct eu_explaining *explaining);

/** Returns the first valid reading whose text was rewritten or, if `rewritten` is false, was not
 *  rewritten.  Returns NULL if there is none. */
const struct everyuri_uri *eu_explain_some(const struct everyuri_comparison *found, bool rewritten);

/* ---- loose.c ---------------------------------------------------------------------------- */

/** Splits any text into parts without checking their characters.
 *  len: less than EVERYURI_ABSENT. */
void eu_explain_cut(const char *text, size_t len, struct everyuri_uri *uri);

/* ---- sentences: written twice, the first time to measure them ------------------------------ */

/** Output of the sentences. */
struct eu_teller {
	struct everyuri_writer w;
	struct eu_out out; /* receives the flushed blocks of w */
	unsigned flags;    /* EVERYURI_EXPLAIN_* */
	char block[64];
};

/** Returns the offset of the next byte. */
static inline size_t eu_teller_at(const struct eu_teller *teller)
{
	return teller->out.len + teller->w.len;
}

/** Returns the text that was written since offset `begin`. */
struct everyuri_text eu_told(const struct eu_teller *teller, size_t begin);

/** The first writes our own words.  The others write a text of the URI, escaped and shortened, with
 *  quotation marks or without. */
void eu_tell(struct eu_teller *teller, const char *words);
void eu_tell_quoted(struct eu_teller *teller, struct everyuri_text text);
void eu_tell_short(struct eu_teller *teller, struct everyuri_text text);

/* ---- readings.c -------------------------------------------------------------------------- */

/** Compares the readings: sets n_accepted, differing, columns, unlike and spelt. */
void eu_explain_differences(struct eu_explaining *explaining);

void eu_explain_summary(struct eu_explaining *explaining, struct eu_teller *teller);
void eu_explain_characters(struct everyuri_explanation *out, struct eu_teller *teller);

/* ---- careful.c, host.c, pass_on.c ----------------------------------------------------------- */

void eu_explain_dangers(struct eu_explaining *explaining, struct eu_teller *teller);
void eu_explain_pass_on(struct eu_explaining *explaining, struct eu_teller *teller);

/** Add a warning.  Either call begin, write the sentence, and call end; or do all three in one
 *  call. */
void eu_danger_begin(struct eu_explaining *explaining, struct eu_teller *teller,
                     struct everyuri_span at);
void eu_danger_end(struct eu_explaining *explaining, struct eu_teller *teller);
void eu_danger(struct eu_explaining *explaining, struct eu_teller *teller, struct everyuri_span at,
               const char *sentence);

/** Adds the warnings about the host. */
void eu_explain_host_dangers(struct eu_explaining *explaining, struct eu_teller *teller);

/** Parses a host as inet_aton does.
 *  plain:   receives whether it consists of four numbers without leading zeros.
 *  Returns: false if it is not an IPv4 address. */
bool eu_loose_ipv4(struct everyuri_text text, uint32_t *address, bool *plain);

/** Returns one part of `seen`; data is NULL if it is absent. */
struct everyuri_text eu_seen_part(const struct eu_explaining *explaining, enum everyuri_part part);

/** Returns the row of the scheme of `seen`, or NULL. */
const struct eu_scheme *eu_seen_scheme(const struct eu_explaining *explaining);

/** Returns the offset of the first occurrence of a word in a text, ignoring case, or text.len.
 *  word: in lower case. */
size_t eu_word_at(struct everyuri_text text, const char *word);

/** Returns whether the URIs of a scheme are scripts. */
bool eu_is_script(struct everyuri_text scheme);

/** Return whether the text begins with, or equals, a lower-case word, ignoring case. */
bool eu_word_begins(struct everyuri_text text, const char *word);
bool eu_word_is(struct everyuri_text text, const char *word);

#endif
