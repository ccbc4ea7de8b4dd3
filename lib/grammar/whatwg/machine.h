/* machine.h - the state of the basic URL parser. */
#ifndef EU_GRAMMAR_WHATWG_MACHINE_H
#define EU_GRAMMAR_WHATWG_MACHINE_H

#include "grammar/whatwg/sets.h"
#include "grammar/whatwg/whatwg.h"

/** The states of section 4.4, in the standard's order. */
enum eu_whatwg_state {
	EU_WHATWG_SCHEME_START_STATE,
	EU_WHATWG_SCHEME_STATE,
	EU_WHATWG_NO_SCHEME_STATE,
	EU_WHATWG_SPECIAL_RELATIVE_OR_AUTHORITY_STATE,
	EU_WHATWG_PATH_OR_AUTHORITY_STATE,
	EU_WHATWG_RELATIVE_STATE,
	EU_WHATWG_RELATIVE_SLASH_STATE,
	EU_WHATWG_SPECIAL_AUTHORITY_SLASHES_STATE,
	EU_WHATWG_SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE,
	EU_WHATWG_AUTHORITY_STATE,
	EU_WHATWG_HOST_STATE,
	EU_WHATWG_HOSTNAME_STATE,
	EU_WHATWG_PORT_STATE,
	EU_WHATWG_FILE_STATE,
	EU_WHATWG_FILE_SLASH_STATE,
	EU_WHATWG_FILE_HOST_STATE,
	EU_WHATWG_PATH_START_STATE,
	EU_WHATWG_PATH_STATE,
	EU_WHATWG_OPAQUE_PATH_STATE,
	EU_WHATWG_QUERY_STATE,
	EU_WHATWG_FRAGMENT_STATE,
	EU_WHATWG_NO_STATE /**< no state override is given */
};

/** CHOICE: the longest domain that is not ASCII, in bytes, before and after ToASCII.  (A name in
 *  the DNS has at most 253 bytes.)  A limit is needed because the domain, unlike other parts, must
 *  be in memory as a whole. */
#define EU_WHATWG_DOMAIN_MAX 2048

/** The URL record, and the variables of the parser.  Offsets refer to the input text, except for
 *  the spans and `path`, which refer to `out`. */
struct eu_whatwg_machine {
	const char *text;
	size_t begin, end; /**< the input without leading and trailing C0 controls and spaces */
	size_t pointer;    /**< offset of the pointer, never at a tab or newline; `end` means EOF */
	size_t buffer;     /**< start of the standard's buffer, which ends at the pointer */
	size_t plain_end;  /**< an authority has only plain domain characters up to here */
	enum eu_whatwg_state state, state_override;
	bool ended; /**< the machine has finished */

	const struct everyuri_uri *base;
	enum eu_whatwg_scheme scheme;
	uint8_t host_kind;   /**< enum everyuri_host_kind; EVERYURI_HOST_NONE means that the host is
	                          null */
	bool no_credentials; /**< set with a state override if the URL can have neither credentials
	                          nor a port */
	struct everyuri_span part[EVERYURI_N_PARTS];
	struct eu_out out; /**< output; if data is NULL, the machine only decides */
	size_t path;       /**< start of the path in out */
	size_t host_len;   /**< length of the host in bytes, if the host was parsed last */

	eu_whatwg_report_fn *report;
	void *context;
	enum eu_whatwg_error error; /**< the error of a failure; its offset is error_at */
	size_t error_at;
};

/** A state: processes the code point at the pointer as the standard says, and continues while
 *  the state stays the same.  Returns: false on failure. */
typedef bool eu_whatwg_state_fn(struct eu_whatwg_machine *m);

/* ---- the input ------------------------------------------------------------------------- */

/** Returns the offset of the next byte from `at` on that is neither tab nor newline. */
static inline size_t eu_whatwg_kept(const struct eu_whatwg_machine *m, size_t at)
{
	while (at < m->end && eu_whatwg_is_removed((unsigned char)m->text[at]))
		at++;
	return at;
}

