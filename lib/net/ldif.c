/* Converts the output of libcurl for a search to LDIF.  libcurl writes "DN: name", then lines
 * "\tattribute: value" or "\tattribute:: base64", and an empty line after each entry. */
#include "net/ldif.h"

/* The position in a line.  OF_NAME + n means that n bytes of "DN:" have been read. */
enum {
	LINE_BEGINS,
	OF_MARK,
	OF_NAME = OF_MARK + 3,
	OF_ATTRIBUTE,
	BEHIND_COLON,
	BEHIND_BLANK,
	OF_VALUE,
	OF_ENCODED
};

/* ---- output ------------------------------------------------------------------------------------------- */

static void ldif_flush(struct eu_ldif *ldif)
{
	if (ldif->n_out && !ldif->stopped)
		ldif->stopped = !ldif->bytes(ldif->context, ldif->out, ldif->n_out);
	ldif->n_out = 0;
}

static void ldif_put(struct eu_ldif *ldif, char byte)
{
	if (ldif->n_out == sizeof ldif->out)
		ldif_flush(ldif);
	ldif->out[ldif->n_out++] = byte;
}

static void ldif_words(struct eu_ldif *ldif, const char *words)
{
	while (*words)
		ldif_put(ldif, *words++);
}

/* Encodes one to three pending bytes in base64 (RFC 4648 4). */
static void put_three(struct eu_ldif *ldif)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const size_t n = ldif->n_three;
	uint32_t bits = 0;

	if (!n)
		return;
	for (size_t i = 0; i < 3; i++)
		bits = bits << 8 | (i < n ? ldif->three[i] : 0u);
	for (size_t i = 0; i < 4; i++)
		ldif_put(ldif, i <= n ? digits[bits >> (18 - 6 * i) & 63] : '=');
	ldif->n_three = 0;
}

static void put_encoded(struct eu_ldif *ldif, char byte)
{
	ldif->three[ldif->n_three++] = (unsigned char)byte;
	if (ldif->n_three == 3)
		put_three(ldif);
}

/* ---- names ------------------------------------------------------------------------------------------ */

/* Returns whether a name is a SAFE-STRING of RFC 2849, and so needs no encoding.  By note 8, a text
 * that ends with a space is encoded. */
static bool is_safe_name(const char *name, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)name[i] >= 0x80 || !name[i] || name[i] == '\r' ||
		    name[i] == '\n')
			return false;
	return !len || (name[0] != ' ' && name[0] != ':' && name[0] != '<' && name[len - 1] != ' ');
}

static void put_name(struct eu_ldif *ldif)
{
	const char *name = ldif->name;
	size_t len = ldif->n_name;

	if (len && *name == ' ') { /* the space that libcurl writes after "DN:" */
		name++;
		len--;
	}
	if (!ldif->begun)
		ldif_words(ldif, "version: 1\n");
	ldif->begun = true;
	if (is_safe_name(name, len)) {
		ldif_words(ldif, len ? "\ndn: " : "\ndn:");
		for (size_t i = 0; i < len; i++)
			ldif_put(ldif, name[i]);
	} else {
		ldif_words(ldif, "\ndn:: ");
		for (size_t i = 0; i < len; i++)
			put_encoded(ldif, name[i]);
		put_three(ldif);
	}
	ldif_put(ldif, '\n');
	ldif->n_name = 0;
}

/* ---- lines -------------------------------------------------------------------------------------------- */

static void end_line(struct eu_ldif *ldif)
{
	switch (ldif->state) {
	case LINE_BEGINS: /* an empty line ends the entry */
		break;
	case OF_NAME:
		put_name(ldif);
		break;
	case BEHIND_COLON:
	case BEHIND_BLANK:
		ldif_words(ldif, ":\n");
		break;
	case OF_VALUE:
	case OF_ENCODED:
		put_three(ldif);
		ldif_put(ldif, '\n');
		break;
	default:
		ldif->wrong = true;
	}
	ldif->state = LINE_BEGINS;
}

static void begin_line(struct eu_ldif *ldif, char byte)
{
	if (byte == '\t' && ldif->begun)
		ldif->state = OF_ATTRIBUTE;
	else if (byte == 'D')
		ldif->state = OF_MARK + 1;
	else
		ldif->wrong = true;
}

/* Begins a value.  It is encoded if its first byte is not a SAFE-INIT-CHAR (RFC 2849), because an
 * unencoded value would then have another meaning. */
static void begin_value(struct eu_ldif *ldif, char byte)
{
	bool encoded = byte == ':' || byte == '<';

	ldif_words(ldif, encoded ? ":: " : ": ");
	ldif->state = encoded ? OF_ENCODED : OF_VALUE;
	if (encoded)
		put_encoded(ldif, byte);
	else
		ldif_put(ldif, byte);
}

static void take_byte(struct eu_ldif *ldif, char byte)
{
	if (byte == '\n') {
		end_line(ldif);
		return;
	}
	switch (ldif->state) {
	case LINE_BEGINS:
		begin_line(ldif, byte);
		break;
	case OF_MARK + 1:
	case OF_MARK + 2:
		ldif->wrong = byte != "DN:"[ldif->state - OF_MARK];
		ldif->state++;
		break;
	case OF_NAME:
		if (ldif->n_name < EU_LDIF_NAME)
			ldif->name[ldif->n_name++] = byte;
		else
			ldif->wrong = true;
		break;
	case OF_ATTRIBUTE:
		if (byte == ':')
			ldif->state = BEHIND_COLON;
		else
			ldif_put(ldif, byte);
		break;
	case BEHIND_COLON:
		if (byte == ' ') {
			ldif->state = BEHIND_BLANK;
			break;
		}
		ldif_put(ldif, ':');
		ldif_put(ldif, byte);
		ldif->state = OF_VALUE;
		break;
	case BEHIND_BLANK:
		begin_value(ldif, byte);
		break;
	case OF_ENCODED:
		put_encoded(ldif, byte);
		break;
	default:
		ldif_put(ldif, byte);
	}
}

bool eu_ldif_take(struct eu_ldif *ldif, const char *data, size_t len)
{
	for (size_t i = 0; i < len && !ldif->wrong && !ldif->stopped; i++)
		take_byte(ldif, data[i]);
	ldif_flush(ldif);
	return !ldif->wrong && !ldif->stopped;
}

/* Values passed here contain bytes that are not SAFE-CHAR (RFC 2849), so they are encoded in
 * base64.  Unencoded, they could imitate another attribute or another entry. */
bool eu_ldif_take_one(struct eu_ldif *ldif, const char *data, size_t len)
{
	if (ldif->state == BEHIND_BLANK) {
		ldif_words(ldif, ":: ");
		ldif->state = OF_ENCODED;
	}
	if (ldif->state != OF_NAME && ldif->state != OF_ENCODED)
		ldif->wrong = true; /* this would be the continuation of a long value, which is not
		                       supported */
	for (size_t i = 0; i < len && !ldif->wrong && !ldif->stopped; i++)
		if (ldif->state == OF_ENCODED)
			put_encoded(ldif, data[i]);
		else if (ldif->n_name < EU_LDIF_NAME)
			ldif->name[ldif->n_name++] = data[i];
		else
			ldif->wrong = true;
	ldif_flush(ldif);
	return !ldif->wrong && !ldif->stopped;
}

bool eu_ldif_ended(const struct eu_ldif *ldif)
{
	return ldif->state == LINE_BEGINS;
}
