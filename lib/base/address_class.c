/* Classifies addresses by the IANA registries of special-purpose IPv4 and IPv6 addresses (RFC 6890).
 * Extracts the IPv4 addresses that transition mechanisms embed in IPv6 addresses. */
#include "base/address_class.h"

#include "base/address.h"

struct address_range {
	uint8_t prefix[EVERYURI_ADDRESS_SIZE];
	uint8_t bits, class;
	char source[20]; /* an array, so that the table needs no relocation */
};

#define MAPPED(a, b, c, d)                                           \
	{                                                            \
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, a, b, c, d \
	}

/* The longest matching prefix wins, so the rows can be in any order.  The shortest prefixes cover
 * the rest of IPv4 and of IPv6. */
static const struct address_range address_ranges[] = {
	{ MAPPED(0, 0, 0, 0), 96, EVERYURI_ADDRESS_PUBLIC, "RFC 791" },
	{ MAPPED(0, 0, 0, 0), 96 + 8, EVERYURI_ADDRESS_UNSPECIFIED, "RFC 1122 3.2.1.3" },
	{ MAPPED(10, 0, 0, 0), 96 + 8, EVERYURI_ADDRESS_PRIVATE, "RFC 1918" },
	{ MAPPED(100, 64, 0, 0), 96 + 10, EVERYURI_ADDRESS_SHARED, "RFC 6598" },
	{ MAPPED(100, 100, 100, 200), 128, EVERYURI_ADDRESS_METADATA, "Alibaba Cloud" },
	{ MAPPED(127, 0, 0, 0), 96 + 8, EVERYURI_ADDRESS_LOOPBACK, "RFC 1122 3.2.1.3" },
	{ MAPPED(168, 63, 129, 16), 128, EVERYURI_ADDRESS_METADATA, "Azure" },
	{ MAPPED(169, 254, 0, 0), 96 + 16, EVERYURI_ADDRESS_LINK_LOCAL, "RFC 3927" },
	{ MAPPED(169, 254, 0, 23), 128, EVERYURI_ADDRESS_METADATA, "Tencent Cloud" },
	{ MAPPED(169, 254, 42, 42), 128, EVERYURI_ADDRESS_METADATA, "Scaleway" },
	{ MAPPED(169, 254, 169, 254), 128, EVERYURI_ADDRESS_METADATA, "AWS, Azure, Google" },
	{ MAPPED(169, 254, 170, 2), 128, EVERYURI_ADDRESS_METADATA, "AWS (ECS)" },
	{ MAPPED(169, 254, 170, 23), 128, EVERYURI_ADDRESS_METADATA, "AWS (EKS)" },
	{ MAPPED(172, 16, 0, 0), 96 + 12, EVERYURI_ADDRESS_PRIVATE, "RFC 1918" },
	{ MAPPED(192, 0, 0, 0), 96 + 24, EVERYURI_ADDRESS_RESERVED, "RFC 6890 2.1" },
	{ MAPPED(192, 0, 0, 9), 128, EVERYURI_ADDRESS_PUBLIC, "RFC 7723" },
	{ MAPPED(192, 0, 0, 10), 128, EVERYURI_ADDRESS_PUBLIC, "RFC 8155" },
	{ MAPPED(192, 0, 0, 192), 128, EVERYURI_ADDRESS_METADATA, "Oracle Cloud" },
	{ MAPPED(192, 0, 2, 0), 96 + 24, EVERYURI_ADDRESS_DOCUMENTATION, "RFC 5737" },
	{ MAPPED(192, 88, 99, 0), 96 + 24, EVERYURI_ADDRESS_RESERVED, "RFC 7526" },
	{ MAPPED(192, 168, 0, 0), 96 + 16, EVERYURI_ADDRESS_PRIVATE, "RFC 1918" },
	{ MAPPED(198, 18, 0, 0), 96 + 15, EVERYURI_ADDRESS_BENCHMARK, "RFC 2544" },
	{ MAPPED(198, 51, 100, 0), 96 + 24, EVERYURI_ADDRESS_DOCUMENTATION, "RFC 5737" },
	{ MAPPED(203, 0, 113, 0), 96 + 24, EVERYURI_ADDRESS_DOCUMENTATION, "RFC 5737" },
	{ MAPPED(224, 0, 0, 0), 96 + 4, EVERYURI_ADDRESS_MULTICAST, "RFC 5771" },
	{ MAPPED(240, 0, 0, 0), 96 + 4, EVERYURI_ADDRESS_RESERVED, "RFC 1112 4" },
	{ MAPPED(255, 255, 255, 255), 128, EVERYURI_ADDRESS_BROADCAST, "RFC 919 7" },

	{ { 0 }, 0, EVERYURI_ADDRESS_RESERVED, "RFC 4291 2.4" },
	{ { 0 }, 96, EVERYURI_ADDRESS_PUBLIC, "RFC 4291 2.5.5.1" },
	{ { 0 }, 128, EVERYURI_ADDRESS_UNSPECIFIED, "RFC 4291 2.5.2" },
	{ { [15] = 1 }, 128, EVERYURI_ADDRESS_LOOPBACK, "RFC 4291 2.5.3" },
	{ { [8] = 0xFF, 0xFF }, 96, EVERYURI_ADDRESS_PUBLIC, "RFC 2765 2.1" },
	{ { 0, 0x64, 0xFF, 0x9B }, 96, EVERYURI_ADDRESS_PUBLIC, "RFC 6052 2.1" },
	{ { 0, 0x64, 0xFF, 0x9B, 0, 1 }, 48, EVERYURI_ADDRESS_PRIVATE, "RFC 8215" },
	{ { 0x20 }, 3, EVERYURI_ADDRESS_PUBLIC, "RFC 4291 2.5.4" },
	{ { 0x20, 1 }, 23, EVERYURI_ADDRESS_RESERVED, "RFC 2928" },
	{ { 0x20, 1 }, 32, EVERYURI_ADDRESS_PUBLIC, "RFC 4380" },
	{ { 0x20, 1, 0, 1, [15] = 1 }, 128, EVERYURI_ADDRESS_PUBLIC, "RFC 7723" },
	{ { 0x20, 1, 0, 1, [15] = 2 }, 128, EVERYURI_ADDRESS_PUBLIC, "RFC 8155" },
	{ { 0x20, 1, 0, 1, [15] = 3 }, 128, EVERYURI_ADDRESS_PUBLIC, "RFC 9665" },
	{ { 0x20, 1, 0, 2 }, 48, EVERYURI_ADDRESS_BENCHMARK, "RFC 5180" },
	{ { 0x20, 1, 0, 3 }, 32, EVERYURI_ADDRESS_PUBLIC, "RFC 7450" },
	{ { 0x20, 1, 0, 4, 1, 0x12 }, 48, EVERYURI_ADDRESS_PUBLIC, "RFC 7535" },
	{ { 0x20, 1, 0, 0x20 }, 28, EVERYURI_ADDRESS_PUBLIC, "RFC 7343" },
	{ { 0x20, 1, 0, 0x30 }, 28, EVERYURI_ADDRESS_PUBLIC, "RFC 9374" },
	{ { 0x20, 1, 0x0D, 0xB8 }, 32, EVERYURI_ADDRESS_DOCUMENTATION, "RFC 3849" },
	{ { 0x20, 2 }, 16, EVERYURI_ADDRESS_PUBLIC, "RFC 3056" },
	{ { 0x3F, 0xFF }, 20, EVERYURI_ADDRESS_DOCUMENTATION, "RFC 9637" },
	{ { 0xFC }, 7, EVERYURI_ADDRESS_PRIVATE, "RFC 4193" },
	{ { 0xFD, 0, 0, 0x42, [15] = 0x42 }, 128, EVERYURI_ADDRESS_METADATA, "Scaleway" },
	{ { 0xFD, 0, 0, 0xC1, [12] = 0xA9, 0xFE, 0xA9, 0xFE },
	  128,
	  EVERYURI_ADDRESS_METADATA,
	  "Oracle Cloud" },
	{ { 0xFD, 0, 0x0E, 0xC2, [15] = 0x23 }, 128, EVERYURI_ADDRESS_METADATA, "AWS (EKS)" },
	{ { 0xFD, 0, 0x0E, 0xC2, [14] = 2, 0x54 }, 128, EVERYURI_ADDRESS_METADATA, "AWS" },
	{ { 0xFD, 0x20, 0, 0xCE, [14] = 2, 0x54 }, 128, EVERYURI_ADDRESS_METADATA, "Google Cloud" },
	{ { 0xFE, 0x80 }, 10, EVERYURI_ADDRESS_LINK_LOCAL, "RFC 4291 2.5.6" },
	{ { 0xFE, 0xC0 }, 10, EVERYURI_ADDRESS_PRIVATE, "RFC 3879" },
	{ { 0xFF }, 8, EVERYURI_ADDRESS_MULTICAST, "RFC 4291 2.7" },
};
#define N_ADDRESS_RANGES (sizeof address_ranges / sizeof *address_ranges)

