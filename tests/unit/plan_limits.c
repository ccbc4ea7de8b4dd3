/* plan_limits.c - plans of configurations that the caller made: what is in them is not believed,
 * no buffer is touched before all is known to fit, and every verdict is the same with any buffer. */
#include <everyuri.h>

#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

static struct everyuri_buf plan_buf, rules_buf, entry_buf;

static struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, text ? strlen(text) : 0 };
}

static struct everyuri_uri read_uri(const char *text, size_t len)
{
	struct everyuri_uri uri;

	if (everyuri_parse(text, len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL))
		diag("%.*s is no URI", (int)len, text);
	return uri;
}

/* Lines, each with its line end. */
static struct everyuri_config configure(const char *lines)
{
	struct everyuri_config config = { .flags = 0 };
	struct everyuri_error error = { .message = "" };

	if (everyuri_config_read(lines, strlen(lines), &rules_buf, &config, &error))
		diag("%s: %s", lines, error.message);
	return config;
}

static enum everyuri_status plan_it(const char *text, const struct everyuri_config *config,
                                    struct everyuri_error *error)
{
	struct everyuri_uri uri = read_uri(text, strlen(text));
	struct everyuri_plan plan;

	*error = (struct everyuri_error){ .message = "" };
	return everyuri_plan_make(&uri, config, &plan_buf, &plan, error);
}

/* ---- reasons ---------------------------------------------------------------------------------------- */

static void check_reasons(void)
{
	static const struct {
		const char *lines, *uri;
		enum everyuri_reason reason;
	} rows[] = {
		{ "", "http://h:25/", EVERYURI_REASON_PORT },
		{ "refuse-port 8080\n", "http://h:8080/", EVERYURI_REASON_PORT },
		{ "refuse-host h\n", "http://h/", EVERYURI_REASON_HOST },
		{ "refuse-address private\n", "http://10.0.0.1/", EVERYURI_REASON_HOST },
		{ "refuse-host 10.0.0.1\n", "http://10.0.0.1/", EVERYURI_REASON_HOST },
		{ "max-command 4\n", "gopher://h/0long", EVERYURI_REASON_COMMAND },
		{ "max-steps 9\n", "ftp://h/a/b", EVERYURI_REASON_STEPS },
		{ "", "news:comp.lang.c", EVERYURI_REASON_NEWS_SERVER },
		{ "", "urn:ab:c", EVERYURI_REASON_RESOLVER },
		{ "", "http://h:0/", EVERYURI_REASON_OTHER },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_policy policy;
		struct everyuri_buf lists;
		struct everyuri_config config = { .policy = &policy };
		struct everyuri_error error = { .message = "" };
		enum everyuri_status status;

		everyuri_buf_init(&lists, NULL, 0, NULL);
		status = everyuri_policy_read(rows[i].lines, strlen(rows[i].lines), 0, &lists,
		                              &policy, &error);
		if (status)
			diag("%s: %s", rows[i].lines, error.message);
		status = plan_it(rows[i].uri, &config, &error);
		ok(status && error.reason == rows[i].reason, "contract api.error: %s has reason %d",
		   rows[i].uri, (int)rows[i].reason);
		everyuri_buf_free(&lists);
	}
}

/* ---- servers -------------------------------------------------------------------------------------- */

static void server(const char *text, bool good)
{
	char line[80];
	struct everyuri_config config;

	snprintf(line, sizeof line, "proxy %s\n", text);
	is_number(!everyuri_config_read(line, strlen(line), &rules_buf, &config, NULL), good,
	          "RFC 3986 3.2.2: the server %s is %s", text, good ? "one" : "none");
}

static void host_of_entry(const char *host, const char *want)
{
	struct everyuri_uri base = read_uri("gopher://h/1", 12);
	struct everyuri_entry entry = { .type = text_of("1"),
		                        .selector = text_of("x"),
		                        .host = text_of(host) };
	enum everyuri_status status = everyuri_entry_uri(&base, &entry, &entry_buf, NULL);

	if (want)
		is_text(status ? "refused" : entry_buf.data, status ? 7 : entry_buf.len, want,
		        "an entry's host %s", host);
	else
		is_number(status, EVERYURI_UNSAFE, "THREATS C4: an entry's host %s is none", host);
}

