/* Encodes WAIS requests, messages of Z39.50-1988, into c->out. */
#include "access/wais.h"

#define WAIS_LENGTH_DIGITS 10
#define WAIS_FIXED (EU_WAIS_HEADER + 2) /* offset of the part after its length */

static void put_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	if (c->doing == EU_ENDED)
		return;
	if (len > EVERYURI_COMMAND_MAX - c->out_len) {
		eu_abort(c, EVERYURI_TOO_LONG, "", "request too long");
		return;
	}
	memcpy(c->out + c->out_len, data, len);
	c->out_len += len;
}

/* Writes an integer of n bytes, most significant byte first. */
static void put_integer(struct everyuri_conversation *c, uint32_t number, unsigned n)
{
	while (n--) {
		char byte = (char)(number >> (8 * n) & 0xFF);

		put_bytes(c, &byte, 1);
	}
}

/* Writes a number as seven bits per byte, most significant first.  All bytes except the last have
 * bit 7 set.  Tags and lengths are below 2^14, because a request has at most EVERYURI_COMMAND_MAX
 * bytes. */
static void put_compressed_number(struct everyuri_conversation *c, size_t number)
{
	if (number >> 14) {
		eu_abort(c, EVERYURI_TOO_LONG, "", "request too long");
		return;
	}
	if (number >> 7)
		put_integer(c, (uint32_t)(number >> 7 | 0x80), 1);
	put_integer(c, (uint32_t)(number & 0x7F), 1);
}

static size_t element_size(size_t tag, size_t len)
{
	return len + 2 + (tag >> 7 ? 1 : 0) + (len >> 7 ? 1 : 0);
}

static void put_element(struct everyuri_conversation *c, size_t tag, struct everyuri_text value)
{
	put_compressed_number(c, tag);
	put_compressed_number(c, value.len);
	put_bytes(c, value.data, value.len);
}

static void put_word(struct everyuri_conversation *c, size_t tag, const char *word)
{
	put_element(c, tag, (struct everyuri_text){ word, strlen(word) });
}

static void put_element_integer(struct everyuri_conversation *c, size_t tag, uint32_t number,
                                unsigned n)
{
	put_compressed_number(c, tag);
	put_compressed_number(c, n);
	put_integer(c, number, n);
}

/* ---- messages ------------------------------------------------------------------------------------ */

static void begin_message(struct everyuri_conversation *c, unsigned type)
{
	static const char nothing[WAIS_FIXED];

	c->out_len = 0;
	put_bytes(c, nothing, sizeof nothing);
	put_integer(c, type, 1);
}

/* Writes the length of the fixed part at its beginning. */
static void end_fixed(struct everyuri_conversation *c)
{
	size_t len = c->out_len - WAIS_FIXED;

	c->out[EU_WAIS_HEADER] = (char)(len >> 8);
	c->out[EU_WAIS_HEADER + 1] = (char)(len & 0xFF);
}

/* Writes the header: ten digits, "z" for Z39.50, the version of the header, ten bytes for the
 * server's name, no compression, no encoding, and no check digit. */
static void end_message(struct everyuri_conversation *c)
{
	static const char header[EU_WAIS_HEADER + 1] = "0000000000z2wais        0";
	size_t len = c->out_len - EU_WAIS_HEADER;

	if (c->doing == EU_ENDED)
		return;
	memcpy(c->out, header, EU_WAIS_HEADER);
	eu_decimal_padded((char *)c->out, len, WAIS_LENGTH_DIGITS);
}

/* Writes the init request.  CHOICE: other clients send the name and the machine of the user.  This
 * one does not, for privacy. */
void eu_wais_write_init(struct everyuri_conversation *c)
{
	begin_message(c, EU_WAIS_INIT);
	put_element_integer(c, EU_TAG_VERSION, 0x80, 1); /* one bit for each version; only the first
	                                                    is set */
	put_element_integer(c, EU_TAG_OPTIONS, 0x80, 1); /* one bit for each option; only searching
	                                                    is set */
	put_element_integer(c, EU_TAG_MESSAGE_SIZE, 100000, 3);
	put_element_integer(c, EU_TAG_RECORD_SIZE, 100000, 3);
	put_word(c, EU_TAG_IMPLEMENTATION, "everyuri");
	end_fixed(c);
	end_message(c);
}

