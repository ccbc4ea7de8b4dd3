/* The names of the enumerators in the public headers. */
#include "base/base.h"

const char *everyuri_status_text(enum everyuri_status status)
{
	static const char *const text[] = {
		[EVERYURI_OK] = "ok",
		[EVERYURI_INVALID] = "invalid syntax",
		[EVERYURI_UNSAFE] = "refused as unsafe",
		[EVERYURI_TOO_LONG] = "too long",
		[EVERYURI_NO_SPACE] = "the buffer is too small",
		[EVERYURI_NO_MEMORY] = "out of memory",
		[EVERYURI_UNSUPPORTED] = "not supported",
		[EVERYURI_OUT_OF_RANGE] = "number out of range",
		[EVERYURI_MISSING] = "not found",
		[EVERYURI_FAILED] = "refused or unreachable",
		[EVERYURI_PARTIAL] = "incomplete",
		[EVERYURI_PROTOCOL] = "protocol error",
		[EVERYURI_NULL_ROW] = "null",
	};

	return (size_t)status < sizeof text / sizeof *text ? text[status] : "unknown status";
}

const char *everyuri_part_name(enum everyuri_part part)
{
	static const char *const name[EVERYURI_N_PARTS] = {
		"scheme", "user", "password", "host", "port", "path", "query", "fragment"
	};

	return (size_t)part < EVERYURI_N_PARTS ? name[part] : "";
}

const char *everyuri_host_kind_name(enum everyuri_host_kind kind)
{
	static const char *const name[] = { "",          "name",   "ipv4",     "ipv6",
		                            "ipvfuture", "opaque", "registry", "empty" };

	return (size_t)kind < sizeof name / sizeof *name ? name[kind] : "";
}

const char *everyuri_extra_name_text(enum everyuri_extra_name name)
{
	static const char *const text[EVERYURI_N_EXTRA_NAMES] = {
		"type",    "gtype",   "selector", "search",   "gopher+", "group",
		"article", "number",  "address",  "database", "wtype",   "wpath",
		"hsoname", "version", "fields",   "service",  "zone",
	};

	return (size_t)name < EVERYURI_N_EXTRA_NAMES ? text[name] : "";
}