static void servers(void)
{
	static const char *const bad[] = { "[a:b",       "[p]",     "[::1",      "[a.b:c]:80",
		                           "[10.0.0.1]", "[1:2:3]", "[::1]x",    "[::1]:",
		                           "[]",         "[::1]:0", "[::1%25e]", "h:65536" };

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		server(bad[i], false);
	server("[::1]", true);
	server("[2001:DB8::1]:8080", true);
	server("h:80", true);
	host_of_entry("[evil", NULL);
	host_of_entry("[evil.example]", NULL);
	host_of_entry("[a:b", NULL);
	host_of_entry("[1:2:3]", NULL);
	host_of_entry("[10.0.0.1]", NULL);
	host_of_entry("[::1]:70", NULL);
	host_of_entry("[::1]", "gopher://[::1]/1x");
	host_of_entry("2001:DB8:0:0:0:0:0:1", "gopher://[2001:db8::1]/1x");
	host_of_entry("[2001:DB8:0:0:0:0:0:1]", "gopher://[2001:db8::1]/1x");
}

/* ---- memory ------------------------------------------------------------------------------------------ */

static const char many_lines[] = "scheme x-s kind=host port=7 tls=no\n"
				 "step x-s connect\n"
				 "step x-s send GET {path}\n"
				 "step x-h hand-over prog -u {user|nobody} {name}\n"
				 "scheme x-h\n"
				 "gateway x-g http://gw.conf{+path}\n"
				 "gateway x-i http://gw.conf/{+uri}\n"
				 "gateway x-n x-any:{+name}\n";

static void part_as_argument(struct everyuri_planning *planning, void *own)
{
	(void)own;
	everyuri_planning_step(planning, EVERYURI_HAND_OVER);
	everyuri_planning_text(planning, EVERYURI_FIELD_PROGRAM, text_of("prog"));
	everyuri_planning_part(planning, EVERYURI_FIELD_ARGUMENTS,
	                       everyuri_planning_span(planning, EVERYURI_USER));
}

/* With a fixed buffer of any size: NO_SPACE and nothing touched, or what a large one says. */
static void any_buffer(const char *text, size_t len, const struct everyuri_config *config)
{
	struct everyuri_uri uri = read_uri(text, len);
	struct everyuri_buf buf;
	struct everyuri_plan plan;
	struct everyuri_error error = { .at = 0 }, small_error = { .at = 0 };
	enum everyuri_status status = everyuri_plan_make(&uri, config, &plan_buf, &plan, &error);
	size_t needed = status ? 300 : plan.steps.len;
	char *memory = malloc(needed + 1);
	unsigned long touched = 0, others = 0;

	if (!memory)
		return;
	for (size_t cap = 0; cap <= needed; cap += needed > 4000 ? 97 : 1) {
		struct everyuri_plan none = { .n_steps = 99 };
		enum everyuri_status small;

		memset(memory, 0x55, needed + 1);
		everyuri_buf_init(&buf, memory, cap, NULL);
		small = everyuri_plan_make(&uri, config, &buf, &none, &small_error);
		if (small != EVERYURI_NO_SPACE)
			others += small != status || small_error.at != error.at;
		else
			others += status || buf.needed != needed || cap >= needed;
		for (size_t i = small ? 0 : cap; i <= needed; i++)
			touched += memory[i] != 0x55;
		touched += small && none.n_steps != 99;
	}
	ok(!touched && !others, "%.40s%s: %s with any buffer, and none too small is touched", text,
	   len > 40 ? "..." : "", status ? "refused" : "a plan");
	free(memory);
}

static char long_text[40000];

static const char *long_uri(const char *begin, const char *more)
{
	size_t len = strlen(begin), n = strlen(more);

	memcpy(long_text, begin, len);
	while (len + n < sizeof long_text - 1) {
		memcpy(long_text + len, more, n);
		len += n;
	}
	long_text[len] = 0;
	return long_text;
}

