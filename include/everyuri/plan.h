/* plan.h - the access plan: what one would do with a URI, as a list of typed steps.
 *
 * A plan is data.  It lies in one buffer of the caller's as a run of bytes without pointers, so
 * that it can be copied, kept and compared.  Steps are what is sent if all goes well, in order; a
 * step is fields, each a name and a value; a field that repeats is a list.  Nothing here knows a
 * scheme (scheme.h makes plans) or opens a connection. */
#ifndef EVERYURI_PLAN_H
#define EVERYURI_PLAN_H

#include "base.h"
#include "write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a step does.  Values are only ever added. */
enum everyuri_do {
	EVERYURI_CONNECT = 0,    /**< host, port, tls, transport */
	EVERYURI_SECURE = 1,     /**< from here on TLS over the connection that is open */
	EVERYURI_EXPECT = 2,     /**< reply: codes, or their first digits */
	EVERYURI_SEND = 3,       /**< verb and argument, or line, or a verb and named fields */
	EVERYURI_ASK = 4,        /**< for: the user is asked; when: only after this reply */
	EVERYURI_DATA = 5,       /**< modes: a second connection, in the first of them that works */
	EVERYURI_RECEIVE = 6,    /**< until: what ends it */
	EVERYURI_READ = 7,       /**< path: of this machine, or a part of the plan's own data */
	EVERYURI_LIST = 8,       /**< path: of this machine */
	EVERYURI_LOOK_UP = 9,    /**< store, id, part: in what this machine has received before */
	EVERYURI_COMPOSE = 10,   /**< to, headers, body: a message, for the user to send */
	EVERYURI_HAND_OVER = 11, /**< program, arguments, user, password */
	EVERYURI_REFER = 12,     /**< uris: which lead to the object, in order of preference */
	EVERYURI_BLOCK = 13      /**< body: bytes that are sent as they are; nothing is connected to
	                              before the user has seen them and agreed */
};
#define EVERYURI_N_DOS 14

/** The fields of steps.  Values are only ever added. */
enum everyuri_field_name {
	EVERYURI_FIELD_HOST = 0, /**< lower case, IPv6 without brackets */
	EVERYURI_FIELD_PORT = 1,
	EVERYURI_FIELD_TLS = 2,
	EVERYURI_FIELD_TRANSPORT = 3, /**< "tcp" or "udp" */
	EVERYURI_FIELD_REPLY = 4,     /**< list */
	EVERYURI_FIELD_VERB = 5,
	EVERYURI_FIELD_ARGUMENT = 6, /**< absent: the verb alone; empty: the verb and one space */
	EVERYURI_FIELD_LINE = 7,     /**< all of a line, without its CR LF */
	EVERYURI_FIELD_FOR = 8,      /**< "password", "form" or "choice" */
	EVERYURI_FIELD_WHEN = 9,     /**< a reply code: only after that one */
	EVERYURI_FIELD_SEND = 10,    /**< fields of their own: what the answer is sent with */
	EVERYURI_FIELD_MODES = 11,   /**< list: "EPSV", "PASV" */
	EVERYURI_FIELD_UNTIL = 12,   /**< "close", "dot", "length" or "reply" */
	EVERYURI_FIELD_PATH = 13,
	EVERYURI_FIELD_STORE = 14,
	EVERYURI_FIELD_ID = 15,
	EVERYURI_FIELD_PART = 16,
	EVERYURI_FIELD_TO = 17,      /**< list */
	EVERYURI_FIELD_HEADERS = 18, /**< list of pairs */
	EVERYURI_FIELD_BODY = 19,
	EVERYURI_FIELD_PROGRAM = 20,
	EVERYURI_FIELD_ARGUMENTS = 21, /**< list, without the program */
	EVERYURI_FIELD_USER = 22,
	EVERYURI_FIELD_PASSWORD = 23,
	EVERYURI_FIELD_URIS = 24, /**< list */
	EVERYURI_FIELD_DATABASE = 25,
	EVERYURI_FIELD_WORDS = 26,
	EVERYURI_FIELD_TYPE = 27,
	EVERYURI_FIELD_HSONAME = 28,
	EVERYURI_FIELD_VERSION = 29,
	EVERYURI_FIELD_FIELDS = 30, /**< list of pairs */
	EVERYURI_FIELD_LENGTH = 31, /**< bytes of the object, where the URI tells them */
	EVERYURI_FIELD_OR = 32      /**< steps that stand in for this one when it is refused */
};
#define EVERYURI_N_FIELDS 33

