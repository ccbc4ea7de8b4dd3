/* machine.h - the basic URL parser while it runs. */
#ifndef EU_GRAMMAR_WHATWG_MACHINE_H
#define EU_GRAMMAR_WHATWG_MACHINE_H

#include "grammar/whatwg/sets.h"
#include "grammar/whatwg/whatwg.h"

/** Section 4.4: the states, in the standard's order. */
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
	EU_WHATWG_NO_STATE /**< as a state override: none is given */
};

/** CHOICE: a domain that is not ASCII has at most this many bytes, before and after ToASCII
 *  (a name in the DNS has 253): it is the only part of a URL that is looked at as a whole. */
#define EU_WHATWG_DOMAIN_MAX 2048

/** The URL record, and what the parser keeps beside it.  Offsets are bytes of text, but
 *  spans and path are of out. */
struct eu_whatwg_machine {
	const char *text;
	size_t begin, end; /**< the input, leading and trailing C0 controls and spaces taken off */
	size_t pointer;    /**< never at a tab or newline; end is EOF */
	size_t buffer;     /**< where the standard's buffer begins; it ends at the pointer */
	size_t plain_end;  /**< up to here an authority is letters and the like of a domain */
	enum eu_whatwg_state state, state_override;
	bool ended; /**< the machine has nothing left to do */

	const struct everyuri_uri *base;
	enum eu_whatwg_scheme scheme;
	uint8_t host_kind;   /**< enum everyuri_host_kind; EVERYURI_HOST_NONE is the host null */
	bool no_credentials; /**< override: url includes no credentials and has no port */
	struct everyuri_span part[EVERYURI_N_PARTS];
	struct eu_out out; /**< where the URL is written; data NULL: the machine decides */
	size_t path;       /**< where it begins */
	size_t host_len;   /**< bytes of the host, where it was the last to be parsed */

	eu_whatwg_report_fn *report;
	void *context;
	enum eu_whatwg_error error; /**< of a failure, and where */
	size_t error_at;
};

/** A state: does what the standard says for the code point at the pointer, and goes on for
 *  as long as the state stays the same.  Returns: false on failure. */
typedef bool eu_whatwg_state_fn(struct eu_whatwg_machine *m);

/* ---- the input ------------------------------------------------------------------------- */

/** Where the next byte that is neither tab nor newline stands, from `at` on. */
static inline size_t eu_whatwg_kept(const struct eu_whatwg_machine *m, size_t at)
{
	while (at < m->end && eu_whatwg_is_removed((unsigned char)m->text[at]))
		at++;
	return at;
}

/** The byte at an offset, or -1 for EOF. */
static inline int eu_whatwg_byte(const struct eu_whatwg_machine *m, size_t at)
{
	return at < m->end ? (unsigned char)m->text[at] : -1;
}

/** c, the code point at the pointer (its first byte), or -1 for EOF. */
static inline int eu_whatwg_c(const struct eu_whatwg_machine *m)
{
	return eu_whatwg_byte(m, m->pointer);
}

/** The first byte of remaining. */
static inline int eu_whatwg_remaining(const struct eu_whatwg_machine *m)
{
	return eu_whatwg_byte(m, eu_whatwg_kept(m, m->pointer + 1));
}

/** The pointer goes on by one. */
static inline void eu_whatwg_advance(struct eu_whatwg_machine *m)
{
	/* LCOV_EXCL_BR_LINE: every caller has seen a code point there; the bound keeps the pointer
	 * in the text */
	if (m->pointer < m->end)
		m->pointer = eu_whatwg_kept(m, m->pointer + 1);
}

/** Go to a state with the code point that the pointer points to ("decrease pointer"), or
 *  with the next one. */
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

/** Nothing is left to do. */
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

/** Does an authority end at this code point: EOF, / ? #, and \ if special? */
static inline bool eu_whatwg_ends_authority(const struct eu_whatwg_machine *m, int c)
{
	return c < 0 || c == '/' || c == '?' || c == '#' || (c == '\\' && eu_whatwg_is_special(m));
}