static void buffers(void)
{
	static const char *const texts[] = {
		"http://h/abcdef", "ftp://u:p@h/a/b/c",
		"ftp://h/a%0Ab",   "news:a@b",
		"x-s://h/p",       "x-s://h/%0D",
		"x-g://h/a",       "x-g:a",
		"x-i://[::1]/",    "x-n://h///evil.example",
		"x-n:a",           "x-h://%2Dv@h/a",
		"x-h://u@h/%2Da",  "x-h://u@h/a",
		"x-h://h/",        "mailto:a@b?body=c",
	};
	struct everyuri_config config = configure(many_lines);
	const struct everyuri_rule own = { .kind = EVERYURI_RULE_SCHEME,
		                           .name = text_of("x-p"),
		                           .plan = part_as_argument };
	struct everyuri_config functions = { .rules = &own, .n_rules = 1 };
	const char *text;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		any_buffer(texts[i], strlen(texts[i]), &config);
	any_buffer("x-p://u@h", 9, &functions);
	any_buffer("x-p://%2Dv@h", 12, &functions);
	text = long_uri("ftp://h/", "d/");
	any_buffer(text, 1200, &config);
	text = long_uri("ftp://h/", "d/");
	any_buffer(text, 5001, &config);
	text = long_uri("x-p://%2Dv", "a");
	long_text[6000] = '@';
	long_text[6001] = 'h';
	any_buffer(text, 6002, &functions);
	text = long_uri("x-h://%2Dv", "a");
	long_text[3000] = '@';
	long_text[3001] = 'h';
	any_buffer(text, 3002, &config);
}

/* ---- locators ---------------------------------------------------------------------------------------- */

static void locators(void)
{
	struct everyuri_config config = configure("gateway x-g http://gw.conf/{name}\n");
	struct everyuri_error error;
	struct everyuri_plan plan;
	struct everyuri_uri uri;
	static char line[9000];
	int n = snprintf(line, sizeof line, "gateway x-g http://gw.conf/");

	long_uri("x-g:", "a");
	uri = read_uri(long_text, 4 + 8000 - 15);
	ok(!everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error),
	   "RFC 9110 4.1: a locator of 8000 bytes");
	uri = read_uri(long_text, 4 + 8001 - 15);
	is_number(everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error), EVERYURI_UNSAFE,
	          "and none of one more");
	memset(line + n, 'a', sizeof line - (size_t)n);
	ok(!everyuri_config_read(line, 8000 + 12, &rules_buf, &config, &error),
	   "a template of 8000 bytes");
	is_number(everyuri_config_read(line, 8001 + 12, &rules_buf, &config, &error),
	          EVERYURI_INVALID, "and none of one more");
	is_number((long long)error.at, 8012, "at its last byte");
}

/* ---- what is configured by no lines ------------------------------------------------------------------ */

static void configured(const char *text, const struct everyuri_config *config)
{
	struct everyuri_error error;

	is_number(plan_it(text, config, &error), EVERYURI_UNSAFE,
	          "THREATS C1: a line end that is configured is not sent for %s", text);
	is_text(error.clause, strlen(error.clause), "configuration", "and who is to blame is said");
}

static void configurations(void)
{
	static const struct everyuri_rule rules[] = {
		{ .kind = EVERYURI_RULE_PROGRAM,
		  .name = { "telnet", 6 },
		  .value = { "a -b\nc", 6 } },
		{ .kind = EVERYURI_RULE_ROOT, .name = { "h", 1 }, .value = { "/a\rb", 4 } },
	};
	struct everyuri_config config = { .anonymous = text_of("a\r\nDELE x") };
	struct everyuri_error error;

	configured("ftp://i/a", &config);
	is_number(plan_it("ftp://u:p@i/a", &config, &error), EVERYURI_OK, "unless it is not used");
	config = (struct everyuri_config){ .afs_root = text_of("/a\nb") };
	configured("afs://h/a", &config);
	config = (struct everyuri_config){ .message = { "a@b\0c", 5 } };
	configured("cid:a@b", &config);
	config = (struct everyuri_config){ .rules = rules, .n_rules = 2 };
	configured("telnet://h", &config);
	configured("ftp://h/a", &config);
	config = (struct everyuri_config){ .proxy = text_of("p\r\nq") };
	is_number(plan_it("http://h/", &config, &error), EVERYURI_INVALID, "nor a proxy's name");
	config = (struct everyuri_config){ .news_server = text_of("p\n") };
	is_number(plan_it("news:a@b", &config, &error), EVERYURI_INVALID, "nor a server's");
}

/* ---- many rules ------------------------------------------------------------------------------------------ */

