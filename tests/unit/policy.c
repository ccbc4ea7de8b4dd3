/* policy.c - address.h and policy.h against vectors/policy. */
#include <everyuri.h>

#include "failing.h"
#include "guard.h"
#include "tap.h"

#include <stdlib.h>

static struct guard guard;

/* ---- vectors: lines of fields ------------------------------------------------------------ */

#define FIELDS 7

struct row {
	char *field[FIELDS];
	size_t len[FIELDS];
	size_t n;
};

/* A file whose lines are rows; the first one names the columns and is left out. */
struct rows {
	char *text, *next;
};

static struct rows rows_of(const char *path)
{
	struct rows rows = { calloc(1, 1 << 16), NULL };
	FILE *file = fopen(path, "rb");
	size_t len;

	if (!file || !rows.text) {
		printf("Bail out! %s cannot be read\n", path);
		exit(1);
	}
	len = fread(rows.text, 1, (1 << 16) - 1, file);
	fclose(file);
	ok(len > 0 && len < (1 << 16) - 1, "%s fits its buffer", path);
	rows.next = strchr(rows.text, '\n') + 1;
	return rows;
}

static int hex_digit(char c)
{
	return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* \t \n \r \\ and \xHH become bytes.  Returns: the length. */
static size_t unescape(char *field)
{
	char *out = field;

	for (const char *in = field; *in; in++) {
		if (*in != '\\') {
			*out++ = *in;
			continue;
		}
		in++;
		if (*in == 'x') {
			*out++ = (char)(hex_digit(in[1]) * 16 + hex_digit(in[2]));
			in += 2;
		} else {
			*out++ = *in == 't' ? '\t' : *in == 'n' ? '\n' : *in == 'r' ? '\r' : *in;
		}
	}
	return (size_t)(out - field);
}

static bool next_row(struct rows *rows, struct row *row)
{
	char *end = strchr(rows->next, '\n'), *field = rows->next;

	if (!end)
		return false;
	*end = 0;
	rows->next = end + 1;
	*row = (struct row){ .n = 0 };
	while (field && row->n < FIELDS) {
		char *tab = strchr(field, '\t');

		if (tab)
			*tab = 0;
		row->len[row->n] = unescape(field);
		row->field[row->n++] = field;
		field = tab ? tab + 1 : NULL;
	}
	return true;
}

static bool is(const char *field, const char *what)
{
	return strcmp(field, what) == 0;
}

static const char *guarded(const char *text, size_t len)
{
	return guard_end(&guard, text, len);
}

/* ---- classes of addresses: THREATS L7 ------------------------------------------------------------------- */

static const char *class_of(const char *host, size_t len)
{
	enum everyuri_address_class class = EVERYURI_ADDRESS_PUBLIC;
	enum everyuri_status s = everyuri_host_class(guarded(host, len), len, &class);

	return s == EVERYURI_OK      ? everyuri_address_class_name(class) :
	       s == EVERYURI_MISSING ? "name" :
	                               "?";
}

/* ADDRESS=CLASS, or "-" at either end of all addresses. */
static void address_is(const char *source, const char *where, char *field)
{
	char *equals = strchr(field, '=');

	if (!equals)
		return;
	*equals = 0;
	ok(is(class_of(field, strlen(field)), equals + 1), "%s: %s, %s the range, is %s", source,
	   field, where, equals + 1);
}

static void test_ranges(void)
{
	struct rows rows = rows_of("vectors/policy/ranges.tsv");
	uint8_t own[EVERYURI_ADDRESS_SIZE];
	struct row row;

	while (next_row(&rows, &row)) {
		char *slash = strchr(row.field[0], '/'), *first = row.field[3];
		uint8_t address[EVERYURI_ADDRESS_SIZE];

		*slash = 0;
		/* The first address of ::/0 and the like stands in a longer range. */
		if (everyuri_address_read(row.field[0], strlen(row.field[0]), address) == 0 &&
		    !strncmp(strchr(first, '=') + 1, row.field[1], strlen(row.field[1])))
			is_text(everyuri_address_source(address),
			        strlen(everyuri_address_source(address)),
			        is(row.field[0], "2000::") ? "RFC 4291 2.5.4" : row.field[2],
			        "%s/%s is told by its source", row.field[0], slash + 1);
		address_is(row.field[2], "first of", first);
		address_is(row.field[2], "last of", row.field[4]);
		address_is(row.field[2], "in front of", row.field[5]);
		address_is(row.field[2], "behind", row.field[6]);
	}
	ok(everyuri_address_read("::1", SIZE_MAX, own) == EVERYURI_MISSING,
	   "what is longer than any text is no address, and is not read");
	free(rows.text);
}

static void test_addresses(void)
{
	struct rows rows = rows_of("vectors/policy/addresses.tsv");
	struct row row;

	while (next_row(&rows, &row)) {
		const char *host = row.field[2];
		size_t len = row.len[2];

		ok(is(class_of(host, len), row.field[3]), "%s, %s: %s is %s", row.field[0],
		   row.field[1], host, row.field[3]);
		ok(everyuri_host_looks_numeric(guarded(host, len), len) == is(row.field[4], "yes"),
		   "%s: \"%s\" looks numeric: %s", row.field[0], host, row.field[4]);
	}
	free(rows.text);
}

static void test_class_names(void)
{
	enum everyuri_address_class found = EVERYURI_ADDRESS_PUBLIC;
	bool good = true;

	for (unsigned i = 0; i < EVERYURI_N_ADDRESS_CLASSES; i++) {
		const char *name = everyuri_address_class_name((enum everyuri_address_class)i);

		good = good && name && name[0] &&
		       everyuri_address_class_find(name, strlen(name), &found) == EVERYURI_OK &&
		       (unsigned)found == i;
	}
	ok(good, "every class of addresses has a name, and is found by it");
	ok(!everyuri_address_class_name((enum everyuri_address_class)EVERYURI_N_ADDRESS_CLASSES),
	   "a number that is no class has no name");
	found = EVERYURI_ADDRESS_SHARED;
	ok(everyuri_address_class_find("publi", 5, &found) == EVERYURI_MISSING &&
	           found == EVERYURI_ADDRESS_SHARED,
	   "a name that is no class is missing, and changes nothing");
}

/* 2^32 addresses are too many: the 2^16 networks of IPv4, in each way of writing them. */
static void test_every_network(void)
{
	unsigned long unequal = 0, non_public = 0;

	for (unsigned n = 0; n < 65536; n++) {
		uint8_t high = (uint8_t)(n >> 8), low = (uint8_t)n;
		uint8_t v4[16] = { [10] = 0xFF, 0xFF, high, low, 77, 77 };
		uint8_t nat64[16] = { 0, 0x64, 0xFF, 0x9B, [12] = high, low, 77, 77 };
		uint8_t six[16] = { 0x20, 2, high, low, 77, 77, [15] = 1 };
		uint8_t compatible[16] = { [12] = high, low, 77, 77 };
		uint8_t translated[16] = { [8] = 0xFF, 0xFF, 0, 0, high, low, 77, 77 };
		enum everyuri_address_class class = everyuri_address_class(v4);

		unequal += everyuri_address_class(nat64) != class ||
		           everyuri_address_class(six) != class ||
		           everyuri_address_class(compatible) != class ||
		           everyuri_address_class(translated) != class;
		non_public += class != EVERYURI_ADDRESS_PUBLIC;
	}
	is_number((long long)unequal, 0, "the class of an IPv4 address holds in every IPv6 form");
	/* 0/8 10/8 127/8, 224/3, 100.64/10, 172.16/12, 169.254 192.168 198.18/15 as /16s */
	is_number((long long)non_public, 3 * 256 + 8192 + 64 + 16 + 4,
	          "RFC 6890: so many /16s of IPv4 are not public");
}

/* docs/policy.md has every range and every class. */
static void test_documented(void)
{
	struct rows page = rows_of("docs/policy.md");
	struct rows rows = rows_of("vectors/policy/ranges.tsv");
	struct row row;

	while (next_row(&rows, &row)) {
		char quoted[80];

		snprintf(quoted, sizeof quoted, "`%s` (%s)", row.field[0], row.field[2]);
		ok(strstr(page.text, quoted), "docs/policy.md has %s", quoted);
	}
	for (unsigned i = 0; i < EVERYURI_N_ADDRESS_CLASSES; i++) {
		char cell[40];

		snprintf(cell, sizeof cell,
		         "\n| %s: ", everyuri_address_class_name((enum everyuri_address_class)i));
		ok(strstr(page.text, cell), "docs/policy.md has a row for %s", cell + 3);
	}
	free(rows.text);
	free(page.text);
}

/* ---- ports: THREATS C2 ------------------------------------------------------------------------------------ */

static void test_bad_ports(void)
{
	static const struct everyuri_policy policy = { 0 };
	static bool bad[65536];
	struct rows rows = rows_of("vectors/policy/ports.tsv");
	struct row row;
	unsigned n_bad = 0, wrong = 0;

	while (next_row(&rows, &row)) {
		unsigned port = (unsigned)strtoul(row.field[0], NULL, 10);
		uint16_t number = (uint16_t)port;
		struct everyuri_policy allowing = { .allowed_ports = &number,
			                            .n_allowed_ports = 1 };
		struct everyuri_error err = { 0 };

		bad[port] = true;
		n_bad++;
		ok(everyuri_policy_port(&policy, port, 80, &err, NULL) == EVERYURI_UNSAFE &&
		           err.status == EVERYURI_UNSAFE && err.at == 0 && err.clause &&
		           err.message,
		   "Fetch, port blocking: %u %s is refused", port, row.field[1]);
		if (!port)
			continue;
		ok(everyuri_policy_port(&policy, port, port, NULL, NULL) == EVERYURI_OK,
		   "port %u is not refused to the scheme whose own it is", port);
		ok(everyuri_policy_port(&allowing, port, 80, NULL, NULL) == EVERYURI_OK,
		   "port %u can be allowed", port);
	}
	free(rows.text);
	is_number(n_bad, 83, "Fetch blocks 83 ports (June 2026)");
	for (unsigned port = 0; port < 65536; port++)
		wrong += (everyuri_policy_port(&policy, port, 0, NULL, NULL) == EVERYURI_OK) ==
		         bad[port];
	is_number(wrong, 0, "of 65536 ports those of the list are refused, and no others");
	ok(everyuri_policy_port(&policy, 0, 0, NULL, NULL) == EVERYURI_UNSAFE,
	   "port 0 is refused even to a scheme that has no default port");
	ok(is(everyuri_port_scheme(70), "gopher") && is(everyuri_port_scheme(25), "smtp") &&
	           is(everyuri_port_scheme(80), "http") && is(everyuri_port_scheme(21), "ftp"),
	   "the scheme of a port is told");
	ok(!everyuri_port_scheme(0) && !everyuri_port_scheme(8080) && !everyuri_port_scheme(65616),
	   "a port that is no scheme's has none");
}

static void test_own_port(void)
{
	static const struct everyuri_policy none = { 0 };
	static const struct everyuri_text loopback = { "127.0.0.0/8", 11 };
	const struct everyuri_policy policy = { .own_port = 8070,
		                                .allowed_hosts = &loopback,
		                                .n_allowed_hosts = 1 };
	static const struct {
		const char *address;
		unsigned port;
		bool own;
	} rows[] = { { "127.0.0.1", 8070, true },
		     { "::1", 8070, true },
		     { "::ffff:127.0.0.1", 8070, true },
		     { "0.0.0.0", 8070, true },
		     { "::", 8070, true },
		     { "127.0.0.1", 8071, false },
		     { "127.0.0.2", 8070, false },
		     { "192.0.2.1", 8070, false },
		     { "fe80::1", 8070, false } };
	uint8_t address[EVERYURI_ADDRESS_SIZE];
	struct everyuri_error err = { 0 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		everyuri_address_read(rows[i].address, strlen(rows[i].address), address);
		ok((everyuri_policy_own(&policy, address, rows[i].port, &err) == EVERYURI_UNSAFE) ==
		           rows[i].own,
		   "RFC 9110 7.6.3: %s port %u %s where the program itself listens",
		   rows[i].address, rows[i].port, rows[i].own ? "is" : "is not");
	}
	everyuri_address_read("127.0.0.1", 9, address);
	ok(!everyuri_policy_own(&none, address, 0, NULL) &&
	           !everyuri_policy_own(&none, address, 8070, NULL),
	   "a program that does not listen has no port of its own");
}

/* ---- decisions: a policy, a question, an answer (THREATS G3) --------------------------------------------- */

static enum everyuri_address_class class_named(const char *name, size_t len)
{
	enum everyuri_address_class class = EVERYURI_ADDRESS_PUBLIC;

	if (everyuri_address_class_find(name, len, &class))
		diag("no class: %s", name);
	return class;
}

/* The question's first word is the call, what follows one blank is its arguments. */
static enum everyuri_status ask(const struct everyuri_policy *policy, const char *question,
                                size_t len, struct everyuri_error *err,
                                struct everyuri_error *warning)
{
	const char *blank = memchr(question, ' ', len);
	size_t word = blank ? (size_t)(blank - question) : len;
	const char *argument = blank ? blank + 1 : "";
	size_t rest = blank ? len - word - 1 : 0;
	const char *second = rest ? memchr(argument, ' ', rest) : NULL;
	uint8_t address[EVERYURI_ADDRESS_SIZE];

	if (!strncmp(question, "scheme", word))
		return everyuri_policy_scheme(policy, guarded(argument, rest), rest, err);
	if (!strncmp(question, "host", word))
		return everyuri_policy_host(policy, guarded(argument, rest), rest, err);
	if (!strncmp(question, "port", word) && second)
		return everyuri_policy_port(policy, (unsigned)strtoul(argument, NULL, 10),
		                            (unsigned)strtoul(second, NULL, 10), err, warning);
	if (!strncmp(question, "data-port", word))
		return everyuri_policy_data_port(policy, (unsigned)strtoul(argument, NULL, 10),
		                                 err);
	if (!strncmp(question, "command", word))
		return everyuri_policy_command(policy, strtoul(argument, NULL, 10), err);
	if (!strncmp(question, "steps", word))
		return everyuri_policy_steps(policy, strtoul(argument, NULL, 10), err);
	if (!strncmp(question, "password", word))
		return everyuri_policy_password(policy, err, warning);
	if (!strncmp(question, "hop", word) && second) {
		size_t first = (size_t)(second - argument);

		return everyuri_policy_hop(policy, class_named(argument, first),
		                           class_named(second + 1, rest - first - 1), err);
	}
	if (!strncmp(question, "address", word) &&
	    everyuri_address_read(argument, rest, address) == EVERYURI_OK)
		return everyuri_policy_address(policy, address, err);
	diag("no question: %s", question);
	return EVERYURI_UNSUPPORTED;
}

static void test_decisions(void)
{
	struct rows rows = rows_of("vectors/policy/decisions.tsv");
	struct row row;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	while (next_row(&rows, &row)) {
		struct everyuri_policy policy;
		struct everyuri_error err = { 0 }, warning = { 0 };
		enum everyuri_status s = everyuri_policy_read(guarded(row.field[1], row.len[1]),
		                                              row.len[1], 0, &buf, &policy, &err);
		const char *got;

		if (!ok(s == EVERYURI_OK, "%s: the policy is read", row.field[0]))
			continue;
		s = ask(&policy, row.field[2], row.len[2], &err, &warning);
		got = s == EVERYURI_UNSAFE ? "unsafe" :
		      s != EVERYURI_OK     ? "?" :
		      warning.status       ? "warning" :
		                             "ok";
		ok(is(got, row.field[3]), "%s: \"%s\": %s: %s", row.field[0], row.field[1],
		   row.field[2], row.field[3]);
		if (s)
			ok(err.status == s && err.at == 0 && err.clause && err.clause[0] &&
			           err.message && err.message[0],
			   "%s: says why", row.field[0]);
		else
			ok(!err.status && (!warning.status || (warning.clause && warning.message)),
			   "%s: leaves the error alone", row.field[0]);
		ok(ask(&policy, row.field[2], row.len[2], NULL, NULL) == s,
		   "%s: the same without an error to fill", row.field[0]);
	}
	everyuri_buf_free(&buf);
	free(rows.text);
}

/* What only a caller of the C interface can write into a policy. */
static void test_filled_by_hand(void)
{
	static const struct everyuri_text bad[] = { { "a..b", 4 } }, empty[] = { { "", 0 } };
	static const struct everyuri_text good[] = { { "example.org", 11 }, { "10.0.0.0/8", 10 } };
	static const uint8_t ten[EVERYURI_ADDRESS_SIZE] = { [10] = 0xFF, 0xFF, 10, 0, 0, 1 };
	struct everyuri_policy policy = { .refused_hosts = bad, .n_refused_hosts = 1 };
	struct everyuri_error err = { 0 };

	ok(everyuri_policy_host(&policy, "h", 1, &err) == EVERYURI_INVALID && err.which == 1,
	   "a refusal that cannot be read is no permission: host");
	ok(everyuri_policy_address(&policy, ten, &err) == EVERYURI_INVALID && err.which == 1,
	   "a refusal that cannot be read is no permission: address");
	policy.refused_hosts = empty;
	ok(everyuri_policy_host(&policy, "h", 1, NULL) == EVERYURI_INVALID,
	   "an empty pattern is none");
	policy.refused_hosts = good;
	policy.n_refused_hosts = 2;
	ok(everyuri_policy_host(&policy, "example.org", 11, NULL) == EVERYURI_UNSAFE &&
	           everyuri_policy_address(&policy, ten, NULL) == EVERYURI_UNSAFE &&
	           everyuri_policy_host(&policy, "example.net", 11, NULL) == EVERYURI_OK,
	   "lists of the caller's own count");
	policy = (struct everyuri_policy){ .only_hosts = bad, .n_only_hosts = 1 };
	ok(everyuri_policy_host(&policy, "a..b", 4, NULL) == EVERYURI_INVALID,
	   "a malformed pattern does not match itself");
}

/* Every byte of a host, in front and inside. */
static void test_host_bytes(void)
{
	static const struct everyuri_policy policy = { 0 };
	unsigned wrong = 0;

	for (unsigned c = 0; c < 256; c++) {
		char inside[] = { 'a', (char)c, 'b' }, front[] = { (char)c, 'b' };
		bool bad = c <= 0x20 || c == 0x7F || c == '/' || c == '\\' || c == '@';
		bool inside_bad = everyuri_policy_host(&policy, inside, 3, NULL) == EVERYURI_UNSAFE;
		bool front_bad = everyuri_policy_host(&policy, front, 2, NULL) == EVERYURI_UNSAFE;

		wrong += inside_bad != bad;
		wrong += front_bad != (bad || c == '-');
	}
	is_number(wrong, 0, "THREATS C1, C7: which bytes no host has");
}

/* ---- configuration -------------------------------------------------------------------------- */

static void describe(enum everyuri_status s, const struct everyuri_error *err, char *out,
                     size_t cap)
{
	if (s == EVERYURI_OK)
		snprintf(out, cap, "ok");
	else
		snprintf(out, cap, "%s|at=%lu",
		         s == EVERYURI_INVALID ? "invalid" :
		         s == EVERYURI_MISSING ? "missing" :
		                                 "?",
		         (unsigned long)err->at);
}

static void test_reading(void)
{
	struct rows rows = rows_of("vectors/policy/read.tsv");
	struct row row;
	struct everyuri_buf buf;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	while (next_row(&rows, &row)) {
		const char *text = guarded(row.field[1], row.len[1]);
		size_t len = row.len[1];
		struct everyuri_policy policy, before;
		struct everyuri_error err = { 0 };
		enum everyuri_status s;
		char got[64];

		memset(&policy, 0x5A, sizeof policy);
		before = policy;
		s = everyuri_policy_read(text, len, 0, &buf, &policy, &err);
		describe(s, &err, got, sizeof got);
		is_text(got, strlen(got), row.field[2], "%s: read", row.field[0]);
		ok(!s || !memcmp(&policy, &before, sizeof policy),
		   "%s: a failure leaves the policy as it was", row.field[0]);
		ok(s == everyuri_policy_read(text, len, 0, &buf, &policy, NULL),
		   "%s: the same without an error to fill", row.field[0]);
		if (len && !memchr(text, '\n', len - 1) && memchr(text, '\n', len)) {
			err = (struct everyuri_error){ 0 };
			s = everyuri_policy_line(guarded(row.field[1], len - 1), len - 1, &err);
			describe(s, &err, got, sizeof got);
			is_text(got, strlen(got), row.field[2], "%s: the line alone", row.field[0]);
		}
		if (!strncmp(row.field[2], "missing", 7))
			ok(everyuri_policy_read(guarded(row.field[1], len), len,
			                        EVERYURI_POLICY_AMONG_OTHERS, &buf, &policy,
			                        &err) == EVERYURI_OK,
			   "%s: passed over among others", row.field[0]);
	}
	everyuri_buf_free(&buf);
	free(rows.text);
}

static const char whole_text[] = "# a policy with everything in it\n"
				 "only-scheme http GOPHER ftp\n"
				 "refuse-scheme telnet\n"
				 "gateway http://g.example/ # somebody else's\n"
				 "only-host *.example.org 10.0.0.0/8\n"
				 "allow-host 10.1.0.0/16\n"
				 "refuse-host bad.example.org fd00::/8\r\n"
				 "allow-port 8125 25\n"
				 "refuse-port 8080\n"
				 "allow-port 26\n"
				 "refuse-address private loopback\n"
				 "allow-address loopback\n"
				 "max-command 512\n"
				 "max-steps 20\n"
				 "max-items 1000000\n"
				 "refuse-password\n"
				 "allow-hop";

static bool is_whole(const struct everyuri_policy *p)
{
	return p->n_only_schemes == 3 && p->only_schemes[1].len == 6 &&
	       !memcmp(p->only_schemes[1].data, "GOPHER", 6) && p->n_refused_schemes == 1 &&
	       !memcmp(p->refused_schemes[0].data, "telnet", 6) && p->n_only_hosts == 2 &&
	       !memcmp(p->only_hosts[1].data, "10.0.0.0/8", 10) && p->n_allowed_hosts == 1 &&
	       p->allowed_hosts[0].len == 11 && p->n_refused_hosts == 2 &&
	       p->refused_hosts[1].len == 8 && !memcmp(p->refused_hosts[1].data, "fd00::/8", 8) &&
	       p->n_allowed_ports == 3 && p->allowed_ports[0] == 8125 &&
	       p->allowed_ports[2] == 26 && p->n_refused_ports == 1 &&
	       p->refused_ports[0] == 8080 &&
	       p->refused_classes == EVERYURI_POLICY_CLASS(EVERYURI_ADDRESS_PRIVATE) &&
	       p->max_command == 512 && p->max_steps == 20 && p->max_items == 1000000 &&
	       p->flags == (EVERYURI_POLICY_NO_PASSWORDS | EVERYURI_POLICY_ANY_HOP);
}

static enum everyuri_status read_whole(struct everyuri_buf *buf, struct everyuri_policy *policy,
                                       struct everyuri_error *err)
{
	return everyuri_policy_read(guarded(whole_text, sizeof whole_text - 1),
	                            sizeof whole_text - 1, EVERYURI_POLICY_AMONG_OTHERS, buf,
	                            policy, err);
}

static void test_whole(void)
{
	struct everyuri_buf buf;
	struct everyuri_policy policy;
	struct everyuri_error err = { 0 };

	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(read_whole(&buf, &policy, NULL) == EVERYURI_OK && is_whole(&policy),
	   "a policy with everything in it is read, lines of others among them");
	guarded("", 0);
	ok(is_whole(&policy), "and does not need the text any longer");
	ok(everyuri_policy_read(whole_text, sizeof whole_text - 1, 0, &buf, &policy, &err) ==
	                   EVERYURI_MISSING &&
	           err.at == 82 && is_whole(&policy),
	   "without others their line is where it stops");
	everyuri_buf_free(&buf);
}

static void test_nothing_said(void)
{
	struct everyuri_buf buf;
	struct everyuri_policy policy;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	ok(everyuri_policy_read(NULL, 0, 0, &buf, &policy, NULL) == EVERYURI_OK &&
	           !policy.n_allowed_ports && !policy.n_only_schemes && !policy.n_only_hosts &&
	           !policy.n_refused_hosts && !policy.refused_classes && !policy.flags &&
	           !policy.max_command && !policy.max_steps && !policy.max_items,
	   "no text is the default policy");
	everyuri_buf_free(&buf);
}

static void test_memory(void)
{
	struct everyuri_policy policy = { .max_steps = 7 };
	struct everyuri_buf buf;
	size_t needed;

	for (unsigned long round = 0;; round++) {
		struct failing failing;
		struct everyuri_error err = { 0 };
		enum everyuri_status s;

		failing_init(&failing, 0);
		failing_round(&failing, round);
		everyuri_buf_init(&buf, NULL, 0, &failing.allocator);
		s = read_whole(&buf, &policy, &err);
		ok(s == (failing.failed ? EVERYURI_NO_MEMORY : EVERYURI_OK) &&
		           (failing.failed ? policy.max_steps == 7 : is_whole(&policy)),
		   "no memory, round %lu: the policy is whole or untouched", round);
		everyuri_buf_free(&buf);
		ok(!failing.blocks && !failing.misuses, "and nothing is left behind");
		if (!failing.failed)
			break;
	}
	everyuri_buf_init(&buf, (char[1]){ 0 }, 1, NULL);
	ok(read_whole(&buf, &policy, NULL) == EVERYURI_NO_SPACE, "a fixed buffer is too small");
	needed = buf.needed;
	for (size_t past = 0; past < 16; past++) {
		char memory[2048];
		char *place = memory + past;

		everyuri_buf_init(&buf, place, needed, NULL);
		memset(memory, 0x5A, sizeof memory);
		ok(needed < 2000 && read_whole(&buf, &policy, NULL) == EVERYURI_OK &&
		           is_whole(&policy) && memory[past + needed] == 0x5A &&
		           (uintptr_t)policy.only_schemes % _Alignof(struct everyuri_text) == 0 &&
		           (uintptr_t)policy.allowed_ports % _Alignof(uint16_t) == 0,
		   "at any address, %lu bytes are enough, as it said", (unsigned long)needed);
	}
	if (needed > 1) {
		char *memory = malloc(needed - 1);

		everyuri_buf_init(&buf, memory, needed - 1, NULL);
		ok(read_whole(&buf, &policy, NULL) == EVERYURI_NO_SPACE && buf.needed == needed,
		   "and one byte less is too few");
		free(memory);
	}
}

/* Any bytes: an answer, and what is read is a policy that answers. */
static void test_any_bytes(void)
{
	static const char letters[] =
		"allow-refuse-only-host port scheme address 10.0./8:*#\t\n\r\0";
	struct everyuri_buf buf;
	uint32_t state = 1;
	unsigned read = 0;

	everyuri_buf_init(&buf, NULL, 0, NULL);
	for (unsigned round = 0; round < 20000; round++) {
		static const char *const starts[] = {
			"", "allow-host ", "refuse-host ", "only-scheme ", "allow-port ", "#"
		};
		struct everyuri_policy policy;
		char text[64];
		size_t len = 0, want;

		state = state * 1664525 + 1013904223;
		for (const char *s = starts[state >> 16 & 7 & (state >> 18 & 1 ? 5 : 3)]; *s; s++)
			text[len++] = *s;
		want = len + (state >> 24) % 40;
		while (len < want) {
			state = state * 1664525 + 1013904223;
			text[len++] = letters[(state >> 16) % (sizeof letters - 1)];
		}
		if (everyuri_policy_read(guarded(text, len), len, 0, &buf, &policy, NULL))
			continue;
		read++;
		if (everyuri_policy_host(&policy, "a.b", 3, NULL) == EVERYURI_INVALID) {
			ok(false, "what is read can be asked: %.*s", (int)len, text);
			break;
		}
	}
	ok(read > 100, "any bytes have an answer, and what is read can be asked");
	diag("%u of 20000 were policies", read);
	everyuri_buf_free(&buf);
}

int main(void)
{
	test_class_names();
	test_ranges();
	test_addresses();
	test_every_network();
	test_documented();
	test_bad_ports();
	test_own_port();
	test_decisions();
	test_filled_by_hand();
	test_host_bytes();
	test_reading();
	test_whole();
	test_nothing_said();
	test_memory();
	test_any_bytes();
	guard_free(&guard);
	return done();
}
