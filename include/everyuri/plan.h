/* plan.h - the access plan of a URI: the steps to get the object, as data.
 *
 * A plan is a block of bytes without pointers, which can be copied, stored and compared.  It has
 * steps in order.  Each step is a list of named fields; repeated fields form a list.  scheme.h makes
 * plans and fetch.h carries them out; this header opens no connection. */
#ifndef EVERYURI_PLAN_H
#define EVERYURI_PLAN_H

#include "base.h"
#include "write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of step.  After the colon, a comment lists the fields of the step.  Later releases may add
 *  values. */
enum everyuri_do {
	EVERYURI_CONNECT = 0,    /**< connect: host, port, tls, transport */
	EVERYURI_SECURE = 1,     /**< start TLS on the open connection */
	EVERYURI_EXPECT = 2,     /**< expect a reply: reply */
	EVERYURI_SEND = 3,       /**< send a line: verb and argument, or line, or verb and fields */
	EVERYURI_ASK = 4,        /**< ask the user: for, when */
	EVERYURI_DATA = 5,       /**< open a second connection: modes */
	EVERYURI_RECEIVE = 6,    /**< receive the object: until */
	EVERYURI_READ = 7,       /**< read a file: path; or read data in the plan: body */
	EVERYURI_LIST = 8,       /**< list a directory: path */
	EVERYURI_LOOK_UP = 9,    /**< look up a message in local mail or news: store, id, part */
	EVERYURI_COMPOSE = 10,   /**< compose a message for the user to send: to, headers, body */
	EVERYURI_HAND_OVER = 11, /**< start a program: program, arguments, user, password */
	EVERYURI_REFER = 12,     /**< try other URIs in order of preference: uris */
	EVERYURI_BLOCK = 13      /**< send bytes unchanged: body; the user must see them and agree
	                              before the connection */
};
#define EVERYURI_N_DOS 14

/** Fields of steps.  Later releases may add values. */
enum everyuri_field_name {
	EVERYURI_FIELD_HOST = 0, /**< in lower case; IPv6 without brackets */
	EVERYURI_FIELD_PORT = 1,
	EVERYURI_FIELD_TLS = 2,
	EVERYURI_FIELD_TRANSPORT = 3, /**< "tcp" or "udp" */
	EVERYURI_FIELD_REPLY = 4,     /**< a list of reply codes, or their first digits */
	EVERYURI_FIELD_VERB = 5,
	EVERYURI_FIELD_ARGUMENT = 6, /**< if absent, only the verb is sent; if empty, the verb and a
	                                  space */
	EVERYURI_FIELD_LINE = 7,     /**< a whole line, without its CR LF */
	EVERYURI_FIELD_FOR = 8,      /**< "password", "form" or "choice" */
	EVERYURI_FIELD_WHEN = 9,     /**< a reply code; the step is run only after this reply */
	EVERYURI_FIELD_SEND = 10,    /**< the fields of a "send" step, which sends the user's
	                                  answer */
	EVERYURI_FIELD_MODES = 11,   /**< list of "EPSV" and "PASV"; the first that works is used */
	EVERYURI_FIELD_UNTIL = 12,   /**< how the object ends: "close", "dot", "length" or
	                                  "reply" */
	EVERYURI_FIELD_PATH = 13,
	EVERYURI_FIELD_STORE = 14,
	EVERYURI_FIELD_ID = 15,
	EVERYURI_FIELD_PART = 16,
	EVERYURI_FIELD_TO = 17,      /**< a list of texts */
	EVERYURI_FIELD_HEADERS = 18, /**< a list of pairs */
	EVERYURI_FIELD_BODY = 19,
	EVERYURI_FIELD_PROGRAM = 20,
	EVERYURI_FIELD_ARGUMENTS = 21, /**< a list of texts, without the program */
	EVERYURI_FIELD_USER = 22,
	EVERYURI_FIELD_PASSWORD = 23,
	EVERYURI_FIELD_URIS = 24, /**< a list of texts */
	EVERYURI_FIELD_DATABASE = 25,
	EVERYURI_FIELD_WORDS = 26,
	EVERYURI_FIELD_TYPE = 27,
	EVERYURI_FIELD_HSONAME = 28,
	EVERYURI_FIELD_VERSION = 29,
	EVERYURI_FIELD_FIELDS = 30, /**< a list of pairs */
	EVERYURI_FIELD_LENGTH = 31, /**< length of the object in bytes, if the URI gives it */
	EVERYURI_FIELD_OR = 32      /**< fallback: steps to run if the server refuses this step */
};
#define EVERYURI_N_FIELDS 33

