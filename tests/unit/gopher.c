/* gopher.c - there and back: the plan of an entry's URI asks for exactly that entry, whatever bytes
 * its selector has; and what a gopher plan sends is what its URI says. */
#include <everyuri.h>

#include "shapes.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>

#define ROUNDS 200000
#define QUICK_ROUNDS 20000

static struct everyuri_buf entry_buf, plan_buf;
static struct everyuri_uri base;

static bool same_text(struct everyuri_text a, struct everyuri_text b)
{
	return a.len == b.len && (!a.len || !memcmp(a.data, b.data, a.len));
}

static struct everyuri_text text_of(const char *text)
{
	return (struct everyuri_text){ text, strlen(text) };
}

/* The nth field of a name in a plan, steps within steps left out. */
static bool field_of(const struct everyuri_plan *plan, enum everyuri_do what,
                     enum everyuri_field_name name, struct everyuri_field *field)
{
	struct everyuri_step step;

	for (size_t at = 0; everyuri_step_next(plan->steps, &at, &step);)
		if (step.what == what)
			return everyuri_step_field(&step, name, field);
	return false;
}

/* Does the plan of the entry's URI connect where it is, and send its selector alone? */
static bool comes_back(const struct everyuri_entry *entry)
{
	struct everyuri_uri uri;
	struct everyuri_plan plan;
	struct everyuri_field host, port, line;

	if (everyuri_entry_uri(&base, entry, &entry_buf, NULL) ||
	    everyuri_parse(entry_buf.data, entry_buf.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri,
	                   NULL) ||
	    everyuri_plan_make(&uri, NULL, &plan_buf, &plan, NULL))
		return false;
	return plan.n_steps == 3 && field_of(&plan, EVERYURI_CONNECT, EVERYURI_FIELD_HOST, &host) &&
	       field_of(&plan, EVERYURI_CONNECT, EVERYURI_FIELD_PORT, &port) &&
	       field_of(&plan, EVERYURI_SEND, EVERYURI_FIELD_LINE, &line) &&
	       same_text(host.text, entry->host) &&
	       port.number == (entry->port ? entry->port : 70) &&
	       same_text(line.text, entry->selector);
}

static bool is_carried(unsigned char byte)
{
	return byte && byte != '\t' && byte != '\n' && byte != '\r';
}

static void each_byte(void)
{
	unsigned wrong = 0;

	for (unsigned byte = 0; byte < 256; byte++) {
		const char selector[] = { 'a', (char)byte, '/', '.', (char)byte };
		struct everyuri_entry entry = { .type = text_of("0"),
			                        .selector = { selector, sizeof selector },
			                        .host = text_of("x.example"),
			                        .port = 70 };

		if (is_carried((unsigned char)byte))
			wrong += !comes_back(&entry);
		else
			wrong += everyuri_entry_uri(&base, &entry, &entry_buf, NULL) !=
			         EVERYURI_UNSAFE;
	}
	ok(!wrong,
	   "rfc1738 3.4.1: each byte of a selector comes back, and TAB, LF, CR and NUL "
	   "are refused: %u are wrong",
	   wrong);
}

/* Types that say nothing about the plan. */
static void each_type(void)
{
	unsigned wrong = 0;

	for (int c = 0x21; c < 0x7F; c++) {
		char type = (char)c;
		struct everyuri_entry entry = { .type = { &type, 1 },
			                        .selector = text_of("s?"),
			                        .host = text_of("x"),
			                        .port = 7070 };

		wrong += !strchr("i32T87", type) && !comes_back(&entry);
	}
	ok(!wrong, "rfc1738 3.4.1: every other item type comes back: %u are wrong", wrong);
}

static void random_selectors(unsigned rounds)
{
	static const char *const hosts[] = { "x", "gopher.example", "127.0.0.1", "::1" };
	struct shapes s = { .state = 1436 };
	unsigned wrong = 0;

	for (unsigned round = 0; round < rounds && wrong < 5; round++) {
		struct everyuri_entry entry = { .type = text_of("1"),
			                        .host = text_of(SHAPES_PICK(&s, hosts)) };

		s.len = 0;
		for (unsigned n = shapes_below(&s, 12); n--;) {
			static const char often[] = "//..%?#&+:@;=~ ";

			if (shapes_one_in(&s, 3))
				shapes_byte(&s, (char)shapes_below(&s, 256));
			else
				shapes_byte(&s, often[shapes_below(&s, sizeof often - 1)]);
			if (!is_carried((unsigned char)s.text[s.len - 1]))
				s.text[s.len - 1] = 'a';
		}
		entry.selector = (struct everyuri_text){ s.text, s.len };
		entry.port = shapes_one_in(&s, 2) ? 0 : 7071;
		if (!comes_back(&entry)) {
			wrong++;
			diag("%.*s", (int)entry_buf.len, entry_buf.data);
		}
	}
	ok(!wrong, "rfc1738 3.4.1: of %u random selectors all come back", rounds);
}

/* No generic reading, with its dots removed, is another selector. */
static void dots(void)
{
	static const char *const selectors[] = {
		"/a/../b", "a/./b", "..", "/..", "x/..", "a/.../b"
	};
	unsigned wrong = 0;

	for (size_t i = 0; i < sizeof selectors / sizeof *selectors; i++) {
		struct everyuri_buf normal;
		struct everyuri_uri uri;
		struct everyuri_entry entry = { .type = text_of("1"),
			                        .selector = text_of(selectors[i]),
			                        .host = text_of("x") };

		everyuri_buf_init(&normal, NULL, 0, NULL);
		wrong += everyuri_entry_uri(&base, &entry, &entry_buf, NULL) ||
		         everyuri_parse(entry_buf.data, entry_buf.len, EVERYURI_WHATWG, 0, NULL,
		                        &normal, &uri, NULL) ||
		         normal.len != entry_buf.len ||
		         memcmp(normal.data, entry_buf.data, normal.len) != 0;
		everyuri_buf_free(&normal);
	}
	ok(!wrong, "whatwg: the dots of a selector stay: %u are wrong", wrong);
}

int main(void)
{
	static const char menu[] = "gopher://menu.example/1";

	everyuri_buf_init(&entry_buf, NULL, 0, NULL);
	everyuri_buf_init(&plan_buf, NULL, 0, NULL);
	everyuri_parse(menu, sizeof menu - 1, EVERYURI_RFC3986, 0, NULL, NULL, &base, NULL);
	each_byte();
	each_type();
	random_selectors(getenv("EVERYURI_QUICK") ? QUICK_ROUNDS : ROUNDS);
	dots();
	everyuri_buf_free(&entry_buf);
	everyuri_buf_free(&plan_buf);
	return done();
}
