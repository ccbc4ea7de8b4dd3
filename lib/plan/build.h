/* build.h - how a plan is made: step by step, field by field, into memory that may be too small.
 *
 * A function that makes a plan reads like the plan.  The first failure stays, and what follows it
 * does nothing; where the memory ends, bytes are only counted, so that the caller can come back
 * with enough.  Bytes of a URI enter through eu_plan_decoded alone, which decodes them once and
 * checks what it decoded. */
#ifndef EU_PLAN_BUILD_H
#define EU_PLAN_BUILD_H

#include "base/base.h"
#include "everyuri/plan.h"

/* What a step's bytes are: what it does, the length of its fields in four bytes, its fields.  A
 * field is its name, its flags, the length of its value in four bytes, its value. */
#define EU_STEP_HEAD 5
#define EU_FIELD_HEAD 6

enum { EU_FIELD_SECRET = 1 };

#define EU_PLAN_DEPTH 4 /* steps within steps; `or` within `or` is the deepest that there is */

struct eu_plan_build {
	char *data; /* NULL: all is counted only */
	size_t cap, len;
	const char *text; /* of the URI: what spans index */
	/* Both are set before the first step. */
	size_t max_line;    /* bytes of a line that is sent, without CR LF */
	uint32_t max_steps; /* where there are more, steps_at of the URI is to blame */
	size_t steps_at;
	size_t line;     /* of the line in hand so far */
	size_t part_at;  /* where the last part that was decoded begins, in the URI */
	size_t field_at; /* where the open field begins, and which it is */
	enum everyuri_field_name field;
	char first;                     /* byte of the open field; 0 too: it has none yet */
	size_t open[2 * EU_PLAN_DEPTH]; /* the open steps and their fields, outermost first */
	unsigned depth;
	bool in_step;
	size_t step_at;
	struct everyuri_plan *plan; /* warnings and the count of steps */
	enum everyuri_status status;
	size_t at; /* with a status: in the URI */
	enum everyuri_reason reason;
	const char *clause, *message;
};

/** Begin: *build is of no plan yet.  data, cap: of the result; warnings and count in *plan. */
void eu_plan_begin(struct eu_plan_build *build, char *data, size_t cap, const char *text,
                   struct everyuri_plan *plan);

/** End the last step.  Returns: the status; with OK build->len is what the plan takes. */
enum everyuri_status eu_plan_end(struct eu_plan_build *build);

/** Refuse, unless something has been refused before.  status: mostly UNSAFE. */
void eu_plan_refuse(struct eu_plan_build *build, enum everyuri_status status, size_t at,
                    const char *clause, const char *message);

/** The same with a reason. */
void eu_plan_refuse_because(struct eu_plan_build *build, enum everyuri_reason reason,
                            enum everyuri_status status, size_t at, const char *clause,
                            const char *message);

/** Add a warning; one of the same message at the same place is added once. */
void eu_plan_warn(struct eu_plan_build *build, size_t at, const char *clause, const char *message);

/** Begin a step; the one before it has ended. */
void eu_plan_step(struct eu_plan_build *build, enum everyuri_do what);

/** Whole fields. */
void eu_plan_text(struct eu_plan_build *build, enum everyuri_field_name name, const char *text);
void eu_plan_bytes(struct eu_plan_build *build, enum everyuri_field_name name,
                   struct everyuri_text text);
void eu_plan_number(struct eu_plan_build *build, enum everyuri_field_name name, uint32_t number);
void eu_plan_bool(struct eu_plan_build *build, enum everyuri_field_name name, bool yes);

/** What may stand in a value that is decoded from a URI. */
struct eu_carried {
	const struct everyuri_byte_set *never; /**< decoded bytes that are refused */
	const char *clause, *message;          /**< for those with no words of their own */
};

extern const struct eu_carried eu_carried_line; /**< all but CR, LF and NUL */
extern const struct eu_carried eu_carried_word; /**< all but controls and space */
extern const struct eu_carried eu_carried_any;  /**< all: for data that is no command's */

/** A whole field whose value is this part of the URI, decoded. */
void eu_plan_part(struct eu_plan_build *build, enum everyuri_field_name name,
                  struct everyuri_span span, const struct eu_carried *carried);

/** A field whose value is put together; flags: EU_FIELD_SECRET. */
void eu_plan_open(struct eu_plan_build *build, enum everyuri_field_name name, unsigned flags);
void eu_plan_put(struct eu_plan_build *build, const char *data, size_t len);
void eu_plan_decoded(struct eu_plan_build *build, struct everyuri_span span,
                     const struct eu_carried *carried);
void eu_plan_close(struct eu_plan_build *build);

/** A pair: `name` and `value`, both decoded. */
void eu_plan_pair(struct eu_plan_build *build, enum everyuri_field_name name,
                  struct everyuri_span key, struct everyuri_span value,
                  const struct eu_carried *carried);

/** Begin a pair whose name is the plan's own; its value is put, and then it is closed. */
void eu_plan_open_pair(struct eu_plan_build *build, enum everyuri_field_name name, const char *key);

/** Begin and end a field that holds fields (SEND) or steps (OR) of its own, within the step in
 *  hand.  Depth: at most EU_PLAN_DEPTH. */
void eu_plan_nest(struct eu_plan_build *build, enum everyuri_field_name name);
void eu_plan_unnest(struct eu_plan_build *build);

/** "send" with a verb, and with an argument unless it is NULL. */
void eu_plan_send(struct eu_plan_build *build, const char *verb, const char *argument);

/** "expect" with one reply. */
void eu_plan_expect(struct eu_plan_build *build, const char *reply);

/** "receive" until. */
void eu_plan_receive(struct eu_plan_build *build, const char *until);

#endif
