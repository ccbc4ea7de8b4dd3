/* ftp, ftps: RFC 959, RFC 2428, RFC 3659, and the listing formats of common servers. */
#include "access/conversation.h"

/* The format of a directory listing, stored in c->state. */
enum { AS_FACTS, AS_LINES, AS_NAMES };

static bool verb_is(const struct everyuri_conversation *c, const char *verb)
{
	return c->verb.len == strlen(verb) && !memcmp(c->verb.data, verb, c->verb.len);
}

/* Reads the length in "150 Opening BINARY mode data connection for name (1234 bytes)", which many
 * servers send although no standard defines it.  The length is ignored when a transfer is resumed,
 * because servers then send different lengths. */
static uint64_t announced_length(const struct everyuri_conversation *c)
{
	static const char before[] = "150 Opening BINARY mode data connection", after[] = " bytes)";
	size_t end = c->n_said, at;

	if (end && c->said[end - 1] == '.')
		end--;
	if (c->from || end < sizeof before + sizeof after ||
	    memcmp(c->said, before, sizeof before - 1) ||
	    memcmp(c->said + end - (sizeof after - 1), after, sizeof after - 1))
		return EVERYURI_LENGTH_UNKNOWN;
	end -= sizeof after - 1;
	for (at = end; at && eu_is_digit((unsigned char)c->said[at - 1]);)
		at--;
	if (!at || c->said[at - 1] != '(')
		return EVERYURI_LENGTH_UNKNOWN;
	return eu_size_of_text((struct everyuri_text){ c->said + at, end - at });
}

static void ftp_begin(struct everyuri_conversation *c)
{
	if (verb_is(c, "RETR")) {
		const struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
			                                .length = announced_length(c) };

		c->left = object.length == EVERYURI_LENGTH_UNKNOWN ? 0 : object.length;
		eu_tell_object(c, &object);
		return;
	}
	c->left = 0;
	c->state = verb_is(c, "MLSD") ? AS_FACTS : verb_is(c, "LIST") ? AS_LINES : AS_NAMES;
	eu_tell_menu(c);
}

/* Passes on bytes of the file.  There may be more than announced, since the file may have grown. */
static void ftp_bytes(struct everyuri_conversation *c, const char *data, size_t len)
{
	c->left -= len < c->left ? len : c->left;
	eu_tell_bytes(c, data, len);
}

/* THREATS C10: checks that all announced bytes have come, because a server cannot detect the loss
 * of its last bytes in the network. */
static bool ftp_ended(struct everyuri_conversation *c)
{
	return !c->left;
}

/* ---- words of a line --------------------------------------------------------------------------------- */

/* The unread part of a line. */
struct rest {
	const char *data;
	size_t len;
};

static struct everyuri_text take_field(struct rest *rest)
{
	size_t n = 0;

	while (rest->len && rest->data[0] == ' ') {
		rest->data++;
		rest->len--;
	}
	while (n < rest->len && rest->data[n] != ' ')
		n++;
	struct everyuri_text field = { rest->data, n };

	rest->data += n;
	rest->len -= n;
	return field;
}

static bool two_digits(const char *data, char out[2])
{
	out[0] = data[0];
	out[1] = data[1];
	return eu_is_digit((unsigned char)data[0]) && eu_is_digit((unsigned char)data[1]);
}

/* Returns whether two digits are within a range. */
static bool is_within(const char *digits, int least, int most)
{
	int number = (digits[0] - '0') * 10 + digits[1] - '0';

	return number >= least && number <= most;
}

/* Checks a date of the form "....-MM-DD".  Impossible dates are ignored (RFC 3339 5.7). */
static bool is_month_and_day(const char *date)
{
	return is_within(date + 5, 1, 12) && is_within(date + 8, 1, 31);
}

/* ---- items -------------------------------------------------------------------------------------------- */

static void name_item(struct everyuri_item *item, struct everyuri_text name, bool directory)
{
	static const char d[] = "d";

	item->label = item->name = name;
	item->kind = directory ? EVERYURI_ITEM_MENU : EVERYURI_ITEM_DOCUMENT;
	if (directory)
		item->type = (struct everyuri_text){ d, 1 };
}

