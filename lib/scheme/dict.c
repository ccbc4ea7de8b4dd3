/* dict: RFC 2229.  Section 5 defines the URL: /d:word:database:n and /m:word:database:strategy:n. */
#include "scheme/scheme.h"

#include "base/utf8.h"

#define DICT_URL "RFC 2229 5"
#define DICT_MAX 1022 /* longest command in characters, without its CR LF (2.3) */

enum { DICT_WORD, DICT_DATABASE, DICT_STRATEGY, DICT_NTH, N_DICT };

/* Bytes not allowed in an atom: blanks, control characters, quotation marks and backslashes
 * (2.2). */
static const struct everyuri_byte_set never_in_atom = {
	{ UINT32_MAX, 1u << 0 | 1u << ('"' - 32) | 1u << ('\'' - 32), 1u << ('\\' - 64), 1u << 31,
	  0, 0, 0, 0 }
};
static const struct eu_carried carried_atom = {
	&never_in_atom, "RFC 2229 2.2", "character not allowed in a database or strategy name"
};

static const struct everyuri_byte_set never_in_string = { { UINT32_MAX, 0, 0, 1u << 31, 0, 0, 0,
	                                                    0 } };
static const struct eu_carried carried_string = { &never_in_string, "RFC 2229 2.2",
	                                          "control character not allowed in a word" };

/* ---- cutting ------------------------------------------------------------------------------------ */

/* Splits the fields after "/d:" or "/m:".  Omitted fields are absent, whether their colon is
 * present or not. */
static void cut_dict(struct everyuri_planning *planning, bool match,
                     struct everyuri_span field[N_DICT])
{
	const char *text = planning->uri->text;
	const struct everyuri_span path = planning->path;
	uint32_t from = path.begin + 3;
	unsigned which = DICT_WORD;

	for (unsigned i = 0; i < N_DICT; i++)
		field[i] = eu_absent();
	for (uint32_t at = from; at <= path.end; at++) {
		if (at < path.end && text[at] != ':')
			continue;
		if (which == N_DICT) {
			eu_unsafe(planning, from - 1, DICT_URL, "too many fields");
			return;
		}
		if (from < at)
			field[which] = eu_span(from, at);
		which += which == DICT_DATABASE && !match ? 2 : 1;
		from = at + 1;
	}
}

/* ---- parameters -------------------------------------------------------------------------------- */

/* Writes a name, or its default if it is absent, and a blank. */
static void put_dict_atom(struct everyuri_planning *planning, struct everyuri_span atom,
                          const char *standing)
{
	struct eu_plan_build *build = &planning->build;

	if (eu_is_absent(atom))
		eu_plan_put(build, standing, strlen(standing));
	eu_plan_decoded(build, atom, &carried_atom);
	eu_plan_put(build, " ", 1);
}

/* Writes a word as an atom if it can be one, otherwise as a string in quotation marks, with a
 * backslash before each quotation mark and backslash (2.2).  Returns the number of UTF-8
 * continuation bytes. */
static size_t put_dict_word(struct everyuri_planning *planning, struct everyuri_span word)
{
	struct eu_plan_build *build = &planning->build;
	uint32_t from = word.begin, next;
	unsigned char byte;
	bool quoted = false;
	size_t n_more = 0;

	for (uint32_t at = from; at < word.end; at = next) {
		next = eu_planned_byte(planning, word, at, &byte);
		quoted = quoted || everyuri_byte_set_has(&never_in_atom, byte);
		n_more += (byte & 0xC0) == 0x80;
	}
	eu_plan_put(build, "\"", quoted);
	for (uint32_t at = from; at < word.end; at = next) {
		next = eu_planned_byte(planning, word, at, &byte);
		if (byte != '"' && byte != '\\')
			continue;
		eu_plan_decoded(build, eu_span(from, at), &carried_string);
		eu_plan_put(build, "\\", 1);
		from = at;
	}
	eu_plan_decoded(build, eu_span(from, word.end), &carried_string);
	eu_plan_put(build, "\"", quoted);
	return n_more;
}

/* Checks the number of the answer that the URI selects; the server sends all answers. */
static void check_nth(struct everyuri_planning *planning, struct everyuri_span nth)
{
	const char *text = planning->uri->text;
	bool zero = true;

	if (eu_is_absent(nth))
		return;
	for (uint32_t at = nth.begin; at < nth.end; at++) {
		if (!eu_is_digit((unsigned char)text[at]))
			eu_unsafe(planning, at, DICT_URL, "answer number must be digits");
		zero = zero && text[at] == '0';
	}
	if (zero)
		eu_unsafe(planning, nth.begin, DICT_URL, "answer number must be at least 1");
}

/* ---- entries -------------------------------------------------------------------------------------- */

