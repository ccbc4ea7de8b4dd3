/* Gopher+ (Anklesaria and others, 1993): lengths, attributes, views, forms. */
#include "access/gopher.h"

/* ---- the header line ------------------------------------------------------------------------ */

/* Reads the length after "+" or "-" (2.3).  It is a number of bytes, or -1 (the object ends at a
 * dot), or -2 (it ends with the connection). */
static bool read_length(struct everyuri_conversation *c, const char *text, size_t len)
{
	uint64_t length = 0;

	if (len == 2 && text[0] == '-' && (text[1] == '1' || text[1] == '2')) {
		c->until = text[1] == '1' ? EU_UNTIL_DOT : EU_UNTIL_CLOSE;
		return true;
	}
	while (len && text[len - 1] == ' ')
		len--;
	for (size_t i = 0; i < len; i++) {
		if (!eu_is_digit((unsigned char)text[i]) || length > UINT64_MAX / 10 - 1)
			return false;
		length = length * 10 + (uint64_t)(text[i] - '0');
	}
	c->until = EU_UNTIL_LENGTH;
	c->left = length;
	return len > 0;
}

bool eu_gopher_header(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct eu_gopher_line read;

	if (c->more_lines) { /* such as "1 Item is not available"; already stored in c->said */
		eu_abort(c, EVERYURI_FAILED, "Gopher+ 2.3", "the server refused");
		return true;
	}
	if (len && *line == '-' && read_length(c, line + 1, len - 1)) {
		c->more_lines = true;
		return false;
	}
	if (len && *line == '+' && read_length(c, line + 1, len - 1)) {
		c->state = EU_GOPHER_PLUS;
		return true;
	}
	/* A server without Gopher+ takes the Gopher+ string for a search, or ignores it.  Its
	 * response could be incomplete without our noticing. */
	eu_gopher_read_line(line, len, &read);
	if (read.type == '3' && read.n_fields >= 4)
		eu_gopher_fail(c, line, len);
	eu_abort(c, EVERYURI_PROTOCOL, "Gopher+ 2.3",
	         "missing length before the response: the server may not support Gopher+");
	return true;
}

/* ---- the request ---------------------------------------------------------------------------- */

static bool is_one(struct everyuri_text text)
{
	return text.len == 1 && *text.data == '1';
}

/* Returns the Gopher+ string of a line: selector, TAB, search, TAB, Gopher+ string, TAB, "1". */
static struct everyuri_text plus_of_line(struct everyuri_text line)
{
	struct everyuri_text last = { line.data, 0 }, before = last;
	size_t from = 0;

	for (size_t at = 0; at <= line.len; at++) {
		if (at < line.len && line.data[at] != '\t')
			continue;
		before = last;
		last = (struct everyuri_text){ line.data + from, at - from };
		from = at + 1;
	}
	return is_one(last) && before.len && *before.data == '+' ? before : last;
}

/* Returns the Gopher+ string that was sent on this connection.  It is in the first line with a TAB
 * after the last "connect" step. */
static struct everyuri_text plus_asked_for(const struct everyuri_conversation *c)
{
	struct everyuri_text found = { NULL, 0 };
	struct everyuri_step step;
	struct everyuri_field field;

	for (size_t at = 0; everyuri_step_next(c->level[0].steps, &at, &step);) {
		if (step.what == EVERYURI_CONNECT)
			found.data = NULL;
		if (step.what == EVERYURI_SEND && !found.data &&
		    everyuri_step_field(&step, EVERYURI_FIELD_LINE, &field) &&
		    memchr(field.text.data, '\t', field.text.len))
			found = field.text;
	}
	return found.data ? plus_of_line(found) : found;
}

/* Returns whether the object is a form.  In this case the plan has further steps, which fill it
 * in. */
static bool is_form_step(const struct everyuri_conversation *c)
{
	struct everyuri_step step;
	size_t at = c->level[0].at;

	return everyuri_step_next(c->level[0].steps, &at, &step);
}

static bool is_gopher_media_type(struct everyuri_text type)
{
	static const char begin[] = "application/gopher";

	return type.len >= sizeof begin - 1 &&
	       eu_same_ignoring_case(type.data, begin, sizeof begin - 1);
}

/* Takes the text up to the first blank, and moves *text past it. */
static struct everyuri_text take_word(struct everyuri_text *text)
{
	const char *blank = text->len ? memchr(text->data, ' ', text->len) : NULL;
	struct everyuri_text word = { text->data,
		                      blank ? (size_t)(blank - text->data) : text->len };
	size_t taken = word.len + (blank != NULL);

	text->data += taken;
	text->len -= taken;
	return word;
}

/* Begins an object by its view, such as "text/plain En_US", or else by its item type. */
static void begin_view(struct everyuri_conversation *c, struct everyuri_text view)
{
	struct everyuri_object document = { .kind = EVERYURI_DOCUMENT,
		                            .length = c->until == EU_UNTIL_LENGTH ?
		                                              c->left :
		                                              EVERYURI_LENGTH_UNKNOWN };
	struct everyuri_text type = take_word(&view);

	if (type.len ? is_gopher_media_type(type) : eu_gopher_is_menu(c->kind)) {
		c->state = EU_GOPHER_MENU;
		c->kept[0] = '\0'; /* no +INFO was read yet */
		eu_tell_menu(c);
		return;
	}
	document.media_type = type.len ? type : eu_gopher_media_type(c->kind);
	if (view.len)
		document.language = view;
	c->state = EU_GOPHER_BYTES;
	eu_tell_object(c, &document);
}

