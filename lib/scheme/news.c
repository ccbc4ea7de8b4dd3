/* news, snews, nntp, nntps: RFC 1738 3.6 and 3.7; RFC 5538 for the server in a news URI; RFC 3977
 * and RFC 4643 for the commands. */
#include "scheme/scheme.h"

/* RFC 3977 3.1 and 3.6: longest argument that a server must accept, and longest message-id without
 * its brackets, in bytes. */
#define NEWS_ARGUMENT_MAX 497
#define MESSAGE_ID_MAX 248
#define NEWS_NUMBER_MAX 16 /* maximum number of digits in an article number (9.8) */

#define NEWS_BIT(c) (1u << ((c)&31))

/* Bytes not allowed in a group: all except wildmat-exact (RFC 3977 9.8), and @ / ? < >, which would
 * make another form of the URI. */
static const struct everyuri_byte_set never_in_group = {
	{ UINT32_MAX,
	  NEWS_BIT(' ') | NEWS_BIT('!') | NEWS_BIT('*') | NEWS_BIT(',') | NEWS_BIT('/') |
	          NEWS_BIT('<') | NEWS_BIT('>') | NEWS_BIT('?'),
	  NEWS_BIT('@') | NEWS_BIT('[') | NEWS_BIT('\\') | NEWS_BIT(']'), NEWS_BIT(0x7F), 0, 0, 0,
	  0 }
};
/* Bytes not allowed in a wildmat (4.1): the same bytes, except that * ? , and ! are allowed. */
static const struct everyuri_byte_set never_in_wildmat = {
	{ UINT32_MAX, NEWS_BIT(' ') | NEWS_BIT('/') | NEWS_BIT('<') | NEWS_BIT('>'),
	  NEWS_BIT('@') | NEWS_BIT('[') | NEWS_BIT('\\') | NEWS_BIT(']'), NEWS_BIT(0x7F), 0, 0, 0,
	  0 }
};
/* Bytes not allowed in a message-id: all except printable US-ASCII without ">" (3.6).  The brackets
 * are omitted, as in RFC 1738 3.6. */
static const struct everyuri_byte_set never_in_message_id = {
	{ UINT32_MAX, NEWS_BIT(' ') | NEWS_BIT('<') | NEWS_BIT('>'), 0, NEWS_BIT(0x7F), UINT32_MAX,
	  UINT32_MAX, UINT32_MAX, UINT32_MAX }
};
static const struct everyuri_byte_set never_in_number = { { UINT32_MAX, ~0x03FF0000u, UINT32_MAX,
	                                                    UINT32_MAX, UINT32_MAX, UINT32_MAX,
	                                                    UINT32_MAX, UINT32_MAX } };

#undef NEWS_BIT

static const struct eu_carried carried_group = { &never_in_group, "RFC 1738 3.6",
	                                         "character not allowed in a news group name" };
static const struct eu_carried carried_wildmat = { &never_in_wildmat, "RFC 3977 4.1",
	                                           "character not allowed in a group pattern" };
static const struct eu_carried carried_message_id = { &never_in_message_id, "RFC 3977 3.6",
	                                              "character not allowed in a message-id" };
static const struct eu_carried carried_number = { &never_in_number, "RFC 1738 3.7",
	                                          "article number must be digits" };

/* ---- commands ------------------------------------------------------------------------------------ */

/* A command.  Its argument consists of `front`, a part of the URI, and `back`. */
struct news_command {
	const char *verb, *front, *back;
	struct everyuri_span part; /* absent if there is no argument */
	const struct eu_carried *carried;
};

static void put_news_command(struct everyuri_planning *planning, const struct news_command *command)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, command->verb);
	if (eu_is_absent(command->part))
		return;
	eu_plan_open(build, EVERYURI_FIELD_ARGUMENT, 0);
	eu_plan_put(build, command->front, strlen(command->front));
	eu_plan_decoded(build, command->part, command->carried);
	eu_plan_put(build, command->back, strlen(command->back));
	eu_plan_close(build);
}

static void expect_either(struct eu_plan_build *build, const char *reply, const char *other)
{
	eu_plan_expect(build, reply);
	eu_plan_text(build, EVERYURI_FIELD_REPLY, other);
}

