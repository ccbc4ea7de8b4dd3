/* planning.c - what no vector of a scheme can say: zones of addresses, records without a scheme,
 * configurations and rules that no reader has looked at, and all that a plan function may ask for. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"
#include "written.h"

#include <stdint.h>

static struct everyuri_buf plan_buf, rules_buf;
static struct guard guard;

static struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

/* ---- plans as text -------------------------------------------------------------------------------- */

/* Set told to the plan, or to "refused at=N".  Returns: the status. */
static enum everyuri_status tell_plan(const char *text, unsigned flags,
                                      const struct everyuri_config *config)
{
	size_t len = strlen(text);
	struct everyuri_error error = { .at = 0 };
	struct everyuri_uri uri;
	struct everyuri_plan plan;
	struct everyuri_writer w;
	char block[128];
	enum everyuri_status status =
		everyuri_parse(guard_end(&guard, text, len), len, EVERYURI_RFC3986, flags, NULL,
	                       NULL, &uri, &error);

	if (!status)
		status = everyuri_plan_make(&uri, config, &plan_buf, &plan, &error);
	n_told = (size_t)sprintf(told, "refused at=%lu", (unsigned long)error.at);
	if (status)
		return status;
	n_told = 0;
	everyuri_writer_init(&w, block, sizeof block, keep, NULL);
	everyuri_plan_write_json(&w, &plan, 0);
	everyuri_writer_flush(&w);
	return EVERYURI_OK;
}

static void planned(const char *text, unsigned flags, const struct everyuri_config *config,
                    const char *want, const char *why)
{
	tell_plan(text, flags, config);
	is_text(told, n_told, want, "%s: %.60s", why, text);
}

static struct everyuri_config configure(const char *lines)
{
	struct everyuri_config config = { .n_rules = 0 };

	ok(!everyuri_config_read(lines, strlen(lines), &rules_buf, &config, NULL), "%s is read",
	   lines);
	return config;
}

#define CONNECT(host, port)                                                          \
	"{\"do\":\"connect\",\"host\":\"" host "\",\"port\":" port ",\"tls\":false," \
	"\"transport\":\"tcp\"}"
#define GET(target)                                                       \
	"{\"do\":\"send\",\"verb\":\"GET\",\"argument\":\"" target "\"}," \
	"{\"do\":\"expect\",\"reply\":[\"2\"]},{\"do\":\"receive\",\"until\":\"length\"}]"
#define REFER(uri) "[{\"do\":\"refer\",\"uris\":[\"" uri "\"]}]"

/* ---- zones ------------------------------------------------------------------------------------------ */

static void zones(void)
{
	const unsigned zone = EVERYURI_ADMIT_ZONE;
	struct everyuri_config proxy = configure("proxy p:3128");
	char text[400];

	planned("http://[FE80::1%25eth0_.-~%3AX]/", zone, NULL,
	        "[" CONNECT("fe80::1%eth0_.-~:X", "80") "," GET("/"),
	        "RFC 6874 2: a zone keeps its case");
	planned("http://[fe80::1%25a%25b]/", zone, NULL,
	        "[" CONNECT("fe80::1%a%b", "80") "," GET("/"), "RFC 6874 2: a percent sign in it");
	planned("http://[fe80::1%25a%21]/", zone, NULL, "refused at=19",
	        "RFC 6874 2: no zone has an exclamation mark");
	planned("http://[fe80::1%25a%0A]/", zone, NULL, "refused at=19",
	        "THREATS C1: nor a line end");
	planned("http://[fe80::1%25a]/", zone, &proxy,
	        "[" CONNECT("p", "3128") "," GET("http://[fe80::1]/"),
	        "RFC 6874 4: a zone is told to no proxy");
	memset(text, 'a', sizeof text);
	memcpy(text, "http://[fe80::1%25", 18);
	memcpy(text + 18 + 245, "]/", 3);
	tell_plan(text, zone, NULL);
	ok(n_told > 300, "a host and its zone of 253 bytes are connected to");
	memcpy(text + 18 + 245, "a]/", 4);
	planned(text, zone, NULL, "refused at=7", "and none of 254");
}

