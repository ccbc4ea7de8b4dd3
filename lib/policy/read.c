/* Reads a policy from its configuration, in which each line has a keyword and words. */
#include "policy/pattern.h"

/* The lists, in the order in which the buffer contains them.  Lists of texts come first, for
 * alignment. */
enum {
	ONLY_SCHEMES,
	REFUSED_SCHEMES,
	ONLY_HOSTS,
	ALLOWED_HOSTS,
	REFUSED_HOSTS,
	N_TEXT_LISTS,
	ALLOWED_PORTS = N_TEXT_LISTS,
	REFUSED_PORTS,
	N_LISTS
};

enum words { OF_SCHEMES, OF_HOSTS, OF_PORTS, OF_CLASSES, OF_NUMBER, OF_NOTHING };

/* The targets of keywords that are not lists: classes, numbers and flags. */
enum { REFUSE_CLASS, ALLOW_CLASS, MAX_COMMAND, MAX_STEPS, MAX_ITEMS };

static const struct policy_keyword {
	char name[16];
	uint8_t words;
	uint8_t target; /* a list, one of the targets above, or a flag */
} policy_keywords[] = {
	{ "only-scheme", OF_SCHEMES, ONLY_SCHEMES },
	{ "refuse-scheme", OF_SCHEMES, REFUSED_SCHEMES },
	{ "only-host", OF_HOSTS, ONLY_HOSTS },
	{ "allow-host", OF_HOSTS, ALLOWED_HOSTS },
	{ "refuse-host", OF_HOSTS, REFUSED_HOSTS },
	{ "allow-port", OF_PORTS, ALLOWED_PORTS },
	{ "refuse-port", OF_PORTS, REFUSED_PORTS },
	{ "refuse-address", OF_CLASSES, REFUSE_CLASS },
	{ "allow-address", OF_CLASSES, ALLOW_CLASS },
	{ "max-command", OF_NUMBER, MAX_COMMAND },
	{ "max-steps", OF_NUMBER, MAX_STEPS },
	{ "max-items", OF_NUMBER, MAX_ITEMS },
	{ "refuse-password", OF_NOTHING, EVERYURI_POLICY_NO_PASSWORDS },
	{ "allow-hop", OF_NOTHING, EVERYURI_POLICY_ANY_HOP },
};

/* The state of reading.  The text is read twice: the first pass checks and counts, the second
 * fills the buffer. */
struct policy_reading {
	struct everyuri_policy policy;
	size_t n[N_LISTS];
	size_t n_bytes; /* total length of the texts */
	struct everyuri_text *texts[N_TEXT_LISTS];
	uint16_t *ports[N_LISTS - N_TEXT_LISTS];
	char *bytes; /* where to copy texts; NULL in the first pass */
};

/* ---- words --------------------------------------------------------------------------------- */

/* Reads the next word.  *at is where to start.  The call moves it to the end of the word, or to the
 * end of the line if there is no word. */
static bool next_policy_word(const char *line, size_t len, size_t *at, struct everyuri_text *word)
{
	size_t begin;

	while (*at < len && (line[*at] == ' ' || line[*at] == '\t'))
		++*at;
	begin = *at;
	if (begin == len || line[begin] == '#')
		return false;
	while (*at < len && line[*at] != ' ' && line[*at] != '\t')
		++*at;
	*word = (struct everyuri_text){ line + begin, *at - begin };
	return true;
}

static void add_text(struct policy_reading *r, unsigned list, struct everyuri_text word)
{
	if (r->bytes) {
		memcpy(r->bytes + r->n_bytes, word.data, word.len);
		r->texts[list][r->n[list]] =
			(struct everyuri_text){ r->bytes + r->n_bytes, word.len };
	}
	r->n[list]++;
	r->n_bytes += word.len;
}

static void add_port(struct policy_reading *r, unsigned list, uint16_t port)
{
	if (r->bytes)
		r->ports[list - N_TEXT_LISTS][r->n[list]] = port;
	r->n[list]++;
}

/* Returns whether this is a scheme by RFC 3986 3.1 or by RFC 1738 2.1, which allows any of the
 * characters at the start. */
static bool is_scheme_word(struct everyuri_text word)
{
	for (size_t i = 0; i < word.len; i++) {
		unsigned char c = (unsigned char)word.data[i];

		if (!eu_is_alpha(c) && !eu_is_digit(c) && c != '+' && c != '-' && c != '.')
			return false;
	}
	return true;
}

