/* mailto: RFC 6068; RFC 1738 3.5 and RFC 1630 for an address without header fields.  Nothing is
 * sent: the plan is a message that the user reviews, changes and sends. */
#include "scheme/scheme.h"

#include "everyuri/idna.h"

/* ---- addresses ----------------------------------------------------------------------------------- */

/* Bytes of an atom: atext of RFC 5322 3.2.3, and all bytes beyond US-ASCII, which RFC 6532 adds. */
static const struct everyuri_byte_set in_atom = {
	{ 0, 0xA3FFACFA, 0xC7FFFFFE, 0x7FFFFFFF, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX }
};
/* Bytes not allowed in a header field: control characters except TAB. */
static const struct everyuri_byte_set never_in_field = { { ~(1u << '\t'), 0, 0, 1u << 31, 0, 0, 0,
	                                                   0 } };
static const struct eu_carried carried_field = {
	&never_in_field, "RFC 6068 5", "control character not allowed in a header field"
};
/* Bytes not allowed in a field name: all except printable US-ASCII without ":" (RFC 5322 3.6.8). */
static const struct everyuri_byte_set never_in_field_name = { { UINT32_MAX, 1u | 1u << (':' - 32),
	                                                        0, 1u << 31, UINT32_MAX, UINT32_MAX,
	                                                        UINT32_MAX, UINT32_MAX } };
static const struct everyuri_byte_set never_in_body = { { 1u } };
static const struct eu_carried carried_body = { &never_in_body, "RFC 6068 5", "" };

static void refuse_address(struct everyuri_planning *planning, size_t at, const char *message)
{
	eu_unsafe(planning, at, "RFC 6068 2", message);
}

/* The current place in a local part: words with dots between them. */
enum local_place { WORD_BEGINS, IN_ATOM, IN_STRING, BEHIND_STRING };

/* Checks a local part, up to the "@" that is not in a quoted string.  Returns the offset of that
 * "@", or the end of the part. */
static uint32_t check_local_part(struct everyuri_planning *planning, struct everyuri_span address)
{
	enum local_place place = WORD_BEGINS;
	bool quoted_pair = false;

	for (uint32_t at = address.begin, next; at < address.end; at = next) {
		unsigned char byte;

		next = eu_planned_byte(planning, address, at, &byte);
		/* RFC 1738 3.5: "%" must be encoded; only the URL Standard accepts a bare one. */
		if (byte == '%' && next == at + 1)
			eu_unsafe(planning, at, "RFC 1738 3.5",
			          "a percent sign in an address must be encoded");
		if (place == IN_STRING) {
			if (byte < ' ' || byte == 0x7F)
				refuse_address(planning, at,
				               "control character not allowed in an address");
			if (byte == '"' && !quoted_pair)
				place = BEHIND_STRING;
			quoted_pair = byte == '\\' && !quoted_pair;
		} else if (byte == '@' && place != WORD_BEGINS) {
			return at;
		} else if (byte == '.' && place != WORD_BEGINS) {
			place = WORD_BEGINS;
		} else if (byte == '"' && place == WORD_BEGINS) {
			place = IN_STRING;
		} else if (place != BEHIND_STRING && everyuri_byte_set_has(&in_atom, byte)) {
			place = IN_ATOM;
		} else {
			refuse_address(planning, at,
			               "character not allowed here in a mail address");
		}
		if (planning->build.status)
			break;
	}
	return address.end;
}

/* Returns whether this is "[" *dtext "]". */
static bool is_domain_literal(struct everyuri_planning *planning, struct everyuri_span domain)
{
	bool first = true, closed = false;

	for (uint32_t at = domain.begin; at < domain.end; first = false) {
		unsigned char byte;

		at = eu_planned_byte(planning, domain, at, &byte);
		if (closed || (byte == '[') != first || byte == '\\' || byte <= ' ' || byte >= 0x7F)
			return false;
		closed = byte == ']';
	}
	return closed;
}

#define MAIL_DOMAIN_MAX \
	1000 /* longest domain in UTF-8, in bytes; in ASCII the limit is
                                EU_HOST_MAX */

/* Decodes the labels of a domain.  CHOICE: only host names are accepted, not all of dot-atom-text.
 * Returns their length in bytes, or 0 if this is not a domain. */
