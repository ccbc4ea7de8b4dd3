/* Reads configuration text: a keyword and its value on each line. */
#include "scheme/scheme.h"

/* The kind of a line's value, which decides how it is checked. */
enum config_value {
	VALUE_NOTHING, /* a flag */
	VALUE_SERVER,  /* host or host:port */
	VALUE_MAILER,  /* host or host:port, optionally after "smtp://" or "smtps://" */
	VALUE_HOST,    /* host */
	VALUE_MESSAGE, /* a message-id, with or without angle brackets */
	VALUE_ADDRESS, /* a mail address; checked again before mail is sent to it */
	VALUE_NAME,    /* a word without control characters */
	VALUE_PATH,    /* an absolute path */
	VALUE_RULE,    /* a rule, checked by everyuri_rule_check */
	VALUE_WORDS
};

static const struct config_keyword {
	char name[12];
	uint8_t value; /* enum config_value of the line, or of the text after the name of a rule */
	bool rule;
	uint8_t target; /* the offset of a text in everyuri_config, a flag, or the kind of a rule */
} config_keywords[] = {
	{ "anonymous", VALUE_NAME, false, offsetof(struct everyuri_config, anonymous) },
	{ "news-server", VALUE_SERVER, false, offsetof(struct everyuri_config, news_server) },
	{ "this-host", VALUE_HOST, false, offsetof(struct everyuri_config, this_host) },
	{ "afs-root", VALUE_PATH, false, offsetof(struct everyuri_config, afs_root) },
	{ "proxy", VALUE_SERVER, false, offsetof(struct everyuri_config, proxy) },
	{ "http-proxy", VALUE_SERVER, false, offsetof(struct everyuri_config, http_proxy) },
	{ "https-proxy", VALUE_SERVER, false, offsetof(struct everyuri_config, https_proxy) },
	{ "no-proxy", VALUE_NAME, false, offsetof(struct everyuri_config, no_proxy) },
	{ "message", VALUE_MESSAGE, false, offsetof(struct everyuri_config, message) },
	{ "smtp", VALUE_MAILER, false, offsetof(struct everyuri_config, smtp) },
	{ "sendmail", VALUE_PATH, false, offsetof(struct everyuri_config, sendmail) },
	{ "sender", VALUE_ADDRESS, false, offsetof(struct everyuri_config, sender) },
	{ "ftp-direct", VALUE_NOTHING, false, EVERYURI_FTP_DIRECT },
	{ "ftp-secure", VALUE_NOTHING, false, EVERYURI_FTP_SECURE },
	{ "form-agreed", VALUE_NOTHING, false, EVERYURI_FORM_AGREED },
	{ "news-here", VALUE_NOTHING, false, EVERYURI_NEWS_HERE },
	{ "gateway", VALUE_RULE, true, EVERYURI_RULE_GATEWAY },
	{ "resolver", VALUE_RULE, true, EVERYURI_RULE_RESOLVER },
	{ "scheme", VALUE_RULE, true, EVERYURI_RULE_SCHEME },
	{ "step", VALUE_RULE, true, EVERYURI_RULE_STEP },
	{ "program", VALUE_WORDS, true, EVERYURI_RULE_PROGRAM },
	{ "root", VALUE_PATH, true, EVERYURI_RULE_ROOT },
};

/* The line being read. */
struct config_line {
	const char *text; /* text of all lines */
	size_t at, end;   /* the unread part of this line */
	struct everyuri_error *err;
};

static enum everyuri_status wrong_line(struct config_line *line, size_t at, const char *message)
{
	return eu_fail(line->err, EVERYURI_INVALID, at, "configuration", message);
}

/* ---- words ------------------------------------------------------------------------------------ */

static bool is_config_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void skip_blanks(struct config_line *line)
{
	while (line->at < line->end && is_config_blank(line->text[line->at]))
		line->at++;
}

static struct everyuri_text take_word_of(struct config_line *line)
{
	size_t begin = line->at;

	while (line->at < line->end && !is_config_blank(line->text[line->at]))
		line->at++;
	struct everyuri_text word = { line->text + begin, line->at - begin };

	skip_blanks(line);
	return word;
}

/* Removes the comment, the CR and the blanks at both ends of the line. */
static void trim_line(struct config_line *line)
{
	const char *text = line->text;

	skip_blanks(line);
	for (size_t at = line->at; at < line->end; at++)
		if (text[at] == '#' && (at == line->at || is_config_blank(text[at - 1])))
			line->end = at;
	while (line->end > line->at &&
	       (is_config_blank(text[line->end - 1]) || text[line->end - 1] == '\r'))
		line->end--;
}

/* ---- values ------------------------------------------------------------------------------------- */

