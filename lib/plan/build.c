#include "plan/build.h"

/* In a set, word 0 stands for bytes 00 to 1F, word 1 for 20 to 3F, and word 3 for 60 to 7F. */
static const struct everyuri_byte_set never_in_line = { { 1u << 0 | 1u << '\n' | 1u << '\r' } };
static const struct everyuri_byte_set never_in_word = { { UINT32_MAX, 1u, 0, 1u << 31, 0, 0, 0,
	                                                  0 } };
static const struct everyuri_byte_set never_at_all = { { 0 } };

/* THREATS C1: bytes that would split one command into two. */
const struct eu_carried eu_carried_line = { &never_in_line, "RFC 1738 6",
	                                    "this byte would end the command" };
const struct eu_carried eu_carried_word = { &never_in_word, "RFC 1738 6",
	                                    "a blank or control character cannot be sent here" };
const struct eu_carried eu_carried_any = { &never_at_all, "", "" };

void eu_plan_begin(struct eu_plan_build *build, char *data, size_t cap, const char *text,
                   struct everyuri_plan *plan)
{
	plan->steps.data = NULL;
	plan->steps.len = 0;
	plan->n_steps = plan->n_warnings = 0;
	build->data = data;
	build->cap = cap;
	build->len = 0;
	build->text = text;
	build->max_steps = 0;
	build->steps_at = 0;
	build->max_line = build->line = build->part_at = 0;
	build->field_at = build->step_at = 0;
	build->field = EVERYURI_FIELD_HOST;
	build->first = 0;
	build->depth = 0;
	build->in_step = false;
	build->plan = plan;
	build->status = EVERYURI_OK;
	build->at = 0;
	build->reason = EVERYURI_REASON_OTHER;
	build->clause = build->message = "";
}

void eu_plan_refuse(struct eu_plan_build *build, enum everyuri_status status, size_t at,
                    const char *clause, const char *message)
{
	eu_plan_refuse_because(build, EVERYURI_REASON_OTHER, status, at, clause, message);
}

void eu_plan_refuse_because(struct eu_plan_build *build, enum everyuri_reason reason,
                            enum everyuri_status status, size_t at, const char *clause,
                            const char *message)
{
	if (build->status)
		return;
	build->status = status;
	build->reason = reason;
	build->at = at;
	build->clause = clause;
	build->message = message;
}

