/* Scheme names that are registered with IANA or in wide use, and the port that each
 * scheme's own definition gives; 0 where it gives none.  Sorted by byte. */
#include "base/base.h"

struct known_scheme {
	char name[14]; /* in the row, so that the table needs no relocation */
	uint16_t port;
};

static const char *const scheme_names[] = {
	"aaa", "aaas", "about", "acap", "acct", "acr", "adiumxtra", "afp", "afs", "aim", "amqp",
	"amqps", "appdata", "apt", "ark", "at", "attachment", "aw", "barion", "bb", "beshare",
	"bitcoin", "bitcoincash", "blob", "bolo", "bzr", "bzr+ssh", "cabal", "calculator",
	"callto", "cap", "cast", "cid", "coap", "coaps", "content", "crid", "cvs", "dab", "dat",
	"data", "dav", "dhttp", "diaspora", "dict", "did", "dis", "dlna-playcontainer",
	"dlna-playsingle", "dns", "dntp", "doi", "dpp", "drm", "drop", "dtmi", "dtn", "dvb",
	"dweb", "ed2k", "eid", "elsi", "embedded", "ens", "ethereum", "example", "facetime",
	"fax", "feed", "feedready", "fido", "file", "filesystem", "finger", "fish", "fm", "ftp",
	"ftps", "fuchsia-pkg", "gemini", "geo", "gg", "git", "git+http", "git+https", "git+ssh",
	"gizmoproject", "go", "gopher", "gophers", "graph", "gtalk", "h323", "ham", "hcap",
	"hcp", "hg", "http", "https", "hydrazone", "iax", "icap", "icon", "im", "imap", "imaps",
	"info", "iotdisco", "ipfs", "ipn", "ipns", "ipp", "ipps", "irc", "irc6", "ircs", "iris",
	"iris.beep", "iris.lwz", "iris.xpc", "iris.xpcs", "isostore", "itms", "jabber", "jar",
	"jdbc", "jms", "keyparc", "lastfm", "lbry", "ldap", "ldaps", "leaptofrogans", "lid",
	"lorawan", "lp", "lvlt", "magnet", "mailserver", "mailto", "maps", "market", "matrix",
	"message", "mid", "mms", "modem", "mongodb", "moz", "mqtt", "mqtts", "ms-access",
	"ms-excel", "ms-word", "msnim", "msrp", "msrps", "mss", "mt", "mtqp", "mumble",
	"mupdate", "mvn", "mysql", "news", "nfs", "ni", "nih", "nntp", "nntps", "notes", "num",
	"ocf", "oid", "onenote", "opaquelocktoken", "openid", "openpgp4fpr", "otpauth", "pack",
	"palm", "paparazzi", "payment", "payto", "pkcs11", "platform", "pop", "postgresql",
	"pres", "prospero", "proxy", "psyc", "pttp", "pwid", "qb", "query", "redis", "rediss",
	"reload", "resource", "rlogin", "rmi", "rsync", "rtmfp", "rtmp", "rtsp", "rtsps",
	"rtspu", "secondlife", "service", "session", "sftp", "sgn", "shelter", "shttp", "sieve",
	"sip", "sips", "skype", "smb", "sms", "smtp", "snews", "snmp", "soap.beep", "soap.beeps",
	"soldat", "spartan", "spiffe", "spotify", "ssb", "ssh", "steam", "stun", "stuns",
	"submit", "svn", "svn+http", "svn+https", "svn+ssh", "swh", "swid", "swidpath", "tag",
	"teamspeak", "tel", "teliaeid", "telnet", "tftp", "things", "thismessage", "tip",
	"titan", "tn3270", "tool", "turn", "turns", "tv", "udp", "unreal", "urn", "ut2004",
	"uuid-in-package", "v-event", "vemmi", "ventrilo", "view-source", "vnc", "vscode",
	"wais", "wcr", "web3", "webcal", "whois", "whois++", "wifi", "ws", "wss", "wtai",
	"wyciwyg", "xcon", "xcon-userid", "xfire", "xmlrpc.beep", "xmlrpc.beeps", "xmpp", "xri",
	"ymsgr", "z39.50", "z39.50r", "z39.50s",
};

static const struct known_scheme default_ports[] = {
	{ "acap", 674 }, { "amqp", 5672 }, { "amqps", 5671 }, { "cap", 1026 }, { "coap", 5683 },
	{ "coaps", 5684 }, { "dict", 2628 }, { "dns", 53 }, { "finger", 79 }, { "ftp", 21 },
	{ "ftps", 990 }, { "gemini", 1965 }, { "git", 9418 }, { "gopher", 70 },
	{ "gophers", 70 }, { "http", 80 }, { "https", 443 }, { "icap", 1344 }, { "imap", 143 },
	{ "imaps", 993 }, { "ipp", 631 }, { "ipps", 631 }, { "irc", 6667 }, { "ircs", 6697 },
	{ "iris.beep", 702 }, { "ldap", 389 }, { "ldaps", 636 }, { "mongodb", 27017 },
	{ "mqtt", 1883 }, { "mqtts", 8883 }, { "msrp", 2855 }, { "mtqp", 1038 },
	{ "mumble", 64738 }, { "mysql", 3306 }, { "nfs", 2049 }, { "nntp", 119 },
	{ "nntps", 563 }, { "pop", 110 }, { "postgresql", 5432 }, { "prospero", 1525 },
	{ "redis", 6379 }, { "rediss", 6379 }, { "rlogin", 513 }, { "rmi", 1098 },
	{ "rsync", 873 }, { "rtmp", 1935 }, { "rtsp", 554 }, { "rtsps", 322 }, { "rtspu", 554 },
	{ "sftp", 22 }, { "sip", 5060 }, { "sips", 5061 }, { "smb", 445 }, { "smtp", 25 },
	{ "snews", 563 }, { "snmp", 161 }, { "soap.beep", 605 }, { "soap.beeps", 605 },
	{ "spartan", 300 }, { "ssh", 22 }, { "stun", 3478 }, { "stuns", 5349 }, { "svn", 3690 },
	{ "telnet", 23 }, { "tftp", 69 }, { "tip", 3372 }, { "titan", 1965 }, { "tn3270", 23 },
	{ "turn", 3478 }, { "turns", 5349 }, { "vemmi", 575 }, { "vnc", 5900 }, { "wais", 210 },
	{ "whois", 43 }, { "whois++", 63 }, { "ws", 80 }, { "wss", 443 }, { "xmlrpc.beep", 602 },
	{ "xmlrpc.beeps", 602 }, { "z39.50r", 210 }, { "z39.50s", 210 },
};

uint16_t everyuri_scheme_port(const char *scheme, size_t len)
{
	for (size_t i = 0; i < sizeof default_ports / sizeof *default_ports; i++)
		if (eu_equals_ignoring_case(scheme, len, default_ports[i].name))
			return default_ports[i].port;
	return 0;
}

const char *const *everyuri_scheme_names(size_t *n_names)
{
	*n_names = sizeof scheme_names / sizeof *scheme_names;
	return scheme_names;
}
