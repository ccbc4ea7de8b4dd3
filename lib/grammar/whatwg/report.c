/* Reports validation errors (section 1.1) by name and position. */
#include "grammar/whatwg/machine.h"

/* The clause of a validation error names the section that defines the error. */
#define STANDARD "WHATWG "

struct error_text {
	const char *clause, *message;
};

static const struct error_text error_texts[EU_WHATWG_N_ERRORS] = {
	[EU_WHATWG_DOMAIN_TO_ASCII] = { STANDARD "domain-to-ASCII", "not a domain name" },
	[EU_WHATWG_DOMAIN_PERCENT_ENCODED] = { STANDARD "domain-percent-encoded",
	                                       "a domain must not be percent-encoded" },
	[EU_WHATWG_HOST_INVALID_CODE_POINT] = { STANDARD "host-invalid-code-point",
	                                        "character not allowed in a host" },
	[EU_WHATWG_IPV4_EMPTY_PART] = { STANDARD "IPv4-empty-part",
	                                "an IPv4 address must not end in a dot" },
	[EU_WHATWG_IPV4_TOO_FEW_PARTS] = { STANDARD "IPv4-too-few-parts",
	                                   "an IPv4 address must have four parts" },
	[EU_WHATWG_IPV4_TOO_MANY_PARTS] = { STANDARD "IPv4-too-many-parts",
	                                    "an IPv4 address has at most four parts" },
	[EU_WHATWG_IPV4_NON_NUMERIC_PART] = { STANDARD "IPv4-non-numeric-part",
	                                      "a host that ends in a number must be an IPv4 "
	                                      "address" },
	[EU_WHATWG_IPV4_NON_DECIMAL_PART] = { STANDARD "IPv4-non-decimal-part",
	                                      "an IPv4 address must be written in decimal" },
	[EU_WHATWG_IPV4_OUT_OF_RANGE_PART] = { STANDARD "IPv4-out-of-range-part",
	                                       "part of an IPv4 address is too large" },
	[EU_WHATWG_IPV4_NON_ASCII_INPUT] = { STANDARD "IPv4-non-ASCII-input",
	                                     "an IPv4 address must be written in ASCII" },
	[EU_WHATWG_IPV6_UNCLOSED] = { STANDARD "IPv6-unclosed",
	                              "the bracket of an IPv6 address is not closed" },
	[EU_WHATWG_IPV6_INVALID_COMPRESSION] = { STANDARD "IPv6-invalid-compression",
	                                         "an IPv6 address cannot begin with one colon" },
	[EU_WHATWG_IPV6_TOO_MANY_PIECES] = { STANDARD "IPv6-too-many-pieces",
	                                     "an IPv6 address has eight pieces" },
	[EU_WHATWG_IPV6_MULTIPLE_COMPRESSION] = { STANDARD "IPv6-multiple-compression",
	                                          "an IPv6 address has at most one \"::\"" },
	[EU_WHATWG_IPV6_INVALID_CODE_POINT] = { STANDARD "IPv6-invalid-code-point",
	                                        "character not allowed in an IPv6 address" },
	[EU_WHATWG_IPV6_TOO_FEW_PIECES] = { STANDARD "IPv6-too-few-pieces",
	                                    "an IPv6 address without \"::\" has eight pieces" },
	[EU_WHATWG_IPV6_PIECE_LEADING_ZERO] = { STANDARD "IPv6-piece-leading-zero",
	                                        "a piece of an IPv6 address must not begin with a "
	                                        "zero" },
	[EU_WHATWG_IPV4_IN_IPV6_TOO_MANY_PIECES] = { STANDARD "IPv4-in-IPv6-too-many-pieces",
	                                             "an IPv6 address has at most six pieces "
	                                             "before an IPv4 address" },
	[EU_WHATWG_IPV4_IN_IPV6_INVALID_CODE_POINT] = { STANDARD "IPv4-in-IPv6-invalid-code-point",
	                                                "character not allowed in an IPv4 "
	                                                "address" },
	[EU_WHATWG_IPV4_IN_IPV6_OUT_OF_RANGE_PART] = { STANDARD "IPv4-in-IPv6-out-of-range-part",
	                                               "part of an IPv4 address is too large" },
	[EU_WHATWG_IPV4_IN_IPV6_TOO_FEW_PARTS] = { STANDARD "IPv4-in-IPv6-too-few-parts",
	                                           "an IPv4 address has four parts" },
	[EU_WHATWG_INVALID_URL_UNIT] = { STANDARD "invalid-URL-unit", "character must be encoded" },
	[EU_WHATWG_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS] = { STANDARD "special-scheme-missing-"
	                                                                  "following-solidus",
	                                                         "two slashes must follow this "
	                                                         "scheme" },
	[EU_WHATWG_MISSING_SCHEME_NON_RELATIVE_URL] = { STANDARD "missing-scheme-non-relative-URL",
	                                                "missing scheme, and no base" },
	[EU_WHATWG_INVALID_REVERSE_SOLIDUS] = { STANDARD "invalid-reverse-solidus",
	                                        "a slash must be written as \"/\"" },
	[EU_WHATWG_INVALID_CREDENTIALS] = { STANDARD "invalid-credentials",
	                                    "a URL must not have a user or password" },
	[EU_WHATWG_HOST_MISSING] = { STANDARD "host-missing", "missing host" },
	[EU_WHATWG_PORT_OUT_OF_RANGE] = { STANDARD "port-out-of-range", "port above 65535" },
	[EU_WHATWG_PORT_INVALID] = { STANDARD "port-invalid", "the port is not a number" },
	[EU_WHATWG_FILE_INVALID_WINDOWS_DRIVE_LETTER] = { STANDARD
	                                                  "file-invalid-Windows-drive-letter",
	                                                  "a reference must not begin with a drive "
	                                                  "letter" },
	[EU_WHATWG_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST] = { STANDARD "file-invalid-Windows-"
	                                                                "drive-letter-host",
	                                                       "drive letter in place of a host" },
};