/* RFC 4643 2.3: the server requests the user by refusing a command with 480, and the password with
 * 381. */
static void log_in_to_news(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;

	if (!eu_planned_has(planning->user))
		eu_unsafe(planning, planning->user.begin, "RFC 4643 3.1",
		          "an empty user name cannot be sent");
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "AUTHINFO USER");
	eu_plan_part(build, EVERYURI_FIELD_ARGUMENT, planning->user, &eu_carried_word);
	eu_plan_text(build, EVERYURI_FIELD_WHEN, "480");
	if (eu_is_absent(planning->password)) {
		eu_plan_step(build, EVERYURI_ASK);
		eu_plan_text(build, EVERYURI_FIELD_FOR, "password");
		eu_plan_text(build, EVERYURI_FIELD_WHEN, "381");
		eu_plan_nest(build, EVERYURI_FIELD_SEND);
		eu_plan_text(build, EVERYURI_FIELD_VERB, "AUTHINFO PASS");
		eu_plan_unnest(build);
		return;
	}
	if (!eu_planned_has(planning->password))
		eu_unsafe(planning, planning->password.begin, "RFC 4643 3.1",
		          "an empty password cannot be sent");
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "AUTHINFO PASS");
	eu_plan_open(build, EVERYURI_FIELD_ARGUMENT, EU_FIELD_SECRET);
	eu_plan_decoded(build, planning->password, &eu_carried_word);
	eu_plan_close(build);
	eu_plan_text(build, EVERYURI_FIELD_WHEN, "381");
}

/* Sends the first command of a conversation.  If the server answers that a login is required, the
 * command is sent again after the login (RFC 4643 2.2). */
static void send_first(struct everyuri_planning *planning, const struct news_command *command)
{
	put_news_command(planning, command);
	if (eu_is_absent(planning->user))
		return;
	log_in_to_news(planning);
	put_news_command(planning, command);
	eu_plan_text(&planning->build, EVERYURI_FIELD_WHEN, "281");
}

/* ---- the server ------------------------------------------------------------------------------------ */

/* Connects to the URI's host, or to the configured server if the URI has none.  A server that does
 * not know MODE READER is already a reading server (RFC 3977 5.3). */
static void greet(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	struct everyuri_text server = planning->config->news_server;
	bool tls = planning->row->info.flags & EVERYURI_TLS;

	if (!eu_is_absent(planning->host))
		eu_plan_connect(planning);
	else if (server.data)
		eu_plan_connect_to(planning, server, planning->row->info.port, tls);
	else
		eu_plan_refuse_because(build, EVERYURI_REASON_NEWS_SERVER, EVERYURI_MISSING,
		                       planning->path.begin, "RFC 1738 3.6",
		                       "the URI has no server, and no news server is configured");
	expect_either(build, "200", "201");
	eu_plan_send(build, "MODE", "READER");
	eu_plan_nest(build, EVERYURI_FIELD_OR);
	eu_plan_unnest(build);
	expect_either(build, "200", "201");
}

static void check_length(struct everyuri_planning *planning, struct everyuri_span part, size_t most)
{
	size_t n = 0;
	unsigned char byte;

	for (uint32_t at = part.begin; at < part.end; n++)
		at = eu_planned_byte(planning, part, at, &byte);
	if (n > most)
		eu_unsafe(planning, part.begin, "RFC 3977 3.1",
		          "longer than a news server accepts");
}

/* ---- what is asked for ------------------------------------------------------------------------------- */

static void enter_group(struct everyuri_planning *planning, struct everyuri_span group)
{
	const struct news_command command = { "GROUP", "", "", group, &carried_group };

	check_length(planning, group, NEWS_ARGUMENT_MAX);
	send_first(planning, &command);
	eu_plan_expect(&planning->build, "211");
}

/* Lists the articles of a group (RFC 3977 8.3).  XOVER is the older name of OVER (RFC 2980 2.8).
 * HEAD is the last fallback: it returns the article that GROUP has selected. */