static size_t read_domain(struct everyuri_planning *planning, struct everyuri_span domain,
                          char decoded[MAIL_DOMAIN_MAX], bool *wide)
{
	size_t n = 0;
	unsigned char byte = '.';

	*wide = false;
	for (uint32_t at = domain.begin, next; at < domain.end; at = next) {
		bool dot = byte == '.';

		next = eu_planned_byte(planning, domain, at, &byte);
		if (byte == '.' ? dot :
		                  byte < 0x80 && !eu_is_alpha(byte) && !eu_is_digit(byte) &&
		                          byte != '-' && byte != '_') {
			refuse_address(planning, at, "character not allowed here in a domain");
			return 0;
		}
		if (n == MAIL_DOMAIN_MAX) {
			refuse_address(planning, domain.begin, "domain too long");
			return 0;
		}
		*wide = *wide || byte >= 0x80;
		decoded[n++] = (char)byte;
	}
	if (byte == '.')
		refuse_address(planning, domain.end, "domain is empty or ends in a dot");
	return n;
}

/* Writes the domain in its DNS form (RFC 6068 6.3). */
static void put_domain(struct everyuri_planning *planning, struct everyuri_span domain)
{
	char decoded[MAIL_DOMAIN_MAX], ascii[EU_HOST_MAX];
	struct everyuri_buf buf;
	bool wide;
	size_t n;

	if (is_domain_literal(planning, domain)) {
		eu_plan_decoded(&planning->build, domain, &eu_carried_line);
		return;
	}
	n = read_domain(planning, domain, decoded, &wide);
	if (!wide || !n) {
		eu_plan_put(&planning->build, decoded, n);
		return;
	}
	everyuri_buf_init(&buf, ascii, sizeof ascii, NULL);
	if (everyuri_idna_to_ascii(decoded, n, EVERYURI_IDNA_STRICT, &buf, NULL))
		refuse_address(planning, domain.begin, "invalid internationalized domain name");
	else
		eu_plan_put(&planning->build, buf.data, buf.len);
}

/* Writes addr-spec = local-part "@" domain */
static void put_address(struct everyuri_planning *planning, struct everyuri_span address)
{
	struct eu_plan_build *build = &planning->build;
	uint32_t at;
	unsigned char byte;

	if (address.begin == address.end) {
		refuse_address(planning, address.begin, "empty mail address");
		return;
	}
	eu_need_utf8(planning, address, "RFC 6068 5");
	at = check_local_part(planning, address);
	if (at == address.end) {
		refuse_address(planning, at, "missing @ and domain in the address");
		return;
	}
	eu_plan_open(build, EVERYURI_FIELD_TO, 0);
	eu_plan_decoded(build, eu_span(address.begin, at), &eu_carried_line);
	eu_plan_put(build, "@", 1);
	put_domain(planning, eu_span(eu_planned_byte(planning, address, at, &byte), address.end));
	eu_plan_close(build);
}

/* Writes to = addr-spec *("," addr-spec).  An encoded comma is part of an address. */
static void put_addresses(struct everyuri_planning *planning, struct everyuri_span list)
{
	const char *text = planning->uri->text;
	uint32_t from = list.begin;

	if (!eu_planned_has(list))
		return;
	for (uint32_t at = list.begin; at <= list.end; at++) {
		if (at < list.end && text[at] != ',')
			continue;
		put_address(planning, eu_span(from, at));
		from = at + 1;
	}
}

/* ---- header fields ---------------------------------------------------------------------------------- */

/* What to do with a header field, since the link may come from a stranger (RFC 6068 4 and 7). */
enum field_verdict {
	FIELD_SAFE,
	FIELD_HIDDEN,
	FIELD_DIVERTS,
	FIELD_FORGES,
	FIELD_ATTACHES,
	FIELD_UNKNOWN
};

struct mail_field {
	char name[28]; /* in lower case; a name that ends in "-" is a prefix */
	uint8_t verdict;
};

