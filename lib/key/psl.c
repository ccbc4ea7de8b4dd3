/* The Public Suffix List.  It is loaded once, and then queried without allocating memory.
 *
 * The list is stored as a hash table, followed by records.  The slots of the table contain
 * positions of records.  A record is a byte of bits, the length of a name, and the name.  A rule
 * "*.name" or "!name" is a bit in the record of "name".  A name is hashed from its last byte to its
 * first, so one pass over a host yields the hashes of all its suffixes. */
#include "base/utf8.h"
#include "everyuri/key.h"
#include "key/key.h"

/* Bits of a record.  The bits for the private section are the same, shifted by PRIVATE_SHIFT. */
enum { RULE_PLAIN = 1, RULE_WILD = 2, RULE_EXCEPT = 4, RULES_ICANN = 7, PRIVATE_SHIFT = 3 };

/* Longest name, in characters.  By RFC 1035 2.3.4, a name of 255 octets is written in 253
 * characters. */
#define NAME_MAX_LEN 253

/* Longest run of used slots.  In a table that is half empty, runs are short.  A list with a longer
 * run was probably made to slow us down, so it is refused. */
#define RUN_MAX 512

#define SLOT_SIZE 4

/* Iterates over the lines of a list that are rules. */
struct psl_lines {
	const char *text;
	size_t len, at;
	bool private_section;
	struct everyuri_text version;
};

struct psl_rule {
	size_t at; /* offset of the rule's line in the list */
	const char *name;
	size_t len;
	unsigned bits;
};

static bool begins_with(const char *line, size_t len, const char *what)
{
	size_t n = strlen(what);

	return len >= n && memcmp(line, what, n) == 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static void read_comment(struct psl_lines *lines, const char *line, size_t len)
{
	static const char version[] = "// VERSION:";

	if (begins_with(line, len, "// ===BEGIN PRIVATE DOMAINS==="))
		lines->private_section = true;
	if (begins_with(line, len, "// ===END PRIVATE DOMAINS===") ||
	    begins_with(line, len, "// ===BEGIN ICANN DOMAINS==="))
		lines->private_section = false;
	if (!begins_with(line, len, version) || lines->version.data)
		return;
	line += sizeof version - 1;
	len -= sizeof version - 1;
	while (len && is_blank(*line)) {
		line++;
		len--;
	}
	while (len && is_blank(line[len - 1]))
		len--;
	lines->version = (struct everyuri_text){ line, len };
}

/* Returns the rule of a line: the text up to the first white space ("Format"). */
static struct psl_rule rule_of_line(const struct psl_lines *lines, const char *line, size_t len)
{
	struct psl_rule rule = { .at = (size_t)(line - lines->text), .bits = RULE_PLAIN };
	size_t n = 0;

	while (n < len && !is_blank(line[n]))
		n++;
	if (n && line[0] == '!') {
		rule.bits = RULE_EXCEPT;
		line++;
		n--;
	} else if (n > 1 && line[0] == '*' && line[1] == '.') {
		rule.bits = RULE_WILD;
		line += 2;
		n -= 2;
	}
	rule.name = line;
	rule.len = n;
	if (lines->private_section)
		rule.bits <<= PRIVATE_SHIFT;
	return rule;
}

/* Reads the next rule.  Returns: false at the end of the list. */
static bool next_rule(struct psl_lines *lines, struct psl_rule *rule)
{
	while (lines->at < lines->len) {
		const char *line = lines->text + lines->at;
		const char *newline = memchr(line, '\n', lines->len - lines->at);
		size_t len = newline ? (size_t)(newline - line) : lines->len - lines->at;

		lines->at += len + 1;
		if (begins_with(line, len, "//")) {
			read_comment(lines, line, len);
			continue;
		}
		if (!len || is_blank(*line))
			continue;
		*rule = rule_of_line(lines, line, len);
		return true;
	}
	return false;
}

/* Returns whether a label may contain this byte: letters, digits, hyphens and underscores.  ToASCII
 * checks all other characters. */
static bool is_name_byte(unsigned char c)
{
	return c == '-' || c == '_' || eu_is_digit(c) || eu_is_alpha(c) || c >= 0x80;
}

/* Writes the rule's name in A-labels and lower case.  Returns: its length, or 0 if it is not a name. */
static size_t ascii_name(const struct psl_rule *rule, char name[NAME_MAX_LEN + 1])
{
	size_t n;

	for (size_t i = 0; i < rule->len; i++) {
		bool dot = rule->name[i] == '.';

		if (dot ? i == 0 || i + 1 == rule->len || rule->name[i - 1] == '.' :
		          !is_name_byte((unsigned char)rule->name[i]))
			return 0;
	}
	n = eu_key_name(rule->name, rule->len, name, NAME_MAX_LEN + 1);
	return n <= NAME_MAX_LEN ? n : 0;
}

/* ---- the table ----------------------------------------------------------------------- */

#define HASH_BEGIN 2166136261u

static uint32_t hash_byte(uint32_t hash, char c)
{
	return (hash ^ eu_lower((unsigned char)c)) * 16777619u;
}

/* Mixes all bits of the hash into the low bits, because those alone choose a slot. */
static uint32_t hash_end(uint32_t hash)
{
	hash ^= hash >> 15;
	hash *= 0x2C1B3C6Du;
	return hash ^ hash >> 13;
}

static uint32_t hash_of(const char *name, size_t len)
{
	uint32_t hash = HASH_BEGIN;

	while (len)
		hash = hash_byte(hash, name[--len]);
	return hash_end(hash);
}

static uint32_t slot_at(const char *data, uint32_t slot)
{
	uint32_t place;

	memcpy(&place, data + (size_t)slot * SLOT_SIZE, SLOT_SIZE);
	return place;
}

/* Returns whether this record is for `name`, which may contain upper-case letters. */
static bool record_is(const char *record, const char *name, size_t len)
{
	if ((unsigned char)record[1] != len)
		return false;
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)record[2 + i] != eu_lower((unsigned char)name[i]))
			return false;
	return true;
}