static bool is_dots(struct everyuri_text name)
{
	return name.len && name.len <= 2 && name.data[0] == '.' &&
	       (name.len == 1 || name.data[1] == '.');
}

static void tell_named(struct everyuri_conversation *c, const struct everyuri_item *item)
{
	if (item->name.len && !is_dots(item->name))
		eu_tell_item(c, item);
}

/* Passes on a line in an unknown format as text without a link. */
static void tell_words(struct everyuri_conversation *c, const char *line, size_t len)
{
	const struct everyuri_item item = { .kind = EVERYURI_ITEM_TEXT,
		                            .label = { line, len },
		                            .size = EVERYURI_LENGTH_UNKNOWN };

	if (len)
		eu_tell_item(c, &item);
}

/* ---- MLSD: RFC 3659 7 ----------------------------------------------------------------------------------- */

/* Converts "20261121170000.123" to "2026-11-21T17:00:00Z". */
static bool date_of_fact(struct everyuri_text value, char date[20])
{
	static const char shape[] = "....-..-..T..:..:..Z";
	size_t from = 0;

	if (value.len < 14)
		return false;
	for (size_t i = 0; i < sizeof shape - 1; i++) {
		if (shape[i] != '.') {
			date[i] = shape[i];
			continue;
		}
		if (!eu_is_digit((unsigned char)value.data[from]))
			return false;
		date[i] = value.data[from++];
	}
	return is_month_and_day(date) && is_within(date + 11, 0, 23) &&
	       is_within(date + 14, 0, 59) && is_within(date + 17, 0, 60);
}

static bool is_word(const char *data, size_t len, const char *word)
{
	return eu_equals_ignoring_case(data, len, word);
}

/* Reads one "name=value;".  Returns false if the entry is the directory itself or its parent. */
static bool take_fact(struct everyuri_item *item, const char *fact, size_t len, char date[20])
{
	const char *equals = memchr(fact, '=', len);

	if (!equals)
		return true;
	size_t name = (size_t)(equals - fact);
	struct everyuri_text value = { equals + 1, len - name - 1 };

	if (is_word(fact, name, "type")) {
		bool directory = is_word(value.data, value.len, "dir");

		name_item(item, item->name, directory);
		return !is_word(value.data, value.len, "cdir") &&
		       !is_word(value.data, value.len, "pdir");
	}
	if (is_word(fact, name, "size"))
		item->size = eu_size_of_text(value);
	else if (is_word(fact, name, "modify") && date_of_fact(value, date))
		item->date = (struct everyuri_text){ date, 20 };
	return true;
}

static void facts_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct everyuri_item item = { .size = EVERYURI_LENGTH_UNKNOWN };
	const char *space = memchr(line, ' ', len);
	char date[20];
	bool named = true;

	if (!space) {
		tell_words(c, line, len);
		return;
	}
	size_t facts = (size_t)(space - line);

	name_item(&item, (struct everyuri_text){ space + 1, len - facts - 1 }, false);
	for (size_t at = 0; at < facts;) {
		const char *end = memchr(line + at, ';', facts - at);
		size_t n = end ? (size_t)(end - line) - at : facts - at;

		named = take_fact(&item, line + at, n, date) && named;
		at += n + 1;
	}
	if (named)
		tell_named(c, &item);
}

/* ---- LIST: formats of common servers -------------------------------------------------------- */

static int month_of(struct everyuri_text word)
{
	static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";

	for (int i = 0; i < 12; i++)
		if (word.len == 3 && eu_same_ignoring_case(word.data, months + 3 * i, 3))
			return i + 1;
	return 0;
}

/* Reads "Nov", "21", "2026".  If a time of day takes the place of the year, the year is unknown,
 * and no date is stored. */
static bool date_of_list(struct everyuri_text month, struct everyuri_text day,
                         struct everyuri_text year, char date[10])
{
	int number = month_of(month);

	if (!number || year.len != 4 || !day.len || day.len > 2 ||
	    eu_size_of_text(year) == EVERYURI_LENGTH_UNKNOWN ||
	    eu_size_of_text(day) == EVERYURI_LENGTH_UNKNOWN)
		return false;
	memcpy(date, year.data, 4);
	date[4] = date[7] = '-';
	eu_decimal_padded(date + 5, (unsigned)number, 2);
	date[8] = day.len == 2 ? day.data[0] : '0';
	date[9] = day.data[day.len - 1];
	return is_month_and_day(date);
}

