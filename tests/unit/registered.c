/* registered.c - schemes of the user's: by lines of configuration, by a call; gateways; what is
 * hostile in either. */
#include <everyuri.h>

#include "failing.h"
#include "guard.h"
#include "shapes.h"
#include "tap.h"
#include "written.h"

#include <stdlib.h>

static struct everyuri_buf rules_buf, plan_buf, read_buf;
static struct guard guard;

/* ---- plans as text -------------------------------------------------------------------------------- */

static void tell(const struct everyuri_plan *plan)
{
	char block[128];
	struct everyuri_writer w;

	n_told = 0;
	everyuri_writer_init(&w, block, sizeof block, keep, NULL);
	everyuri_plan_write_json(&w, plan, 0);
	everyuri_writer_flush(&w);
}

/* The plan, or "refused at=N"; *config is told already. */
static enum everyuri_status tell_plan(const char *uri, const struct everyuri_config *config,
                                      struct everyuri_error *error)
{
	size_t len = strlen(uri);
	struct everyuri_uri read;
	struct everyuri_plan plan;
	enum everyuri_status status = everyuri_parse(guard_end(&guard, uri, len), len,
	                                             EVERYURI_RFC3986, 0, NULL, NULL, &read, error);

	if (!status)
		status = everyuri_plan_make(&read, config, &plan_buf, &plan, error);
	if (status)
		n_told = (size_t)sprintf(told, "refused at=%lu", (unsigned long)error->at);
	else
		tell(&plan);
	return status;
}

/* Lines are parted by " | ". */
static bool configure(const char *lines, struct everyuri_config *config)
{
	static char text[1 << 12];
	struct everyuri_error error = { .at = 0 };
	size_t len = strlen(lines);

	memcpy(text, lines, len + 1);
	for (char *bar = text; (bar = strstr(bar, " | ")) != NULL;)
		bar[1] = '\n';
	if (!everyuri_config_read(text, len, &rules_buf, config, &error))
		return true;
	diag("%s: byte %lu: %s", lines, (unsigned long)error.at, error.message);
	return false;
}

/* ---- lines that are right, and that are wrong --------------------------------------------------------- */

/* at: of the value, or, with NAME added, of the name; -1: it is right. */
enum { NAME = 1000 };

static void checked(enum everyuri_rule_kind kind, const char *name, const char *value, int at)
{
	struct guard of_name = { 0 };
	struct everyuri_rule rule = { .kind = kind };
	struct everyuri_error error = { .at = 0 };

	rule.name = (struct everyuri_text){ guard_end(&of_name, name, strlen(name)), strlen(name) };
	rule.value =
		(struct everyuri_text){ guard_end(&guard, value, strlen(value)), strlen(value) };
	enum everyuri_status status = everyuri_rule_check(&rule, &error, NULL);

	if (at < 0)
		ok(!status, "scheme.h rule_check: %s %s", name, value);
	else
		is_number(status ? (long long)(error.at + (error.which ? NAME : 0)) : -1, at,
		          "scheme.h rule_check: %s %s is wrong", name, value);
	guard_free(&of_name);
}

static void definitions(void)
{
	const enum everyuri_rule_kind s = EVERYURI_RULE_SCHEME;

	checked(s, "x-a", "", -1);
	checked(s, "a+b-c.9", "kind=opaque port=65535 tls=yes user=required query=data", -1);
	checked(s, "x-a", " \tscope=\"our own house\"\tnames=unique,persistent ", -1);
	checked(s, "", "", NAME);
	checked(s, "9a", "", NAME);
	checked(s, "x_a", "", NAME + 1);
	checked(s, "URN", "", NAME);
	checked(s, "x-a", "colour=red", 0);
	checked(s, "x-a", "kind", 4);
	checked(s, "x-a", "kind =host", 4);
	checked(s, "x-a", "kind=", 5);
	checked(s, "x-a", "kind=hos", 5);
	checked(s, "x-a", "port=0", 5);
	checked(s, "x-a", "port=65536", 5);
	checked(s, "x-a", "port=99999999999999999999", 5);
	checked(s, "x-a", "port=7 port=8", 7);
	checked(s, "x-a", "path=maybe", 5);
	checked(s, "x-a", "path=data", 5);
	checked(s, "x-a", "tls=1", 4);
	checked(s, "x-a", "names=unique,", 6);
	checked(s, "x-a", "scope=\"a", 8);
	checked(s, "x-a", "scope=\"a\"b", 9);
	checked(s, "x-a", "scope=a\nb", 7);
}