/* Returns the slot of the name's record.  If there is no record, sets *place to 0 and returns the
 * free slot for it, or n_slots if the run is too long.  n_slots is a power of two, and at least
 * half of the slots are empty. */
static uint32_t find_slot(const char *data, uint32_t n_slots, uint32_t hash, const char *name,
                          size_t len, uint32_t *place)
{
	for (uint32_t i = 0; i < RUN_MAX; i++) {
		uint32_t slot = (hash + i) & (n_slots - 1);

		*place = slot_at(data, slot);
		if (!*place || record_is(data + *place, name, len))
			return slot;
	}
	return n_slots;
}

/* ---- loading ---------------------------------------------------------------------------- */

/* How much space a list needs. */
struct psl_size {
	uint64_t slots, records;
	uint32_t n_rules, longest;
	struct everyuri_text version;
};

static enum everyuri_status bad_rule(const struct psl_rule *rule, struct everyuri_error *err)
{
	return eu_fail(err, EVERYURI_INVALID, rule->at, "publicsuffix.org, format", "invalid rule");
}

static enum everyuri_status measure_list(const char *text, size_t len, struct psl_size *size,
                                         struct everyuri_error *err)
{
	struct psl_lines lines = { .text = text, .len = len };
	struct psl_rule rule;
	char name[NAME_MAX_LEN + 1];

	*size = (struct psl_size){ .slots = 16 };
	while (next_rule(&lines, &rule)) {
		size_t n = ascii_name(&rule, name);

		if (rule.len == 1 && rule.name[0] == '*')
			continue;
		if (!n)
			return bad_rule(&rule, err);
		size->records += 2 + n;
		size->n_rules++;
		if (n > size->longest)
			size->longest = (uint32_t)n;
	}
	while (size->slots < 2 * (uint64_t)size->n_rules)
		size->slots *= 2;
	size->version = lines.version;
	return EVERYURI_OK;
}

/* Writes the record of a rule to data, of which *len bytes are in use. */
static bool add_rule(char *data, uint32_t n_slots, size_t *len, const struct psl_rule *rule)
{
	char name[NAME_MAX_LEN + 1];
	size_t n = ascii_name(rule, name);
	uint32_t place, slot = find_slot(data, n_slots, hash_of(name, n), name, n, &place);

	if (slot == n_slots)
		return false;
	if (!place) {
		place = (uint32_t)*len;
		memcpy(data + (size_t)slot * SLOT_SIZE, &place, SLOT_SIZE);
		data[place] = 0;
		data[place + 1] = (char)n;
		memcpy(data + place + 2, name, n);
		*len += 2 + n;
	}
	data[place] = (char)((unsigned char)data[place] | rule->bits);
	return true;
}

enum everyuri_status everyuri_psl_load(const char *text, size_t len, struct everyuri_buf *buf,
                                       struct everyuri_psl *psl, struct everyuri_error *err)
{
	struct psl_lines lines = { .text = text, .len = len };
	struct psl_size size;
	struct psl_rule rule;
	struct everyuri_psl result = { 0 };
	enum everyuri_status s;
	uint64_t total;
	size_t used;

	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	s = measure_list(text, len, &size, err);
	if (s)
		return s;
	total = size.slots * SLOT_SIZE + size.records + size.version.len;
	s = eu_buf_reserve(buf, total > EVERYURI_TEXT_MAX ? SIZE_MAX : (size_t)total, err);
	if (s)
		return s;
	result.n_slots = (uint32_t)size.slots;
	used = (size_t)size.slots * SLOT_SIZE;
	memset(buf->data, 0, used);
	while (next_rule(&lines, &rule)) {
		if (rule.len == 1 && rule.name[0] == '*')
			continue; /* skip the rule "*", which is the default anyway */
		if (!add_rule(buf->data, result.n_slots, &used, &rule))
			return bad_rule(&rule, err);
	}
	if (size.version.data) {
		memcpy(buf->data + used, size.version.data, size.version.len);
		result.version = (struct everyuri_text){ buf->data + used, size.version.len };
		used += size.version.len;
	}
	result.data = buf->data;
	result.n_rules = size.n_rules;
	result.longest = size.longest;
	buf->len = used;
	*psl = result;
	return EVERYURI_OK;
}