static bool read_classes(struct everyuri_text word, uint32_t *classes)
{
	enum everyuri_address_class found;

	if (eu_equals_ignoring_case(word.data, word.len, "non-public")) {
		*classes = EVERYURI_POLICY_NON_PUBLIC;
		return true;
	}
	if (everyuri_address_class_find(word.data, word.len, &found))
		return false;
	*classes = EVERYURI_POLICY_CLASS(found);
	return true;
}

static uint32_t *policy_limit(struct everyuri_policy *policy, unsigned target)
{
	if (target == MAX_COMMAND)
		return &policy->max_command;
	return target == MAX_STEPS ? &policy->max_steps : &policy->max_items;
}

/* Returns: NULL, or the error message for the word. */
static const char *take_word(struct policy_reading *r, const struct policy_keyword *keyword,
                             struct everyuri_text word)
{
	uint32_t number;

	switch ((enum words)keyword->words) {
	case OF_SCHEMES:
		if (!is_scheme_word(word))
			return "not a scheme name";
		add_text(r, keyword->target, word);
		return NULL;
	case OF_HOSTS:
		if (eu_policy_pattern_read(word).kind == EU_POLICY_NO_PATTERN)
			return "not a host, an address or a range of addresses";
		add_text(r, keyword->target, word);
		return NULL;
	case OF_PORTS:
		if (!eu_policy_number(word.data, word.len, 65535, &number) || !number)
			return "not a port from 1 to 65535";
		add_port(r, keyword->target, (uint16_t)number);
		return NULL;
	case OF_CLASSES:
		if (!read_classes(word, &number))
			return "unknown address class";
		if (keyword->target == REFUSE_CLASS)
			r->policy.refused_classes |= number;
		else
			r->policy.refused_classes &= ~number;
		return NULL;
	case OF_NUMBER:
		if (!eu_policy_number(word.data, word.len, UINT32_MAX, &number) || !number)
			return "not a number from 1 to 4294967295";
		*policy_limit(&r->policy, keyword->target) = number;
		return NULL;
	case OF_NOTHING:
		break;
	}
	return "unexpected value";
}

/* ---- lines --------------------------------------------------------------------------------- */

static const struct policy_keyword *policy_keyword_of(struct everyuri_text word)
{
	for (size_t i = 0; i < sizeof policy_keywords / sizeof *policy_keywords; i++)
		if (eu_equals_ignoring_case(word.data, word.len, policy_keywords[i].name))
			return &policy_keywords[i];
	return NULL;
}

/* Reads one line.  base: its offset in the text. */
static enum everyuri_status read_policy_line(struct policy_reading *r, const char *line, size_t len,
                                             size_t base, struct everyuri_error *err)
{
	const struct policy_keyword *keyword;
	struct everyuri_text word;
	size_t at = 0, n_words = 0;

	if (!next_policy_word(line, len, &at, &word))
		return EVERYURI_OK;
	keyword = policy_keyword_of(word);
	if (!keyword)
		return eu_fail(err, EVERYURI_MISSING, base + (size_t)(word.data - line), "policy",
		               "unknown keyword");
	for (; next_policy_word(line, len, &at, &word); n_words++) {
		bool too_many = keyword->words == OF_NUMBER && n_words;
		const char *wrong = too_many ? "unexpected value" : take_word(r, keyword, word);

		if (wrong)
			return eu_fail(err, EVERYURI_INVALID, base + (size_t)(word.data - line),
			               "policy", wrong);
	}
	if (!n_words && keyword->words != OF_NOTHING)
		return eu_fail(err, EVERYURI_INVALID, base + at, "policy", "missing value");
	if (keyword->words == OF_NOTHING)
		r->policy.flags |= keyword->target;
	return EVERYURI_OK;
}

enum everyuri_status everyuri_policy_line(const char *line, size_t len, struct everyuri_error *err)
{
	struct policy_reading r = { .n_bytes = 0 };

	return read_policy_line(&r, line, len, 0, err);
}