/** Returns the byte at an offset, or -1 for EOF. */
static inline int eu_whatwg_byte(const struct eu_whatwg_machine *m, size_t at)
{
	return at < m->end ? (unsigned char)m->text[at] : -1;
}

/** Returns c, the code point at the pointer (its first byte), or -1 for EOF. */
static inline int eu_whatwg_c(const struct eu_whatwg_machine *m)
{
	return eu_whatwg_byte(m, m->pointer);
}

/** Returns the first byte of the standard's "remaining", or -1 for EOF. */
static inline int eu_whatwg_remaining(const struct eu_whatwg_machine *m)
{
	return eu_whatwg_byte(m, eu_whatwg_kept(m, m->pointer + 1));
}

/** Moves the pointer by one code unit. */
static inline void eu_whatwg_advance(struct eu_whatwg_machine *m)
{
	/* LCOV_EXCL_BR_LINE: every caller has seen a code point there; the bound keeps the pointer
	 * in the text */
	if (m->pointer < m->end)
		m->pointer = eu_whatwg_kept(m, m->pointer + 1);
}

/** Changes the state, and keeps the pointer ("decrease pointer") or advances it. */
static inline bool eu_whatwg_go_again(struct eu_whatwg_machine *m, enum eu_whatwg_state state)
{
	m->state = state;
	m->buffer = m->pointer;
	return true;
}

static inline bool eu_whatwg_go(struct eu_whatwg_machine *m, enum eu_whatwg_state state)
{
	eu_whatwg_advance(m);
	return eu_whatwg_go_again(m, state);
}

/** Ends the machine. */
static inline bool eu_whatwg_return(struct eu_whatwg_machine *m)
{
	m->ended = true;
	return true;
}

static inline bool eu_whatwg_is_overridden(const struct eu_whatwg_machine *m)
{
	return m->state_override != EU_WHATWG_NO_STATE;
}

static inline bool eu_whatwg_is_special(const struct eu_whatwg_machine *m)
{
	return m->scheme != EU_WHATWG_NOT_SPECIAL;
}

/** Returns whether an authority ends at this code point: EOF, / ? #, and \ if special. */
static inline bool eu_whatwg_ends_authority(const struct eu_whatwg_machine *m, int c)
{
	return c < 0 || c == '/' || c == '?' || c == '#' || (c == '\\' && eu_whatwg_is_special(m));
}

/** Returns whether c is a slash that separates segments. */
static inline bool eu_whatwg_is_slash(const struct eu_whatwg_machine *m, int c)
{
	return c == '/' || (c == '\\' && eu_whatwg_is_special(m));
}

/** Returns whether there are only tabs and newlines between two offsets. */
static inline bool eu_whatwg_is_empty(const struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	return eu_whatwg_kept(m, begin) >= end;
}

/* ---- validation errors: report.c ----------------------------------------------------------- */

void eu_whatwg_tell(struct eu_whatwg_machine *m, enum eu_whatwg_error error, size_t at);

static inline void eu_whatwg_note(struct eu_whatwg_machine *m, enum eu_whatwg_error error,
                                  size_t at)
{
	if (m->report)
		eu_whatwg_tell(m, error, at);
}

/** Records a failure.  Returns: false. */
bool eu_whatwg_fail(struct eu_whatwg_machine *m, enum eu_whatwg_error error, size_t at);

/** Reports invalid-URL-unit for each code point that is neither a URL code point nor a "%"
 *  followed by two hex digits.  Also reports each reverse solidus that separates segments. */
void eu_whatwg_note_units(struct eu_whatwg_machine *m, size_t begin, size_t end);

/** Returns whether two ASCII hex digits follow the "%" at this offset, in input that ends at
 *  `end`. */
bool eu_whatwg_is_escape(const struct eu_whatwg_machine *m, size_t at, size_t end);

/* ---- the base: relative.c --------------------------------------------------------------------- */

/** Returns whether the record's path is not a list of segments: a path without host and slash. */
bool eu_whatwg_has_opaque_path(const struct everyuri_uri *uri);

