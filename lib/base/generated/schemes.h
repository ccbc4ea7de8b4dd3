/* schemes.h - the 434 URI schemes of IANA's registry, and 25 that are in wide use:
 * 99 permanent, 317 provisional, 18 historical, 25 wide use.
 * Made by tools/iana-schemes; do not edit.  Source: npm url-sanitizer 5.0.1 (2026-08-19) and what tools/README.md names. */
/* clang-format off */
#ifndef EU_BASE_GENERATED_SCHEMES_H
#define EU_BASE_GENERATED_SCHEMES_H

static const char *const scheme_names[] = {
	"aaa", "aaas", "about", "acap", "acct", "acd", "ace", "acr", "adiumxtra", "adt", "aet", "afp",
	"afs", "agtp", "aim", "amqp", "amqps", "amss", "android", "appdata", "apt", "ar", "ari", "ark",
	"ars", "at", "attachment", "aw", "barion", "bb", "beshare", "bitcoin", "bitcoincash", "bl",
	"blob", "bluetooth", "bolo", "brid", "browserext", "bzr", "bzr+ssh", "cabal", "caip",
	"calculator", "callto", "cap", "cast", "casts", "chrome", "chrome-extension", "cid", "cm",
	"coap", "coap+tcp", "coap+ws", "coaps", "coaps+tcp", "coaps+ws", "com-eventbrite-attendee",
	"content", "content-type", "crid", "cstr", "cttps", "cvs", "dab", "dat", "data", "dav", "dhttp",
	"diaspora", "dict", "did", "dilithium3", "dis", "dlna-playcontainer", "dlna-playsingle", "dnp",
	"dns", "dntp", "doi", "donau", "dpp", "drm", "drop", "dtmi", "dtn", "dvb", "dvx", "dweb",
	"ed2k", "eid", "elsi", "embedded", "ens", "esim", "ethereum", "example", "ez", "facetime",
	"fax", "feed", "feedready", "fido", "file", "filesystem", "finger", "first-run-pen-experience",
	"fish", "fm", "ftp", "ftps", "fuchsia-pkg", "gcx", "gdsi", "gemini", "geo", "gg", "git",
	"git+http", "git+https", "git+ssh", "gitoid", "gizmoproject", "go", "gopher", "gophers",
	"graph", "grd", "gtalk", "h323", "ham", "hcap", "hcp", "hg", "hs20", "http", "https", "hxxp",
	"hxxps", "hydrazone", "hyper", "i0", "iax", "ibi", "ibi-", "icap", "icon", "ilstring", "im",
	"imap", "imaps", "info", "interaction", "iotdisco", "ipfs", "ipn", "ipns", "ipp", "ipps", "irc",
	"irc6", "ircs", "iris", "iris.beep", "iris.lwz", "iris.xpc", "iris.xpcs", "isostore", "itms",
	"jabber", "jar", "jdbc", "jms", "keyparc", "lastfm", "lbry", "ldap", "ldaps", "leaptofrogans",
	"lid", "linkid", "lorawan", "lp", "lpa", "lvlt", "machineprovisioningprogressreporter",
	"magnet", "mailserver", "mailto", "maps", "market", "matrix", "mdoc", "mdoc-openid4vp",
	"message", "microsoft.windows.camera", "microsoft.windows.camera.multipicker",
	"microsoft.windows.camera.picker", "mid", "mms", "modem", "mongodb", "moz", "mqtt", "mqtts",
	"ms-access", "ms-appinstaller", "ms-browser-extension", "ms-calculator", "ms-drive-to",
	"ms-enrollment", "ms-excel", "ms-eyecontrolspeech", "ms-gamebarservices", "ms-gamingoverlay",
	"ms-getoffice", "ms-help", "ms-infopath", "ms-inputapp", "ms-launchremotedesktop",
	"ms-lockscreencomponent-config", "ms-media-stream-id", "ms-meetnow", "ms-mixedrealitycapture",
	"ms-mobileplans", "ms-newsandinterests", "ms-officeapp", "ms-people", "ms-personacard",
	"ms-powerpoint", "ms-project", "ms-publisher", "ms-recall", "ms-remotedesktop",
	"ms-remotedesktop-launch", "ms-restoretabcompanion", "ms-screenclip", "ms-screensketch",
	"ms-search", "ms-search-repair", "ms-secondary-screen-controller", "ms-secondary-screen-setup",
	"ms-settings", "ms-settings-airplanemode", "ms-settings-bluetooth", "ms-settings-camera",
	"ms-settings-cellular", "ms-settings-cloudstorage", "ms-settings-connectabledevices",
	"ms-settings-displays-topology", "ms-settings-emailandaccounts", "ms-settings-language",
	"ms-settings-location", "ms-settings-lock", "ms-settings-nfctransactions",
	"ms-settings-notifications", "ms-settings-power", "ms-settings-privacy",
	"ms-settings-proximity", "ms-settings-screenrotation", "ms-settings-wifi",
	"ms-settings-workplace", "ms-spd", "ms-stickers", "ms-sttoverlay", "ms-transit-to",
	"ms-useractivityset", "ms-uup", "ms-virtualtouchpad", "ms-visio", "ms-walk-to", "ms-whiteboard",
	"ms-whiteboard-cmd", "ms-widgetboard", "ms-widgets", "ms-word", "msnim", "msrp", "msrps", "mss",
	"mt", "mtqp", "mtrust", "mumble", "mupdate", "musik", "mvn", "mvrp", "mvrps", "mysql", "news",
	"nfs", "ni", "nih", "nntp", "nntps", "nostr", "notes", "npamp", "num", "ocf", "oid", "onenote",
	"onenote-cmd", "opaquelocktoken", "openid", "openpgp4fpr", "otpauth", "p1", "pack", "palm",
	"paparazzi", "payment", "payto", "pkcs11", "pkg", "platform", "pop", "postgresql", "pres",
	"prospero", "proxy", "psyc", "pttp", "pwid", "qb", "query", "quic-transport", "redis", "rediss",
	"reload", "res", "resource", "rlogin", "rmi", "rsync", "rtmfp", "rtmp", "rtsp", "rtsps",
	"rtspu", "sarif", "secondlife", "secret-token", "seki", "service", "session", "sftp", "sgn",
	"shc", "shelter", "shttp", "sieve", "simpleledger", "simplex", "sip", "sips", "skype", "smb",
	"smp", "sms", "smtp", "snews", "snmp", "soap.beep", "soap.beeps", "soldat", "spacify",
	"spartan", "spiffe", "spotify", "ssb", "ssh", "sss", "starknet", "steam", "stun", "stuns",
	"submit", "svn", "svn+http", "svn+https", "svn+ssh", "swh", "swid", "swidpath", "tag", "taler",
	"teamspeak", "teapot", "teapots", "tel", "teliaeid", "telnet", "tftp", "things", "thismessage",
	"thzp", "tii", "tip", "titan", "tn3270", "tool", "tttps", "turn", "turns", "tv", "udp",
	"unreal", "upn", "upt", "urn", "ust", "ut2004", "uuaid", "uuid-in-package", "v-event", "vemmi",
	"ventrilo", "ves", "videotex", "view-source", "vnc", "vscode", "vscode-insiders", "vsls", "w3",
	"wais", "wasm", "wasm-js", "wcr", "web+ap", "web+interaction", "web3", "webcal", "whois",
	"whois++", "wifi", "wpid", "ws", "wss", "wtai", "wyciwyg", "xcompute", "xcon", "xcon-userid",
	"xfire", "xftp", "xmlrpc.beep", "xmlrpc.beeps", "xmpp", "xrcp", "xri", "ymsgr", "z39.50",
	"z39.50r", "z39.50s", "ztdnaid",
};

/* Two bits a name, the first name lowest: enum everyuri_scheme_status less 1. */
static const unsigned char scheme_statuses[] = {
	0, 84, 85, 213, 87, 85, 85, 89, 85, 213, 87, 81, 69, 0, 80, 81, 21, 20, 85, 69, 84, 70, 85, 85,
	81, 86, 88, 197, 213, 212, 95, 112, 70, 117, 80, 21, 69, 193, 84, 4, 21, 0, 69, 87, 17, 213, 85,
	82, 85, 21, 89, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85, 5, 65,
	81, 53, 0, 87, 85, 81, 105, 25, 197, 88, 85, 21, 117, 21, 80, 5, 85, 80, 80, 145, 64, 93, 85,
	65, 253, 21, 85, 4, 97, 76, 1, 149, 84, 69, 25, 85, 86, 85, 159, 80, 65, 1, 149, 16,
};

#endif