/* ---- records -------------------------------------------------------------------------------------------- */

static void records(void)
{
	const struct everyuri_entry entry = { .name = { "a", 1 } };
	struct everyuri_error error = { .at = 0 };
	struct everyuri_uri uri;

	is_number(tell_plan("//h/a", EVERYURI_ADMIT_PARTIAL, NULL), EVERYURI_INVALID,
	          "RFC 3986 4.2: a partial form leads nowhere");
	everyuri_parse("//h/a", 5, EVERYURI_RFC3986, EVERYURI_ADMIT_PARTIAL, NULL, NULL, &uri,
	               NULL);
	is_number(everyuri_entry_uri(&uri, &entry, &plan_buf, &error), EVERYURI_UNSUPPORTED,
	          "entry_uri: nothing is listed by a partial form");
	is_number(everyuri_search_uri(&uri, text_of("a"), &plan_buf, &error), EVERYURI_UNSUPPORTED,
	          "search_uri: and nothing searched");
	everyuri_parse("x-none://h/a", 12, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	is_number(everyuri_entry_uri(&uri, &entry, &plan_buf, &error), EVERYURI_UNSUPPORTED,
	          "entry_uri: nor by a scheme that nobody knows");
	is_text(error.clause, strlen(error.clause), "", "which no clause defines");
	everyuri_parse("http://h/a", 10, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	is_number(everyuri_entry_uri(&uri, &entry, &plan_buf, &error), EVERYURI_UNSUPPORTED,
	          "entry_uri: nor by http");
	ok(error.clause[0], "whose clause is told");
	everyuri_parse("gopher://h/7a", 13, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	ok(!everyuri_search_uri(&uri, text_of(""), &plan_buf, &error), "search_uri: no words");
	is_text(plan_buf.data, plan_buf.len, "gopher://h/7a%09",
	        "RFC 1738 3.4.3: are an empty search");
	is_number(everyuri_search_uri(&uri, text_of("a\tb"), &plan_buf, NULL), EVERYURI_UNSAFE,
	          "RFC 1738 3.4.3: a tab ends the words, and nobody asks why");
	is_number(everyuri_search_uri(&uri, text_of("a\nb"), &plan_buf, &error), EVERYURI_UNSAFE,
	          "THREATS C1: a line end does too");
	is_number(error.which, 1, "of the words, not of the index");
}

/* ---- configurations that no reader has looked at ----------------------------------------------------------- */

static void messages(void)
{
	static const struct {
		const char *message, *id;
	} rows[] = { { "<a@b>", "a@b" }, { "<a@b", "<a@b" }, { "a@b>", "a@b>" }, { "<", "<" } };
	char want[100];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_config config = { .message = text_of(rows[i].message) };

		snprintf(want, sizeof want,
		         "[{\"do\":\"look-up\",\"store\":\"mail\",\"id\":\"%s\",\"part\":\"c@d\"}]",
		         rows[i].id);
		planned("cid:c@d", 0, &config, want, "RFC 2392 2: brackets of a pair are left out");
	}
}

static void programs(void)
{
	struct everyuri_rule rule = { .kind = EVERYURI_RULE_PROGRAM, .name = text_of("telnet") };
	struct everyuri_config config = { .rules = &rule, .n_rules = 1 };

	rule.value = text_of("\ta \t{host}");
	planned("telnet://h/", 0, &config,
	        "[{\"do\":\"hand-over\",\"program\":\"a\",\"arguments\":[\"h\"]}]",
	        "configuration: blanks and tabs part words");
	rule.value = text_of(" \t");
	is_number(tell_plan("telnet://h/", 0, &config), EVERYURI_INVALID,
	          "configuration: no word is no program");
}

/* A policy of so few bytes has none to take for CR LF. */
static void short_commands(void)
{
	struct everyuri_policy policy = { .max_command = 2 };
	struct everyuri_config config = { .policy = &policy };

	is_number(tell_plan("finger://h/abc", 0, &config), EVERYURI_UNSAFE,
	          "policy max-command: three bytes where two may be");
	is_number(tell_plan("finger://h/ab", 0, &config), EVERYURI_OK, "and two");
	policy.max_command = 5;
	is_number(tell_plan("finger://h/abcd", 0, &config), EVERYURI_UNSAFE,
	          "of five CR LF takes two");
	is_number(tell_plan("finger://h/abc", 0, &config), EVERYURI_OK, "and three are left");
}

/* ---- rules ---------------------------------------------------------------------------------------------------- */

enum { GOOD = -1, NAME = 1000 };

/* at: of the value, or, with NAME added, of the name. */
static void checked(int kind, const char *name, const char *value, long at)
{
	const struct everyuri_rule rule = { .kind = (enum everyuri_rule_kind)kind,
		                            .name = text_of(name),
		                            .value = text_of(value) };
	struct everyuri_error error = { .at = 0 };
	enum everyuri_status status = everyuri_rule_check(&rule, &error, NULL);

	is_number(status ? (long long)(error.at + (error.which ? NAME : 0)) : GOOD, at,
	          "scheme.h rule_check: %s %s", name, value);
	is_number(everyuri_rule_check(&rule, NULL, NULL), status, "... and nobody asks why");
}

static void rules(void)
{
	const enum everyuri_rule_kind s = EVERYURI_RULE_SCHEME, t = EVERYURI_RULE_STEP,
				      g = EVERYURI_RULE_GATEWAY, r = EVERYURI_RULE_RESOLVER;

	checked(s, "x-a", "query=abcd", 6);
	checked(s, "x-a", "scope=\"a b\"", GOOD);
	checked(s, "x-a", "scope=a\x7F", 7);
	checked(t, "x-a", "connect\tudp", GOOD);
	checked(t, "x-a", "  ", 0);
	checked(t, "x-a", "\t", 1);
	checked(t, "x-a", "local", 5);
	checked(t, "x-a", "line {", 6);
	checked(t, "x-a", "line a{{", GOOD);
	checked(g, "x-a", "http://u@h/", 8);
	checked(g, "x-a", "http://h#{uri}", GOOD);
	checked(g, "x-a", "h2://h/", GOOD);
	checked(g, "x-a", "http/x", 4);
	checked(g, "x-a", "x:", GOOD);
	checked(g, "x-a", "x:/", GOOD);
	checked(r, "3gpp", "http://h/{nss}", GOOD);
	checked(r, "a\x7F", "http://h/", NAME + 1);
	checked(EVERYURI_RULE_STEP + 1, "x-a", "", GOOD);
}

/* RFC 1630: "gemini" is in wide use, and registered by nobody. */
static void names(void)
{
	const struct everyuri_rule rule = { .kind = EVERYURI_RULE_SCHEME,
		                            .name = text_of("gemini") };
	struct everyuri_error warning = { .status = EVERYURI_OK };
	struct everyuri_config config = configure("scheme mine port=7\nstep mine connect\n");
	struct everyuri_plan plan;
	struct everyuri_uri uri;

	ok(!everyuri_rule_check(&rule, NULL, &warning) && warning.status,
	   "RFC 1630: a name that IANA does not know is warned of, whoever uses it");
	ok(!everyuri_parse("mine://h/", 9, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL) &&
	           !everyuri_plan_make(&uri, &config, &plan_buf, &plan, NULL) &&
	           plan.n_warnings == 1 && plan.warning[0].at == 0,
	   "RFC 1630: and so is each plan by it");
}

static void nothing_to_do(struct everyuri_planning *planning, void *own)
{
	(void)planning;
	(void)own;
}

static void registry(void)
{
	const struct everyuri_rule all[] = {
		{ .kind = EVERYURI_RULE_SCHEME, .name = text_of("x-a") },
		{ .kind = EVERYURI_RULE_STEP, .name = text_of("x-ab"), .value = text_of("secure") },
		{ .kind = EVERYURI_RULE_STEP, .name = text_of("x-b"), .value = text_of("secure") },
		{ .kind = EVERYURI_RULE_SCHEME, .name = text_of("x-c"), .plan = nothing_to_do },
	};
	const struct everyuri_config config = { .rules = all, .n_rules = 4 };
	struct everyuri_registered own;

	ok(everyuri_registered_nth(&config, 0, &own) && !own.has_plan,
	   "registered_nth: steps of other schemes are no plan");
	ok(everyuri_registered_nth(&config, 1, &own) && own.has_plan, "a function is one");
	is_number(tell_plan("x-c://h/", 0, &config), EVERYURI_MISSING, "unless it does nothing");
}

static void steps(void)
{
	struct everyuri_config config = configure("scheme x-u port=7\nstep x-u connect udp\n");
#define FRONT                                             \
	"[{\"do\":\"expect\",\"reply\":[\"2\",\"220\"]}," \
	"{\"do\":\"send\",\"verb\":\"QUIT\"},"

	planned("x-u://h/", 0, &config,
	        "[{\"do\":\"connect\",\"host\":\"h\",\"port\":7,\"tls\":false,"
	        "\"transport\":\"udp\"}]",
	        "registered.md: a connection by datagrams");
	config = configure("scheme x-s host=optional\n"
	                   "step x-s expect 2 220\n"
	                   "step x-s send QUIT\n"
	                   "step x-s line {request|nothing} {+request}\n"
	                   "step x-s line a\t{name}\n"
	                   "step x-s line {port|none}{host|nowhere}{+host|nowhere}{{\n");
	planned("x-s://[::1]/a%20b?c", 0, &config, "refused at=13",
	        "THREATS C7: a blank would make two words of one");
	planned("x-s://[::1]:7070/a?c", 0, &config,
	        FRONT "{\"do\":\"send\",\"line\":\"/a?c /a?c\"},"
	              "{\"do\":\"send\",\"line\":\"a\\ta\"},"
	              "{\"do\":\"send\",\"line\":\"7070::1[::1]{\"}]",
	        "registered.md: path and query together");
	planned("x-s:", 0, &config,
	        FRONT "{\"do\":\"send\",\"line\":\"nothing \"},"
	              "{\"do\":\"send\",\"line\":\"a\\t\"},"
	              "{\"do\":\"send\",\"line\":\"nonenowherenowhere{\"}]",
	        "registered.md: what is taken where there is none");
}

/* ---- plan functions -------------------------------------------------------------------------------------------- */

static struct everyuri_span asked[EVERYURI_N_PARTS + 1];

static void ask_for_parts(struct everyuri_planning *planning, void *own)
{
	(void)own;
	for (int i = 0; i <= EVERYURI_N_PARTS; i++)
		asked[i] = everyuri_planning_span(planning, (enum everyuri_part)i);
	everyuri_planning_refer(planning, NULL, 0);
	everyuri_planning_connect(planning, "tcp");
	everyuri_planning_local(planning, text_of("/srv"));
	everyuri_planning_warn(planning, 3, "own", "a byte of the URI");
}

static void list_nowhere(struct everyuri_planning *planning, void *own)
{
	(void)own;
	everyuri_planning_local(planning, text_of(""));
}

static void parts(void)
{
	static const char text[] = "x-p://u:p@h:7/a?b#c";
	const struct everyuri_rule rule = { .kind = EVERYURI_RULE_SCHEME,
		                            .name = text_of("x-p"),
		                            .value = text_of("host=optional"),
		                            .port = 7,
		                            .plan = ask_for_parts };
	struct everyuri_rule nowhere = rule;
	struct everyuri_config config = { .rules = &rule, .n_rules = 1 };
	struct everyuri_uri uri;
	unsigned same = 0;

	everyuri_parse(text, sizeof text - 1, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	planned(text, 0, &config, "[" CONNECT("h", "7") ",{\"do\":\"read\",\"path\":\"/srv/a\"}]",
	        "scheme.h: no template is no step");
	for (size_t i = 0; i < EVERYURI_N_PARTS; i++)
		same += asked[i].begin == uri.part[i].begin && asked[i].end == uri.part[i].end;
	is_number(same, EVERYURI_N_PARTS, "scheme.h planning_span: every part where it stands");
	is_number(asked[EVERYURI_N_PARTS].begin, EVERYURI_ABSENT, "and what is no part is absent");
	planned("x-p://h", 0, &config,
	        "[" CONNECT("h", "7") ",{\"do\":\"list\",\"path\":\"/srv/\"}]",
	        "scheme.h planning_local: no path is the directory itself");
	nowhere.plan = list_nowhere;
	config.rules = &nowhere;
	planned("x-p:b/c", 0, &config, "refused at=0", "THREATS C5: a directory has a name");
}

/* Longer, or refused, when it is called again. */
static void not_twice(struct everyuri_planning *planning, void *own)
{
	static const char line[2000] = { 'a', 'b', 'c' };
	unsigned *n_calls = own;

	++*n_calls;
	everyuri_planning_step(planning, EVERYURI_SEND);
	for (size_t i = 0; i < sizeof line / 2; i++)
		everyuri_planning_text(planning, EVERYURI_FIELD_ARGUMENT,
		                       (struct everyuri_text){ line, 3 });
	if (*n_calls == 2)
		everyuri_planning_text(planning, EVERYURI_FIELD_ARGUMENT, text_of("d"));
	if (*n_calls == 4)
		everyuri_planning_refuse(planning, 1, "own", "not again");
}

static void twice(void)
{
	unsigned n_calls = 0;
	struct everyuri_policy policy = { .max_command = 100000 };
	const struct everyuri_rule rule = { .kind = EVERYURI_RULE_SCHEME,
		                            .name = text_of("x-t"),
		                            .plan = not_twice,
		                            .own = &n_calls };
	struct everyuri_config config = { .policy = &policy, .rules = &rule, .n_rules = 1 };

	planned("x-t://h/", 0, &config, "refused at=0",
	        "THREATS C1: a function that does more when it is called again is refused");
	is_number(n_calls, 2, "scheme.h: a long plan is made twice");
	planned("x-t://h/", 0, &config, "refused at=1", "and so is one that refuses then");
	ok(!tell_plan("x-t://h/", 0, &config), "but not one that does the same");
}

static void warn_often(struct everyuri_planning *planning, void *own)
{
	(void)own;
	everyuri_planning_connect(planning, "tcp");
	for (unsigned i = 0; i < 100; i++) {
		everyuri_planning_warn(planning, 0, "own", "first");
		everyuri_planning_warn(planning, 0, "own", "second");
		everyuri_planning_warn(planning, i % 8, "own", "first");
		everyuri_planning_warn(planning, i % 8, "own", "third");
	}
}

static void many_warnings(void)
{
	const struct everyuri_rule rule = {
		.kind = EVERYURI_RULE_SCHEME, .name = text_of("x-w"), .port = 7, .plan = warn_often
	};
	const struct everyuri_config config = { .rules = &rule, .n_rules = 1 };
	struct everyuri_plan plan = { .n_warnings = 0 };
	struct everyuri_uri uri;

	everyuri_parse("x-w://h/", 8, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	ok(!everyuri_plan_make(&uri, &config, &plan_buf, &plan, NULL), "a plan with warnings");
	is_number(plan.n_warnings, EVERYURI_PLAN_WARNINGS, "plan.h: as many as there is room for");
	for (uint32_t i = 0; i < plan.n_warnings; i++)
		for (uint32_t k = 0; k < i; k++)
			ok(plan.warning[i].at != plan.warning[k].at ||
			           strcmp(plan.warning[i].message, plan.warning[k].message) != 0,
			   "plan.h: no warning is told twice");
}

int main(void)
{
	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_buf_init(&rules_buf, NULL, 0, NULL);
	zones();
	records();
	messages();
	programs();
	short_commands();
	rules();
	names();
	registry();
	steps();
	parts();
	twice();
	many_warnings();
	everyuri_buf_free(&plan_buf);
	everyuri_buf_free(&rules_buf);
	guard_free(&guard);
	return done();
}