/* Converts "<a@b>" to "a@b". */
static struct everyuri_text without_brackets(struct everyuri_text id)
{
	if (id.len > 1 && id.data[0] == '<' && id.data[id.len - 1] == '>') {
		id.data++;
		id.len -= 2;
	}
	return id;
}

/* Returns whether the text has an "@" with text on both sides. check_value has already refused
 * control characters and blanks.  A ":" before the "@" is allowed only in a quoted string (RFC 5322
 * 3.4.1), so that "mid:a@b" is refused. */
static bool is_message_id(struct everyuri_text id)
{
	const char *at;

	id = without_brackets(id);
	at = id.len ? memchr(id.data, '@', id.len) : NULL;
	for (size_t i = 0; i < id.len; i++)
		if (id.data[i] == '<' || id.data[i] == '>')
			return false;
	return at && at > id.data && at + 1 < id.data + id.len &&
	       (id.data[0] == '"' || !memchr(id.data, ':', (size_t)(at - id.data)));
}

/* Returns the value without its "smtp://" or "smtps://". */
static struct everyuri_text mailer_of(struct everyuri_text value)
{
	static const char *const names[] = { "smtp://", "smtps://" };

	for (size_t i = 0; i < 2; i++) {
		size_t len = strlen(names[i]);

		if (value.len > len && eu_equals_ignoring_case(value.data, len, names[i]))
			return (struct everyuri_text){ value.data + len, value.len - len };
	}
	return value;
}

/* Returns whether this is US-ASCII with text on both sides of "@".  It must not begin with "-",
 * which a program would read as an option. */
static bool is_mail_address(struct everyuri_text value)
{
	const char *at = memchr(value.data, '@', value.len);

	for (size_t i = 0; i < value.len; i++)
		if (value.data[i] == '<' || value.data[i] == '>' ||
		    (unsigned char)value.data[i] >= 0x80)
			return false;
	return at && at > value.data && at + 1 < value.data + value.len && value.data[0] != '-';
}

/* Returns the offset of the first unknown variable in braces in the arguments of a program, or the
 * end. */
static size_t unknown_variable(struct everyuri_text words)
{
	size_t at = 0, n;

	for (; at < words.len; at++) {
		if (words.data[at] != '{')
			continue;
		for (n = 1; at + n < words.len && eu_is_alpha((unsigned char)words.data[at + n]);)
			n++;
		if (n > 1 && at + n < words.len && words.data[at + n] == '}' &&
		    (n != 5 || (memcmp(words.data + at, "{host", 5) != 0 &&
		                memcmp(words.data + at, "{port", 5) != 0)))
			break;
	}
	return at;
}

static enum everyuri_status check_value(struct config_line *line, enum config_value kind)
{
	const struct everyuri_text value = { line->text + line->at, line->end - line->at };
	char host[EU_HOST_MAX + 1];
	uint16_t port = 0;
	size_t at;

	if (kind == VALUE_NOTHING)
		return value.len ? wrong_line(line, line->at, "this keyword takes no value") :
		                   EVERYURI_OK;
	if (!value.len)
		return wrong_line(line, line->end, "missing value");
	for (size_t i = 0; i < value.len; i++)
		if ((unsigned char)value.data[i] < ' ' || value.data[i] == 0x7F ||
		    (kind != VALUE_WORDS && kind != VALUE_PATH && is_config_blank(value.data[i])))
			return wrong_line(line, line->at + i,
			                  "blank or control character not allowed in this value");
	if (kind == VALUE_SERVER && !eu_server_read(value, host, &port))
		return wrong_line(line, line->at, "not \"host\", \"host:port\" or \"[IPv6]:port\"");
	if (kind == VALUE_MAILER && !eu_server_read(mailer_of(value), host, &port))
		return wrong_line(
			line, line->at,
			"server must be host or host:port, optionally after smtp:// or smtps://");
	if (kind == VALUE_ADDRESS && !is_mail_address(value))
		return wrong_line(line, line->at, "invalid mail address: expected user@domain");
	if (kind == VALUE_HOST && (!eu_server_read(value, host, &port) || port))
		return wrong_line(line, line->at, "invalid host name");
	if (kind == VALUE_MESSAGE && !is_message_id(value))
		return wrong_line(line, line->at, "invalid message-id: expected left@right");
	if (kind == VALUE_PATH && value.data[0] != '/')
		return wrong_line(line, line->at, "the path is not absolute");
	if (kind == VALUE_WORDS && value.data[0] == '-')
		return wrong_line(line, line->at, "program name must not begin with a hyphen");
	at = kind == VALUE_WORDS ? unknown_variable(value) : value.len;
	if (at < value.len)
		return wrong_line(line, line->at + at,
		                  "unknown variable: a program gets only {host} and {port}");
	return EVERYURI_OK;
}