bool eu_address_in(const uint8_t address[EVERYURI_ADDRESS_SIZE],
                   const uint8_t prefix[EVERYURI_ADDRESS_SIZE], unsigned bits)
{
	unsigned whole = bits / 8, rest = bits % 8;

	/* Compare the last whole byte first: it differs more often, because all IPv4 addresses have the
	 * same first bytes. */
	if (whole && address[whole - 1] != prefix[whole - 1])
		return false;
	if (memcmp(address, prefix, whole) != 0)
		return false;
	return !rest || (address[whole] ^ prefix[whole]) >> (8 - rest) == 0;
}

/* Returns the longest range that contains an address and has a class below `below`.  There is
 * always such a range, because ::/0 has a row. */
static const struct address_range *address_range_of(const uint8_t address[EVERYURI_ADDRESS_SIZE],
                                                    unsigned below)
{
	const struct address_range *best = NULL;

	for (size_t i = 0; i < N_ADDRESS_RANGES; i++)
		if ((!best || address_ranges[i].bits > best->bits) &&
		    address_ranges[i].class < below &&
		    eu_address_in(address, address_ranges[i].prefix, address_ranges[i].bits))
			best = &address_ranges[i];
	return best;
}

/* ---- IPv4 addresses embedded in IPv6 addresses --------------------------------------------- */

