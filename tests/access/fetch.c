/* fetch.c - accesses of the library that need no server: what is here, what is refused, and nobody to be told. */
#include <everyuri-access.h>

#include "tap.h"
#include "told.h"

#include <unistd.h>

/* ---- one access ---------------------------------------------------------------------------------------- */

static struct everyuri_buf rules_buf, policy_buf;
static struct everyuri_config config;
static struct everyuri_policy policy;
static struct everyuri_fetch_options options;
static char warnings[2000];

static void keep_warning(void *context, const struct everyuri_event *event)
{
	(void)context;
	if (event->kind == EVERYURI_EVENT_WARNING || event->kind == EVERYURI_EVENT_NEXT)
		snprintf(warnings + strlen(warnings), sizeof warnings - strlen(warnings), "%.*s|",
		         (int)event->text.len, event->text.data);
}

/* Lines of the configuration, and of a policy; they stay until the next. */
static void configure(const char *lines, const char *rules)
{
	struct everyuri_error err;

	if (everyuri_config_read(lines, strlen(lines), &rules_buf, &config, &err) ||
	    everyuri_policy_read(rules, strlen(rules), 0, &policy_buf, &policy, &err))
		printf("Bail out! %s: %s\n", lines, err.message);
	config.policy = &policy;
	options = (struct everyuri_fetch_options){ .config = &config, .event = keep_warning };
	warnings[0] = '\0';
}

static struct got got;
static struct everyuri_fetched fetched;
static struct everyuri_buf fetched_buf;

/* The status of an access, and why it failed in words; stop: receiver's calls after which it has had enough. */
static void fetch(const char *text, enum everyuri_status want, const char *words, const char *name)
{
	uint64_t stop = got.stop_after;
	struct everyuri_receiver receiver = receiver_of(&got);
	struct everyuri_error err = { .message = "" };
	struct everyuri_uri uri;
	enum everyuri_status status;

	got_free(&got);
	got = (struct got){ .stop_after = stop };
	ok(!everyuri_parse(text, strlen(text), EVERYURI_RFC3986, 0, NULL, NULL, &uri, &err),
	   "%s is a URI", text);
	status = everyuri_fetch(&uri, options.config ? &options : NULL, &receiver, &fetched_buf,
	                        &fetched, &err);
	if (!ok(status == want && strstr(status ? err.message : "", words), "%s", name))
		diag("%s: %s: %s", everyuri_status_text(status), status ? err.message : "",
		     warnings);
}

/* A receiver is told nothing, and no server is asked. */
static void fetch_without_buffer(void)
{
	struct everyuri_receiver receiver = receiver_of(&got);
	struct everyuri_uri uri;

	ok(!everyuri_parse("data:,a", 7, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL),
	   "data:,a is a URI");
	is_number(everyuri_fetch(&uri, NULL, &receiver, NULL, &fetched, NULL), EVERYURI_NO_SPACE,
	          "contract api.buffer: nothing is fetched without a buffer");
	ok(!fetched.begun, "... nor begun");
}

/* ---- what is here ------------------------------------------------------------------------------------------ */

static void data(void)
{
	configure("", "");
	fetch("data:,hello", EVERYURI_OK, "", "data: a document");
	is_text(got.bytes, got.n_bytes, "hello", "its bytes");
	fetch("data:,", EVERYURI_OK, "", "data: nothing");
	ok(got.begun == 1 && !got.n_bytes, "it is an object all the same");
	options.from = 3;
	fetch("data:,hello", EVERYURI_OK, "", "data: from within");
	is_text(got.bytes, got.n_bytes, "lo", "the rest of it");
	options.from = 6;
	fetch("data:,hello", EVERYURI_OUT_OF_RANGE, "ends before", "data: from behind its end");
	fetch("mailto:a@x", EVERYURI_UNSUPPORTED, "only a document",
	      "mailto: nothing to begin within");
	options.config = NULL;
	fetch("data:,hello", EVERYURI_OK, "", "data: without options");
	is_text(got.bytes, got.n_bytes, "hello", "its bytes");
	is_text(fetched.uri.data, fetched.uri.len, "data:,hello", "and its URI");
}

static void files(void)
{
	char uri[700];

	configure("", "max-items 2\n");
	put_text("a", "one");
	put_text("b", "two");
	put_text("c", "three");
	snprintf(uri, sizeof uri, "file://%s/", top);
	fetch(uri, EVERYURI_PARTIAL, "too many items",
	      "THREATS C9: a directory has as many items as the policy says");
	is_number((long long)got.n_items, 2, "those are told");
	configure("", "");
	fetch(uri, EVERYURI_OK, "", "file: a directory");
	is_number((long long)got.n_items, 3, "all are told");
	options.from = 1;
	fetch(uri, EVERYURI_UNSUPPORTED, "only a document", "file: a directory has no within");
}