void eu_plan_warn(struct eu_plan_build *build, size_t at, const char *clause, const char *message)
{
	struct everyuri_plan *plan = build->plan;

	for (uint32_t i = 0; i < plan->n_warnings; i++)
		if (plan->warning[i].at == at && plan->warning[i].message == message)
			return;
	if (build->status || plan->n_warnings == EVERYURI_PLAN_WARNINGS)
		return;
	plan->warning[plan->n_warnings++] = (struct everyuri_error){
		.status = EVERYURI_OK, .at = at, .clause = clause, .message = message
	};
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Counts len bytes that are added. first: the first of them.  The total stays within
 * EVERYURI_TEXT_MAX, so that no size overflows 32 bits.
 * len: at least 1. */
static void count_bytes(struct eu_plan_build *build, size_t len, char first)
{
	/* LCOV_EXCL_BR_LINE: needs a plan of more than 4 GB */
	if (len > EVERYURI_TEXT_MAX - build->len) {
		eu_plan_refuse(build, EVERYURI_TOO_LONG, 0, "", "too long");
		return;
	}
	if (build->len == build->field_at + EU_FIELD_HEAD)
		build->first = first;
	build->len += len;
}

static void add_bytes(struct eu_plan_build *build, const char *data, size_t len)
{
	if (!len)
		return;
	if (build->len <= build->cap && len <= build->cap - build->len)
		memcpy(build->data + build->len, data, len);
	count_bytes(build, len, data[0]);
}

/* Writes a length to the four bytes that were reserved for it. */
static void set_length(struct eu_plan_build *build, size_t at, size_t length)
{
	uint32_t four = (uint32_t)length; /* count_bytes() refuses a length that does not fit */

	if (at < build->cap && build->cap - at >= sizeof four)
		memcpy(build->data + at, &four, 4);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void end_step(struct eu_plan_build *build)
{
	if (build->in_step)
		set_length(build, build->step_at + 1, build->len - build->step_at - EU_STEP_HEAD);
	build->in_step = false;
}

void eu_plan_step(struct eu_plan_build *build, enum everyuri_do what)
{
	const char head[EU_STEP_HEAD] = { (char)what };

	if (build->status)
		return;
	end_step(build);
	if (!build->depth && build->plan->n_steps == build->max_steps) {
		eu_plan_refuse_because(build, EVERYURI_REASON_STEPS, EVERYURI_UNSAFE,
		                       build->steps_at, "policy", "too many steps for the policy");
		return;
	}
	if (!build->depth)
		build->plan->n_steps++;
	build->step_at = build->len;
	build->in_step = true;
	build->line = 0;
	add_bytes(build, head, sizeof head);
}

enum everyuri_status eu_plan_end(struct eu_plan_build *build)
{
	end_step(build);
	return build->status;
}

/* ---- fields ---------------------------------------------------------------------------------- */

void eu_plan_open(struct eu_plan_build *build, enum everyuri_field_name name, unsigned flags)
{
	const char head[EU_FIELD_HEAD] = { (char)name, (char)flags };

	if (build->status)
		return;
	build->field_at = build->len;
	build->field = name;
	build->first = 0;
	add_bytes(build, head, sizeof head);
}

/* Returns whether a field is sent with the verb, in a form that the protocol defines. */
static bool is_sent_by_name(enum everyuri_field_name name)
{
	return name == EVERYURI_FIELD_ID ||
	       (name >= EVERYURI_FIELD_DATABASE && name <= EVERYURI_FIELD_FIELDS);
}

/* Refuses a line that is longer than max_line.  If the line were truncated, it would be another
 * command. */
static void measure_line(struct eu_plan_build *build, enum everyuri_field_name name, size_t len)
{
	if (name == EVERYURI_FIELD_VERB || name == EVERYURI_FIELD_LINE)
		build->line = len;
	else if (name == EVERYURI_FIELD_ARGUMENT || (build->line && is_sent_by_name(name)))
		build->line += 1 + len;
	else
		return;
	if (build->line > build->max_line)
		eu_plan_refuse_because(build, EVERYURI_REASON_COMMAND, EVERYURI_UNSAFE,
		                       build->part_at, "policy max-command",
		                       "command longer than the policy allows");
}

void eu_plan_close(struct eu_plan_build *build)
{
	size_t len;

	if (build->status)
		return;
	len = build->len - build->field_at - EU_FIELD_HEAD;
	set_length(build, build->field_at + 2, len);
	measure_line(build, build->field, len);
}

void eu_plan_put(struct eu_plan_build *build, const char *data, size_t len)
{
	if (!build->status)
		add_bytes(build, data, len);
}

void eu_plan_bytes(struct eu_plan_build *build, enum everyuri_field_name name,
                   struct everyuri_text text)
{
	eu_plan_open(build, name, 0);
	eu_plan_put(build, text.data, text.len);
	eu_plan_close(build);
}

void eu_plan_text(struct eu_plan_build *build, enum everyuri_field_name name, const char *text)
{
	const struct everyuri_text bytes = { text, strlen(text) };

	eu_plan_bytes(build, name, bytes);
}

void eu_plan_number(struct eu_plan_build *build, enum everyuri_field_name name, uint32_t number)
{
	char four[4];

	memcpy(four, &number, 4);
	eu_plan_bytes(build, name, (struct everyuri_text){ four, 4 });
}

void eu_plan_bool(struct eu_plan_build *build, enum everyuri_field_name name, bool yes)
{
	const char byte = yes;

	eu_plan_bytes(build, name, (struct everyuri_text){ &byte, 1 });
}

static void refuse_byte(struct eu_plan_build *build, unsigned char byte, size_t at,
                        const struct eu_carried *carried)
{
	const char *message = byte == '\n' ? "a line feed would end the command" :
	                      byte == '\r' ? "a carriage return would end the command" :
	                      byte == 0    ? "a NUL would end the text" :
	                                     carried->message;

	eu_plan_refuse(build, EVERYURI_UNSAFE, at, carried->clause, message);
}

void eu_plan_decoded(struct eu_plan_build *build, struct everyuri_span span,
                     const struct eu_carried *carried)
{
	const char *text = build->text;
	size_t at = span.begin, room = build->cap > build->len ? build->cap - build->len : 0;
	char *data = room ? build->data + build->len : NULL;
	size_t n = 0;

	if (build->status || eu_is_absent(span))
		return;
	build->part_at = span.begin;
	while (at < span.end) {
		unsigned char byte = (unsigned char)text[at];
		size_t next = at + 1;

		if (byte == '%' && eu_escape_at(text + at, span.end - at, &byte))
			next = at + 3;
		if (everyuri_byte_set_has(carried->never, byte)) {
			refuse_byte(build, byte, at, carried);
			return;
		}
		if (n < room)
			data[n] = (char)byte;
		n++;
		at = next;
	}
	if (n) {
		unsigned char first = (unsigned char)text[span.begin];

		eu_escape_at(text + span.begin, span.end - span.begin, &first);
		count_bytes(build, n, (char)first);
	}
}

void eu_plan_part(struct eu_plan_build *build, enum everyuri_field_name name,
                  struct everyuri_span span, const struct eu_carried *carried)
{
	eu_plan_open(build, name, 0);
	eu_plan_decoded(build, span, carried);
	eu_plan_close(build);
}

void eu_plan_pair(struct eu_plan_build *build, enum everyuri_field_name name,
                  struct everyuri_span key, struct everyuri_span value,
                  const struct eu_carried *carried)
{
	const char four[4] = { 0 };
	size_t at;

	eu_plan_open(build, name, 0);
	at = build->len;
	eu_plan_put(build, four, sizeof four);
	eu_plan_decoded(build, key, carried);
	if (!build->status)
		set_length(build, at, build->len - at - sizeof four);
	eu_plan_decoded(build, value, carried);
	eu_plan_close(build);
}

void eu_plan_open_pair(struct eu_plan_build *build, enum everyuri_field_name name, const char *key)
{
	const uint32_t len = (uint32_t)strlen(key);
	char four[4];

	memcpy(four, &len, sizeof four);
	eu_plan_open(build, name, 0);
	eu_plan_put(build, four, sizeof four);
	eu_plan_put(build, key, len);
}

/* ---- nesting --------------------------------------------------------------------------------- */

void eu_plan_nest(struct eu_plan_build *build, enum everyuri_field_name name)
{
	if (build->status)
		return;
	/* LCOV_EXCL_BR_LINE: no scheme nests so deep; the check keeps a new one in the array */
	if (build->depth + 2 > sizeof build->open / sizeof *build->open) {
		eu_plan_refuse(build, EVERYURI_OUT_OF_RANGE, 0, "", "steps nested too deeply");
		return;
	}
	eu_plan_open(build, name, 0);
	build->open[build->depth++] = build->step_at;
	build->open[build->depth++] = build->field_at;
	build->in_step = false;
}

void eu_plan_unnest(struct eu_plan_build *build)
{
	if (build->status)
		return;
	end_step(build);
	build->field_at = build->open[--build->depth];
	build->step_at = build->open[--build->depth];
	set_length(build, build->field_at + 2, build->len - build->field_at - EU_FIELD_HEAD);
	build->in_step = true;
}

/* ---- the common steps ------------------------------------------------------------------------ */

void eu_plan_send(struct eu_plan_build *build, const char *verb, const char *argument)
{
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, verb);
	if (argument)
		eu_plan_text(build, EVERYURI_FIELD_ARGUMENT, argument);
}

void eu_plan_expect(struct eu_plan_build *build, const char *reply)
{
	eu_plan_step(build, EVERYURI_EXPECT);
	eu_plan_text(build, EVERYURI_FIELD_REPLY, reply);
}

void eu_plan_receive(struct eu_plan_build *build, const char *until)
{
	eu_plan_step(build, EVERYURI_RECEIVE);
	eu_plan_text(build, EVERYURI_FIELD_UNTIL, until);
}