/* ---- queries --------------------------------------------------------------------------------- */

static enum everyuri_status check_name(const char *name, size_t len, struct everyuri_error *err)
{
	bool label = false;

	for (size_t i = 0; i < len; i++) {
		if ((unsigned char)name[i] >= 0x80)
			return eu_fail(err, EVERYURI_INVALID, i, "RFC 5890 2.3.2.1",
			               "the name must be in A-labels");
		if (name[i] == '.' && !label)
			return eu_fail(err, EVERYURI_INVALID, i, "RFC 1034 3.1", "empty label");
		label = name[i] != '.';
	}
	if (label)
		return EVERYURI_OK;
	return eu_fail(err, EVERYURI_INVALID, len, "RFC 1034 3.1", "empty label");
}

/* Returns the start of the label that ends at `end`. */
static size_t label_begin(const char *name, size_t end)
{
	while (end && name[end - 1] != '.')
		end--;
	return end;
}

/* Returns the rule bits for name[begin .. end). hash: the hash of these bytes. */
static unsigned bits_of(const struct everyuri_psl *psl, uint32_t hash, const char *name,
                        size_t begin, size_t end, unsigned flags)
{
	uint32_t place;
	unsigned bits;

	if (find_slot(psl->data, psl->n_slots, hash_end(hash), name + begin, end - begin, &place) ==
	            psl->n_slots ||
	    !place)
		return 0;
	bits = (unsigned char)psl->data[place];
	return flags & EVERYURI_PSL_ICANN_ONLY ? bits & RULES_ICANN : bits;
}

/* Returns whether the bits include a rule of this kind, and sets *section to the section of the
 * rule. */
static bool has_rule(unsigned bits, unsigned kind, uint8_t *section)
{
	if (bits & kind)
		*section = EVERYURI_PSL_ICANN;
	else if (bits & kind << PRIVATE_SHIFT)
		*section = EVERYURI_PSL_PRIVATE;
	else
		return false;
	return true;
}

enum everyuri_status everyuri_psl_find(const struct everyuri_psl *psl, const char *name, size_t len,
                                       unsigned flags, struct everyuri_psl_found *found,
                                       struct everyuri_error *err)
{
	struct everyuri_psl_found result = { .section = EVERYURI_PSL_NONE };
	size_t end, begin;
	uint32_t hash = HASH_BEGIN;
	enum everyuri_status s = eu_check_flags(flags, EVERYURI_PSL_ICANN_ONLY, err);

	if (s)
		return s;
	if (len > EVERYURI_TEXT_MAX)
		return eu_fail(err, EVERYURI_TOO_LONG, EVERYURI_TEXT_MAX, "", "too long");
	end = len > 1 && name[len - 1] == '.' ? len - 1 : len;
	s = check_name(name, end, err);
	if (s)
		return s;
	/* "Algorithm" 2: if no rule matches, the prevailing rule is "*". */
	result.suffix = eu_span(label_begin(name, end), end);
	begin = end;
	while (begin && end - begin <= psl->longest) {
		size_t parent = begin;
		unsigned bits;

		begin = label_begin(name, parent == end ? end : parent - 1);
		for (size_t i = parent; i > begin; i--)
			hash = hash_byte(hash, name[i - 1]);
		bits = bits_of(psl, hash, name, begin, end, flags);
		/* 3 and 5: an exception prevails over all other rules, and its suffix is one
		 * label shorter. */
		if (has_rule(bits, RULE_EXCEPT, &result.section)) {
			result.suffix.begin = (uint32_t)parent;
			break;
		}
		/* 4: otherwise the rule with the most labels prevails; it is the last to match
		 * here.  CHOICE: "*.name" makes "name" a suffix too, as in libpsl.  By the text
		 * of the algorithm, "name" would be a site, and its owner would control all
		 * suffixes below it. */
		if (has_rule(bits, RULE_PLAIN, &result.section))
			result.suffix.begin = (uint32_t)begin;
		if (has_rule(bits, RULE_WILD, &result.section))
			result.suffix.begin = (uint32_t)(begin ? label_begin(name, begin - 1) : 0);
	}
	result.domain = eu_absent();
	if (result.suffix.begin)
		result.domain = eu_span(label_begin(name, result.suffix.begin - 1), end);
	*found = result;
	return EVERYURI_OK;
}