static void steps(void)
{
	const enum everyuri_rule_kind s = EVERYURI_RULE_STEP;

	checked(s, "x-a", "connect", -1);
	checked(s, "x-a", "  connect   udp  ", -1);
	checked(s, "x-a", "expect 2 220", -1);
	checked(s, "x-a", "send GET {+request} HTTP/{{1.1}", -1);
	checked(s, "x-a", "line {user|nobody}@{host}:{port} {uri}{scheme}{path}{name}{query}", -1);
	checked(s, "x-a", "line", -1);
	checked(s, "x-a", "password PASS 331", -1);
	checked(s, "x-a", "local /srv/a b", -1);
	checked(s, "x-a", "look-up mail {name}", -1);
	checked(s, "x-a", "hand-over prog -x {host} {path}", -1);
	checked(s, "urn", "connect", NAME);
	checked(s, "x-a", "", 0);
	checked(s, "x-a", " jump", 1);
	checked(s, "x-a", "connect tcp", 8);
	checked(s, "x-a", "secure now", 7);
	checked(s, "x-a", "expect", 6);
	checked(s, "x-a", "expect 2 2xx", 9);
	checked(s, "x-a", "expect 2200", 7);
	checked(s, "x-a", "send", 4);
	checked(s, "x-a", "send {path}", 5);
	checked(s, "x-a", "send A {paths}", 8);
	checked(s, "x-a", "send A {+fragment}", 9);
	checked(s, "x-a", "send A {path", 12);
	checked(s, "x-a", "send A {user|x", 14);
	checked(s, "x-a", "send A {password}", 8);
	checked(s, "x-a", "password PASS now", 14);
	checked(s, "x-a", "receive", 7);
	checked(s, "x-a", "receive never", 8);
	checked(s, "x-a", "local srv", 6);
	checked(s, "x-a", "look-up mail", 12);
	checked(s, "x-a", "hand-over -x", 10);
	checked(s, "x-a", "hand-over {host}", 10);
	checked(s, "x-a", "line a\rb", 6);
	checked(s, "x-a", "line a\x7F", 6);
}

static void locators(void)
{
	const enum everyuri_rule_kind g = EVERYURI_RULE_GATEWAY, r = EVERYURI_RULE_RESOLVER;

	checked(g, "x-a", "http://h/{uri}{?path,query}", -1);
	checked(g, "x-a", "http://{host}:{port}{+path}{?query}", -1);
	checked(g, "x-a", "ftp://{+host}{+request}", -1);
	checked(g, "x-a", "file:///usr/share/{+name}", -1);
	checked(g, "x-a", "http://h?{uri}", -1);
	checked(g, "x-a", "mailto:a@b?subject={uri}", -1);
	checked(r, "ietf:rfc", "https://h/{nid}{nss}{rest}{isbn}{uri}{?r,q}", -1);
	checked(g, "x/a", "http://h/", NAME + 1);
	checked(r, "", "http://h/", NAME);
	checked(r, "-a", "http://h/", NAME);
	checked(r, "a b", "http://h/", NAME + 1);
	checked(g, "x-a", "", 0);
	checked(g, "x-a", "{scheme}://h/", 0);
	checked(g, "x-a", "//h/", 0);
	checked(g, "x-a", "9a://h/", 0);
	checked(g, "x-a", "http", 4);
	checked(g, "x-a", "http://h/{uri", 13);
	checked(g, "x-a", "http://h/{urn}", 10);
	checked(g, "x-a", "http://h/{nss}", 10);
	checked(r, "ab", "http://h/{path}", 10);
	checked(g, "x-a", "http://h{uri}", 9);
	checked(g, "x-a", "http://{user}@h/", 8);
	checked(g, "x-a", "http://{name}/", 8);
	checked(g, "x-a", "http://{path}/", 8);
	checked(g, "x-a", "http://h{+name}", 10);
	checked(g, "x-a", "http://h{/query}{+uri}", 18);
	checked(g, "x-a", "http://h{.query}/", 10);
	checked(g, "x-a", "http://{host,user}/", 8);
	checked(g, "x-a", "http://h\\.evil/", 8);
	checked(g, "x-a", "http://h/\n", 9);
}

static bool warned(const char *name)
{
	struct everyuri_rule rule = { .kind = EVERYURI_RULE_SCHEME,
		                      .name = { name, strlen(name) },
		                      .value = { "", 0 } };
	struct everyuri_error warning = { .status = EVERYURI_OK };

	everyuri_rule_check(&rule, NULL, &warning);
	return warning.status != EVERYURI_OK;
}

static void names(void)
{
	ok(!warned("x-a") && !warned("X-a"), "RFC 1630: a scheme of x- needs no warning");
	ok(!warned("gopher") && !warned("GOPHER"), "RFC 1630: one that IANA knows neither");
	ok(warned("mine") && warned("x-") && warned("x"), "RFC 1630: any other name is warned of");
}