struct embedding {
	uint8_t prefix[8]; /* the prefix; its further bytes are 0 */
	uint8_t bits;      /* length of the prefix */
	uint8_t at;        /* offset of the IPv4 address, in bytes */
	uint8_t mask;      /* XORed with each byte of the address; 0xFF inverts them */
};

static const struct embedding embeddings[] = {
	{ { 0 }, 96, 12, 0 },                   /* RFC 4291 2.5.5.1: IPv4-compatible address */
	{ { 0, 0x64, 0xFF, 0x9B }, 96, 12, 0 }, /* RFC 6052 2.1: NAT64 */
	/* RFC 8215: assume the usual prefix length of 96.  With another length, only the network
	 * knows the offset. */
	{ { 0, 0x64, 0xFF, 0x9B, 0, 1 }, 48, 12, 0 },
	{ { 0x20, 2 }, 16, 2, 0 },     /* RFC 3056 2: 6to4 */
	{ { 0x20, 1 }, 32, 4, 0 },     /* RFC 4380 4: the address of Teredo's server */
	{ { 0x20, 1 }, 32, 12, 0xFF }, /* the address of Teredo's client, whose bytes are
	                                  inverted */
};

/* Returns whether an address has the form ::ffff:0:a.b.c.d (RFC 2765 2.1).  This form is not in the
 * table, because its prefix is longer than eight bytes. */
static bool is_translated(const uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	static const uint8_t prefix[EVERYURI_ADDRESS_SIZE] = { [8] = 0xFF, 0xFF };

	return eu_address_in(address, prefix, 96);
}

static void put_mapped(uint8_t to[EVERYURI_ADDRESS_SIZE], const uint8_t *octet, uint8_t mask)
{
	memset(to, 0, EVERYURI_ADDRESS_SIZE);
	to[10] = to[11] = 0xFF;
	for (unsigned k = 0; k < 4; k++)
		to[12 + k] = octet[k] ^ mask;
}

unsigned eu_address_embedded(const uint8_t address[EVERYURI_ADDRESS_SIZE],
                             uint8_t embedded[EU_EMBEDDED_MAX][EVERYURI_ADDRESS_SIZE])
{
	unsigned n = 0;

	if (is_translated(address))
		put_mapped(embedded[n++], address + 12, 0);
	for (size_t i = 0; i < sizeof embeddings / sizeof *embeddings; i++) {
		const struct embedding *row = &embeddings[i];
		uint8_t prefix[EVERYURI_ADDRESS_SIZE] = { 0 };

		memcpy(prefix, row->prefix, sizeof row->prefix);
		/* Only Teredo's two rows have the same prefix, so at most two rows match. */
		/* LCOV_EXCL_BR_LINE: no address has three mechanisms yet; the bound keeps a new
		 * row in the array */
		if (n < EU_EMBEDDED_MAX && eu_address_in(address, prefix, row->bits))
			put_mapped(embedded[n++], address + row->at, row->mask);
	}
	return n;
}

/* ---- classes ------------------------------------------------------------------------------- */

/* Returns the classes of one address.  The address of a metadata service also has the class of the
 * range that it is in. */
static uint32_t classes_of_form(const uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	unsigned class = address_range_of(address, EVERYURI_N_ADDRESS_CLASSES)->class;
	uint32_t classes = UINT32_C(1) << class;

	if (class == EVERYURI_ADDRESS_METADATA)
		classes |= UINT32_C(1) << address_range_of(address, class)->class;
	return classes;
}