static void receive_overview(struct eu_plan_build *build)
{
	eu_plan_send(build, "OVER", "1-");
	eu_plan_nest(build, EVERYURI_FIELD_OR);
	eu_plan_send(build, "XOVER", "1-");
	eu_plan_nest(build, EVERYURI_FIELD_OR);
	eu_plan_send(build, "HEAD", NULL);
	eu_plan_unnest(build);
	eu_plan_unnest(build);
	expect_either(build, "224", "221");
	eu_plan_receive(build, "dot");
}

static void receive_article(struct eu_plan_build *build)
{
	eu_plan_expect(build, "220");
	eu_plan_receive(build, "dot");
}

static void check_message_id(struct everyuri_planning *planning, struct everyuri_span id)
{
	const char *text = planning->uri->text;

	if (text[id.begin] == '@')
		eu_unsafe(planning, id.begin, "RFC 1738 3.6", "missing text before the @");
	if (text[id.end - 1] == '@')
		eu_unsafe(planning, id.end - 1, "RFC 1738 3.6", "missing domain after the @");
	check_length(planning, id, MESSAGE_ID_MAX);
}

static void ask_for_message(struct everyuri_planning *planning, struct everyuri_span id)
{
	const struct news_command command = { "ARTICLE", "<", ">", id, &carried_message_id };

	check_message_id(planning, id);
	send_first(planning, &command);
	receive_article(&planning->build);
}

/* Looks for the article in the local store before asking a server.  A message-id is unique in the
 * world (RFC 5536 3.1.3), so no server has another article with the same id.  Without a server, the
 * lookup is the whole plan. */
static void look_here_first(struct everyuri_planning *planning, struct everyuri_span id)
{
	struct eu_plan_build *build = &planning->build;

	check_message_id(planning, id);
	eu_plan_step(build, EVERYURI_LOOK_UP);
	eu_plan_text(build, EVERYURI_FIELD_STORE, "news");
	eu_plan_part(build, EVERYURI_FIELD_ID, id, &carried_message_id);
	if (eu_is_absent(planning->host) && !planning->config->news_server.data)
		return;
	eu_plan_nest(build, EVERYURI_FIELD_OR);
	greet(planning);
	ask_for_message(planning, id);
	eu_plan_unnest(build);
}

/* Asks for a list of groups.  LIST without an argument returns all groups, even from the oldest
 * servers.  LIST ACTIVE takes a pattern (7.6.3). */
static void ask_for_groups(struct everyuri_planning *planning, struct everyuri_span pattern)
{
	const struct news_command command = { "LIST", "ACTIVE ", "", pattern, &carried_wildmat };

	if (!eu_is_absent(pattern))
		check_length(planning, pattern, NEWS_ARGUMENT_MAX);
	send_first(planning, &command);
	eu_plan_expect(&planning->build, "215");
	eu_plan_receive(&planning->build, "dot");
}

/* ---- news ------------------------------------------------------------------------------------------------ */

/* Returns whether this is a pattern of groups, which contains "*" or "?"  (RFC 5538 4).  A "?" can
 * only be written as "%3F".  RFC 1738 3.6: "*" and "%2A" are different. */
static bool is_wildmat(struct everyuri_planning *planning, struct everyuri_span target)
{
	const char *text = planning->uri->text;
	bool found = false;

	for (uint32_t at = target.begin, next; at < target.end; at = next) {
		unsigned char byte;

		next = eu_planned_byte(planning, target, at, &byte);
		if (byte == '?' && text[at] == '?')
			eu_unsafe(planning, at, "RFC 5538 2.3",
			          "query not allowed: percent-encode the ? of a pattern");
		if (byte == '*' && text[at] == '%')
			eu_unsafe(planning, at, "RFC 1738 3.6", "an encoded * is not a wildcard");
		found = found || byte == '*' || byte == '?';
	}
	return found;
}