/* ---- plans without code ---------------------------------------------------------------------------------- */

#define CONNECT(host, port)                                                          \
	"{\"do\":\"connect\",\"host\":\"" host "\",\"port\":" port ",\"tls\":false," \
	"\"transport\":\"tcp\"}"
#define REFER(uris) "[{\"do\":\"refer\",\"uris\":[" uris "]}]"

static const char finger[] = "scheme x-f port=79 query=forbidden | step x-f connect | "
			     "step x-f line {name} | step x-f receive close";
static const char mail[] = "scheme x-m port=110 user=required path=forbidden | step x-m connect | "
			   "step x-m send USER {user} | step x-m password PASS 331 | "
			   "step x-m send RETR {query|1} {scheme}";
static const char doc[] = "scheme x-d kind=local host=forbidden | step x-d local /doc/";
static const char mud[] = "scheme x-t port=4000 kind=interactive | "
			  "step x-t hand-over mud -v -- {host} {port} {name|lobby}";
static const char raw[] = "scheme x-r port=1965 tls=yes | step x-r connect | step x-r line {uri} | "
			  "step x-r line {{{+path}} {+query|none}";
static const char data[] = "scheme x-q port=7 query=data | step x-q connect | step x-q line {path}";
static const char gates[] = "gateway x-g http://one.example/{uri} | "
			    "gateway x-g http://two.example{+request} | gateway x-g ftp://{host}/";

