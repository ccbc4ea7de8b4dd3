/* gopher, gophers: RFC 1738 3.4, RFC 1436, and Gopher+ (Anklesaria and others, 1993).  The search
 * syntax of the drafts and the command string of RFC 1630 apply only under those standards.
 *
 * A selector is opaque: "/", "//" and ".." have no meaning in it and are kept. */
#include "scheme/gopher.h"

/* A path: "/", the type, and the fields between encoded TABs. */
struct gopher_path {
	unsigned char type;
	struct everyuri_span selector, search, plus; /* search and plus may be absent */
};

static const struct eu_carried carried_gopher = { &eu_never_in_gopher, "RFC 1738 3.4.1",
	                                          "a tab would begin another field" };

/* ---- cutting ------------------------------------------------------------------------------------ */

/* Returns whether this part, decoded, equals these bytes. */
static bool stands_for(const char *text, struct everyuri_span span, const char *bytes)
{
	unsigned char byte;

	for (; span.begin < span.end; bytes++) {
		span.begin = eu_gopher_first(text, span, &byte);
		if (!*bytes || byte != (unsigned char)*bytes)
			return false;
	}
	return !*bytes;
}

uint16_t eu_gopher_port(const struct everyuri_planning *planning)
{
	struct everyuri_span rest;
	unsigned char type = eu_gopher_type(planning->uri->text, planning->path, &rest);

	return eu_is_session_type(type) ? EU_TELNET_PORT : planning->row->info.port;
}

/* Returns whether a Gopher+ string, which requests a view, attributes or a form, may begin with
 * this byte. */
static bool is_plus_byte(unsigned char byte)
{
	return byte == '+' || byte == '!' || byte == '$' || byte == '?';
}

/* Splits selector, %09, search, %09 and Gopher+ string (3.4.1).  RFC 1630 has no search.  There the
 * text after the first %09 is the Gopher+ string, if it begins like one. */
static void cut_fields(struct everyuri_planning *planning, struct everyuri_span rest,
                       struct gopher_path *gopher)
{
	const char *text = planning->uri->text;
	uint32_t tab = eu_find_bytes(text, rest, "%09");
	unsigned char byte;

	gopher->selector = rest;
	if (tab == EVERYURI_ABSENT)
		return;
	gopher->selector.end = tab;
	rest.begin = tab + 3;
	if (eu_planned_by(planning, EVERYURI_RFC1630) && rest.begin < rest.end &&
	    (eu_gopher_first(text, rest, &byte), is_plus_byte(byte))) {
		gopher->plus = rest;
		return;
	}
	tab = eu_find_bytes(text, rest, "%09");
	gopher->search = rest;
	if (tab == EVERYURI_ABSENT)
		return;
	gopher->search.end = tab;
	gopher->plus = eu_span(tab + 3, rest.end);
}

static void cut_gopher(struct everyuri_planning *planning, struct gopher_path *gopher)
{
	const char *text = planning->uri->text;
	struct everyuri_span rest;

	gopher->selector = gopher->search = gopher->plus = eu_absent();
	gopher->type = eu_gopher_type(text, planning->path, &rest);
	if (!gopher->type)
		eu_unsafe(planning, planning->path.begin, "RFC 1738 3.4.1",
		          "path must begin with a slash and an item type");
	if (eu_planned_by(planning, EVERYURI_URL1993) ||
	    eu_planned_by(planning, EVERYURI_URI1994)) {
		gopher->selector = rest;
		gopher->search = planning->query;
	} else {
		cut_fields(planning, rest, gopher);
	}
}

/* ---- lines ---------------------------------------------------------------------------------------- */

/* Writes the search.  In the drafts, "+" separates words and is sent as a blank.  Later standards
 * keep "+". */
static void put_search(struct everyuri_planning *planning, struct everyuri_span search)
{
	const char *text = planning->uri->text;
	uint32_t from = search.begin;

	if (!eu_is_absent(planning->query))
		for (uint32_t at = from; at < search.end; at++) {
			if (text[at] != '+')
				continue;
			eu_plan_decoded(&planning->build, eu_span(from, at), &carried_gopher);
			eu_plan_put(&planning->build, " ", 1);
			from = at + 1;
		}
	eu_plan_decoded(&planning->build, eu_span(from, search.end), &carried_gopher);
}

/* Writes the field "line": selector, search, Gopher+ string and a tail.
 * CHOICE: an empty search before a Gopher+ string is left out with its TAB, as in 3.4.9 and in
 * Gopher+, although 3.4.3 says otherwise (docs/schemes/gopher.md). */
static void put_line(struct everyuri_planning *planning, const struct gopher_path *gopher,
                     struct everyuri_span plus, const char *tail)
{
	struct eu_plan_build *build = &planning->build;
	bool empty = gopher->search.begin == gopher->search.end;

