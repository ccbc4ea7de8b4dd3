/* numbers.c - what has a number has a name of its own, and a number that is none has none. */
#include <everyuri.h>

#include "tap.h"

#define N_STATUSES (EVERYURI_NULL_ROW + 1)
#define N_HOST_KINDS (EVERYURI_HOST_EMPTY + 1)

static const char *status_text(unsigned n)
{
	return everyuri_status_text((enum everyuri_status)n);
}

static const char *part_name(unsigned n)
{
	return everyuri_part_name((enum everyuri_part)n);
}

static const char *host_kind_name(unsigned n)
{
	return everyuri_host_kind_name((enum everyuri_host_kind)n);
}

static const char *extra_name(unsigned n)
{
	return everyuri_extra_name_text((enum everyuri_extra_name)n);
}

static const char *do_name(unsigned n)
{
	return everyuri_do_name((enum everyuri_do)n);
}

static const char *field_name(unsigned n)
{
	return everyuri_field_text((enum everyuri_field_name)n);
}

static const char *standard_name(unsigned n)
{
	return everyuri_standard_name((enum everyuri_standard)n);
}

static const char *place_name(unsigned n)
{
	return everyuri_place_name((enum everyuri_place)n);
}

static const char *address_class_name(unsigned n)
{
	return everyuri_address_class_name((enum everyuri_address_class)n);
}

static const char *profile_name(unsigned n)
{
	return everyuri_key_profile_name((enum everyuri_key_profile)n);
}

static const char *attribute_name(unsigned n)
{
	return everyuri_whatwg_attribute_name((enum everyuri_whatwg_attribute)n);
}

static const struct {
	const char *what;
	const char *(*name)(unsigned n);
	unsigned n;
	const char *of_none;
} kinds[] = {
	{ "status", status_text, N_STATUSES, "unknown status" },
	{ "part", part_name, EVERYURI_N_PARTS, "" },
	{ "host kind", host_kind_name, N_HOST_KINDS, "" },
	{ "piece of a scheme", extra_name, EVERYURI_N_EXTRA_NAMES, "" },
	{ "step of a plan", do_name, EVERYURI_N_DOS, "" },
	{ "field of a step", field_name, EVERYURI_N_FIELDS, "" },
	{ "standard", standard_name, EVERYURI_N_STANDARDS, NULL },
	{ "place in a URI", place_name, EVERYURI_N_PLACES, "" },
	{ "class of addresses", address_class_name, EVERYURI_N_ADDRESS_CLASSES, NULL },
	{ "profile of keys", profile_name, EVERYURI_N_KEY_PROFILES, NULL },
	{ "attribute of a URL", attribute_name, EVERYURI_WHATWG_N_ATTRIBUTES, "" },
};

int main(void)
{
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		const char *none = kinds[k].name(kinds[k].n), *want = kinds[k].of_none;
		unsigned same = 0;

		for (unsigned a = 0; a < kinds[k].n; a++)
			for (unsigned b = 0; b < a; b++)
				same += !strcmp(kinds[k].name(a), kinds[k].name(b));
		ok(!same, "no %s has the name of another, of %u", kinds[k].what, kinds[k].n);
		ok(want ? none && !strcmp(none, want) : !none, "a %s that is none is told so",
		   kinds[k].what);
	}
	return done();
}
