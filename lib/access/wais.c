/* wais: RFC 1738 3.9 over RFC 1625.  A database is an index.  A search returns a menu of documents
 * in the server's order, the best first.  A document is retrieved in pieces, one per request. */
#include "access/wais.h"

static bool wais_sent(const struct everyuri_conversation *c, const char *verb)
{
	return c->verb.len == strlen(verb) && !memcmp(c->verb.data, verb, c->verb.len);
}

/* ---- sending ------------------------------------------------------------------------------------- */

/* Requests the next piece of a document.  CHOICE: a piece has EU_WAIS_CHUNK bytes, which all
 * servers support, or the size of the longest record in the server's init response.  So a piece
 * that is shorter is the last one. */
static void ask_for_piece(struct everyuri_conversation *c)
{
	struct eu_frame *frame = &c->frame;
	struct everyuri_field length;
	struct eu_wais_range range = {
		.database = eu_text_of_step(&c->sent, EVERYURI_FIELD_DATABASE),
		.id = eu_text_of_step(&c->sent, EVERYURI_FIELD_ID),
		.type = eu_text_of_step(&c->sent, EVERYURI_FIELD_TYPE),
		.from = frame->from,
	};

	if (!frame->chunk)
		frame->chunk = EU_WAIS_CHUNK;
	frame->asked = frame->chunk;
	if (frame->asked > UINT32_MAX - frame->from) {
		eu_abort(c, EVERYURI_PARTIAL, "THREATS C9", "the document is too long");
		return;
	}
	if (everyuri_step_field(&c->sent, EVERYURI_FIELD_LENGTH, &length) &&
	    length.number - frame->from < frame->asked)
		frame->asked = length.number - frame->from;
	range.to = frame->from + frame->asked;
	frame->got = 0;
	frame->has_text = false;
	eu_wais_write_retrieve(c, &range);
}

static void wais_send(struct everyuri_conversation *c, const struct everyuri_step *fields,
                      struct everyuri_text answer)
{
	struct everyuri_text words = eu_text_of_step(fields, EVERYURI_FIELD_WORDS);

	if (wais_sent(c, "init")) {
		eu_wais_write_init(c);
	} else if (wais_sent(c, "search")) {
		eu_wais_write_search(c, eu_text_of_step(fields, EVERYURI_FIELD_DATABASE),
		                     answer.data ? answer : words);
	} else if (wais_sent(c, "retrieve")) {
		c->frame.from = 0;
		ask_for_piece(c);
	} else {
		eu_abort(c, EVERYURI_UNSUPPORTED, "RFC 1625", "unsupported WAIS request");
	}
}

/* ---- telling ------------------------------------------------------------------------------------- */

static struct everyuri_text words_of(const char *words)
{
	return (struct everyuri_text){ words, strlen(words) };
}