static enum everyuri_status check_dict_text(struct everyuri_text text,
                                            const struct eu_carried *carried,
                                            struct everyuri_error *err)
{
	uint32_t c;
	size_t n;

	for (size_t i = 0; i < text.len; i++)
		if (everyuri_byte_set_has(carried->never, (unsigned char)text.data[i]))
			return eu_fail(err, EVERYURI_UNSAFE, i, carried->clause, carried->message);
	for (size_t i = 0; i < text.len; i += n) {
		n = eu_utf8_next(text.data + i, text.len - i, &c);
		if (!n)
			return eu_fail(err, EVERYURI_UNSAFE, i, "RFC 2229 2.2", "not UTF-8");
	}
	return EVERYURI_OK;
}

/* Writes the URI of a match.  The entry's name is the database, and its selector is a word in that
 * database. */
enum everyuri_status eu_entry_dict(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err)
{
	enum everyuri_status status;

	if (!entry->selector.len || !entry->name.len)
		return eu_fail(err, EVERYURI_MISSING, 0, DICT_URL,
		               "missing word or database in the entry");
	if (entry->name.len > DICT_MAX / 4 || entry->selector.len > DICT_MAX / 4)
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 2229 2.3", "command too long");
	status = check_dict_text(entry->name, &carried_atom, err);
	if (!status)
		status = check_dict_text(entry->selector, &carried_string, err);
	if (!status)
		status = eu_out_place(out, base, entry, err);
	if (status)
		return status;
	eu_out_bytes(out, "/d:", 3);
	eu_out_encoded(out, entry->selector, &eu_kept_uchar);
	eu_out_byte(out, ':');
	eu_out_encoded(out, entry->name, &eu_kept_uchar);
	return EVERYURI_OK;
}

/* ---- the plan ---------------------------------------------------------------------------------- */

/* Adds the command.  By 3.2 and 3.3, "!" means the first database with a match, and "." means the
 * server's default strategy. */
static void send_dict(struct everyuri_planning *planning, bool match,
                      const struct everyuri_span field[N_DICT])
{
	struct eu_plan_build *build = &planning->build;
	size_t n_more;

	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, match ? "MATCH" : "DEFINE");
	eu_plan_open(build, EVERYURI_FIELD_ARGUMENT, 0);
	put_dict_atom(planning, field[DICT_DATABASE], "!");
	if (match)
		put_dict_atom(planning, field[DICT_STRATEGY], ".");
	n_more = put_dict_word(planning, field[DICT_WORD]);
	eu_plan_close(build);
	if (build->line > DICT_MAX + n_more)
		eu_unsafe(planning, field[DICT_WORD].begin, "RFC 2229 2.3",
		          "command longer than 1024 characters");
}

/* Receives the answer.  Each definition is a separate text, and a reply ends the list.  All matches
 * together are one text. */
static void receive_dict(struct everyuri_planning *planning, bool match, struct everyuri_span nth)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_expect(build, match ? "152" : "150");
	eu_plan_receive(build, match ? "dot" : "reply");
	if (!eu_is_absent(nth))
		eu_plan_part(build, EVERYURI_FIELD_PART, nth, &eu_carried_word);
	if (match)
		eu_plan_expect(build, "250");
}

void eu_plan_dict(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text + planning->path.begin;
	struct everyuri_span field[N_DICT];
	bool match;

	if (!eu_is_absent(planning->user))
		eu_unsafe(planning, planning->user.begin, "RFC 2229 3.11",
		          "user not supported: AUTH needs a digest of the server's greeting");
	eu_no_query(planning, DICT_URL);
	if (!eu_need_host(planning))
		return;
	if (eu_span_len(planning->path) < 3 ||
	    (memcmp(text, "/d:", 3) != 0 && memcmp(text, "/m:", 3) != 0)) {
		eu_unsafe(planning, planning->path.begin, DICT_URL,
		          "path must begin with /d: or /m:");
		return;
	}
	match = text[1] == 'm';
	cut_dict(planning, match, field);
	if (eu_is_absent(field[DICT_WORD])) {
		eu_unsafe(planning, planning->path.begin + 3, DICT_URL, "missing word");
		return;
	}
	eu_need_utf8(planning, field[DICT_WORD], "RFC 2229 2.2");
	check_nth(planning, field[DICT_NTH]);
	eu_plan_connect(planning);
	eu_plan_expect(build, "220");
	eu_plan_send(build, "CLIENT", "everyuri");
	eu_plan_expect(build, "250");
	send_dict(planning, match, field);
	receive_dict(planning, match, field[DICT_NTH]);
	eu_plan_send(build, "QUIT", NULL);
	eu_plan_expect(build, "221");
}