void eu_plan_news(struct everyuri_planning *planning)
{
	const char *text = planning->uri->text;
	struct everyuri_span target = planning->path;
	bool with_host = !eu_is_absent(planning->host), article;

	eu_no_query(planning, "RFC 5538 2.3");
	if (with_host && target.begin < target.end)
		target.begin++; /* skip the slash after the server */
	if (target.begin == target.end && !with_host)
		eu_unsafe(planning, target.begin, "RFC 1738 3.6", "missing group or message-id");
	article =
		target.begin < target.end && memchr(text + target.begin, '@', eu_span_len(target));
	if (article && planning->config->flags & EVERYURI_NEWS_HERE) {
		look_here_first(planning, target);
		return;
	}
	greet(planning);
	if (target.begin == target.end) {
		ask_for_groups(planning, eu_absent());
	} else if (article) {
		ask_for_message(planning, target);
	} else if (is_wildmat(planning, target)) {
		bool all = eu_span_len(target) == 1 && text[target.begin] == '*';

		ask_for_groups(planning, all ? eu_absent() : target);
	} else {
		enter_group(planning, target);
		receive_overview(&planning->build);
	}
}

/* ---- nntp ------------------------------------------------------------------------------------------------ */

/* Splits "group" or "group/number". *number is absent if there is none.  Returns false if the group
 * is empty. */
static bool cut_group(const char *text, struct everyuri_span path, struct everyuri_span *group,
                      struct everyuri_span *number)
{
	const char *slash = memchr(text + path.begin, '/', eu_span_len(path));

	*group = path;
	*number = eu_absent();
	if (slash) {
		group->end = (uint32_t)(slash - text);
		*number = eu_span(group->end + 1, path.end);
	}
	return group->begin < group->end;
}

static void receive_numbered(struct everyuri_planning *planning, struct everyuri_span number)
{
	const struct news_command command = { "ARTICLE", "", "", number, &carried_number };

	if (number.begin == number.end)
		eu_unsafe(planning, number.begin, "RFC 1738 3.7", "missing article number");
	check_length(planning, number, NEWS_NUMBER_MAX);
	put_news_command(planning, &command);
	receive_article(&planning->build);
}

void eu_plan_nntp(struct everyuri_planning *planning)
{
	struct everyuri_span path = planning->path, group, number;
	bool hostless = eu_planned_by(planning, EVERYURI_URI1994) ||
	                eu_planned_by(planning, EVERYURI_RFC1630);

	eu_no_query(planning, "RFC 5538 2.3");
	/* RFC 1630 and the draft before it have no host: nntp: group / digits */
	if (!hostless && !eu_need_host(planning))
		return;
	if (!eu_is_absent(planning->host) && path.begin < path.end)
		path.begin++;
	if (!cut_group(planning->uri->text, path, &group, &number))
		eu_unsafe(planning, path.begin, "RFC 1738 3.7", "missing group name");
	greet(planning);
	enter_group(planning, group);
	if (eu_is_absent(number))
		receive_overview(&planning->build);
	else
		receive_numbered(planning, number);
}

/* ---- entries --------------------------------------------------------------------------------------------- */

/* Checks text from a server against the same sets as the text of a URI. */
static enum everyuri_status check_said(struct everyuri_text said, const struct eu_carried *carried,
                                       size_t most, struct everyuri_error *err)
{
	if (!said.len)
		return eu_fail(err, EVERYURI_UNSAFE, 0, carried->clause,
		               "empty group, message-id or number");
	if (said.len > most)
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 3977 3.1",
		               "longer than a news server accepts");
	for (size_t i = 0; i < said.len; i++)
		if (everyuri_byte_set_has(carried->never, (unsigned char)said.data[i]))
			return eu_fail(err, EVERYURI_UNSAFE, i, carried->clause, carried->message);
	return EVERYURI_OK;
}

/* Writes "news:", or "news://host/" if the base or the entry has a server. */
static enum everyuri_status out_server(struct eu_out *out, const struct everyuri_uri *base,
                                       const struct everyuri_entry *entry,
                                       struct everyuri_error *err)
{
	const struct everyuri_span scheme = base->part[EVERYURI_SCHEME];
	enum everyuri_status status;

	if (!entry->host.data && eu_is_absent(base->part[EVERYURI_HOST])) {
		eu_out_bytes(out, base->text + scheme.begin, eu_span_len(scheme));
		eu_out_byte(out, ':');
		return EVERYURI_OK;
	}
	status = eu_out_place(out, base, entry, err);
	eu_out_byte(out, '/');
	return status;
}

/* Writes the URI of an article, from its message-id with or without brackets, or of a group, from
 * its name. */