/* Returns the media type for a document type of WAIS; data is NULL if it is unknown. */
static struct everyuri_text media_of_type(struct everyuri_text type)
{
	static const struct {
		char type[6], media[28];
	} known[] = {
		{ "text", "text/plain" },
		{ "html", "text/html" },
		{ "gif", "image/gif" },
		{ "jpeg", "image/jpeg" },
		{ "tiff", "image/tiff" },
		{ "ps", "application/postscript" },
		{ "pict", "image/x-pict" },
		{ "mpeg", "video/mpeg" },
		{ "wsrc", "application/x-wais-source" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (eu_equals_ignoring_case(type.data, type.len, known[i].type))
			return words_of(known[i].media);
	return (struct everyuri_text){ NULL, 0 };
}

/* Begins an object.  It is described to the receiver later, when the server has begun to answer. */
static void wais_begin(struct everyuri_conversation *c)
{
	c->frame.got = 0;
	c->frame.diagnostic[0] = '\0';
}

static void tell_wais_document(struct everyuri_conversation *c)
{
	struct everyuri_field length;
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                          .length = EVERYURI_LENGTH_UNKNOWN };

	object.media_type = media_of_type(eu_text_of_step(&c->sent, EVERYURI_FIELD_TYPE));
	if (everyuri_step_field(&c->sent, EVERYURI_FIELD_LENGTH, &length))
		object.length = length.number;
	eu_tell_object(c, &object);
}

/* Reports an index if the user gave no search words for a database. */
static void wais_unanswered(struct everyuri_conversation *c)
{
	struct everyuri_object object = { .kind = EVERYURI_INDEX,
		                          .length = EVERYURI_LENGTH_UNKNOWN };

	object.title = words_of("words to look for");
	eu_tell_object(c, &object);
	eu_finish(c);
}

/* ---- responses ------------------------------------------------------------------------------ */

/* Reads the init response.  After the type come a byte that says whether the server accepts, and
 * elements.  The longest record limits the size of a piece. */
static void init_came(struct everyuri_conversation *c, struct everyuri_text fixed)
{
	struct everyuri_text rest = { fixed.data + 2, fixed.len - 2 };
	struct eu_wais_element element;

	if (!fixed.data[1])
		eu_abort(c, EVERYURI_FAILED, "RFC 1625", "the server refused");
	while (eu_wais_next(&rest, &element)) {
		uint64_t size = eu_wais_number(element.value);

		if (element.tag == EU_TAG_RECORD_SIZE && size && size < EU_WAIS_CHUNK)
			c->frame.chunk = (uint32_t)size;
	}
	if (rest.len)
		eu_abort(c, EVERYURI_PROTOCOL, "RFC 1625", "invalid response to init");
}

/* Reads the part before the tagged user information.  After the type come a status (whose meaning
 * depends on the server), the number of results, the number of records that follow, and the
 * position of the next record. */
void eu_wais_came(struct everyuri_conversation *c, struct everyuri_text fixed)
{
	unsigned char type = (unsigned char)fixed.data[0];

	if (c->doing == EU_REPLYING && type == EU_WAIS_INIT_ANSWER && fixed.len >= 2) {
		c->frame.records = 0;
		init_came(c, fixed);
	} else if (c->doing == EU_RECEIVING && type == EU_WAIS_SEARCH_ANSWER && fixed.len >= 11) {
		c->frame.records =
			(uint32_t)eu_wais_number((struct everyuri_text){ fixed.data + 5, 3 });
	} else {
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 1625",
		         "response does not match the request");
	}
}

/* Counts a record of the response: a result or a diagnostic. */
static void record_came(struct everyuri_conversation *c)
{
	c->frame.records -= c->frame.records > 0;
}

/* Reads "19940131" or "940131".  Returns 0 for other values, such as "0". */
static size_t date_of_element(struct everyuri_text value, char date[10])
{
	if (value.len != 6 && value.len != 8)
		return 0;
	for (size_t i = 0; i < value.len; i++)
		if (!eu_is_digit((unsigned char)value.data[i]))
			return 0;
	size_t year = value.len - 4;
	const char *day = value.data + year; /* month and day */
	int month = (day[0] - '0') * 10 + (day[1] - '0');

	if (!month || month > 12 || day[2] > '3')
		return 0;
	memcpy(date, value.data[0] < '7' ? "20" : "19", 2); /* two digits suffice, because WAIS
	                                                       began in 1989 */
	memcpy(date + 4 - year, value.data, year);
	date[4] = date[7] = '-';
	memcpy(date + 5, day, 2);
	memcpy(date + 8, day + 2, 2);
	return 10;
}

/* Passes on one item for each type of the document, because each type has a separate URI. */
static void tell_types(struct everyuri_conversation *c, struct everyuri_item *item,
                       struct everyuri_text types)
{
	struct eu_wais_element element;
	bool found = false;

	while (c->doing != EU_ENDED && eu_wais_next(&types, &element)) {
		if (element.tag != EU_TAG_TYPE || !element.value.len)
			continue;
		item->type = element.value;
		item->media_type = media_of_type(item->type);
		eu_tell_item(c, item);
		found = true;
	}
	if (types.len && c->doing != EU_ENDED)
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 1625",
		         "invalid document types in the response");
	if (found || c->doing == EU_ENDED)
		return;
	item->type = words_of("TEXT"); /* the default type */
	item->media_type = media_of_type(item->type);
	eu_tell_item(c, item);
}