const char *eu_whatwg_error_name(enum eu_whatwg_error error)
{
	return error_texts[error].clause + sizeof STANDARD - 1;
}

const char *eu_whatwg_error_clause(enum eu_whatwg_error error)
{
	return error_texts[error].clause;
}

const char *eu_whatwg_error_message(enum eu_whatwg_error error)
{
	return error_texts[error].message;
}

void eu_whatwg_tell(struct eu_whatwg_machine *m, enum eu_whatwg_error error, size_t at)
{
	m->report(m->context, error, at, false);
}

bool eu_whatwg_fail(struct eu_whatwg_machine *m, enum eu_whatwg_error error, size_t at)
{
	m->error = error;
	m->error_at = at;
	if (m->report)
		m->report(m->context, error, at, true);
	return false;
}

bool eu_whatwg_is_escape(const struct eu_whatwg_machine *m, size_t at, size_t end)
{
	size_t first = eu_whatwg_kept(m, at + 1), second;

	if (first >= end || eu_hex_value((unsigned char)m->text[first]) < 0)
		return false;
	second = eu_whatwg_kept(m, first + 1);
	return second < end && eu_hex_value((unsigned char)m->text[second]) >= 0;
}

/* Used for paths, queries and fragments.  A reverse solidus is a slash only in the path of a
 * special URL. */
void eu_whatwg_note_units(struct eu_whatwg_machine *m, size_t begin, size_t end)
{
	bool slashes = m->state == EU_WHATWG_PATH_STATE && eu_whatwg_is_special(m);
	size_t i = begin;

	while (i < end) {
		uint32_t code_point;
		size_t at = i;

		if (eu_whatwg_is(m->text[i], EU_WHATWG_URL) ||
		    eu_whatwg_is_removed((unsigned char)m->text[i])) {
			i++;
			continue;
		}
		i += eu_whatwg_code_point(m->text + i, end - i, &code_point);
		if (code_point == '\\' && slashes)
			eu_whatwg_tell(m, EU_WHATWG_INVALID_REVERSE_SOLIDUS, at);
		else if (code_point == '%' ? !eu_whatwg_is_escape(m, at, end) :
		                             !eu_whatwg_is_url_code_point(code_point))
			eu_whatwg_tell(m, EU_WHATWG_INVALID_URL_UNIT, at);
	}
}
