/* The default ports of schemes, and their status in IANA's registry. */
#include "base/base.h"
#include "base/generated/schemes.h"
#include "base/schemes.h"

struct known_scheme {
	char name[14]; /* an array, so that the table needs no relocation */
	uint16_t port;
};

/* The ports of schemes that everyuri does not support. scheme_rows.h contains the ports of the
 * supported schemes. */
static const struct known_scheme other_ports[] = {
	{ "acap", 674 },        { "amqp", 5672 },
	{ "amqps", 5671 },      { "cap", 1026 },
	{ "coap", 5683 },       { "coaps", 5684 },
	{ "dns", 53 },          { "git", 9418 },
	{ "icap", 1344 },       { "imap", 143 },
	{ "imaps", 993 },       { "ipp", 631 },
	{ "ipps", 631 },        { "irc", 6667 },
	{ "ircs", 6697 },       { "iris.beep", 702 },
	{ "mongodb", 27017 },   { "mqtt", 1883 },
	{ "mqtts", 8883 },      { "msrp", 2855 },
	{ "mtqp", 1038 },       { "mumble", 64738 },
	{ "mysql", 3306 },      { "pop", 110 },
	{ "postgresql", 5432 }, { "redis", 6379 },
	{ "rediss", 6379 },     { "rmi", 1098 },
	{ "rsync", 873 },       { "rtmp", 1935 },
	{ "rtsp", 554 },        { "rtsps", 322 },
	{ "rtspu", 554 },       { "sftp", 22 },
	{ "sip", 5060 },        { "sips", 5061 },
	{ "smb", 445 },         { "smtp", 25 },
	{ "snmp", 161 },        { "soap.beep", 605 },
	{ "soap.beeps", 605 },  { "ssh", 22 },
	{ "stun", 3478 },       { "stuns", 5349 },
	{ "svn", 3690 },        { "tftp", 69 },
	{ "tip", 3372 },        { "titan", 1965 },
	{ "turn", 3478 },       { "turns", 5349 },
	{ "vemmi", 575 },       { "vnc", 5900 },
	{ "ws", 80 },           { "wss", 443 },
	{ "xmlrpc.beep", 602 }, { "xmlrpc.beeps", 602 },
};

uint16_t everyuri_scheme_port(const char *scheme, size_t len)
{
	const struct eu_scheme *row = eu_scheme_find(scheme, len);

	if (row)
		return row->has_usual_port ? 0 : row->info.port;
	for (size_t i = 0; i < sizeof other_ports / sizeof *other_ports; i++)
		if (eu_equals_ignoring_case(scheme, len, other_ports[i].name))
			return other_ports[i].port;
	return 0;
}

/* Skips schemes whose URIs have no host, such as "news", although a default port is listed for some
 * of them. */
const char *everyuri_port_scheme(unsigned port)
{
	const struct everyuri_scheme_info *info;

	for (size_t i = 0; port && (info = everyuri_scheme_nth(i)); i++)
		if (info->port == port && info->kind != EVERYURI_KIND_OPAQUE)
			return info->name;
	for (size_t i = 0; i < sizeof other_ports / sizeof *other_ports; i++)
		if (other_ports[i].port == port)
			return other_ports[i].name;
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