enum everyuri_status eu_entry_news(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err)
{
	struct everyuri_text said = entry->selector.data ? entry->selector : entry->name;
	bool article = entry->selector.data;
	const char *at;
	enum everyuri_status status;

	if (!said.data)
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 1738 3.6",
		               "missing group or message-id in the entry");
	if (article && said.len > 1 && said.data[0] == '<' && said.data[said.len - 1] == '>') {
		said.data++;
		said.len -= 2;
	}
	status = article ? check_said(said, &carried_message_id, MESSAGE_ID_MAX, err) :
	                   check_said(said, &carried_group, NEWS_ARGUMENT_MAX, err);
	if (!status)
		status = eu_check_segment(said, err);
	if (status)
		return status;
	at = memchr(said.data, '@', said.len);
	if (article && (!at || at == said.data || said.data[said.len - 1] == '@'))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 1738 3.6",
		               "invalid message-id: expected left@right");
	status = out_server(out, base, entry, err);
	if (status || !article) {
		eu_out_encoded(out, said, &eu_kept_uchar);
		return status;
	}
	/* The first "@" stays unencoded, because it marks an article. */
	eu_out_encoded(out, (struct everyuri_text){ said.data, (size_t)(at - said.data) },
	               &eu_kept_uchar);
	eu_out_byte(out, '@');
	said.len -= (size_t)(at + 1 - said.data);
	said.data = at + 1;
	eu_out_encoded(out, said, &eu_kept_uchar);
	return EVERYURI_OK;
}

/* Writes the group of the base.  It is decoded and encoded again, because the standards allow
 * different characters. */
static enum everyuri_status out_base_group(struct eu_out *out, const struct everyuri_uri *base,
                                           struct everyuri_error *err)
{
	struct everyuri_span path = base->part[EVERYURI_PATH], group, number;

	if (!eu_is_absent(base->part[EVERYURI_QUERY]))
		path.end = base->part[EVERYURI_QUERY].end;
	if (!eu_is_absent(base->part[EVERYURI_HOST]) && path.begin < path.end)
		path.begin++;
	if (!cut_group(base->text, path, &group, &number))
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 1738 3.7",
		               "missing group in the base");
	if (eu_is_dot_segment(base->text + group.begin, eu_span_len(group)))
		return eu_check_segment((struct everyuri_text){ "..", 2 }, err);
	for (uint32_t at = group.begin; at < group.end; at++) {
		unsigned char byte = (unsigned char)base->text[at];
		const struct everyuri_text one = { (const char *)&byte, 1 };

		if (eu_escape_at(base->text + at, group.end - at, &byte))
			at += 2;
		if (everyuri_byte_set_has(&never_in_group, byte))
			return eu_fail(err, EVERYURI_UNSAFE, 0, carried_group.clause,
			               carried_group.message);
		eu_out_encoded(out, one, &eu_kept_uchar);
	}
	return EVERYURI_OK;
}

/* Writes the URI of a group, from its name, or of an article, from its number in that group or in
 * the base's group. */
enum everyuri_status eu_entry_nntp(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err)
{
	enum everyuri_status status = EVERYURI_OK;

	if (entry->name.data)
		status = check_said(entry->name, &carried_group, NEWS_ARGUMENT_MAX, err);
	if (!status && entry->name.data)
		status = eu_check_segment(entry->name, err);
	if (!status && entry->selector.data)
		status = check_said(entry->selector, &carried_number, NEWS_NUMBER_MAX, err);
	if (status)
		return status;
	if (!entry->name.data && !entry->selector.data)
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 1738 3.7",
		               "missing group or number in the entry");
	if (!entry->host.data && eu_is_absent(base->part[EVERYURI_HOST]))
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 1738 3.7",
		               "missing host in both base and entry");
	status = out_server(out, base, entry, err);
	if (status)
		return status;
	if (entry->name.data)
		eu_out_encoded(out, entry->name, &eu_kept_uchar);
	else
		status = out_base_group(out, base, err);
	if (entry->selector.data) {
		eu_out_byte(out, '/');
		eu_out_bytes(out, entry->selector.data, entry->selector.len);
	}
	return status;
}