static const struct row {
	const char *config, *uri, *expected;
} rows[] = {
	{ finger, "x-f://H/ann%20b",
	  "[" CONNECT("h", "79") ",{\"do\":\"send\",\"line\":\"ann b\"},"
	                         "{\"do\":\"receive\",\"until\":\"close\"}]" },
	{ finger, "X-F://h:8079",
	  "[" CONNECT("h", "8079") ",{\"do\":\"send\",\"line\":\"\"},"
	                           "{\"do\":\"receive\",\"until\":\"close\"}]" },
	{ finger, "x-f://h/a%2520#b",
	  "[" CONNECT("h", "79") ",{\"do\":\"send\",\"line\":\"a%20\"},"
	                         "{\"do\":\"receive\",\"until\":\"close\"}]" },
	{ finger, "x-f://h/a%0D%0Ab", "refused at=9" },
	{ finger, "x-f://h/a%0ab", "refused at=9" },
	{ finger, "x-f://h/%00", "refused at=8" },
	{ finger, "x-f://h/a?b", "refused at=10" },
	{ finger, "x-f:/a", "refused at=6" },
	{ finger, "x-f:///a", "refused at=6" },
	{ finger, "x-f://h:0/", "refused at=8" },
	{ finger, "x-f://h:99999/", "refused at=8" },
	{ finger, "x-f://h:25/", "refused at=8" },
	{ mail, "x-m://u%20v@h",
	  "[" CONNECT("h", "110") ",{\"do\":\"send\",\"verb\":\"USER\",\"argument\":\"u v\"},"
	                          "{\"do\":\"ask\",\"for\":\"password\",\"when\":\"331\",\"send\":"
	                          "{\"verb\":\"PASS\"}},"
	                          "{\"do\":\"send\",\"verb\":\"RETR\",\"argument\":\"1 x-m\"}]" },
	{ mail, "x-m://u:p%40@h?7",
	  "[" CONNECT("h", "110") ",{\"do\":\"send\",\"verb\":\"USER\",\"argument\":\"u\"},"
	                          "{\"do\":\"send\",\"verb\":\"PASS\",\"argument\":\"***\","
	                          "\"masked\":true,\"when\":\"331\"},"
	                          "{\"do\":\"send\",\"verb\":\"RETR\",\"argument\":\"7 x-m\"}]" },
	{ mail, "x-m://u@h?7%208", "refused at=11" }, /* one word would be two */
	{ mail, "x-m://u:%0a@h", "refused at=8" },
	{ mail, "x-m://h", "refused at=7" },
	{ mail, "x-m://@h", "refused at=6" },
	{ mail, "x-m://u@h/x", "refused at=9" },
	{ doc, "x-d:/bash/README", "[{\"do\":\"read\",\"path\":\"/doc/bash/README\"}]" },
	{ doc, "x-d:bash/", "[{\"do\":\"list\",\"path\":\"/doc/bash/\"}]" },
	{ doc, "x-d:", "[{\"do\":\"list\",\"path\":\"/doc/\"}]" },
	{ doc, "x-d:../etc/passwd", "refused at=4" },
	{ doc, "x-d:a/%2e%2E", "refused at=6" },
	{ doc, "x-d:a%2fb", "refused at=5" },
	{ doc, "x-d://h/a", "refused at=6" },
	{ mud, "x-t://h/",
	  "[{\"do\":\"hand-over\",\"program\":\"mud\",\"arguments\":"
	  "[\"-v\",\"--\",\"h\",\"4000\",\"lobby\"]}]" },
	{ mud, "x-t://[::1]:4001/a%20b",
	  "[{\"do\":\"hand-over\",\"program\":\"mud\",\"arguments\":"
	  "[\"-v\",\"--\",\"::1\",\"4001\",\"a b\"]}]" },
	{ mud, "x-t://h/-rf", "refused at=8" },
	{ mud, "x-t://h/%2Drf", "refused at=8" },
	{ mud, "x-t://-h/", "refused at=6" },
	{ mud, "x-t://%2Dh/", "refused at=6" },
	{ raw, "x-r://h/a%0Ab?c%20d#e",
	  "[{\"do\":\"connect\",\"host\":\"h\",\"port\":1965,\"tls\":true,\"transport\":\"tcp\"},"
	  "{\"do\":\"send\",\"line\":\"x-r://h/a%0Ab?c%20d\"},"
	  "{\"do\":\"send\",\"line\":\"{/a%0Ab} c%20d\"}]" },
	{ raw, "x-r://u:p@h/", "refused at=8" },
	{ data, "x-q://h/a?b", "[" CONNECT("h", "7") ",{\"do\":\"send\",\"line\":\"/a?b\"}]" },
	{ gates, "x-g://H/a%20b?c#d",
	  REFER("\"http://one.example/x-g%3A%2F%2FH%2Fa%2520b%3Fc\","
	        "\"http://two.example/a%20b?c\",\"ftp://h/\"") },
	{ gates, "x-g://[::1]/", "refused at=6" }, /* "{host}" encodes the brackets away */
	{ gates, "x-g://u:p@h/", "refused at=8" },
	{ gates, "x-g:/a", "refused at=0" },
	{ gates, "x-g:.evil.example/", "refused at=4" },
	{ "gateway ftp http://gw.example{+path}", "ftp://h/a", REFER("\"http://gw.example/a\"") },
	{ "gateway ftp x:{+path}", "ftp://h//evil/", "refused at=0" },
	{ "gateway x-g x:{+path}", "x-g:a", REFER("\"x:a\"") },
	{ "gateway x-g http://{+host}/", "x-g://[::1]/", REFER("\"http://[::1]/\"") },
	{ "gateway x-g http://h/{+name}", "x-g:@evil", REFER("\"http://h/@evil\"") },
	{ "scheme x-e", "x-e://h/", "refused at=0" },
	{ "scheme x-e kind=opaque user=forbidden password=forbidden | gateway x-e http://g/{name}",
	  "x-e:a/b", REFER("\"http://g/a%2Fb\"") },
	{ "scheme x-e kind=opaque | gateway x-e http://g/{name}", "x-e://h/b", "refused at=6" },
	{ "scheme ftp port=21 | step ftp connect", "ftp://h/a", "[" CONNECT("h", "21") "]" },
	{ "scheme x-p path=required | step x-p connect", "x-p://h:7070/", "refused at=13" },
	{ "scheme x-p path=required | step x-p connect", "x-p://h:7070/a",
	  "[" CONNECT("h", "7070") "]" },
};

static void plans(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct everyuri_config config;
		struct everyuri_error error = { .at = 0 };

		if (!configure(rows[i].config, &config)) {
			ok(false, "%s is read", rows[i].config);
			continue;
		}
		tell_plan(rows[i].uri, &config, &error);
		is_text(told, n_told, rows[i].expected, "%s by %.60s", rows[i].uri, rows[i].config);
	}
}

/* Rules that no reader has looked at. */
static void unread(enum everyuri_rule_kind kind, const char *value, const char *uri,
                   const char *want)
{
	struct everyuri_rule rules[2] = { { .kind = EVERYURI_RULE_SCHEME, .name = { "x-u", 3 } },
		                          { .kind = kind, .name = { "x-u", 3 } } };
	struct everyuri_config config = { .rules = rules, .n_rules = 2 };
	struct everyuri_error error = { .at = 0 };

	rules[1].value = (struct everyuri_text){ value, strlen(value) };
	if (kind == EVERYURI_RULE_SCHEME)
		rules[0] = rules[1];
	enum everyuri_status status = tell_plan(uri, &config, &error);

	ok(status == EVERYURI_MISSING && n_told == strlen(want) && !memcmp(told, want, n_told),
	   "a rule that nobody checked is checked when it is used: %s", value);
}