void eu_wais_header_came(struct everyuri_conversation *c, struct everyuri_text group)
{
	struct everyuri_item item = { .kind = EVERYURI_ITEM_DOCUMENT,
		                      .size = EVERYURI_LENGTH_UNKNOWN };
	struct everyuri_text types = { NULL, 0 };
	struct eu_wais_element element;
	char date[10];

	if (!wais_sent(c, "search") || c->doing != EU_RECEIVING)
		return;
	record_came(c);
	while (eu_wais_next(&group, &element)) {
		size_t n;

		switch (element.tag) {
		case EU_TAG_DOCUMENT_ID:
			item.selector = element.value;
			break;
		case EU_TAG_LENGTH:
			item.size = eu_wais_number(element.value);
			break;
		case EU_TAG_DATE:
			n = date_of_element(element.value, date);
			if (n)
				item.date = (struct everyuri_text){ date, n };
			break;
		case EU_TAG_HEADLINE:
			item.label = element.value;
			break;
		case EU_TAG_TYPES:
			types = element.value;
			break;
		default:
			break;
		}
	}
	if (group.len || !item.selector.len) {
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 1625",
		         "invalid document header in the response");
		return;
	}
	item.name = eu_text_of_step(&c->sent, EVERYURI_FIELD_DATABASE);
	eu_tell_menu(c);
	tell_types(c, &item, types);
}

/* Reads a diagnostic: a code of two characters, a text, and a flag that says whether it replaces a
 * record. */
void eu_wais_diagnostic_came(struct everyuri_conversation *c, struct everyuri_text diagnostic)
{
	size_t n;

	record_came(c);
	if (diagnostic.len < 2 || c->frame.diagnostic[0])
		return; /* only the first diagnostic is kept */
	memcpy(c->frame.diagnostic, diagnostic.data, 2);
	if (!c->frame.diagnostic[0])
		c->frame.diagnostic[0] = '?';
	n = diagnostic.len - 2 - (diagnostic.len > 2);
	c->n_said = n < sizeof c->said ? n : sizeof c->said;
	memcpy(c->said, diagnostic.data + 2, c->n_said);
}

void eu_wais_text_begins(struct everyuri_conversation *c, uint32_t len)
{
	if (c->doing != EU_RECEIVING || !wais_sent(c, "retrieve") ||
	    len > c->frame.asked - c->frame.got) {
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 1625",
		         "the server sent more than requested");
		return;
	}
	record_came(c);
	c->frame.got += len;
	c->frame.has_text = true;
	tell_wais_document(c);
}

/* ---- the end of a message ------------------------------------------------------------------------------ */

static void diagnosed(struct everyuri_conversation *c)
{
	if (!c->some && wais_sent(c, "retrieve") && !memcmp(c->frame.diagnostic, "SF", 2))
		eu_abort(c, EVERYURI_FAILED, "RFC 1625", "no such document");
	eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_FAILED, "RFC 1625",
	         "the server cannot carry out this request");
}

static void piece_ended(struct everyuri_conversation *c)
{
	struct eu_frame *frame = &c->frame;
	struct everyuri_field length;
	bool has_length = everyuri_step_field(&c->sent, EVERYURI_FIELD_LENGTH, &length);
	/* "SF" means that there are no such bytes.  Servers also send it when the document ended
	 * exactly with the previous piece */
	bool beyond = frame->from && !memcmp(frame->diagnostic, "SF", 2);
	bool last = frame->got < frame->asked;

	if (frame->diagnostic[0] && !beyond) {
		diagnosed(c);
		return;
	}
	if (!frame->has_text && !beyond) {
		eu_abort(c, c->some ? EVERYURI_PARTIAL : EVERYURI_PROTOCOL, "RFC 1625",
		         "response without any part of the document");
		return;
	}
	frame->from += frame->got;
	if (has_length && last && frame->from < length.number)
		eu_abort(c, EVERYURI_PARTIAL, "draft 1993 WAIS",
		         "the document is shorter than its URI says");
	else if (last || (has_length && frame->from == length.number))
		eu_object_ended(c);
	else
		ask_for_piece(c);
	if (c->doing == EU_RECEIVING)
		eu_ask_for_more(c);
}

void eu_wais_message_ended(struct everyuri_conversation *c)
{
	if (c->doing == EU_REPLYING) {
		memcpy(c->code, "init", sizeof "init");
		eu_reply_came(c);
	} else if (wais_sent(c, "retrieve")) {
		piece_ended(c);
	} else if (c->frame.diagnostic[0]) {
		diagnosed(c);
	} else {
		eu_tell_menu(c);
		eu_object_ended(c);
	}
}

const struct eu_handler eu_handler_wais = {
	.send = wais_send,
	.take = eu_wais_take,
	.begin = wais_begin,
	.unanswered = wais_unanswered,
};
