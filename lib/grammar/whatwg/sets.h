/* sets.h - percent-encoded bytes (section 1.3), and the classes of code points and schemes of 3.2,
 * 4.2 and 4.3. */
#ifndef EU_GRAMMAR_WHATWG_SETS_H
#define EU_GRAMMAR_WHATWG_SETS_H

#include "base/base.h"

/** Classes of a byte, one bit each.  The bit of a percent-encode set is set for the bytes
 *  outside the set, which stay unencoded. */
enum {
	EU_WHATWG_C0 = 1,            /**< C0 control percent-encode set */
	EU_WHATWG_FRAGMENT = 2,      /**< fragment percent-encode set */
	EU_WHATWG_QUERY = 4,         /**< query percent-encode set */
	EU_WHATWG_SPECIAL_QUERY = 8, /**< special-query percent-encode set */
	EU_WHATWG_PATH = 16,         /**< path percent-encode set; the bit is also clear for both
	                                  slashes */
	EU_WHATWG_USERINFO = 32,     /**< userinfo percent-encode set */
	EU_WHATWG_DOMAIN = 64,       /**< neither a forbidden domain code point nor a capital
	                                  letter */
	EU_WHATWG_URL = 128          /**< URL code point */
};

extern const uint8_t eu_whatwg_class[256];

static inline bool eu_whatwg_is(char byte, unsigned class)
{
	return eu_whatwg_class[(unsigned char)byte] & class;
}

/** Returns whether this is a tab, LF or CR, which the parser removes from its input. */
static inline bool eu_whatwg_is_removed(unsigned char c)
{
	return c == '\t' || c == '\n' || c == '\r';
}

/** Decodes UTF-8: stores the first code point, or U+FFFD for a maximal ill-formed part.
 *  len:     at least 1.
 *  Returns: bytes read, at least 1. */
size_t eu_whatwg_code_point(const char *text, size_t len, uint32_t *code_point);

/** Writes the text with all bytes outside `keep` UTF-8 percent-encoded, and without tabs and
 *  newlines. */
void eu_whatwg_encode(struct eu_out *out, const char *text, size_t len, unsigned keep);

/** Does the same for the first code point of text.  Returns: bytes read. */
size_t eu_whatwg_encode_one(struct eu_out *out, const char *text, size_t len);

/** Returns whether this is a URL code point (4.3).  Also works for non-ASCII code points. */
bool eu_whatwg_is_url_code_point(uint32_t code_point);

/** Returns whether this is a forbidden host code point (3.2). */
bool eu_whatwg_is_forbidden_host(unsigned char c);

/** Special schemes (4.2). */
enum eu_whatwg_scheme {
	EU_WHATWG_NOT_SPECIAL = 0,
	EU_WHATWG_FILE,
	EU_WHATWG_FTP,
	EU_WHATWG_HTTP,
	EU_WHATWG_HTTPS,
	EU_WHATWG_WS,
	EU_WHATWG_WSS
};

/** Returns the special scheme of this name.
 *  name: in lower case. */
enum eu_whatwg_scheme eu_whatwg_scheme_of(const char *name, size_t len);

/** Returns the default port, or 0. */
uint16_t eu_whatwg_default_port(enum eu_whatwg_scheme scheme);

#endif