static void unread_rules(void)
{
	unread(EVERYURI_RULE_STEP, "line a\r\nQUIT", "x-u://h/", "refused at=0");
	unread(EVERYURI_RULE_STEP, "jump", "x-u://h/", "refused at=0");
	unread(EVERYURI_RULE_GATEWAY, "http://h{uri}", "x-u://h/", "refused at=0");
	unread(EVERYURI_RULE_GATEWAY, "http://h/{", "x-u://h/", "refused at=0");
	unread(EVERYURI_RULE_SCHEME, "port=x", "x-u://h/", "refused at=0");
}

/* ---- plans by a call ------------------------------------------------------------------------------------------ */

#define TEXT(literal) ((struct everyuri_text){ (literal), sizeof(literal) - 1 })

static void plan_whole(struct everyuri_planning *planning, void *own)
{
	struct everyuri_span path = everyuri_planning_span(planning, EVERYURI_PATH);

	*(unsigned *)own += everyuri_planning_uri(planning)->len > 0;
	if (path.end - path.begin > 1)
		path.begin++;
	everyuri_planning_connect(planning, "udp");
	everyuri_planning_step(planning, EVERYURI_SEND);
	everyuri_planning_text(planning, EVERYURI_FIELD_VERB, TEXT("LOGIN"));
	everyuri_planning_part(planning, EVERYURI_FIELD_ARGUMENT,
	                       everyuri_planning_span(planning, EVERYURI_PASSWORD));
	everyuri_planning_step(planning, EVERYURI_SEND);
	everyuri_planning_part(planning, EVERYURI_FIELD_LINE, path);
	everyuri_planning_step(planning, EVERYURI_RECEIVE);
	everyuri_planning_text(planning, EVERYURI_FIELD_UNTIL, TEXT("length"));
	everyuri_planning_number(planning, EVERYURI_FIELD_LENGTH, 77);
	everyuri_planning_warn(planning, 1000, "own", "this is a test");
	everyuri_planning_local(planning, TEXT("/srv"));
	everyuri_planning_refer(
		planning,
		(const struct everyuri_text[]){ TEXT("http://g/{name}"), TEXT("x:{name}") }, 2);
}

/* What a plan function must not be able to do; own: which. */
static void plan_badly(struct everyuri_planning *planning, void *own)
{
	const int which = *(const int *)own;
	struct everyuri_span fragment = everyuri_planning_span(planning, EVERYURI_FRAGMENT);
	struct everyuri_span path = everyuri_planning_span(planning, EVERYURI_PATH);

	if (which != 0)
		everyuri_planning_step(planning, EVERYURI_SEND);
	switch (which) {
	case 0:
		everyuri_planning_text(planning, EVERYURI_FIELD_LINE, TEXT("a"));
		break;
	case 1:
		everyuri_planning_text(planning, EVERYURI_FIELD_LINE, TEXT("a\nb"));
		break;
	case 2:
		everyuri_planning_text(planning, EVERYURI_FIELD_LINE, TEXT("a\rb"));
		break;
	case 3:
		everyuri_planning_text(planning, EVERYURI_FIELD_LINE, TEXT("a\0b"));
		break;
	case 4:
		everyuri_planning_text(planning, EVERYURI_FIELD_HOST, TEXT("evil.example"));
		break;
	case 5:
		everyuri_planning_text(planning, EVERYURI_FIELD_URIS, TEXT("http://evil/"));
		break;
	case 6:
		everyuri_planning_text(planning, EVERYURI_FIELD_PATH, TEXT("/etc/passwd"));
		break;
	case 7:
		everyuri_planning_number(planning, EVERYURI_FIELD_PORT, 25);
		break;
	case 8:
		everyuri_planning_step(planning, EVERYURI_CONNECT);
		break;
	case 9:
		everyuri_planning_step(planning, EVERYURI_REFER);
		break;
	case 10:
		everyuri_planning_step(planning, (enum everyuri_do)200);
		break;
	case 11:
		everyuri_planning_part(planning, EVERYURI_FIELD_LINE, fragment);
		break;
	case 12:
		everyuri_planning_part(planning, EVERYURI_FIELD_LINE,
		                       (struct everyuri_span){ 2, 4000 });
		break;
	case 13:
		everyuri_planning_part(planning, EVERYURI_FIELD_LINE,
		                       (struct everyuri_span){ 5, 2 });
		break;
	case 14:
		everyuri_planning_refer(
			planning, (const struct everyuri_text[]){ TEXT("http://{name}/") }, 1);
		break;
	case 15:
		everyuri_planning_connect(planning, "carrier pigeon");
		break;
	case 16:
		everyuri_planning_local(planning, TEXT("srv"));
		break;
	case 17:
		everyuri_planning_text(planning, (enum everyuri_field_name)99, TEXT("a"));
		break;
	case 18:
		everyuri_planning_part(planning, EVERYURI_FIELD_PROGRAM, path);
		break;
	case 19:
		everyuri_planning_part(planning, EVERYURI_FIELD_ARGUMENTS,
		                       (struct everyuri_span){ path.begin + 1, path.end });
		break;
	case 20:
		everyuri_planning_local(planning, TEXT("/srv\n"));
		break;
	default:
		everyuri_planning_refuse(planning, 4000, "own", "no");
		break;
	}
	everyuri_planning_step(planning, EVERYURI_SECURE);
}