static enum everyuri_status read_policy_lines(struct policy_reading *r, const char *text,
                                              size_t len, unsigned flags,
                                              struct everyuri_error *err)
{
	for (size_t begin = 0; begin < len;) {
		const char *newline = memchr(text + begin, '\n', len - begin);
		size_t end = newline ? (size_t)(newline - text) : len;
		bool cr = newline && end > begin && text[end - 1] == '\r';
		struct everyuri_error error;
		enum everyuri_status s =
			read_policy_line(r, text + begin, end - cr - begin, begin, &error);

		if (s && !(s == EVERYURI_MISSING && flags & EVERYURI_POLICY_AMONG_OTHERS)) {
			if (err)
				*err = error;
			return s;
		}
		begin = newline ? end + 1 : len;
	}
	return EVERYURI_OK;
}

/* ---- the buffer ---------------------------------------------------------------------------- */

/* Returns the size of the lists in bytes, with the padding for alignment.  It is at least 1,
 * so that the buffer is never empty. */
static uint64_t size_of_lists(const struct policy_reading *r)
{
	uint64_t n_texts = 0, n_ports = 0;

	for (unsigned i = 0; i < N_LISTS; i++)
		*(i < N_TEXT_LISTS ? &n_texts : &n_ports) += r->n[i];
	return _Alignof(struct everyuri_text) - 1 + n_texts * sizeof(struct everyuri_text) +
	       n_ports * sizeof(uint16_t) + r->n_bytes + 1;
}

/* Places each list in the buffer, and resets the counts. */
static void place_lists(struct policy_reading *r, char *data)
{
	size_t align = _Alignof(struct everyuri_text);
	struct everyuri_text *text = (void *)(data + (align - (uintptr_t)data % align) % align);
	uint16_t *port;

	for (unsigned i = 0; i < N_TEXT_LISTS; i++) {
		r->texts[i] = text;
		text += r->n[i];
	}
	port = (void *)text;
	for (unsigned i = N_TEXT_LISTS; i < N_LISTS; i++) {
		r->ports[i - N_TEXT_LISTS] = port;
		port += r->n[i];
	}
	r->bytes = (void *)port;
	r->n_bytes = 0;
	memset(r->n, 0, sizeof r->n);
}

static struct everyuri_policy policy_of(const struct policy_reading *r)
{
	struct everyuri_policy policy = r->policy;

	policy.only_schemes = r->texts[ONLY_SCHEMES];
	policy.n_only_schemes = r->n[ONLY_SCHEMES];
	policy.refused_schemes = r->texts[REFUSED_SCHEMES];
	policy.n_refused_schemes = r->n[REFUSED_SCHEMES];
	policy.only_hosts = r->texts[ONLY_HOSTS];
	policy.n_only_hosts = r->n[ONLY_HOSTS];
	policy.allowed_hosts = r->texts[ALLOWED_HOSTS];
	policy.n_allowed_hosts = r->n[ALLOWED_HOSTS];
	policy.refused_hosts = r->texts[REFUSED_HOSTS];
	policy.n_refused_hosts = r->n[REFUSED_HOSTS];
	policy.allowed_ports = r->ports[ALLOWED_PORTS - N_TEXT_LISTS];
	policy.n_allowed_ports = r->n[ALLOWED_PORTS];
	policy.refused_ports = r->ports[REFUSED_PORTS - N_TEXT_LISTS];
	policy.n_refused_ports = r->n[REFUSED_PORTS];
	return policy;
}

enum everyuri_status everyuri_policy_read(const char *text, size_t len, unsigned flags,
                                          struct everyuri_buf *buf, struct everyuri_policy *policy,
                                          struct everyuri_error *err)
{
	struct policy_reading r = { .n_bytes = 0 };
	enum everyuri_status s = eu_check_flags(flags, EVERYURI_POLICY_AMONG_OTHERS, err);
	uint64_t size;

	if (s)
		return s;
	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	s = read_policy_lines(&r, text, len, flags, err);
	if (s)
		return s;
	size = size_of_lists(&r);
	s = eu_buf_reserve(buf, size > EVERYURI_TEXT_MAX ? SIZE_MAX : (size_t)size, err);
	if (s)
		return s;
	place_lists(&r, buf->data);
	/* The second pass cannot fail.  It sets the fields that are not lists once more. */
	r.policy = (struct everyuri_policy){ .flags = 0 };
	read_policy_lines(&r, text, len, flags, NULL);
	buf->len = (size_t)size;
	*policy = policy_of(&r);
	return EVERYURI_OK;
}