static const struct mail_field mail_fields[] = {
	{ "subject", FIELD_SAFE },
	{ "cc", FIELD_SAFE },
	{ "keywords", FIELD_SAFE },
	{ "comments", FIELD_SAFE },
	{ "in-reply-to", FIELD_SAFE },
	{ "references", FIELD_SAFE },
	{ "bcc", FIELD_HIDDEN },
	{ "reply-to", FIELD_DIVERTS },
	{ "mail-followup-to", FIELD_DIVERTS },
	{ "disposition-notification-to", FIELD_DIVERTS },
	{ "return-receipt-to", FIELD_DIVERTS },
	{ "errors-to", FIELD_DIVERTS },
	{ "from", FIELD_FORGES },
	{ "sender", FIELD_FORGES },
	{ "date", FIELD_FORGES },
	{ "message-id", FIELD_FORGES },
	{ "received", FIELD_FORGES },
	{ "return-path", FIELD_FORGES },
	{ "delivered-to", FIELD_FORGES },
	{ "apparently-to", FIELD_FORGES },
	{ "authentication-results", FIELD_FORGES },
	{ "mime-version", FIELD_FORGES },
	{ "resent-", FIELD_FORGES },
	{ "content-", FIELD_FORGES },
	{ "dkim-", FIELD_FORGES },
	{ "arc-", FIELD_FORGES },
	{ "attach", FIELD_ATTACHES },
	{ "attachment", FIELD_ATTACHES },
};

#define N_MAIL_FIELDS (sizeof mail_fields / sizeof *mail_fields)

/* One "name=value" of the query. */
struct mail_header {
	struct everyuri_span name, value;
};

/* Returns whether a part, decoded, equals this text, or begins with it if it ends in "-". */
static bool part_is(struct everyuri_planning *planning, struct everyuri_span part, const char *name)
{
	for (uint32_t at = part.begin; at < part.end; name++) {
		unsigned char byte;

		at = eu_planned_byte(planning, part, at, &byte);
		if (!*name || eu_lower(byte) != (unsigned char)*name)
			return false;
		if (*name == '-' && !name[1])
			return true;
	}
	return !*name;
}

/* Reads the next field and moves *at past it.  Returns false at the end. */
static bool next_header(struct everyuri_planning *planning, struct everyuri_span query,
                        uint32_t *at, struct mail_header *header)
{
	const char *text = planning->uri->text;
	uint32_t end = *at;

	if (!eu_planned_has(query) || *at > query.end || planning->build.status)
		return false;
	header->name = header->value = eu_span(*at, *at);
	while (end < query.end && text[end] != '&') {
		if (text[end] == '=' && header->value.begin == *at)
			header->value.begin = end + 1;
		end++;
	}
	header->value.end = end;
	header->name.end = header->value.begin == *at ? end : header->value.begin - 1;
	if (header->value.begin == *at)
		eu_unsafe(planning, end, "RFC 6068 2", "missing = and value of a header field");
	else if (header->name.begin == header->name.end)
		eu_unsafe(planning, *at, "RFC 6068 2", "missing name of a header field");
	*at = end + 1;
	return !planning->build.status;
}

/* Refuses a field or warns of it. `seen` has a bit for each row that has occurred, because a
 * message may have each of these fields only once (RFC 5322 3.6). */
static void judge_field(struct everyuri_planning *planning, struct everyuri_span name,
                        uint32_t *seen)
{
	size_t row = 0;

	for (uint32_t at = name.begin, next; at < name.end; at = next) {
		unsigned char byte;

		next = eu_planned_byte(planning, name, at, &byte);
		if (everyuri_byte_set_has(&never_in_field_name, byte))
			eu_unsafe(planning, at, "RFC 6068 2",
			          "character not allowed in a header field name");
	}
	while (row < N_MAIL_FIELDS && !part_is(planning, name, mail_fields[row].name))
		row++;
	if (row < N_MAIL_FIELDS) {
		if (*seen >> row & 1)
			eu_unsafe(planning, name.begin, "RFC 5322 3.6",
			          "header field given more than once");
		*seen |= UINT32_C(1) << row;
	}
	/* LCOV_EXCL_BR_LINE: every verdict has its case */
	switch (row < N_MAIL_FIELDS ? (enum field_verdict)mail_fields[row].verdict :
	                              FIELD_UNKNOWN) {
	case FIELD_SAFE:
		break;
	case FIELD_HIDDEN:
		eu_plan_warn(&planning->build, name.begin, "RFC 6068 7",
		             "the message would go to hidden recipients");
		break;
	case FIELD_DIVERTS:
		eu_plan_warn(&planning->build, name.begin, "RFC 6068 7",
		             "the link chooses where replies or receipts go");
		break;
	case FIELD_UNKNOWN:
		eu_plan_warn(&planning->build, name.begin, "RFC 6068 4",
		             "header field not known to be safe");
		break;
	case FIELD_FORGES:
		eu_unsafe(planning, name.begin, "RFC 6068 4",
		          "header field not allowed in a link: the mail program writes it");
		break;
	case FIELD_ATTACHES:
		eu_unsafe(planning, name.begin, "RFC 6068 7", "a link must not attach a file");
		break;
	}
}