#define N_BAD 22

static void calls(void)
{
	unsigned n_calls = 0;
	int which = 0;
	struct everyuri_rule rule = { .kind = EVERYURI_RULE_SCHEME,
		                      .port = 1234,
		                      .name = { "x-c", 3 },
		                      .plan = plan_whole,
		                      .own = &n_calls };
	struct everyuri_config config = { .rules = &rule, .n_rules = 1 };
	struct everyuri_error error = { .at = 0 };

	tell_plan("x-c://u@h/a%20b", &config, &error);
	is_text(told, n_told,
	        "[{\"do\":\"connect\",\"host\":\"h\",\"port\":1234,\"tls\":false,\"transport\":"
	        "\"udp\"},"
	        "{\"do\":\"send\",\"verb\":\"LOGIN\",\"argument\":\"\"},{\"do\":\"send\",\"line\":"
	        "\"a b\"},"
	        "{\"do\":\"receive\",\"until\":\"length\",\"length\":77},"
	        "{\"do\":\"read\",\"path\":\"/srv/a b\"},"
	        "{\"do\":\"refer\",\"uris\":[\"http://g/a%20b\",\"x:a%20b\"]}]",
	        "scheme.h: a plan by a function");
	ok(n_calls >= 1, "... which was given the URI");
	tell_plan("x-c://u:s3cret@h/a", &config, &error);
	is_text(told, n_told, "refused at=8", "... and no password gets into a locator");
	tell_plan("x-c://u@h/a%0Ab", &config, &error);
	is_text(told, n_told, "refused at=11", "... nor a line feed into a line");
	tell_plan("x-c:/a", &config, &error);
	is_text(told, n_told, "refused at=6", "... and a host is required, as a definition has it");
	rule.plan = plan_badly;
	rule.own = &which;
	for (which = 0; which < N_BAD; which++) {
		enum everyuri_status status = tell_plan("x-c://h/-a#frag", &config, &error);

		/* What a template of the caller's lacks is MISSING, everything else UNSAFE. */
		ok(status == (which == 14 ? EVERYURI_MISSING : EVERYURI_UNSAFE),
		   "THREATS C1: a plan function cannot do what is not to be done (%d: %s)", which,
		   error.message);
	}
}

static void plan_secret(struct everyuri_planning *planning, void *own)
{
	const struct everyuri_uri *uri = everyuri_planning_uri(planning);
	struct everyuri_span password = everyuri_planning_span(planning, EVERYURI_PASSWORD);

	(void)own;
	everyuri_planning_step(planning, EVERYURI_SEND);
	everyuri_planning_part(
		planning, EVERYURI_FIELD_LINE,
		(struct everyuri_span){ uri->part[EVERYURI_USER].begin, password.end - 1 });
}

static void secrets(void)
{
	struct everyuri_rule rule = { .kind = EVERYURI_RULE_SCHEME,
		                      .name = { "x-c", 3 },
		                      .plan = plan_secret };
	struct everyuri_config config = { .rules = &rule, .n_rules = 1 };
	struct everyuri_error error = { .at = 0 };

	tell_plan("x-c://u:s3cret@h/a", &config, &error);
	is_text(told, n_told, "[{\"do\":\"send\",\"line\":\"***\",\"masked\":true}]",
	        "THREATS C8: what holds a piece of the password is a secret");
}

/* ---- the registry ------------------------------------------------------------------------------------------------ */

static void registry(void)
{
	struct everyuri_registered own;
	struct everyuri_config config;
	struct everyuri_config none = { .n_rules = 0 };

	if (!configure(
		    "scheme x-a port=7 kind=local names=persistent scope=here media-type=\"the \" "
		    "clause=none | gateway x-c http://h/ | step x-b connect | scheme x-b",
		    &config))
		return;
	ok(everyuri_registered_nth(&config, 0, &own) && own.port == 7 && !own.has_plan &&
	           own.kind == EVERYURI_KIND_LOCAL && own.flags == EVERYURI_NAMES_PERSISTENT,
	   "scheme.h registered_nth: what a line says");
	is_text(own.media_type.data, own.media_type.len, "the ", "... in quotes");
	ok(everyuri_registered_nth(&config, 1, &own) && own.has_plan && !own.scope.data,
	   "... steps are a plan");
	ok(!everyuri_registered_nth(&config, 2, &own) && !everyuri_registered_nth(&none, 0, &own),
	   "... and there is an end");
}