/** Types of a field's value. */
enum everyuri_field_type {
	EVERYURI_TYPE_TEXT = 0,
	EVERYURI_TYPE_NUMBER = 1,
	EVERYURI_TYPE_BOOL = 2,   /**< number is 0 or 1 */
	EVERYURI_TYPE_LIST = 3,   /**< one entry of a list of texts */
	EVERYURI_TYPE_PAIRS = 4,  /**< one entry of a list of pairs: text and value */
	EVERYURI_TYPE_FIELDS = 5, /**< text holds fields, for everyuri_field_next() */
	EVERYURI_TYPE_STEPS = 6   /**< text holds steps, for everyuri_step_next() */
};

/** Maximum number of warnings of a plan.  No warning is lost, because there are fewer kinds of
 *  warning. */
#define EVERYURI_PLAN_WARNINGS 8

/** A plan: its steps, and warnings for the user. */
struct everyuri_plan {
	struct everyuri_text steps; /**< in the caller's buffer, valid until the next use of the
	                                 buffer */
	uint32_t n_steps;
	uint32_t n_warnings;
	struct everyuri_error warning[EVERYURI_PLAN_WARNINGS]; /**< only at, clause and message are
	                                                            used */
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
	bool secret;                /**< do not display the value */
	uint32_t number;            /**< value of NUMBER and BOOL */
	struct everyuri_text text;  /**< value of the other types; for PAIRS, the name */
	struct everyuri_text value; /**< for PAIRS, the value */
};

/** Return the name that a kind of step or a field has in JSON: "hand-over", "argument".
 *  Returns: static; "" for an unknown number. */
const char *everyuri_do_name(enum everyuri_do what);
const char *everyuri_field_text(enum everyuri_field_name name);

/** Stores the next step.
 *  steps:   everyuri_plan.steps, or the text of a field of type STEPS.
 *  at:      0 for the first step; the call moves it to the next one.
 *  Returns: false at the end, or if the bytes are not a valid step. */
bool everyuri_step_next(struct everyuri_text steps, size_t *at, struct everyuri_step *step);

/** Stores the next field of a step.  `at` and the return value are as in everyuri_step_next(). */
bool everyuri_field_next(struct everyuri_text fields, size_t *at, struct everyuri_field *field);

/** Stores the first field with this name.  Returns: false if the step has none. */
bool everyuri_step_field(const struct everyuri_step *step, enum everyuri_field_name name,
                         struct everyuri_field *field);

/** Returns whether the connection of one plan can be reused for another.
 *  The protocol must keep it open after an object (ftp, nntp).  Both plans must have the same steps
 *  before the request for the object (connection, login, directory), except TYPE.  None of these
 *  steps may have a fallback that ends in another directory.
 *  Source: RFC 1738 3.2.4: otherwise only a new connection is reliable. */
bool everyuri_plan_may_keep(const struct everyuri_plan *done, const struct everyuri_plan *next);

/** Flags of the functions that write a plan. */
enum {
	EVERYURI_SHOW_SECRETS = 0x4000,
	EVERYURI_FOR_TERMINAL = 0x8000 /**< in JSON, escape all characters that control a
	                                    terminal */
};

/** Write the steps, or the warnings, as a JSON array (contract cmd.plan).  After a text that is not
 *  UTF-8 comes a member with its bytes in base64.  That member is "octets" for the first such text
 *  of a step, and "NAME_octets" for the others.  For a list or pairs, "NAME_octets" has all values.
 *  flags: EVERYURI_SHOW_SECRETS, EVERYURI_FOR_TERMINAL, or 0. */
void everyuri_plan_write_json(struct everyuri_writer *w, const struct everyuri_plan *plan,
                              unsigned flags);
void everyuri_plan_write_warnings(struct everyuri_writer *w, const struct everyuri_plan *plan);

/** Writes the steps for people, one per line, without characters that control a terminal.  A value
 *  is quoted if it is empty or has a blank, a quotation mark or a backslash; the latter two are
 *  escaped with a backslash.
 *  indent: number of blanks before each line.
 *  flags:  EVERYURI_SHOW_SECRETS or 0. */
void everyuri_plan_write_text(struct everyuri_writer *w, const struct everyuri_plan *plan,
                              unsigned indent, unsigned flags);

#ifdef __cplusplus
}
#endif
#endif