/** What a field's value is. */
enum everyuri_field_type {
	EVERYURI_TYPE_TEXT = 0,
	EVERYURI_TYPE_NUMBER = 1,
	EVERYURI_TYPE_BOOL = 2,   /**< number is 0 or 1 */
	EVERYURI_TYPE_LIST = 3,   /**< one text of several */
	EVERYURI_TYPE_PAIRS = 4,  /**< one pair of several: text and value */
	EVERYURI_TYPE_FIELDS = 5, /**< text is a step's fields */
	EVERYURI_TYPE_STEPS = 6   /**< text is steps, for everyuri_step_next */
};

/** Most warnings that a plan holds; there are fewer kinds of them. */
#define EVERYURI_PLAN_WARNINGS 8

/** A plan: steps, and what its user should know first. */
struct everyuri_plan {
	struct everyuri_text steps; /**< in the caller's buffer, valid until its next use */
	uint32_t n_steps;
	uint32_t n_warnings;
	struct everyuri_error warning[EVERYURI_PLAN_WARNINGS]; /**< at, clause, message */
};

/** One step. */
struct everyuri_step {
	enum everyuri_do what;
	struct everyuri_text fields;
};

/** One field. */
struct everyuri_field {
	enum everyuri_field_name name;
	enum everyuri_field_type type;
	bool secret;                /**< not to be shown */
	uint32_t number;            /**< of NUMBER and BOOL */
	struct everyuri_text text;  /**< of the others; of PAIRS the name */
	struct everyuri_text value; /**< of PAIRS */
};

/** "hand-over", "argument": the names in JSON.  Returns: static; "" for no such number. */
const char *everyuri_do_name(enum everyuri_do what);
const char *everyuri_field_text(enum everyuri_field_name name);

/** The next step.
 *  steps: of a plan, or of a field of type STEPS.
 *  at:    0 to begin with; moved behind the step.
 *  Returns: false at the end, and for bytes that are no steps: nothing behind them is read. */
bool everyuri_step_next(struct everyuri_text steps, size_t *at, struct everyuri_step *step);

/** The next field of a step, in the same way. */
bool everyuri_field_next(struct everyuri_text fields, size_t *at, struct everyuri_field *field);

/** A step's first field of a name.  Returns: false where it has none. */
bool everyuri_step_field(const struct everyuri_step *step, enum everyuri_field_name name,
                         struct everyuri_field *field);

/** May the connection that has carried out one plan be kept for another?
 *  Only if the protocol lets it live when the object has come, which ftp and nntp do, and if all
 *  steps are the same up to the one that asks for the object, but for TYPE: the connection, the
 *  login, the directory.  Not if one of them tries two ways that end in two places.
 *  Source: RFC 1738 3.2.4 (reconnecting is the only reliable way; this is the one exception). */
bool everyuri_plan_may_keep(const struct everyuri_plan *done, const struct everyuri_plan *next);

/** Flags of printing. */
enum {
	EVERYURI_SHOW_SECRETS = 0x4000,
	EVERYURI_FOR_TERMINAL = 0x8000 /**< what a terminal would act on is escaped in JSON too */
};

/** The steps as a JSON array (contract cmd.plan); the warnings as another.  The first
 *  text of a step that is not UTF-8 is followed by "octets", any other by "NAME_octets", in base64;
 *  a list or pairs with such a value by "NAME_octets" of all its values. */
void everyuri_plan_write_json(struct everyuri_writer *w, const struct everyuri_plan *plan,
                              unsigned flags);
void everyuri_plan_write_warnings(struct everyuri_writer *w, const struct everyuri_plan *plan);

/** The steps for people: one line each, "what" in a column of its own, safe for a terminal.
 *  A value that is empty or has a blank, a quotation mark or a backslash in it stands in quotes,
 *  with a backslash in front of the latter two.
 *  indent: blanks in front of each line. */
void everyuri_plan_write_text(struct everyuri_writer *w, const struct everyuri_plan *plan,
                              unsigned indent, unsigned flags);

#ifdef __cplusplus
}
#endif
#endif