/* ---- any URI ---------------------------------------------------------------------------------------------------------- */

static const char *const bits[] = { "/",   "//", "%0D", "%0A",   "%00", "%2F", "..",  "%2e",
	                            "@",   ":",  "?",   "evil",  ".",   "-",   "%2D", "+",
	                            "%20", "a",  "%25", "{uri}", "&",   "=",   "u:p@" };

static const char everything[] =
	"gateway x-g http://one.example/{uri}{?user,query} | gateway x-g "
	"http://two.example{+request} | "
	"gateway x-g ftp://{+host}:{port}{+path}{?name} | gateway x-g y:{+uri} | "
	"gateway x-g y:{name}{+path} | gateway x-g y:/{name}/{query}/{path} | "
	"gateway x-h y:{+name} | gateway x-i y:/{+path} | gateway x-j y:{name}/{+name} | "
	"scheme x-s port=7 host=optional | step x-s connect | step x-s send A {path} | "
	"step x-s line {user}{query|x}{+uri} | step x-s password P | step x-s look-up s {name} | "
	"step x-s hand-over p {name} {user}{path}";

static bool holds(const char *what)
{
	size_t len = strlen(what);

	for (size_t at = 0; at + len <= n_told; at++)
		if (!memcmp(told + at, what, len))
			return true;
	return false;
}

/* A host that is one of the configuration's, the URI's, or none. */
static bool host_known(const struct everyuri_uri *of, struct everyuri_text text)
{
	struct everyuri_uri uri;
	struct everyuri_text host, own;

	if (everyuri_parse(text.data, text.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL))
		return false;
	host = everyuri_view(&uri, EVERYURI_HOST);
	own = everyuri_view(of, EVERYURI_HOST);
	/* A locator has the host as it is connected to. */
	if (own.data) {
		everyuri_decode(own.data, own.len, 0, &read_buf, NULL);
		own = (struct everyuri_text){ read_buf.data, read_buf.len };
	}
	return !host.data ||
	       (host.len == 11 &&
	        (!memcmp(host.data, "one.example", 11) || !memcmp(host.data, "two.example", 11))) ||
	       (own.data && host.len == own.len && !memcmp(host.data, own.data, host.len));
}

static void any_uri(void)
{
	static const char *const schemes[] = { "x-g:", "x-h:", "x-i:", "x-j:", "x-s:" };
	struct shapes s = { .state = 2024 };
	struct everyuri_config config;
	unsigned long made = 0, foreign = 0, ends = 0,
		      rounds = getenv("EVERYURI_QUICK") ? 20000 : 200000;

	if (!configure(everything, &config)) {
		ok(false, "the configuration is read");
		return;
	}
	for (unsigned long round = 0; round < rounds; round++) {
		struct everyuri_uri uri;
		struct everyuri_plan plan;
		struct everyuri_step step;
		struct everyuri_field field;
		size_t at = 0;

		s.len = 0;
		shapes_put(&s, SHAPES_PICK(&s, schemes));
		if (shapes_one_in(&s, 2))
			shapes_put(&s, shapes_one_in(&s, 3) ? "//u@host.of" : "//host.of");
		for (unsigned n = shapes_below(&s, 7); n--;)
			shapes_put(&s, SHAPES_PICK(&s, bits));
		if (everyuri_parse(s.text, s.len, EVERYURI_RFC3986, 0, NULL, &read_buf, &uri,
		                   NULL) ||
		    everyuri_plan_make(&uri, &config, &plan_buf, &plan, NULL))
			continue;
		made++;
		while (everyuri_step_next(plan.steps, &at, &step))
			for (size_t in = 0; everyuri_field_next(step.fields, &in, &field);)
				if (field.name == EVERYURI_FIELD_URIS &&
				    !host_known(&uri, field.text)) {
					foreign++;
					diag("%.*s leads to %.*s", (int)s.len, s.text,
					     (int)field.text.len, field.text.data);
				}
		tell(&plan);
		ends += holds("\\n") || holds("\\r") || holds("\\u0000");
	}
	diag("%lu plans of %lu URIs", made, rounds);
	ok(made > rounds / 20, "there were plans enough");
	is_number((long long)foreign, 0,
	          "no locator has a host that neither URI nor template names");
	is_number((long long)ends, 0, "THREATS C1: no step of a user's scheme holds CR, LF or NUL");
}