/* Checks the value of a field.  A qchar is never "?", "=" or "/".  An unencoded "?" shows that two
 * queries were joined, which RFC 6068 6.1 calls wrong.  The other two are accepted, because they
 * are unambiguous. */
static void check_field_value(struct everyuri_planning *planning, struct everyuri_span value)
{
	const char *text = planning->uri->text;

	for (uint32_t at = value.begin; at < value.end; at++)
		if (text[at] == '?')
			eu_unsafe(planning, at, "RFC 6068 6.1",
			          "a question mark in a header field must be encoded");
		else if (text[at] == '=')
			eu_plan_warn(&planning->build, at, "RFC 6068 2",
			             "an equals sign in a value should be encoded");
	eu_need_utf8(planning, value, "RFC 6068 5");
}

/* Writes the header fields.  The values of a list must be adjacent in a step, so each kind of field
 * needs a separate pass over the query. */
static void put_headers(struct everyuri_planning *planning, struct everyuri_span query)
{
	struct mail_header header;
	uint32_t seen = 0, at;

	for (at = query.begin; next_header(planning, query, &at, &header);)
		if (part_is(planning, header.name, "to"))
			put_addresses(planning, header.value);
	for (at = query.begin; next_header(planning, query, &at, &header);) {
		if (part_is(planning, header.name, "to") || part_is(planning, header.name, "body"))
			continue;
		judge_field(planning, header.name, &seen);
		check_field_value(planning, header.value);
		eu_plan_pair(&planning->build, EVERYURI_FIELD_HEADERS, header.name, header.value,
		             &carried_field);
	}
}

/* Checks the body.  Its lines end in %0D%0A (RFC 6068 5), so a single CR or LF is refused. */
static void check_line_ends(struct everyuri_planning *planning, struct everyuri_span body)
{
	unsigned char byte = 0, before;
	uint32_t last = body.begin;

	for (uint32_t at = body.begin, next; at < body.end; at = next) {
		before = byte;
		next = eu_planned_byte(planning, body, at, &byte);
		if ((before == '\r') != (byte == '\n'))
			eu_unsafe(planning, before == '\r' ? last : at, "RFC 6068 5",
			          "lines of a body must end in %0D%0A");
		last = at;
	}
	if (byte == '\r')
		eu_unsafe(planning, last, "RFC 6068 5", "lines of a body must end in %0D%0A");
}

static void put_body(struct everyuri_planning *planning, struct everyuri_span query)
{
	struct mail_header header;
	bool one = false;

	for (uint32_t at = query.begin; next_header(planning, query, &at, &header);) {
		if (!part_is(planning, header.name, "body"))
			continue;
		if (one)
			eu_unsafe(planning, header.name.begin, "RFC 6068 2",
			          "body given more than once");
		one = true;
		check_field_value(planning, header.value);
		check_line_ends(planning, header.value);
		eu_plan_part(&planning->build, EVERYURI_FIELD_BODY, header.value, &carried_body);
	}
}

void eu_plan_mailto(struct everyuri_planning *planning)
{
	struct everyuri_span address = planning->path, query = planning->query;
	bool headers = planning->uri->standard >= EVERYURI_RFC2396;
	const char *mark = memchr(planning->uri->text + address.begin, '?', eu_span_len(address));

	if (!eu_is_absent(planning->host))
		eu_unsafe(planning, planning->uri->part[EVERYURI_SCHEME].end + 1, "RFC 6068 2",
		          "host not allowed in this scheme");
	eu_plan_step(&planning->build, EVERYURI_COMPOSE);
	if (!headers) {
		/* RFC 1738 3.5: there is only one address, and "?" and "," are part of it. */
		address.end = eu_is_absent(query) ? address.end : query.end;
		put_address(planning, address);
		return;
	}
	if (mark) { /* RFC 2396 has no query after an opaque part */
		address.end = (uint32_t)(mark - planning->uri->text);
		query = eu_span(address.end + 1, planning->path.end);
	}
	put_addresses(planning, address);
	put_headers(planning, query);
	put_body(planning, query);
}