void eu_gopher_begin_plus(struct everyuri_conversation *c)
{
	struct everyuri_text plus = plus_asked_for(c);

	if (is_form_step(c)) {
		c->state = EU_GOPHER_FORM_SKIPPED;
		c->menu = true; /* read by lines; the form is shown to the user, not passed to the
		                   receiver */
	} else if (plus.len && (*plus.data == '!' || *plus.data == '$')) {
		c->state = EU_GOPHER_BLOCK;
		eu_tell_menu(c);
	} else {
		if (plus.len) {
			plus.data++;
			plus.len--;
		}
		begin_view(c, plus);
	}
}

/* ---- URIs -------------------------------------------------------------------------------------------- */

/* Returns whether the selector can be in a URI: it must not contain bytes that no line can
 * contain. */
static bool is_selector(struct everyuri_text selector)
{
	return !selector.len || (!memchr(selector.data, '\0', selector.len) &&
	                         !memchr(selector.data, '\r', selector.len));
}

size_t eu_gopher_plus_uri(const struct everyuri_conversation *c, const struct eu_gopher_line *line,
                          struct everyuri_text plus, char uri[EU_GOPHER_URI_MAX])
{
	const struct everyuri_text host = line->host.len ? line->host : c->host;
	const uint16_t port = line->port ? line->port : 70;
	bool same = host.len == c->host.len && port == c->port &&
	            eu_same_ignoring_case(host.data, c->host.data, host.len);
	struct eu_out out = { uri, 0 };

	/* Scheme, port and delimiters are less than 40 bytes. */
	if (line->selector.len > EU_GOPHER_URI_MAX || plus.len > EU_GOPHER_URI_MAX ||
	    host.len > EU_GOPHER_URI_MAX ||
	    40 + host.len + 3 * (line->selector.len + plus.len) > EU_GOPHER_URI_MAX)
		return 0;
	eu_out_bytes(&out, "gophers", c->tls && same ? 7 : 6);
	if (!is_selector(line->selector) || !eu_uri_host(&out, host, port == 70 ? 0 : port))
		return 0;
	eu_uri_escaped(&out, (struct everyuri_text){ &line->type, 1 });
	eu_uri_escaped(&out, line->selector);
	eu_out_bytes(&out, "%09%09", 6);
	eu_uri_escaped(&out, plus);
	return out.len;
}

/* ---- attributes ------------------------------------------------------------------------------------- */

/* c->kept contains the line of the last +INFO and, in its last bytes, the date of the last
 * +ADMIN. */
#define DATE_LEN 20
#define DATE_AT (EU_KEPT_MAX - DATE_LEN)

static void tell_words(struct everyuri_conversation *c, const char *line, size_t len)
{
	const struct everyuri_item item = { .kind = EVERYURI_ITEM_TEXT,
		                            .label = { line, len },
		                            .size = EVERYURI_LENGTH_UNKNOWN };

	eu_tell_item(c, &item);
}

/* Reads "+INFO: " and the menu line of the item (2.4). */
static void take_info(struct everyuri_conversation *c, const char *line, size_t len)
{
	eu_gopher_tell_line(c, line, len);
	c->n_kept = len < DATE_AT ? len : 0;
	memcpy(c->kept, line, c->n_kept);
	c->kept[DATE_AT] = '\0';
}

/* Reads the date of +ADMIN (2.5): converts "Mod-Date: Wed Jul 28 17:02:01 1993 <19930728170201>" to
 * "1993-07-28T17:02:01Z". */
static void take_admin(struct everyuri_conversation *c, const char *line, size_t len)
{
	static const char name[] = "mod-date:", shape[] = "....-..-..T..:..:..Z";
	const char *open = memchr(line, '<', len);
	char date[DATE_LEN];

	tell_words(c, line, len);
	if (len < sizeof name - 1 || !eu_same_ignoring_case(line, name, sizeof name - 1) || !open ||
	    (size_t)(line + len - open) < 16 || open[15] != '>')
		return;
	for (size_t i = 0; i < sizeof date; i++) {
		date[i] = shape[i] == '.' ? *++open : shape[i];
		if (shape[i] == '.' && !eu_is_digit((unsigned char)*open))
			return;
	}
	memcpy(c->kept + DATE_AT, date, sizeof date);
}

/* Reads a size in kilobytes, such as "<10k>" or "<.4k>", with up to three decimals.  Returns
 * LENGTH_UNKNOWN for other text and for "<0k>", which pygopherd sends for all small files. */