/* ---- lines ---------------------------------------------------------------------------------------- */

/* The configuration read so far.  If rules is NULL, rules are only counted. */
struct config_reading {
	struct everyuri_config config;
	struct everyuri_rule *rules;
	size_t n_rules;
};

static enum everyuri_status take_rule(struct config_reading *reading, struct config_line *line,
                                      const struct config_keyword *keyword)
{
	struct everyuri_rule rule = { .kind = (enum everyuri_rule_kind)keyword->target };
	struct everyuri_error error = { .at = 0 };
	enum everyuri_status status = EVERYURI_OK;
	size_t at = line->at;

	rule.name = take_word_of(line);
	if (!rule.name.len)
		return wrong_line(line, at, "missing name");
	rule.value = (struct everyuri_text){ line->text + line->at, line->end - line->at };
	if (everyuri_rule_check(&rule, &error, NULL))
		status = wrong_line(line, (error.which ? at : line->at) + error.at, error.message);
	else if (keyword->value != VALUE_RULE)
		status = check_value(line, (enum config_value)keyword->value);
	if (status)
		return status;
	if (reading->rules)
		reading->rules[reading->n_rules] = rule;
	reading->n_rules++;
	return EVERYURI_OK;
}

static enum everyuri_status take_setting(struct config_reading *reading, struct config_line *line,
                                         const struct config_keyword *keyword)
{
	struct everyuri_text value = { line->text + line->at, line->end - line->at };
	enum everyuri_status status = check_value(line, (enum config_value)keyword->value);

	if (status)
		return status;
	if (keyword->value == VALUE_MESSAGE)
		value = without_brackets(value);
	if (keyword->value == VALUE_NOTHING)
		reading->config.flags |= keyword->target;
	else
		memcpy((char *)&reading->config + keyword->target, &value, sizeof value);
	return EVERYURI_OK;
}

static enum everyuri_status take_line(struct config_reading *reading, struct config_line *line)
{
	size_t begin;

	trim_line(line);
	begin = line->at;
	if (begin == line->end)
		return EVERYURI_OK;
	const struct everyuri_text word = take_word_of(line);

	for (size_t i = 0; i < sizeof config_keywords / sizeof *config_keywords; i++) {
		const struct config_keyword *keyword = &config_keywords[i];

		if (!eu_equals_ignoring_case(word.data, word.len, keyword->name))
			continue;
		return keyword->rule ? take_rule(reading, line, keyword) :
		                       take_setting(reading, line, keyword);
	}
	/* everyuri_policy_line checks the values of policy lines. */
	if (everyuri_policy_line(line->text + begin, line->end - begin, NULL) == EVERYURI_MISSING)
		return wrong_line(line, begin, "unknown keyword");
	return EVERYURI_OK;
}

static enum everyuri_status take_lines(struct config_reading *reading, const char *text, size_t len,
                                       struct everyuri_error *err)
{
	enum everyuri_status status = EVERYURI_OK;

	reading->config = (struct everyuri_config){ 0 };
	reading->n_rules = 0;
	for (size_t at = 0; at < len && !status;) {
		const char *newline = memchr(text + at, '\n', len - at);
		size_t end = newline ? (size_t)(newline - text) : len;
		struct config_line line = { text, at, end, err };

		status = take_line(reading, &line);
		at = end + 1;
	}
	return status;
}

enum everyuri_status everyuri_config_read(const char *text, size_t len, struct everyuri_buf *buf,
                                          struct everyuri_config *config,
                                          struct everyuri_error *err)
{
	struct config_reading reading = { .rules = NULL };
	size_t align = _Alignof(struct everyuri_rule), n_bytes;
	enum everyuri_status status;

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	status = take_lines(&reading, text, len, err);
	if (status)
		return status;
	/* LCOV_EXCL_BR_LINE: needs 67 million rules, 600 MB of lines */
	if (reading.n_rules > (EVERYURI_TEXT_MAX - align) / sizeof *reading.rules)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	n_bytes = reading.n_rules * sizeof *reading.rules;
	status = eu_buf_reserve(buf, n_bytes ? n_bytes + align - 1 : 0, err);
	if (status)
		return status;
	buf->len = 0;
	if (n_bytes) {
		size_t off = (align - (uintptr_t)buf->data % align) % align;

		reading.rules = (void *)(buf->data + off);
		take_lines(&reading, text, len, err);
		buf->len = off + n_bytes;
	}
	*config = reading.config;
	config->rules = reading.rules;
	config->n_rules = reading.n_rules;
	return EVERYURI_OK;
}
