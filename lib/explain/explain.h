/* explain.h - what the files of this room share. */
#ifndef EU_EXPLAIN_EXPLAIN_H
#define EU_EXPLAIN_EXPLAIN_H

#include "base/base.h"
#include "base/schemes.h"
#include "everyuri/explain.h"
#include "uri/compare.h"

/* The memory of an explanation. */
enum {
	EU_EXPLAIN_READ,      /* what standards rewrote */
	EU_EXPLAIN_JOINED,    /* the text behind options->scheme */
	EU_EXPLAIN_PLAN,      /* steps */
	EU_EXPLAIN_GIVEN,     /* the text without its secret */
	EU_EXPLAIN_REWRITTEN, /* the same for what standards rewrote */
	EU_EXPLAIN_SCRATCH,   /* what redact makes; then the steps without secrets */
	EU_EXPLAIN_TOLD       /* sentences */
};

/** An explanation that is being made. */
struct eu_explaining {
	const struct everyuri_explain_options *options;
	struct everyuri_explanation *out;
	struct everyuri_text given; /* as given */
	struct everyuri_text read;  /* that, or with options->scheme in front of it */
	const struct everyuri_uri
		*seen; /* what is drawn, or else some valid reading, or a loose one */
	struct everyuri_uri loose;
	const struct everyuri_plan *steps; /* the plan that is told; NULL: none */
	struct everyuri_plan masked_plan;
	struct eu_alike alike; /* found before anything is masked */
	unsigned spelt;        /* bit p: the readings write part p in different ways */
};

/** A place in what was read, in the text without the scheme that was put in front. */
size_t eu_explain_at_given(const struct eu_explaining *explaining, size_t at);

/* ---- secret.c -------------------------------------------------------------------------- */

/** Masks the secrets (everyuri_secrets_find) of text, error and the readings.
 *  Errors: NO_MEMORY, TOO_LONG. */
enum everyuri_status eu_explain_mask(struct eu_explaining *explaining, struct everyuri_error *err);

/** Kinds of secrets in what is seen, masked or not. */
struct eu_secret_kinds {
	bool login;               /* a password, or what may be one */
	struct everyuri_text key; /* the first key of a secret value; data NULL: none */
};

struct eu_secret_kinds eu_explain_secret_kinds(const struct eu_explaining *explaining);

/** The first valid reading of the text as given, or of what standards rewrote; NULL: none. */
const struct everyuri_uri *eu_explain_some(const struct everyuri_comparison *found, bool rewritten);

/* ---- loose.c ---------------------------------------------------------------------------- */

/** Cut any text into parts, whatever stands in them.  len: less than EVERYURI_ABSENT. */
void eu_explain_cut(const char *text, size_t len, struct everyuri_uri *uri);

/* ---- sentences: written twice, the first time to measure them ------------------------------ */

/** Where sentences go. */
struct eu_teller {
	struct everyuri_writer w;
	struct eu_out out; /* behind the writer's block */
	unsigned flags;    /* EVERYURI_EXPLAIN_* */
	char block[64];
};

/** Where the next byte will be. */
static inline size_t eu_teller_at(const struct eu_teller *teller)
{
	return teller->out.len + teller->w.len;
}

/** What was told since `begin`. */
struct everyuri_text eu_told(const struct eu_teller *teller, size_t begin);

/** Tell words; some text in quotes, shortened, with nothing in it raw. */
void eu_tell(struct eu_teller *teller, const char *words);
void eu_tell_quoted(struct eu_teller *teller, struct everyuri_text text);
void eu_tell_short(struct eu_teller *teller, struct everyuri_text text);

/* ---- readings.c -------------------------------------------------------------------------- */

/** In what the readings differ: n_accepted, differing, columns, unlike. */
void eu_explain_differences(struct eu_explaining *explaining);

void eu_explain_summary(struct eu_explaining *explaining, struct eu_teller *teller);
void eu_explain_characters(struct everyuri_explanation *out, struct eu_teller *teller);

/* ---- careful.c, host.c, pass_on.c ----------------------------------------------------------- */

void eu_explain_dangers(struct eu_explaining *explaining, struct eu_teller *teller);
void eu_explain_pass_on(struct eu_explaining *explaining, struct eu_teller *teller);

/** Add a danger: begin, tell, end; or all in one. */
void eu_danger_begin(struct eu_explaining *explaining, struct eu_teller *teller,
                     struct everyuri_span at);
void eu_danger_end(struct eu_explaining *explaining, struct eu_teller *teller);
void eu_danger(struct eu_explaining *explaining, struct eu_teller *teller, struct everyuri_span at,
               const char *sentence);

/** Those of the host. */
void eu_explain_host_dangers(struct eu_explaining *explaining, struct eu_teller *teller);

/** What inet_aton makes of a host.  plain: it is written as four numbers without leading zeros. */
bool eu_loose_ipv4(struct everyuri_text text, uint32_t *address, bool *plain);

/** One part of what is seen; data NULL where it is absent. */
struct everyuri_text eu_seen_part(const struct eu_explaining *explaining, enum everyuri_part part);

/** Returns what is known of the scheme of what is seen, or NULL. */
const struct eu_scheme *eu_seen_scheme(const struct eu_explaining *explaining);

/** Where that lower-case word first stands in a text, in either case; text.len if it does not. */
size_t eu_word_at(struct everyuri_text text, const char *word);

/** Is this the scheme of URIs that are scripts? */
bool eu_is_script(struct everyuri_text scheme);

/** Does the text begin with it; is it that word? */
bool eu_word_begins(struct everyuri_text text, const char *word);
bool eu_word_is(struct everyuri_text text, const char *word);

#endif