static void drafts(void)
{
	configure("", "");
	fetch("mailto:?subject=s", EVERYURI_OK, "", "mailto: to nobody yet");
	ok(got.bytes && !strstr(got.bytes, "To:") && strstr(got.bytes, "subject: s\r\n"),
	   "there is no To");
	fetch("mailto:a@x?body=", EVERYURI_OK, "", "mailto: an empty body");
	ok(got.bytes && !strcmp(got.bytes + got.n_bytes - 4, "\r\n\r\n"),
	   "the draft ends behind its header");
	fetch("mailto:a@x?cc=%22%C3%A9", EVERYURI_OK, "", "mailto: a string that does not end");
	ok(got.bytes && strstr(got.bytes, "cc: \"\303\251\r\n"), "no byte of it is lost");
}

static void sessions(void)
{
	configure("program telnet t 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n", "");
	fetch("telnet://h.example/", EVERYURI_OK, "", "telnet: a program with 16 arguments");
	is_number((long long)got.object.n_arguments, 16, "all are told");
	configure("program telnet t 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n", "");
	fetch("telnet://h.example/", EVERYURI_UNSAFE, "too many arguments", "telnet: and with 17");
	ok(!got.begun, "nothing is told of it");
}

/* ---- gateways and resolvers -------------------------------------------------------------------------------------- */

static void references(void)
{
	configure("resolver x-a urn:x-b:{nss}\nresolver x-b data:,x\n", "");
	fetch("urn:x-a:1", EVERYURI_UNSAFE, "refer to another",
	      "urn: a resolver does not lead to a resolver");
	ok(!got.begun, "and nothing is told");
	configure("resolver x-a data:,{nss}\n", "");
	fetch("urn:x-a:1", EVERYURI_OK, "",
	      "urn: a resolver of the configuration leads where no server may");
	is_text(got.bytes, got.n_bytes, "1", "to the object");
	is_number(fetched.hops, 1, "by one hop");
	options.no_hops = true;
	fetch("urn:x-a:1", EVERYURI_FAILED, "has moved", "urn: hops are not followed");
	ok(!fetched.hops, "there was none");
	configure("resolver x-a file:///nowhere\nresolver x-a data:,{nss}\n", "");
	fetch("urn:x-a:1", EVERYURI_OK, "", "urn: the second, where the first leads to nothing");
	ok(strstr(warnings, "|"), "and why is told");
	configure("resolver x-a data:,{nss}\nresolver x-a data:,other\n", "");
	got.stop_after = 1;
	fetch("urn:x-a:1", EVERYURI_PARTIAL, "receiver stopped",
	      "urn: no second object behind one that has begun");
	got.stop_after = 0;
}

/* A reference that stands in a URI is not the configuration's word. */
static void references_of_uris(void)
{
	static const char refused[] = "may not redirect to files";

	configure("scheme dict kind=local\nstep dict local /\nroot h.example /\n"
	          "gateway wais data:,{host}\n",
	          "");
	fetch("gopher://h/hURL:dict:///etc/", EVERYURI_UNSAFE, refused,
	      "THREATS C5: a scheme that the configuration makes local");
	fetch("gopher://h/hURL:ftp:%2F%2Fh.example/", EVERYURI_UNSAFE, refused,
	      "THREATS C5: a host whose files are here");
	fetch("gopher://h/hURL:mid:a@b", EVERYURI_UNSAFE, refused, "THREATS C5: mail");
	fetch("gopher://h/hURL:mailto:a@b", EVERYURI_UNSAFE, refused, "THREATS C5: a draft");
	fetch("gopher://h/hURL:wais:%2F%2Fx/a", EVERYURI_UNSAFE, "refer to another",
	      "nor to what another rule refers on");
	ok(!got.begun, "and nothing is told");
	fetch("dict:///etc/", EVERYURI_OK, "", "what the caller names is listed");
	configure("gateway gopher data:,{host}\n", "");
	fetch("gopher://h/hURL:mid:a@b", EVERYURI_OK, "",
	      "a gateway of the configuration leads where no server may");
}

/* ---- messages ------------------------------------------------------------------------------------------------------ */

static void messages(void)
{
	struct everyuri_text mail[1];

	configure("", "");
	fetch("mid:a@b", EVERYURI_MISSING, "no local mail", "mid: without any mail");
	put_text("mbox", "From x\nMessage-ID: <a@b>\nNewsgroups: x.y\n\nbody\n\nFrom "
	                 "x\nMessage-ID: <c@d>\nNews: x\n\nbody\n");
	mail[0] = text_of(in_top("mbox"));
	options.mail = mail;
	options.n_mail = 1;
	fetch("mid:a@b", EVERYURI_OK, "", "mid: a message that was posted too");
	ok(strstr(warnings, "news:a@b"), "what it is called in news is told: %s", warnings);
	warnings[0] = '\0';
	fetch("mid:c@d", EVERYURI_OK, "", "mid: one that was not");
	ok(!strstr(warnings, "news"), "nothing is: %s", warnings);
	options.event = NULL;
	fetch("mid:a@b", EVERYURI_OK, "", "mid: nobody is told");
	options.event = keep_warning;
	got.stop_after = 1;
	fetch("mid:a@b", EVERYURI_PARTIAL, "", "mid: the receiver stops");
	got.stop_after = 0;
	fetch("news:none@x", EVERYURI_MISSING, "", "news: no such article here, and no server");
	ok(strstr(warnings, "no news server"), "why no other is asked is told: %s", warnings);
	ok(!symlink("loop", in_top("loop")), "a place that leads to itself");
	mail[0] = text_of(in_top("loop"));
	configure("news-server 127.0.0.1:1\n", "allow-port 1\n");
	options.mail = mail;
	options.n_mail = 1;
	fetch("news:a@b", EVERYURI_FAILED, "",
	      "news: mail that cannot be read, and then a server that is not there");
	ok(*warnings, "both are told: %s", warnings);
}

