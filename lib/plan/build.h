/* build.h - make a plan, step by step and field by field.
 *
 * After the first failure, further calls do nothing, so that functions that make plans need no
 * error checks.  Bytes that do not fit into the memory are only counted, so that the caller can try
 * again with enough memory.  Only eu_plan_decoded() adds bytes of a URI: it decodes them once and
 * checks the result. */
#ifndef EU_PLAN_BUILD_H
#define EU_PLAN_BUILD_H

#include "base/base.h"
#include "everyuri/plan.h"

/* Layout of a plan.  A step is its kind (1 byte), the length of its fields (4 bytes) and its fields.
 * A field is its name (1 byte), its flags (1 byte), the length of its value (4 bytes) and its
 * value. */
#define EU_STEP_HEAD 5
#define EU_FIELD_HEAD 6

enum { EU_FIELD_SECRET = 1 };

#define EU_PLAN_DEPTH \
	4 /* maximum nesting depth of steps; plans nest at most an `or` within an
                           `or` */

struct eu_plan_build {
	char *data; /* if NULL, bytes are only counted */
	size_t cap, len;
	const char *text; /* text of the URI; spans are offsets in it */
	/* Set these three before the first step. */
	size_t max_line;    /* longest line to send, in bytes without CR LF */
	uint32_t max_steps; /* maximum number of steps */
	size_t steps_at;    /* offset in the URI for the error about too many steps */
	size_t line;        /* length of the current line so far, in bytes */
	size_t part_at;     /* offset in the URI of the part that was decoded last */
	size_t field_at;    /* offset and name of the open field */
	enum everyuri_field_name field;
	char first; /* first byte of the open field's value; 0 if it is empty */
	size_t open[2 *
	            EU_PLAN_DEPTH]; /* offsets of open steps and their fields, outermost first */
	unsigned depth;
	bool in_step;
	size_t step_at;
	struct everyuri_plan *plan; /* receives warnings and the number of steps */
	enum everyuri_status status;
	size_t at; /* offset of the error in the URI if status is not OK */
	enum everyuri_reason reason;
	const char *clause, *message;
};

/** Initialises *build.
 *  data, cap: memory for the steps.  NULL and 0 mean that bytes are only counted.
 *  text:      text of the URI.
 *  plan:      receives warnings and the number of steps. */
void eu_plan_begin(struct eu_plan_build *build, char *data, size_t cap, const char *text,
                   struct everyuri_plan *plan);

/** Ends the last step.  Returns: the status; if it is OK, build->len is the size of the plan. */
enum everyuri_status eu_plan_end(struct eu_plan_build *build);

/** Records a failure, unless there already is one.
 *  status: usually UNSAFE. */
void eu_plan_refuse(struct eu_plan_build *build, enum everyuri_status status, size_t at,
                    const char *clause, const char *message);

/** Does the same with a reason. */
void eu_plan_refuse_because(struct eu_plan_build *build, enum everyuri_reason reason,
                            enum everyuri_status status, size_t at, const char *clause,
                            const char *message);

/** Adds a warning, unless there is one with the same message and offset. */
void eu_plan_warn(struct eu_plan_build *build, size_t at, const char *clause, const char *message);

/** Begins a step.  Ends the previous one. */
void eu_plan_step(struct eu_plan_build *build, enum everyuri_do what);

/** Add a field with its value. */
void eu_plan_text(struct eu_plan_build *build, enum everyuri_field_name name, const char *text);
void eu_plan_bytes(struct eu_plan_build *build, enum everyuri_field_name name,
                   struct everyuri_text text);
void eu_plan_number(struct eu_plan_build *build, enum everyuri_field_name name, uint32_t number);
void eu_plan_bool(struct eu_plan_build *build, enum everyuri_field_name name, bool yes);

/** Bytes that are allowed in a value that is decoded from a URI. */
struct eu_carried {
	const struct everyuri_byte_set *never; /**< decoded bytes that are refused */
	const char *clause, *message;          /**< error for these bytes, except for CR, LF and
	                                            NUL */
};

extern const struct eu_carried eu_carried_line; /**< all bytes except CR, LF and NUL */
extern const struct eu_carried eu_carried_word; /**< all bytes except control characters and
                                                     space */
extern const struct eu_carried eu_carried_any;  /**< all bytes, for data outside of commands */

/** Adds a field whose value is a part of the URI, decoded. */
void eu_plan_part(struct eu_plan_build *build, enum everyuri_field_name name,
                  struct everyuri_span span, const struct eu_carried *carried);

/** Add a field in pieces: open the field, put or decode each piece, and close the field.
 *  flags: EU_FIELD_SECRET. */
void eu_plan_open(struct eu_plan_build *build, enum everyuri_field_name name, unsigned flags);
void eu_plan_put(struct eu_plan_build *build, const char *data, size_t len);
void eu_plan_decoded(struct eu_plan_build *build, struct everyuri_span span,
                     const struct eu_carried *carried);
void eu_plan_close(struct eu_plan_build *build);

/** Adds a pair of two parts of the URI, both decoded. */
void eu_plan_pair(struct eu_plan_build *build, enum everyuri_field_name name,
                  struct everyuri_span key, struct everyuri_span value,
                  const struct eu_carried *carried);

/** Opens a pair whose key does not come from the URI.  Then put the value and close the field. */
void eu_plan_open_pair(struct eu_plan_build *build, enum everyuri_field_name name, const char *key);

/** Begin and end a field of the current step that contains fields (SEND) or steps (OR).  Depth: at
 *  most EU_PLAN_DEPTH. */
void eu_plan_nest(struct eu_plan_build *build, enum everyuri_field_name name);
void eu_plan_unnest(struct eu_plan_build *build);

/** Adds a step "send" with a verb, and with an argument unless it is NULL. */
void eu_plan_send(struct eu_plan_build *build, const char *verb, const char *argument);

/** Adds a step "expect" with one reply. */
void eu_plan_expect(struct eu_plan_build *build, const char *reply);

/** Adds a step "receive" with the field `until`. */
void eu_plan_receive(struct eu_plan_build *build, const char *until);

#endif
