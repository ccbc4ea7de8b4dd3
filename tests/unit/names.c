/* names.c - the names of numbered values, and the ports that schemes have by their own definitions. */
#include <everyuri.h>

#include "guard.h"
#include "tap.h"

static struct guard guard;

/* ---- values ---------------------------------------------------------------------------------------- */

static const char *status_name(unsigned value)
{
	return everyuri_status_text((enum everyuri_status)value);
}

static const char *part_name(unsigned value)
{
	return everyuri_part_name((enum everyuri_part)value);
}

static const char *host_kind_name(unsigned value)
{
	return everyuri_host_kind_name((enum everyuri_host_kind)value);
}

static const char *extra_name(unsigned value)
{
	return everyuri_extra_name_text((enum everyuri_extra_name)value);
}

static const char *place_name(unsigned value)
{
	return everyuri_place_name((enum everyuri_place)value);
}

/* names: with a blank between them, in the order of the values; "-" is no name. */
static void test_names(const char *what, const char *names, const char *(*name_of)(unsigned value),
                       const char *beyond)
{
	unsigned value = 0;

	while (*names) {
		size_t len = strcspn(names, " ");
		const char *told = name_of(value);

		ok(*names == '-' ? !*told : strlen(told) == len && !memcmp(told, names, len),
		   "base.h: the %s of %u is %.*s", what, value, (int)len, names);
		names += len + (names[len] == ' ');
		value++;
	}
	is_text(name_of(value), strlen(name_of(value)), beyond,
	        "base.h: what has no %s, such as %u", what, value);
}

/* Sentences, so not one of them by its words: each is there, and none is another's. */
static void test_statuses(void)
{
	static const enum everyuri_status statuses[] = {
		EVERYURI_OK,       EVERYURI_INVALID,   EVERYURI_UNSAFE,      EVERYURI_TOO_LONG,
		EVERYURI_NO_SPACE, EVERYURI_NO_MEMORY, EVERYURI_UNSUPPORTED, EVERYURI_OUT_OF_RANGE,
		EVERYURI_MISSING,  EVERYURI_FAILED,    EVERYURI_PARTIAL,     EVERYURI_PROTOCOL,
		EVERYURI_NULL_ROW,
	};
	const size_t n = sizeof statuses / sizeof *statuses;

	for (size_t i = 0; i < n; i++) {
		const char *text = status_name(statuses[i]);
		bool own = text && text[0] && strcmp(text, "unknown status") != 0;

		for (size_t k = 0; own && k < i; k++)
			own = strcmp(text, status_name(statuses[k])) != 0;
		ok(own, "base.h: status %d has a text of its own", (int)statuses[i]);
	}
	is_text(status_name((unsigned)n), strlen(status_name((unsigned)n)), "unknown status",
	        "base.h: status %zu is none", n);
}

static void test_places(void)
{
	for (unsigned k = 0; k < EVERYURI_N_PLACES; k++) {
		const char *name = place_name(k);
		size_t len = strlen(name);
		enum everyuri_place place = EVERYURI_N_PLACES;

		ok(everyuri_place_find(guard_end(&guard, name, len), len, &place) == EVERYURI_OK &&
		           place == (enum everyuri_place)k,
		   "uri.h: the place %s is found", name);
		place = EVERYURI_N_PLACES;
		ok(everyuri_place_find(guard_end(&guard, name, len - 1), len - 1, &place) ==
		                   EVERYURI_MISSING &&
		           place == EVERYURI_N_PLACES,
		   "uri.h: a part of the name %s is none", name);
	}
}

/* ---- ports ----------------------------------------------------------------------------------------- */