/* As many as fit a second only if each is looked at once. */
static void many_rules(void)
{
	enum { N = 200000 };
	struct everyuri_rule *rules = calloc(N, sizeof *rules);
	struct everyuri_policy policy = { .max_steps = UINT32_MAX };
	struct everyuri_config config = { .policy = &policy, .rules = rules, .n_rules = N };
	struct everyuri_uri uri = read_uri("x-a://h/", 8);
	struct everyuri_plan plan;
	struct everyuri_error error;

	if (!rules)
		return;
	for (size_t i = 0; i < N; i++)
		rules[i] = (struct everyuri_rule){ .kind = i ? EVERYURI_RULE_STEP :
			                                       EVERYURI_RULE_SCHEME,
			                           .name = text_of("x-a"),
			                           .value = text_of(i ? "secure" : "") };
	ok(!everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error) && plan.n_steps == N - 1,
	   "THREATS C9: a plan of many steps costs each once");
	policy.max_steps = N - 1;
	ok(!everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error), "as many as may be");
	policy.max_steps = N - 2;
	is_number(everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error), EVERYURI_UNSAFE,
	          "and not one more");
	for (size_t i = 0; i < N; i++)
		rules[i] = (struct everyuri_rule){ .kind = EVERYURI_RULE_GATEWAY,
			                           .name = text_of("x-a"),
			                           .value = text_of("s:{path}") };
	ok(!everyuri_plan_make(&uri, &config, &plan_buf, &plan, &error) && plan.n_steps == 1,
	   "and so does one of many gateways");
	free(rules);
}

/* ---- blanks in braces ------------------------------------------------------------------------------------ */

static void arguments(const char *uri_text, const char *const *want, size_t n)
{
	struct everyuri_config config = configure(
		"scheme x-b\nstep x-b hand-over prog -u {user|no one} {{{path}} {host}{{a b\n");
	struct everyuri_uri uri = read_uri(uri_text, strlen(uri_text));
	struct everyuri_plan plan;
	struct everyuri_step step;
	struct everyuri_field field;
	size_t at = 0, i = 0;

	if (everyuri_plan_make(&uri, &config, &plan_buf, &plan, NULL) ||
	    !everyuri_step_next(plan.steps, &at, &step)) {
		ok(false, "%s has a plan", uri_text);
		return;
	}
	for (at = 0; everyuri_field_next(step.fields, &at, &field);) {
		if (field.name != EVERYURI_FIELD_ARGUMENTS)
			continue;
		is_text(field.text.data, field.text.len, i < n ? want[i] : "none",
		        "argument %lu of %s", (unsigned long)i, uri_text);
		i++;
	}
	is_number((long long)i, (long long)n, "as many arguments as there are words");
}

static void braces(void)
{
	static const char *const nobody[] = { "-u", "no one", "{/p}", "h{a", "b" };
	static const char *const somebody[] = { "-u", "a b", "{/p}", "h{a", "b" };

	arguments("x-b://h/p", nobody, 5);
	arguments("x-b://a%20b@h/p", somebody, 5);
}

/* ---- calls with odd arguments ------------------------------------------------------------------------------ */

static void part_as_program(struct everyuri_planning *planning, void *own)
{
	(void)own;
	everyuri_planning_step(planning, EVERYURI_HAND_OVER);
	everyuri_planning_part(planning, EVERYURI_FIELD_PROGRAM,
	                       everyuri_planning_span(planning, EVERYURI_USER));
}

static void odd_calls(void)
{
	static const struct everyuri_rule bad = { .kind = EVERYURI_RULE_SCHEME,
		                                  .name = { "x-k", 3 },
		                                  .value = { "kind=bad", 8 } };
	const struct everyuri_rule own = { .kind = EVERYURI_RULE_SCHEME,
		                           .name = text_of("x-p"),
		                           .plan = part_as_program };
	struct everyuri_config config = { .rules = &bad, .n_rules = 1 };
	struct everyuri_registered registered;
	struct everyuri_error error;
	struct everyuri_buf buf;
	size_t n;
	const struct everyuri_mapping *mapping = everyuri_mappings(&n);
	static const char program[] = "program 1x prog\n";
	char block[1] = { 'x' };

	ok(everyuri_registered_nth(&config, 0, &registered) &&
	           registered.kind == EVERYURI_KIND_HOST,
	   "a definition that cannot be read has a kind all the same");
	config.rules = &own;
	is_number(plan_it("x-p://h/", &config, &error), EVERYURI_UNSAFE, "no URI names a program");
	is_number((long long)error.at, 8, "at a byte of the URI");
	for (int kind = 0; kind <= EVERYURI_RULE_STEP; kind++) {
		const struct everyuri_rule rule = { .kind = (enum everyuri_rule_kind)kind,
			                            .name = text_of("x-a") };
		enum everyuri_status status = everyuri_rule_check(&rule, &error, NULL);

		ok(status == EVERYURI_OK || (status == EVERYURI_INVALID && !error.at),
		   "a rule of kind %d without a value", kind);
	}
	is_number(everyuri_config_read(program, strlen(program), &rules_buf, &config, &error),
	          EVERYURI_INVALID, "RFC 1738 5: no scheme begins with a digit");
	is_number((long long)error.at, 8, "so there is no program for one");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(n && !everyuri_local_to_uri("x:/", 3, NULL, 0, mapping, EVERYURI_RFC3986, &buf, NULL),
	   "an empty name that lies nowhere is a name");
	everyuri_buf_free(&buf);
	everyuri_buf_init(&buf, block, 1, NULL);
	is_number(everyuri_local_to_uri("-:", 2, "ab", 2, mapping, EVERYURI_RFC3986, &buf, &error),
	          EVERYURI_INVALID,
	          "RFC 3986 3.1: a prefix that is none, with no room for it either");
	is_number(block[0], 'x', "and nothing is touched");
}