	eu_plan_open(build, EVERYURI_FIELD_LINE, 0);
	eu_plan_decoded(build, gopher->selector, &carried_gopher);
	if (!eu_is_absent(gopher->search) && !(empty && !eu_is_absent(gopher->plus))) {
		eu_plan_put(build, "\t", 1);
		put_search(planning, gopher->search);
	}
	if (!eu_is_absent(plus)) {
		eu_plan_put(build, "\t", 1);
		eu_plan_decoded(build, plus, &carried_gopher);
	}
	eu_plan_put(build, tail, strlen(tail));
	eu_plan_close(build);
}

static void send_line(struct everyuri_planning *planning, const struct gopher_path *gopher,
                      struct everyuri_span plus, const char *tail)
{
	eu_plan_step(&planning->build, EVERYURI_SEND);
	put_line(planning, gopher, plus, tail);
}

static void send_text(struct eu_plan_build *build, const char *line)
{
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_LINE, line);
}

/* ---- forms ------------------------------------------------------------------------------------------ */

/* Fetches the form and sends the answers.  3.4.5: the +ASK attribute lists the questions.  Each
 * line of the answer is sent as a separate line, between the lines that 3.4.9 requires around
 * them. */
static void fill_form(struct everyuri_planning *planning, const struct gopher_path *gopher)
{
	struct eu_plan_build *build = &planning->build;

	send_line(planning, gopher, eu_absent(), "\t!+ASK");
	eu_plan_receive(build, "length");
	eu_plan_connect(planning);
	send_line(planning, gopher, eu_absent(), "\t+\t1");
	send_text(build, "+-1");
	eu_plan_step(build, EVERYURI_ASK);
	eu_plan_text(build, EVERYURI_FIELD_FOR, "form");
	eu_plan_nest(build, EVERYURI_FIELD_SEND);
	eu_plan_text(build, EVERYURI_FIELD_LINE, "");
	eu_plan_unnest(build);
	send_text(build, ".");
}

/* Returns the offset of the first encoded CR LF, or EVERYURI_ABSENT. */
static uint32_t find_line_end(const char *text, struct everyuri_span in)
{
	for (uint32_t at = in.begin; in.end - at >= 6; at++)
		if (text[at] == '%' && eu_equals_ignoring_case(text + at, 6, "%0d%0a"))
			return at;
	return EVERYURI_ABSENT;
}

/* Sends the lines of a filled form, from "+-1" to "."  (3.4.9).  Refuses lines after the dot,
 * because the dot ends the form, and further lines would be another request (THREATS C1). */
static void send_form_lines(struct everyuri_planning *planning, struct everyuri_span lines)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text;
	uint32_t end = find_line_end(text, lines);

	if (end == EVERYURI_ABSENT || !stands_for(text, eu_span(lines.begin, end), "+-1")) {
		eu_unsafe(planning, lines.begin, "RFC 1738 3.4.9",
		          "first line of a form must be +-1");
		return;
	}
	while (end != EVERYURI_ABSENT) {
		struct everyuri_span line = eu_span(lines.begin, end);

		eu_plan_step(build, EVERYURI_SEND);
		eu_plan_part(build, EVERYURI_FIELD_LINE, line, &eu_carried_line);
		lines.begin = end + 6;
		if (!stands_for(text, line, "."))
			end = find_line_end(text, lines);
		else if (lines.begin == lines.end)
			return;
		else
			break;
	}
	eu_unsafe(planning, lines.begin, "RFC 1738 3.4.9",
	          end == EVERYURI_ABSENT ? "last line of a form must be a dot" :
	                                   "unexpected data after the dot that ends the form");
}

/* Sends "+", an optional view, TAB, "1", CR LF and the lines of the form. first: offset of the
 * first encoded CR LF. */
static void send_form(struct everyuri_planning *planning, const struct gopher_path *gopher,
                      uint32_t first)
{
	const char *text = planning->uri->text;
	struct everyuri_span view = eu_span(gopher->plus.begin, first);
	uint32_t tab = eu_find_bytes(text, view, "%09");

	if (tab == EVERYURI_ABSENT || !stands_for(text, eu_span(tab + 3, first), "1")) {
		eu_unsafe(planning, first, "RFC 1738 3.4.9",
		          "a carriage return would end the command");
		return;
	}
	view.end = tab;
	send_line(planning, gopher, view, "\t1");
	send_form_lines(planning, eu_span(first + 6, gopher->plus.end));
	if (!(planning->config->flags & EVERYURI_FORM_AGREED))
		eu_plan_refuse_because(
			&planning->build, EVERYURI_REASON_FORM, EVERYURI_UNSAFE, first,
			"RFC 1738 3.4.9",
			"the filled form of a URI is sent only if \"form-agreed\" is configured");
}

/* ---- Gopher+ ---------------------------------------------------------------------------------------- */

