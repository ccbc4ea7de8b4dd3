/* What is known of schemes by name: IANA's registry, and the port that a scheme's own
 * definition gives; 0 where it gives none. */
#include "base/base.h"
#include "base/generated/schemes.h"

struct known_scheme {
	char name[14]; /* in the row, so that the table needs no relocation */
	uint16_t port;
};

static const struct known_scheme default_ports[] = {
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

uint16_t everyuri_scheme_port(const char *scheme, size_t len)
{
	for (size_t i = 0; i < sizeof default_ports / sizeof *default_ports; i++)
		if (eu_equals_ignoring_case(scheme, len, default_ports[i].name))
			return default_ports[i].port;
	return 0;
}

const char *everyuri_port_scheme(unsigned port)
{
	for (size_t i = 0; i < sizeof default_ports / sizeof *default_ports; i++)
		if (default_ports[i].port == port)
			return default_ports[i].name;
	return NULL;
}

const char *const *everyuri_scheme_names(size_t *n_names)
{
	*n_names = sizeof scheme_names / sizeof *scheme_names;
	return scheme_names;
}

enum everyuri_scheme_status everyuri_scheme_status_of(const char *scheme, size_t len)
{
	const size_t n = sizeof scheme_names / sizeof *scheme_names;
	size_t at = eu_find_name(scheme_names, n, scheme, len);

	if (at == n)
		return EVERYURI_SCHEME_UNKNOWN;
	return (enum everyuri_scheme_status)(((scheme_statuses[at / 4] >> at % 4 * 2) & 3) + 1);
}