/* After the definitions of the schemes, or the assignment of the service to them. */
static const struct {
	const char *scheme;
	unsigned port;
} ports[] = {
	{ "acap", 674 },      { "amqp", 5672 },       { "amqps", 5671 },       { "cap", 1026 },
	{ "coap", 5683 },     { "coaps", 5684 },      { "dict", 2628 },        { "dns", 53 },
	{ "finger", 79 },     { "ftp", 21 },          { "ftps", 990 },         { "gemini", 1965 },
	{ "git", 9418 },      { "gopher", 70 },       { "gophers", 70 },       { "http", 80 },
	{ "https", 443 },     { "icap", 1344 },       { "imap", 143 },         { "imaps", 993 },
	{ "ipp", 631 },       { "ipps", 631 },        { "irc", 6667 },         { "ircs", 6697 },
	{ "iris.beep", 702 }, { "ldap", 389 },        { "ldaps", 636 },        { "mongodb", 27017 },
	{ "mqtt", 1883 },     { "mqtts", 8883 },      { "msrp", 2855 },        { "mtqp", 1038 },
	{ "mumble", 64738 },  { "mysql", 3306 },      { "nfs", 2049 },         { "nntp", 119 },
	{ "nntps", 563 },     { "pop", 110 },         { "postgresql", 5432 },  { "prospero", 1525 },
	{ "redis", 6379 },    { "rediss", 6379 },     { "rlogin", 513 },       { "rmi", 1098 },
	{ "rsync", 873 },     { "rtmp", 1935 },       { "rtsp", 554 },         { "rtsps", 322 },
	{ "rtspu", 554 },     { "sftp", 22 },         { "sip", 5060 },         { "sips", 5061 },
	{ "smb", 445 },       { "smtp", 25 },         { "snews", 563 },        { "snmp", 161 },
	{ "soap.beep", 605 }, { "soap.beeps", 605 },  { "spartan", 300 },      { "ssh", 22 },
	{ "stun", 3478 },     { "stuns", 5349 },      { "svn", 3690 },         { "telnet", 23 },
	{ "tftp", 69 },       { "tip", 3372 },        { "titan", 1965 },       { "tn3270", 23 },
	{ "turn", 3478 },     { "turns", 5349 },      { "vemmi", 575 },        { "vnc", 5900 },
	{ "wais", 210 },      { "whois", 43 },        { "whois++", 63 },       { "ws", 80 },
	{ "wss", 443 },       { "xmlrpc.beep", 602 }, { "xmlrpc.beeps", 602 }, { "z39.50r", 210 },
	{ "z39.50s", 210 },
};
#define N_PORTS (sizeof ports / sizeof *ports)

static unsigned port_of(const char *scheme)
{
	size_t len = strlen(scheme);

	return everyuri_scheme_port(guard_end(&guard, scheme, len), len);
}

/* The first by name of those that share a port. */
static const char *first_of(unsigned port)
{
	const char *first = NULL;

	for (size_t i = 0; i < N_PORTS; i++)
		if (ports[i].port == port && (!first || strcmp(ports[i].scheme, first) < 0))
			first = ports[i].scheme;
	return first;
}

static bool is_listed(const char *scheme)
{
	for (size_t i = 0; i < N_PORTS; i++)
		if (strcmp(ports[i].scheme, scheme) == 0)
			return true;
	return false;
}

static void test_ports(void)
{
	size_t n_names;
	const char *const *names = everyuri_scheme_names(&n_names);
	const char *more = "";

	for (size_t i = 0; i < N_PORTS; i++) {
		const char *first = everyuri_port_scheme(ports[i].port);

		ok(port_of(ports[i].scheme) == ports[i].port, "base.h: the port of %s is %u",
		   ports[i].scheme, ports[i].port);
		is_text(first ? first : "", first ? strlen(first) : 0, first_of(ports[i].port),
		        "base.h: the first scheme of port %u", ports[i].port);
	}
	for (size_t i = 0; i < n_names; i++)
		if (port_of(names[i]) && !is_listed(names[i]))
			more = names[i];
	is_text(more, strlen(more), "", "base.h: no other of %zu schemes has a port", n_names);
}

int main(void)
{
	test_names("part", "scheme user password host port path query fragment", part_name, "");
	test_names("host kind", "- name ipv4 ipv6 ipvfuture opaque registry empty", host_kind_name,
	           "");
	test_names("piece",
	           "type gtype selector search gopher+ group article number address database wtype "
	           "wpath hsoname version fields service zone",
	           extra_name, "");
	test_names("place", "user password host segment query query-value fragment", place_name,
	           "");
	test_statuses();
	test_places();
	test_ports();
	is_text(everyuri_version(), strlen(everyuri_version()), EVERYURI_VERSION,
	        "base.h: the library has the version of its headers");
	guard_free(&guard);
	return done();
}