/* Sends the line of a Gopher+ request (3.4.4 to 3.4.9). */
static void send_plus(struct everyuri_planning *planning, const struct gopher_path *gopher)
{
	const struct everyuri_span plus = gopher->plus;
	const char *text = planning->uri->text;
	unsigned char first = 0;
	uint32_t next = plus.begin, line_end = find_line_end(text, plus);

	if (plus.begin < plus.end)
		next = eu_gopher_first(text, plus, &first);
	if (!is_plus_byte(first))
		eu_unsafe(planning, plus.begin, "RFC 1738 3.4.4",
		          "first character of a Gopher+ string must be + ! $ or ?");
	else if (first == '?' && next < plus.end)
		eu_unsafe(planning, next, "RFC 1738 3.4.4",
		          "this item has a form, so nothing may follow the \"?\"");
	else if (first == '?')
		fill_form(planning, gopher);
	else if (first == '+' && line_end != EVERYURI_ABSENT)
		send_form(planning, gopher, line_end);
	else
		send_line(planning, gopher, plus, "");
	eu_plan_receive(&planning->build, "length");
}

/* ---- items that are something else ---------------------------------------------------------------- */

/* Plans a session (RFC 1436 3.8).  The selector is the name to log in with. */
static void hand_over(struct everyuri_planning *planning, const struct gopher_path *gopher)
{
	const char *scheme = gopher->type == 'T' ? "tn3270" : "telnet";

	eu_planned_scheme(planning, scheme);
	if (!eu_is_absent(gopher->search))
		eu_unsafe(planning, gopher->selector.end, "RFC 1436 3.8",
		          "search not allowed for a session");
	planning->row = eu_scheme_find(scheme, strlen(scheme));
	planning->user = eu_planned_has(gopher->selector) ? gopher->selector : eu_absent();
	planning->path.begin = planning->path.end;
	if (gopher->type == 'T')
		eu_plan_tn3270(planning);
	else
		eu_plan_telnet(planning);
}

#define REFERENCE_MAX 2000 /* longest "URL:" and URI, in bytes */

/* Plans type h with the selector "URL:...", which by convention of gopher servers is a link.
 * Returns whether the selector is such a link, even if the link was refused. */
static bool refer(struct everyuri_planning *planning, const struct gopher_path *gopher)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text, *why;
	struct everyuri_span rest = gopher->selector;
	unsigned char byte;
	char decoded[REFERENCE_MAX];
	size_t n = 0, mark;

	decoded[0] = '\0';
	for (; rest.begin < rest.end && n < REFERENCE_MAX; n++) {
		rest.begin = eu_gopher_first(text, rest, &byte);
		decoded[n] = (char)byte;
	}
	mark = eu_gopher_url_mark(decoded, n);
	if (!mark)
		return false;
	why = rest.begin < rest.end ? "the URI after URL: is too long" :
	                              eu_why_no_reference(decoded + mark, n - mark);
	rest = gopher->selector;
	for (size_t i = 0; i < mark; i++)
		rest.begin = eu_gopher_first(text, rest, &byte);
	if (why)
		eu_unsafe(planning, rest.begin, "RFC 1738 3.4.1, URL: selectors", why);
	if (!eu_is_absent(gopher->search))
		eu_unsafe(planning, rest.end, "RFC 1738 3.4.1, URL: selectors",
		          "search not allowed after URL:");
	eu_plan_step(build, EVERYURI_REFER);
	eu_plan_part(build, EVERYURI_FIELD_URIS, rest, &eu_carried_word);
	return true;
}

/* ---- the plan ------------------------------------------------------------------------------------- */

/* Asks the user for the search that the URI lacks.  The answer is sent after selector and TAB
 * (3.4.2). */
static void ask_search(struct everyuri_planning *planning, const struct gopher_path *gopher)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_step(build, EVERYURI_ASK);
	eu_plan_text(build, EVERYURI_FIELD_FOR, "form");
	eu_plan_nest(build, EVERYURI_FIELD_SEND);
	put_line(planning, gopher, eu_absent(), "\t");
	eu_plan_unnest(build);
}

static void warn_of_plus(struct everyuri_planning *planning, struct everyuri_span search)
{
	unsigned char byte = 0;

	if (eu_planned_has(search))
		eu_gopher_first(planning->uri->text, search, &byte);
	if (is_plus_byte(byte) && byte != '?')
		eu_plan_warn(&planning->build, search.begin, "RFC 1738 3.4.3",
		             "a Gopher+ server would read this search as a command");
}

void eu_plan_gopher(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	struct gopher_path gopher;

	eu_no_user(planning, "RFC 1738 3.4.1");
	if (!eu_need_host(planning))
		return;
	cut_gopher(planning, &gopher);
	if (gopher.type == '2')
		eu_unsafe(planning, planning->path.begin + 1, "RFC 1436 3.8",
		          "unsupported item type: CSO phone book");
	if (eu_is_session_type(gopher.type)) {
		hand_over(planning, &gopher);
		return;
	}
	if (gopher.type == 'h' && refer(planning, &gopher))
		return;
	eu_plan_connect(planning);
	if (!eu_is_absent(gopher.plus)) {
		send_plus(planning, &gopher);
		return;
	}
	warn_of_plus(planning, gopher.search);
	if (gopher.type == '7' && eu_is_absent(gopher.search))
		ask_search(planning, &gopher);
	else
		send_line(planning, &gopher, eu_absent(), "");
	eu_plan_receive(build, "close");
}