/** Copies scheme, username, password, host and port from the base.  If `last` is EVERYURI_PATH,
 *  also copies the path; if it is EVERYURI_QUERY, path and query.  Otherwise it is
 *  EVERYURI_HOST. */
void eu_whatwg_take_base(struct eu_whatwg_machine *m, enum everyuri_part last);

/** Copies the base's path, without its last segment. */
void eu_whatwg_take_directory(struct eu_whatwg_machine *m);

/* ---- hosts: host.c, ip.c ------------------------------------------------------------------------ */

/** Runs the host parser (section 3.5) on the input between two offsets, and writes the result as
 *  the URL's host. */
bool eu_whatwg_parse_host(struct eu_whatwg_machine *m, size_t begin, size_t end);

/** Writes "//" and the encoded credentials. */
void eu_whatwg_begin_authority(struct eu_whatwg_machine *m);

/** Sets the URL's host to the empty string. */
void eu_whatwg_set_empty_host(struct eu_whatwg_machine *m);

/** Iterates over the bytes of a host's text. */
struct eu_whatwg_bytes {
	const char *text;
	size_t at, end;
	size_t from; /**< offset of the byte read last */
	bool raw;    /**< `text` is input: decode escapes, and skip tabs and newlines */
};

/** Returns the next byte, in lower case, or -1. */
int eu_whatwg_next_byte(struct eu_whatwg_bytes *bytes);

/** Runs the "ends in a number" checker (section 3.5). */
bool eu_whatwg_ends_in_a_number(struct eu_whatwg_bytes bytes);

/** Runs the IPv4 parser (section 3.5).
 *  at:      the host's first byte.
 *  Returns: false on failure. */
bool eu_whatwg_parse_ipv4(struct eu_whatwg_machine *m, struct eu_whatwg_bytes bytes, size_t at,
                          uint32_t *address);

/** Runs the IPv6 parser (section 3.5) on the text between the brackets. */
bool eu_whatwg_parse_ipv6(struct eu_whatwg_machine *m, size_t begin, size_t end,
                          uint16_t address[8]);

/** Write an address as the serialisers of section 3.6 do. */
void eu_whatwg_out_ipv4(struct eu_out *out, uint32_t address);
void eu_whatwg_out_ipv6(struct eu_out *out, const uint16_t address[8]);

/* ---- paths: path.c ---------------------------------------------------------------------------------- */

/** Shortens the URL's path (section 4.2). */
void eu_whatwg_shorten(struct eu_whatwg_machine *m);

/** Returns whether the input from the pointer on starts with a Windows drive letter. */
bool eu_whatwg_starts_with_drive_letter(const struct eu_whatwg_machine *m);

/** Returns whether the input between two offsets is a Windows drive letter. */
bool eu_whatwg_is_drive_letter(const struct eu_whatwg_machine *m, size_t begin, size_t end);

/* ---- states ----------------------------------------------------------------------------------------- */

eu_whatwg_state_fn eu_whatwg_scheme_start_state, eu_whatwg_scheme_state, eu_whatwg_no_scheme_state,
	eu_whatwg_special_relative_or_authority_state, eu_whatwg_path_or_authority_state,
	eu_whatwg_relative_state, eu_whatwg_relative_slash_state,
	eu_whatwg_special_authority_slashes_state, eu_whatwg_special_authority_ignore_slashes_state,
	eu_whatwg_authority_state, eu_whatwg_host_state, eu_whatwg_port_state, eu_whatwg_file_state,
	eu_whatwg_file_slash_state, eu_whatwg_file_host_state, eu_whatwg_path_start_state,
	eu_whatwg_path_state, eu_whatwg_opaque_path_state, eu_whatwg_query_state,
	eu_whatwg_fragment_state;

/** Initialises a machine for an input, which it does not change. */
void eu_whatwg_init(struct eu_whatwg_machine *m, const char *text, size_t len,
                    const struct everyuri_uri *base, char *data);

/** Runs the machine to its end.  Returns: false on failure. */
bool eu_whatwg_run(struct eu_whatwg_machine *m);

/** Returns an upper bound of the output in bytes, without the host. */
size_t eu_whatwg_bound(const char *text, size_t len);

#endif