/* RFC 1630: a scheme whose URIs are names has no host, whatever two slashes look like. */
static void opaque(void)
{
	struct everyuri_config config = configure("scheme x-o kind=opaque host=optional\n"
	                                          "step x-o look-up store {path}\n");
	struct everyuri_uri uri;
	struct everyuri_plan plan;
	struct everyuri_step step;
	struct everyuri_field field;
	size_t at = 0;

	ok(!everyuri_parse("x-o://a_b/c", 11, EVERYURI_RFC1738, 0, NULL, NULL, &uri, NULL) &&
	           !everyuri_plan_make(&uri, &config, &plan_buf, &plan, NULL) &&
	           everyuri_step_next(plan.steps, &at, &step) &&
	           everyuri_step_field(&step, EVERYURI_FIELD_ID, &field),
	   "a plan");
	is_text(field.text.data, field.text.len, "//a_b/c", "RFC 1630: an opaque name is whole");
}

static size_t n_written;

static bool count_written(void *context, const char *data, size_t len)
{
	(void)context;
	(void)data;
	n_written += len;
	return true;
}

static size_t put_head(char *data, char name, size_t head, size_t len)
{
	uint32_t four = (uint32_t)len;

	memset(data, 0, head);
	data[0] = name;
	memcpy(data + head - 4, &four, 4);
	return head;
}

/* Steps deeper than any plan's, with many empty `or` at the bottom and many steps at the top. */
static void deep(void)
{
	enum { MANY = 2000, SIZE = 40000 };
	char *inner = calloc(1, SIZE), *outer = calloc(1, SIZE), block[64];
	size_t len = 0;
	struct everyuri_plan plan = { .n_steps = 1 };
	struct everyuri_writer w;

	if (!inner || !outer) {
		free(inner);
		free(outer);
		return;
	}
	for (size_t i = 0; i < MANY; i++)
		len += put_head(inner + len, EVERYURI_FIELD_OR, 6, 0);
	for (int level = 0; level < 6; level++) {
		size_t n = put_head(outer, EVERYURI_CONNECT, 5, len);

		memcpy(outer + n, inner, len);
		len += n;
		for (size_t i = 0; !level && i < MANY; i++)
			len += put_head(outer + len, EVERYURI_CONNECT, 5, 0);
		n = level < 5 ? put_head(inner, EVERYURI_FIELD_OR, 6, len) : 0;
		memcpy(inner + n, outer, len);
		len += n;
	}
	plan.steps = (struct everyuri_text){ inner, len };
	n_written = 0;
	everyuri_writer_init(&w, block, sizeof block, count_written, NULL);
	everyuri_plan_write_text(&w, &plan, 0, 0);
	everyuri_writer_flush(&w);
	ok(n_written < 20 * len, "bytes that are no plan give text of their own length: %lu of %lu",
	   (unsigned long)n_written, (unsigned long)len);
	free(inner);
	free(outer);
}

int main(void)
{
	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_buf_init(&rules_buf, NULL, 0, NULL);
	everyuri_buf_init(&entry_buf, NULL, 0, NULL);
	check_reasons();
	servers();
	buffers();
	locators();
	configurations();
	many_rules();
	braces();
	odd_calls();
	opaque();
	deep();
	everyuri_buf_free(&plan_buf);
	everyuri_buf_free(&rules_buf);
	everyuri_buf_free(&entry_buf);
	return done();
}