/* ---- without an object ----------------------------------------------------------------------------------------------- */

static void connections(void)
{
	struct everyuri_error err = { .message = "" };
	int fd = -7;

	ok(everyuri_connect("a b", 3, 70, NULL, &fd, &err) == EVERYURI_UNSAFE && fd == -7,
	   "a connection to no host");
	ok(everyuri_connect("127.0.0.1", 9, 1, NULL, &fd, &err) == EVERYURI_FAILED && fd == -7,
	   "and to nobody");
	ok(!everyuri_fetch_ready(&err), "everything can be loaded");
}

#define REFUSED "the policy refuses addresses"

static void letter(const char *lines, struct everyuri_letter *letter, enum everyuri_status want,
                   const char *words, const char *name)
{
	struct everyuri_error err = { .message = "" };
	enum everyuri_status status;

	/* Nothing is sent to a mail server that this machine may have. */
	if (lines)
		configure(lines, "refuse-address loopback\n");
	else
		options = (struct everyuri_fetch_options){ .config = NULL };
	status = everyuri_send(letter, lines ? &options : NULL, &fetched_buf, &fetched, &err);
	if (!ok(status == want && strstr(err.message, words), "%s", name))
		diag("%s: %s", everyuri_status_text(status), err.message);
	ok(fetched.begun == !strcmp(words, REFUSED), "... and a server was gone to, or not");
}

static void letters(void)
{
	struct everyuri_error err;

	static char room[300];
	struct everyuri_letter one = { .text = text_of("From: a@x\nTo: b@x\n\n") };
	static const char *const ports[] = { "smtp 127.0.0.1:1\n", "smtp smtps://127.0.0.1\n",
		                             "smtp 127.0.0.1:587\n", "smtp 127.0.0.1:2525\n",
		                             "smtp smtp://127.0.0.1:465\n" };

	letter(NULL, &one, EVERYURI_MISSING, "no mail server", "smtp: nothing is configured");
	letter("", &one, EVERYURI_MISSING, "no mail server", "smtp: no server is");
	configure("", "");
	config.smtp = text_of("://");
	ok(everyuri_send(&one, &options, &fetched_buf, &fetched, &err) == EVERYURI_INVALID,
	   "smtp: one without a name");
	is_number(everyuri_send(&one, &options, NULL, &fetched, &err), EVERYURI_NO_SPACE,
	          "contract api.buffer: nothing is sent without a buffer");
	letter("smtp 127.0.0.1:22\n", &one, EVERYURI_UNSAFE, "", "smtp: a port of others");
	for (size_t i = 1; i < sizeof ports / sizeof *ports; i++)
		letter(ports[i], &one, EVERYURI_UNSAFE, REFUSED,
		       "smtp: a port of mail is no port of others");
	one.user = (struct everyuri_text){ "a\0b", 3 };
	letter(ports[4], &one, EVERYURI_UNSAFE, "NUL", "rfc4954 4: a user with NUL");
	memset(room, 'x', sizeof room);
	one.user = text_of("a");
	one.password = (struct everyuri_text){ room, 256 };
	letter(ports[4], &one, EVERYURI_UNSAFE, "too long",
	       "rfc4954 4: a password that is too long");
	one.password.len = 255;
	letter(ports[4], &one, EVERYURI_UNSAFE, REFUSED, "rfc4954 4: the longest");
	one.user = text_of("");
	one.password = none;
	letter(ports[4], &one, EVERYURI_UNSAFE, REFUSED, "rfc4954 4: an empty login");
	one.text = text_of("From: a@x\n\n");
	letter(ports[4], &one, EVERYURI_MISSING, "no recipient", "smtp: to nobody");
}

int main(void)
{
	begin_test("fetch");
	everyuri_buf_init(&rules_buf, NULL, 0, NULL);
	everyuri_buf_init(&policy_buf, NULL, 0, NULL);
	everyuri_buf_init(&fetched_buf, NULL, 0, NULL);
	fetch_without_buffer();
	data();
	files();
	drafts();
	sessions();
	references();
	references_of_uris();
	messages();
	connections();
	letters();
	got_free(&got);
	everyuri_buf_free(&rules_buf);
	everyuri_buf_free(&policy_buf);
	everyuri_buf_free(&fetched_buf);
	return done();
}