/** A slash that parts two segments? */
static inline bool eu_whatwg_is_slash(const struct eu_whatwg_machine *m, int c)
{
	return c == '/' || (c == '\\' && eu_whatwg_is_special(m));
}

/** Is nothing kept between two offsets? */
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

/** Returns: false. */
bool eu_whatwg_fail(struct eu_whatwg_machine *m, enum eu_whatwg_error error, size_t at);

/** invalid-URL-unit for each code point that is neither a URL code point nor a "%" with two
 *  digits behind it; reverse solidi where they part segments.  `from` is where it begins. */
void eu_whatwg_note_units(struct eu_whatwg_machine *m, size_t begin, size_t end);

/** Is the "%" there followed by two ASCII hex digits, in what ends at `end`? */
bool eu_whatwg_is_escape(const struct eu_whatwg_machine *m, size_t at, size_t end);

/* ---- the base: relative.c --------------------------------------------------------------------- */

/** The record has a path that is no list of segments: a path without host and slash. */
bool eu_whatwg_has_opaque_path(const struct everyuri_uri *uri);

/** url's scheme, username, password, host and port are base's from now on; and, up to
 *  `last`, its path and query (last: EVERYURI_HOST, EVERYURI_PATH or EVERYURI_QUERY). */
void eu_whatwg_take_base(struct eu_whatwg_machine *m, enum everyuri_part last);

/** The path is base's, without its last segment. */
void eu_whatwg_take_directory(struct eu_whatwg_machine *m);

/* ---- hosts: host.c, ip.c ------------------------------------------------------------------------ */

/** Section 3.5: the host parser, on the input between two offsets; its result is written
 *  as url's host. */
bool eu_whatwg_parse_host(struct eu_whatwg_machine *m, size_t begin, size_t end);

/** Write "//" and what has become of the credentials. */
void eu_whatwg_begin_authority(struct eu_whatwg_machine *m);

/** url's host is the empty string. */
void eu_whatwg_set_empty_host(struct eu_whatwg_machine *m);

/** One byte after the other of a host's text. */
struct eu_whatwg_bytes {
	const char *text;
	size_t at, end;
	size_t from; /**< where the last byte was read */
	bool raw;    /**< text is input: escapes are decoded, tabs and newlines passed over */
};

/** The next byte, in lower case, or -1. */
int eu_whatwg_next_byte(struct eu_whatwg_bytes *bytes);

/** Section 3.5: the ends in a number checker. */
bool eu_whatwg_ends_in_a_number(struct eu_whatwg_bytes bytes);

/** Section 3.5: the IPv4 parser.  at: the host's first byte.  Returns: false on failure. */
bool eu_whatwg_parse_ipv4(struct eu_whatwg_machine *m, struct eu_whatwg_bytes bytes, size_t at,
                          uint32_t *address);

/** Section 3.5: the IPv6 parser, on what stands between the brackets. */
bool eu_whatwg_parse_ipv6(struct eu_whatwg_machine *m, size_t begin, size_t end,
                          uint16_t address[8]);

/** Section 3.6: the serialisers. */
void eu_whatwg_out_ipv4(struct eu_out *out, uint32_t address);
void eu_whatwg_out_ipv6(struct eu_out *out, const uint16_t address[8]);

/* ---- paths: path.c ---------------------------------------------------------------------------------- */

/** Section 4.2: shorten url's path. */
void eu_whatwg_shorten(struct eu_whatwg_machine *m);

/** Does the input from the pointer on start with a Windows drive letter? */
bool eu_whatwg_starts_with_drive_letter(const struct eu_whatwg_machine *m);

/** Is the input between two offsets a Windows drive letter? */
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

/** A machine for an input that is taken as it is. */
void eu_whatwg_init(struct eu_whatwg_machine *m, const char *text, size_t len,
                    const struct everyuri_uri *base, char *data);

/** Run it to its end.  Returns: false on failure. */
bool eu_whatwg_run(struct eu_whatwg_machine *m);

/** The bytes that text can become, its host aside. */
size_t eu_whatwg_bound(const char *text, size_t len);

#endif