/* Reads "drwxr-xr-x   2 owner group  4096 Nov 21 17:00 name", the format of ls, proftpd, vsftpd and
 * pyftpdlib. */
static bool unix_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct everyuri_item item = { .size = EVERYURI_LENGTH_UNKNOWN };
	struct rest rest = { line, len };
	struct everyuri_text mode = take_field(&rest), word[8];
	char date[10];
	int n = 0;

	if (mode.len < 10 || !strchr("-dlbcps", mode.data[0]))
		return false;
	/* The fields are links, owner, (group,) size, month.  Look for a month that follows a
	 * number, because an owner or group may be called Jan. */
	while (n < 7) {
		word[n] = take_field(&rest);
		if (!word[n].len)
			return false;
		if (n >= 2 && month_of(word[n]) &&
		    eu_size_of_text(word[n - 1]) != EVERYURI_LENGTH_UNKNOWN)
			break;
		n++;
	}
	if (n == 7)
		return false;
	struct everyuri_text day = take_field(&rest), year = take_field(&rest);

	if (!rest.len || rest.data[0] != ' ')
		return false;
	struct everyuri_text name = { rest.data + 1, rest.len - 1 };

	if (mode.data[0] == 'l') /* the name of a link ends before " -> " */
		for (size_t i = 0; i + 4 <= name.len; i++)
			if (!memcmp(name.data + i, " -> ", 4)) {
				name.len = i;
				break;
			}
	name_item(&item, name, mode.data[0] == 'd');
	if (mode.data[0] == '-')
		item.size = eu_size_of_text(word[n - 1]);
	if (date_of_list(word[n], day, year, date))
		item.date = (struct everyuri_text){ date, sizeof date };
	tell_named(c, &item);
	return true;
}

/* Reads "11-21-26  05:00PM  <DIR>  name" and "11-21-2026  05:00PM  1234 name", the formats of
 * IIS. */
static bool dos_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct everyuri_item item = { .size = EVERYURI_LENGTH_UNKNOWN };
	struct rest rest = { line, len };
	struct everyuri_text day = take_field(&rest), time = take_field(&rest);
	struct everyuri_text size = take_field(&rest);
	char date[10] = "20..-..-..";

	if ((day.len != 8 && day.len != 10) || day.data[2] != '-' || day.data[5] != '-' ||
	    time.len < 6 || time.data[2] != ':' || !rest.len)
		return false;
	if (!two_digits(day.data + day.len - 2, date + 2) || !two_digits(day.data, date + 5) ||
	    !two_digits(day.data + 3, date + 8) || !is_month_and_day(date))
		return false;
	bool directory = is_word(size.data, size.len, "<dir>");

	if (!directory && eu_size_of_text(size) == EVERYURI_LENGTH_UNKNOWN)
		return false;
	while (rest.len && rest.data[0] == ' ') {
		rest.data++;
		rest.len--;
	}
	name_item(&item, (struct everyuri_text){ rest.data, rest.len }, directory);
	if (!directory)
		item.size = eu_size_of_text(size);
	item.date = (struct everyuri_text){ date, sizeof date };
	tell_named(c, &item);
	return true;
}

static void ftp_line(struct everyuri_conversation *c, const char *line, size_t len)
{
	struct everyuri_item item = { .size = EVERYURI_LENGTH_UNKNOWN };

	if (c->state == AS_FACTS) {
		facts_line(c, line, len);
	} else if (c->state == AS_NAMES) {
		name_item(&item, (struct everyuri_text){ line, len }, false);
		item.kind = EVERYURI_ITEM_LINK; /* it may be a directory, whose line looks the
		                                   same */
		tell_named(c, &item);
	} else if (!unix_line(c, line, len) && !dos_line(c, line, len)) {
		tell_words(c, line, len); /* for example "total 12" */
	}
}

const struct eu_handler eu_handler_ftp = {
	.reply = eu_reply_of_lines,
	.begin = ftp_begin,
	.bytes = ftp_bytes,
	.line = ftp_line,
	.ended = ftp_ended,
	.telnet = true,
	.has_data = true,
};