/* Writes the name of a database.  THREATS C1: refuses the byte 1F, which would end the name and
 * begin another name. */
static void put_database(struct everyuri_conversation *c, struct everyuri_text database)
{
	if (memchr(database.data, 0x1F, database.len))
		eu_abort(c, EVERYURI_UNSAFE, "RFC 1625",
		         "character not allowed in a database name");
	put_element(c, EU_TAG_DATABASES, database);
}

/* Writes a query of type 3: words, for which the server returns the best matches. */
void eu_wais_write_search(struct everyuri_conversation *c, struct everyuri_text database,
                          struct everyuri_text words)
{
	begin_message(c, EU_WAIS_SEARCH);
	put_integer(c, 30, 3);   /* sizes of the small, large and medium set, which in WAIS do
	                            not */
	put_integer(c, 5000, 3); /* decide what a server sends at once */
	put_integer(c, 30, 3);
	put_integer(c, 1, 1); /* replace a previous result */
	put_word(c, EU_TAG_RESULT_SET, "");
	put_database(c, database);
	put_word(c, EU_TAG_QUERY_TYPE, "3");
	end_fixed(c);
	put_compressed_number(c, EU_TAG_USER_INFORMATION);
	put_compressed_number(c, element_size(EU_TAG_WORDS, words.len) +
	                                 element_size(EU_TAG_DATE_FACTOR, 1) +
	                                 element_size(EU_TAG_MOST_DOCUMENTS, 1));
	put_element(c, EU_TAG_WORDS, words);
	put_element_integer(c, EU_TAG_DATE_FACTOR, 1, 1); /* ignore dates */
	put_element_integer(c, EU_TAG_MOST_DOCUMENTS, EU_WAIS_MOST_DOCUMENTS, 1);
	end_message(c);
}

/* ---- retrieval ------------------------------------------------------------------------------------- */

#define N_TERMS 4
#define ATTRIBUTES_LENGTH 17

/* Writes a query of type 1, in reverse Polish notation.  Each term is preceded by its attributes:
 * use, relation, and four that are ignored.  "and" follows each term except the first. */
void eu_wais_write_retrieve(struct everyuri_conversation *c, const struct eu_wais_range *range)
{
	static const char attributes[N_TERMS][ATTRIBUTES_LENGTH + 1] = {
		"un re ig ig ig ig", /* the document's identifier equals the term */
		"wt re ig ig ig ig", /* its type equals the term */
		"wb ro ig ig ig ig", /* first byte to return */
		"wb rl ig ig ig ig", /* end of the bytes to return */
	};
	char from[EU_DECIMAL_MAX], to[EU_DECIMAL_MAX];
	const struct everyuri_text term[N_TERMS] = { range->id, range->type,
		                                     eu_decimal(from, range->from),
		                                     eu_decimal(to, range->to) };
	size_t len = (N_TERMS - 1) * element_size(EU_TAG_OPERATOR, 1);

	begin_message(c, EU_WAIS_SEARCH);
	put_integer(c, 10, 3); /* not used, as above */
	put_integer(c, 16, 3);
	put_integer(c, 15, 3);
	put_integer(c, 1, 1);
	put_word(c, EU_TAG_RESULT_SET, "FOO"); /* the name that clients usually send */
	put_database(c, range->database);
	put_word(c, EU_TAG_QUERY_TYPE, "1");
	put_word(c, EU_TAG_ELEMENTS,
	         " \x1F"
	         "Document Text");
	put_word(c, EU_TAG_REFERENCE, "3");
	end_fixed(c);
	for (int i = 0; i < N_TERMS; i++)
		len += element_size(EU_TAG_ATTRIBUTES, ATTRIBUTES_LENGTH) +
		       element_size(EU_TAG_TERM, term[i].len);
	put_compressed_number(c, EU_TAG_QUERY);
	put_compressed_number(c, len);
	for (int i = 0; i < N_TERMS; i++) {
		put_word(c, EU_TAG_ATTRIBUTES, attributes[i]);
		put_element(c, EU_TAG_TERM, term[i]);
		if (i)
			put_word(c, EU_TAG_OPERATOR, "a");
	}
	end_message(c);
}
