/* telnet, rlogin, tn3270: RFC 1738 3.8, RFC 4248, RFC 6270.  An external program runs the
 * session. */
#include "scheme/scheme.h"

/* Bytes not allowed in text that is shown to the user: control characters. */
static const struct everyuri_byte_set never_in_advice = { { UINT32_MAX, 0, 0, 1u << 31 } };
static const struct eu_carried carried_advice = { &never_in_advice, "RFC 1738 6",
	                                          "control character not allowed in a user name" };

/* Where a program expects the port. */
enum port_place {
	PORT_BEHIND, /* "--" host port */
	PORT_OPTION, /* "-p" port "--" host; "-p" is omitted for the default port */
	PORT_JOINED  /* "[host]:port" */
};

struct session_program {
	char name[7];
	uint8_t place; /* enum port_place */
};

/* ---- arguments ------------------------------------------------------------------------------------- */

/* Writes the host.  THREATS C7: a word that begins with a part of the URI must not begin with "-",
 * because a program would read it as an option. */
static void put_host(struct everyuri_planning *planning)
{
	if (planning->host_text[0] == '-')
		eu_unsafe(planning, planning->host.begin, "RFC 1738 3.1",
		          "host name must not begin with a hyphen");
	eu_plan_put(&planning->build, planning->host_text, planning->n_host);
}

static void add_host_argument(struct everyuri_planning *planning)
{
	eu_plan_open(&planning->build, EVERYURI_FIELD_ARGUMENTS, 0);
	put_host(planning);
	eu_plan_close(&planning->build);
}

static void add_port_argument(struct everyuri_planning *planning)
{
	eu_plan_open(&planning->build, EVERYURI_FIELD_ARGUMENTS, 0);
	eu_plan_decimal(&planning->build, planning->port);
	eu_plan_close(&planning->build);
}

/* Adds "[host]:port" for c3270, which does not support "--".  Without brackets it would read "l:23"
 * as the host 23 over TLS, and "x.c3270" as a file with settings. */
static void add_joined_argument(struct everyuri_planning *planning)
{
	eu_plan_open(&planning->build, EVERYURI_FIELD_ARGUMENTS, 0);
	eu_plan_put(&planning->build, "[", 1);
	put_host(planning);
	eu_plan_put(&planning->build, "]:", 2);
	eu_plan_decimal(&planning->build, planning->port);
	eu_plan_close(&planning->build);
}

static void default_program(struct everyuri_planning *planning,
                            const struct session_program *program)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_text(build, EVERYURI_FIELD_PROGRAM, program->name);
	if (program->place == PORT_JOINED) {
		add_joined_argument(planning);
		return;
	}
	if (program->place == PORT_OPTION && planning->port != planning->row->info.port) {
		eu_plan_text(build, EVERYURI_FIELD_ARGUMENTS, "-p");
		add_port_argument(planning);
	}
	eu_plan_text(build, EVERYURI_FIELD_ARGUMENTS, "--");
	add_host_argument(planning);
	if (program->place == PORT_BEHIND)
		add_port_argument(planning);
}

/* ---- the program of the configuration --------------------------------------------------------------- */

static bool at_word(struct everyuri_text word, size_t at, const char *name)
{
	size_t n = strlen(name);

	return word.len - at >= n && !memcmp(word.data + at, name, n);
}

/* Adds an argument in which "{host}" and "{port}" are replaced. */
static void add_argument(struct everyuri_planning *planning, struct everyuri_text word)
{
	eu_plan_open(&planning->build, EVERYURI_FIELD_ARGUMENTS, 0);
	for (size_t at = 0; at < word.len;) {
		if (at_word(word, at, "{host}")) {
			put_host(planning);
			at += strlen("{host}");
		} else if (at_word(word, at, "{port}")) {
			eu_plan_decimal(&planning->build, planning->port);
			at += strlen("{port}");
		} else {
			eu_plan_put(&planning->build, word.data + at++, 1);
		}
	}
	eu_plan_close(&planning->build);
}

/* Splits the configured program and its arguments at blanks.  There is no quoting.  The name of the
 * program gets no text from a URI. */
static void configured_program(struct everyuri_planning *planning, struct everyuri_text value)
{
	struct eu_plan_build *build = &planning->build;
	bool program = false;

	eu_need_line(planning, value);
	for (size_t at = 0; at < value.len; at++) {
		struct everyuri_text word = { value.data + at, 0 };

		while (at < value.len && value.data[at] != ' ' && value.data[at] != '\t') {
			word.len++;
			at++;
		}
		if (!word.len)
			continue;
		if (program)
			add_argument(planning, word);
		else
			eu_plan_bytes(build, EVERYURI_FIELD_PROGRAM, word);
		program = true;
	}
	if (!program)
		eu_plan_refuse(build, EVERYURI_INVALID, 0, "configuration",
		               "missing name of the configured program");
}

/* ---- the plan ----------------------------------------------------------------------------------------- */

/* Checks that the path is "/" or empty (RFC 1738: login [ "/" ]).  In every standard, a path after
 * a host begins with a slash. */
static void check_session_path(struct everyuri_planning *planning)
{
	const struct everyuri_span path = planning->path;

	eu_no_query(planning, planning->row->info.clause);
	if (path.end - path.begin > 1)
		eu_unsafe(planning, path.begin + 1, planning->row->info.clause,
		          "path not allowed for a session");
}

/* Refuses a user that begins with "-", which a program would read as an option. */
static void check_session_user(struct everyuri_planning *planning)
{
	const struct everyuri_span user = planning->user;
	unsigned char byte;

	if (!eu_planned_has(user))
		return;
	eu_planned_byte(planning, user, user.begin, &byte);
	if (byte == '-')
		eu_unsafe(planning, user.begin, "RFC 1738 6",
		          "user name must not begin with a hyphen");
}

/* Plans a session. program: the default program, used unless the configuration names another. */
static void plan_session(struct everyuri_planning *planning, struct session_program program)
{
	struct eu_plan_build *build = &planning->build;
	const struct everyuri_rule *rule =
		eu_rule(planning, EVERYURI_RULE_PROGRAM, planning->row->info.name,
	                strlen(planning->row->info.name), NULL);

	check_session_user(planning);
	if (!eu_need_host(planning))
		return;
	check_session_path(planning);
	eu_plan_step(build, EVERYURI_HAND_OVER);
	if (rule)
		configured_program(planning, rule->value);
	else
		default_program(planning, &program);
	/* RFC 1738: user and password are only advisory.  They are shown to the user, but not
	 * passed to any program. */
	if (!eu_is_absent(planning->user))
		eu_plan_part(build, EVERYURI_FIELD_USER, planning->user, &carried_advice);
	if (!eu_is_absent(planning->password))
		eu_plan_secret(planning, EVERYURI_FIELD_PASSWORD);
}

void eu_plan_telnet(struct everyuri_planning *planning)
{
	plan_session(planning, (struct session_program){ "telnet", PORT_BEHIND });
}

void eu_plan_rlogin(struct everyuri_planning *planning)
{
	plan_session(planning, (struct session_program){ "rlogin", PORT_OPTION });
}

void eu_plan_tn3270(struct everyuri_planning *planning)
{
	plan_session(planning, (struct session_program){ "c3270", PORT_JOINED });
}