static uint64_t size_of_view(struct everyuri_text text)
{
	uint64_t number = 0;
	unsigned decimals = 0, point = 0;

	while (text.len && *text.data == ' ') {
		text.data++;
		text.len--;
	}
	for (size_t i = 1; i < text.len && *text.data == '<'; i++) {
		unsigned char byte = (unsigned char)text.data[i];

		if (byte == '.' && !point) {
			point = 1;
		} else if (eu_is_digit(byte) && number < UINT64_MAX / (1u << 30)) {
			if (decimals < 3) { /* ignore further decimals */
				number = number * 10 + (uint64_t)(byte - '0');
				decimals += point;
			}
		} else if (eu_lower(byte) == 'k' && i > 1) {
			for (; decimals < 3; decimals++)
				number *= 10;
			return number ? number * 1024 / 1000 : EVERYURI_LENGTH_UNKNOWN;
		} else {
			break;
		}
	}
	return EVERYURI_LENGTH_UNKNOWN;
}

/* Reads a view (2.6), such as "application/postscript Es_ES: <15k>". */
static void take_view(struct everyuri_conversation *c, const char *line, size_t len)
{
	const char *colon = memchr(line, ':', len);
	struct everyuri_text view = { line, colon ? (size_t)(colon - line) : len }, rest = view;
	struct eu_gopher_line info;
	struct everyuri_item item = { .label = view, .media_type = take_word(&rest) };
	char uri[EU_GOPHER_URI_MAX], plus[200];
	size_t n = 0;

	if (!item.media_type.len) {
		tell_words(c, line, len);
		return;
	}
	item.kind =
		is_gopher_media_type(item.media_type) ? EVERYURI_ITEM_MENU : EVERYURI_ITEM_DOCUMENT;
	item.size = EVERYURI_LENGTH_UNKNOWN;
	if (colon)
		item.size = size_of_view((struct everyuri_text){ colon + 1, len - view.len - 1 });
	if (c->kept[DATE_AT])
		item.date = (struct everyuri_text){ c->kept + DATE_AT, DATE_LEN };
	eu_gopher_read_line(c->kept, c->n_kept, &info);
	if (info.n_fields >= 4 && view.len < sizeof plus) {
		plus[0] = '+';
		memcpy(plus + 1, view.data, view.len);
		n = eu_gopher_plus_uri(c, &info, (struct everyuri_text){ plus, view.len + 1 }, uri);
	}
	if (n)
		item.uri = (struct everyuri_text){ uri, n };
	eu_tell_item(c, &item);
}

/* ---- forms ------------------------------------------------------------------------------------------ */

/* Stores the lines of +ASK for the user (2.8). */
static void take_form(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (len >= EU_KEPT_MAX - c->n_kept) {
		eu_abort(c, EVERYURI_PROTOCOL, "THREATS C9", "the form is too long");
		return;
	}
	memcpy(c->kept + c->n_kept, line, len);
	c->kept[c->n_kept + len] = '\n';
	c->n_kept += len + 1;
}

void eu_gopher_unanswered(struct everyuri_conversation *c)
{
	const struct everyuri_object index = { .kind = EVERYURI_INDEX,
		                               .length = EVERYURI_LENGTH_UNKNOWN };
	size_t from = 0;

	eu_tell_object(c, &index);
	for (size_t at = 0; at < c->n_kept; at++)
		if (c->kept[at] == '\n') {
			tell_words(c, c->kept + from, at - from);
			from = at + 1;
		}
	eu_finish(c);
}

/* ---- blocks ----------------------------------------------------------------------------------------- */

/* Begins a block at "+NAME:". */
static void begin_block(struct everyuri_conversation *c, const char *line, size_t len)
{
	const char *colon = memchr(line, ':', len);
	size_t name = colon ? (size_t)(colon - line) : len;
	bool form = c->state == EU_GOPHER_FORM || c->state == EU_GOPHER_FORM_SKIPPED;

	if (form) {
		c->state = eu_equals_ignoring_case(line, name, "+ask") ? EU_GOPHER_FORM :
		                                                         EU_GOPHER_FORM_SKIPPED;
	} else if (colon && eu_equals_ignoring_case(line, name, "+info")) {
		size_t from = name + 1 + (len > name + 1 && line[name + 1] == ' ');

		c->state = EU_GOPHER_BLOCK;
		take_info(c, line + from, len - from);
	} else if (eu_equals_ignoring_case(line, name, "+views")) {
		c->state = EU_GOPHER_VIEWS;
	} else {
		c->state = eu_equals_ignoring_case(line, name, "+admin") ? EU_GOPHER_ADMIN :
		                                                           EU_GOPHER_BLOCK;
		tell_words(c, line, len);
	}
}

void eu_gopher_attribute_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	if (len && *line == '+') {
		begin_block(c, line, len);
		return;
	}
	if (len && *line == ' ') { /* 2.4: each line of a block begins with a space */
		line++;
		len--;
	}
	if (c->state == EU_GOPHER_FORM)
		take_form(c, line, len);
	else if (c->state == EU_GOPHER_VIEWS)
		take_view(c, line, len);
	else if (c->state == EU_GOPHER_ADMIN)
		take_admin(c, line, len);
	else if (c->state == EU_GOPHER_BLOCK)
		tell_words(c, line, len);
}