/* ---- entries ----------------------------------------------------------------------------------------------------------- */

/* Any name in a directory of this machine becomes a URI that asks for it. */
static void entries(void)
{
	struct shapes s = { .state = 11 };
	struct everyuri_buf uri_buf;
	unsigned long wrong = 0, refused = 0;

	everyuri_buf_init(&uri_buf, NULL, 0, NULL);
	for (unsigned round = 0; round < 20000; round++) {
		static const char *const bases[] = { "file:///", "file:/a%20b",
			                             "afs://c.example/d/" };
		const char *text = SHAPES_PICK(&s, bases);
		struct everyuri_uri base, uri;
		struct everyuri_entry entry = { .type = { "d", shapes_below(&s, 2) } };
		struct everyuri_plan plan;
		struct everyuri_step step;
		struct everyuri_field field;
		size_t at = 0;

		s.len = 0;
		for (unsigned n = 1 + shapes_below(&s, 4); n--;)
			shapes_byte(&s, (char)shapes_next(&s));
		entry.name = (struct everyuri_text){ s.text, s.len };
		everyuri_parse(text, strlen(text), EVERYURI_RFC3986, 0, NULL, NULL, &base, NULL);
		if (everyuri_entry_uri(&base, &entry, &uri_buf, NULL)) {
			refused++;
			continue;
		}
		if (everyuri_parse(uri_buf.data, uri_buf.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
		                   NULL) ||
		    everyuri_plan_make(&uri, NULL, &plan_buf, &plan, NULL) || plan.n_steps != 1 ||
		    !everyuri_step_next(plan.steps, &at, &step) ||
		    step.what != (entry.type.len ? EVERYURI_LIST : EVERYURI_READ) ||
		    !everyuri_step_field(&step, EVERYURI_FIELD_PATH, &field) ||
		    field.text.len < s.len + entry.type.len ||
		    memcmp(field.text.data + field.text.len - entry.type.len - s.len, s.text,
		           s.len) != 0)
			wrong++;
	}
	ok(!wrong && refused,
	   "file, afs: any name becomes a URI that asks for it: %lu wrong, %lu refused", wrong,
	   refused);
	everyuri_buf_free(&uri_buf);
}

/* ---- memory -------------------------------------------------------------------------------------------------------------- */

static void memory(const char *lines, const char *text)
{
	struct everyuri_config config;
	struct everyuri_uri uri;
	struct everyuri_plan want, plan;
	char *room;

	if (!configure(lines, &config))
		return;
	everyuri_parse(text, strlen(text), EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL);
	for (unsigned long round = 0;; round++) {
		struct failing failing;
		struct everyuri_buf buf;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		plan.n_steps = 99;
		enum everyuri_status status = everyuri_plan_make(&uri, &config, &buf, &plan, NULL);

		everyuri_buf_free(&buf);
		ok(!failing.blocks && !failing.misuses, "%s: no memory, round %lu: nothing is lost",
		   text, round);
		if (!failing.failed)
			break;
		ok(status == EVERYURI_NO_MEMORY && plan.n_steps == 99, "and nothing is changed");
	}
	if (everyuri_plan_make(&uri, &config, &plan_buf, &want, NULL))
		return;
	room = malloc(want.steps.len);
	for (size_t cap = 0; room && cap <= want.steps.len; cap++) {
		struct everyuri_buf fixed;

		everyuri_buf_init(&fixed, room, cap, NULL);
		enum everyuri_status status =
			everyuri_plan_make(&uri, &config, &fixed, &plan, NULL);

		if (cap < want.steps.len ?
		            status != EVERYURI_NO_SPACE || fixed.needed != want.steps.len :
		            status || memcmp(room, want.steps.data, cap) != 0)
			ok(false, "%s: in %lu bytes", text, (unsigned long)cap);
	}
	ok(room != NULL, "%s: in every number of bytes up to the %lu that are needed", text,
	   (unsigned long)want.steps.len);
	free(room);
}

int main(void)
{
	everyuri_buf_init(&rules_buf, NULL, 0, NULL);
	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_buf_init(&read_buf, NULL, 0, NULL);
	definitions();
	steps();
	locators();
	names();
	plans();
	unread_rules();
	calls();
	secrets();
	registry();
	any_uri();
	entries();
	memory(gates, "x-g://h/a%20b?c");
	memory(mail, "x-m://u@h?7");
	memory("resolver isbn https://a.example/{isbn} | gateway urn https://b.example/{+uri}",
	       "urn:isbn:0-395-36341-1");
	everyuri_buf_free(&rules_buf);
	everyuri_buf_free(&plan_buf);
	everyuri_buf_free(&read_buf);
	guard_free(&guard);
	return done();
}