uint32_t eu_address_classes(const uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	uint8_t embedded[EU_EMBEDDED_MAX][EVERYURI_ADDRESS_SIZE];
	unsigned n = eu_address_embedded(address, embedded);
	uint32_t classes = classes_of_form(address), public = 1u << EVERYURI_ADDRESS_PUBLIC;

	for (unsigned i = 0; i < n; i++)
		classes |= classes_of_form(embedded[i]);
	return classes == public ? public : classes & ~public;
}

enum everyuri_address_class everyuri_address_class(const uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	uint32_t classes = eu_address_classes(address);
	unsigned class = 0;

	while (classes >>= 1)
		class ++;
	return (enum everyuri_address_class) class;
}

const char *everyuri_address_source(const uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	return address_range_of(address, EVERYURI_N_ADDRESS_CLASSES)->source;
}

static const char class_names[EVERYURI_N_ADDRESS_CLASSES][14] = {
	"public", "documentation", "benchmark",  "reserved",    "multicast", "broadcast",
	"shared", "private",       "link-local", "unspecified", "loopback",  "metadata",
};

const char *everyuri_address_class_name(enum everyuri_address_class address_class)
{
	return (size_t)address_class < EVERYURI_N_ADDRESS_CLASSES ? class_names[address_class] :
	                                                            NULL;
}

enum everyuri_status everyuri_address_class_find(const char *name, size_t len,
                                                 enum everyuri_address_class *address_class)
{
	for (unsigned i = 0; i < EVERYURI_N_ADDRESS_CLASSES; i++)
		if (eu_equals_ignoring_case(name, len, class_names[i])) {
			*address_class = (enum everyuri_address_class)i;
			return EVERYURI_OK;
		}
	return EVERYURI_MISSING;
}

/* ---- text ---------------------------------------------------------------------------------- */

/* Reads an IPv4address.  The text must be one. */
static void read_dec_octets(const char *text, size_t len, uint8_t octet[4])
{
	unsigned k = 0;

	memset(octet, 0, 4);
	for (size_t i = 0; i < len; i++)
		if (text[i] == '.')
			k++;
		else
			octet[k] = (uint8_t)(octet[k] * 10 + (text[i] - '0'));
}

enum everyuri_status everyuri_address_read(const char *text, size_t len,
                                           uint8_t address[EVERYURI_ADDRESS_SIZE])
{
	uint8_t octet[4], read[EVERYURI_ADDRESS_SIZE];
	uint32_t at = 0;
	bool whole;

	if (len > EVERYURI_TEXT_MAX)
		return EVERYURI_MISSING;
	if (eu_is_ipv4(text, len)) {
		read_dec_octets(text, len, octet);
		put_mapped(address, octet, 0);
		return EVERYURI_OK;
	}
	whole = eu_ipv6_read(text, (uint32_t)len, &at, false, read);
	/* RFC 4007 11.2: <address>%<zone_id> */
	if (!whole || (at < len && (text[at] != '%' || at + 1 == len)))
		return EVERYURI_MISSING;
	memcpy(address, read, sizeof read);
	return EVERYURI_OK;
}

enum everyuri_status everyuri_host_class(const char *host, size_t len,
                                         enum everyuri_address_class *address_class)
{
	uint8_t address[EVERYURI_ADDRESS_SIZE];
	enum everyuri_status s = everyuri_address_read(host, len, address);

	if (s == EVERYURI_OK)
		*address_class = everyuri_address_class(address);
	return s;
}

/* Returns whether a text is one number of inet_aton: decimal, or "0x" and hexadecimal digits.  The
 * digits after "0x" may be missing, because the URL Standard reads "0x" as 0. */
static bool is_number_part(const char *text, size_t len)
{
	bool hex = len >= 2 && text[0] == '0' && eu_lower((unsigned char)text[1]) == 'x';

	for (size_t i = hex ? 2 : 0; i < len; i++)
		if (hex ? eu_hex_value((unsigned char)text[i]) < 0 :
		          !eu_is_digit((unsigned char)text[i]))
			return false;
	return len > 0;
}

bool everyuri_host_looks_numeric(const char *host, size_t len)
{
	unsigned parts = 0;
	size_t begin = 0;

	if (len && host[len - 1] == '.')
		len--; /* browsers remove the dot of the DNS root */
	else if (eu_is_ipv4(host, len))
		return false;
	for (size_t i = 0; i <= len; i++)
		if (i == len || host[i] == '.') {
			if (parts == 4 || !is_number_part(host + begin, i - begin))
				return false;
			parts++;
			begin = i + 1;
		}
	return true;
}
