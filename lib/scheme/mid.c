/* mid, cid: RFC 2392; also RFC 1630 and the draft before it, in which a mid URI cannot name a part
 * of the message.  The plan looks in mail that was received already; nothing is sent. */
#include "scheme/scheme.h"

/* Bytes not allowed in a message-id or content-id.  Both are addr-specs of RFC 822 in angle
 * brackets, which the URI omits. */
static const struct everyuri_byte_set never_in_mail_id = {
	{ UINT32_MAX, 1u << (' ' - 32) | 1u << ('<' - 32) | 1u << ('>' - 32), 0, 1u << 31, 0, 0, 0,
	  0 }
};
static const struct eu_carried carried_mail_id = {
	&never_in_mail_id, "RFC 2392 2",
	"blank, control character or angle bracket not allowed in an id"
};

/* RFC 2392 allows only a name after the scheme. */
static void refuse_more_than_name(struct everyuri_planning *planning)
{
	eu_no_query(planning, "RFC 2392 2");
	if (!eu_is_absent(planning->host))
		eu_unsafe(planning, planning->uri->part[EVERYURI_SCHEME].end + 1, "RFC 2392 2",
		          "host not allowed in this scheme");
}

static void check_not_empty(struct everyuri_planning *planning, struct everyuri_span id)
{
	if (id.begin == id.end)
		eu_unsafe(planning, id.begin, "RFC 2392 2", "empty id");
}

/* Returns whether the id contains an "@", encoded or not, with text on both sides. */
static bool is_addr_spec(struct everyuri_planning *planning, struct everyuri_span id)
{
	unsigned char byte;
	uint32_t next;

	for (uint32_t at = id.begin; at < id.end; at = next) {
		next = eu_planned_byte(planning, id, at, &byte);
		if (byte == '@' && at > id.begin && next < id.end)
			return true;
	}
	return false;
}

static void begin_look_up(struct everyuri_planning *planning)
{
	eu_plan_step(&planning->build, EVERYURI_LOOK_UP);
	eu_plan_text(&planning->build, EVERYURI_FIELD_STORE, "mail");
}

/* Adds the content-id.  It need not have a domain: many mailers omit it, and RFC 1630 does not
 * require one. */
static void put_content_id(struct everyuri_planning *planning, struct everyuri_span id)
{
	check_not_empty(planning, id);
	if (!is_addr_spec(planning, id))
		eu_plan_warn(&planning->build, id.begin, "RFC 2392 2",
		             "content-id without a domain may not be unique");
	eu_plan_part(&planning->build, EVERYURI_FIELD_PART, id, &carried_mail_id);
}

void eu_plan_mid(struct everyuri_planning *planning)
{
	const char *text = planning->uri->text;
	struct everyuri_span id = planning->path, part = eu_absent();
	const char *slash = memchr(text + id.begin, '/', eu_span_len(id));

	refuse_more_than_name(planning);
	if (slash) {
		id.end = (uint32_t)(slash - text);
		part = eu_span(id.end + 1, planning->path.end);
	}
	check_not_empty(planning, id);
	if (!is_addr_spec(planning, id))
		eu_unsafe(planning, id.begin, "RFC 2392 2",
		          "invalid message-id: expected left@right");
	begin_look_up(planning);
	eu_plan_part(&planning->build, EVERYURI_FIELD_ID, id, &carried_mail_id);
	if (!slash)
		return;
	slash = memchr(text + part.begin, '/', eu_span_len(part));
	if (slash)
		eu_unsafe(planning, (size_t)(slash - text), "RFC 2392 2",
		          "a slash within an id must be encoded");
	put_content_id(planning, part);
}

/* Plans a cid URI.  The configuration names the message, because a content-id identifies a part
 * only within its message (RFC 1630, RFC 2392 2). */
void eu_plan_cid(struct everyuri_planning *planning)
{
	struct everyuri_text message = planning->config->message;
	struct everyuri_span id = planning->path;

	refuse_more_than_name(planning);
	check_not_empty(planning, id);
	eu_need_line(planning, message);
	if (!message.data)
		eu_plan_refuse(
			&planning->build, EVERYURI_MISSING, id.begin, "RFC 2392 2",
			"unknown message: configure the message-id of the message with this part");
	if (message.len > 1 && message.data[0] == '<' && message.data[message.len - 1] == '>') {
		message.data++;
		message.len -= 2;
	}
	begin_look_up(planning);
	eu_plan_bytes(&planning->build, EVERYURI_FIELD_ID, message);
	put_content_id(planning, id);
}
