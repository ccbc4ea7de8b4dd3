/* Counts the parts of a list of URIs.  Each part is counted in lower case, in the table of its
 * dimension. */
#include "bulk/stats.h"

#include "everyuri/params.h"
#include "key/key.h"

/* The weights by which the tables share the memory above their minimum sizes. */
static const uint8_t table_weight[EVERYURI_N_STATS_DIMENSIONS] = {
	[EVERYURI_STATS_SCHEME] = 1, [EVERYURI_STATS_HOST] = 8,      [EVERYURI_STATS_DOMAIN] = 4,
	[EVERYURI_STATS_PORT] = 1,   [EVERYURI_STATS_EXTENSION] = 2, [EVERYURI_STATS_QUERY_KEY] = 4,
	[EVERYURI_STATS_REASON] = 1,
};

const char *everyuri_stats_dimension_name(enum everyuri_stats_dimension dimension)
{
	static const char names[EVERYURI_N_STATS_DIMENSIONS][10] = {
		"scheme",    "standard",  "host",  "domain", "port",
		"extension", "query-key", "depth", "length", "reason",
	};

	return (unsigned)dimension < EVERYURI_N_STATS_DIMENSIONS ? names[dimension] : NULL;
}

/* ---- initialisation ------------------------------------------------------------------- */

static void settle_options(struct eu_stats_asked *asked,
                           const struct everyuri_stats_options *options)
{
	asked->dimensions = options->dimensions ? options->dimensions : UINT32_MAX;
	if (!options->psl)
		asked->dimensions &= ~(1u << EVERYURI_STATS_DOMAIN);
	asked->psl = options->psl;
	asked->n_standards = options->n_standards;
	memcpy(asked->standard, options->standard, sizeof asked->standard);
	if (!asked->n_standards)
		asked->standard[asked->n_standards++] = EVERYURI_RFC3986;
}

/* Gives every table its minimum size, and shares the rest by weight.  EVERYURI_STATS_MEMORY_MIN
 * covers the struct and the minimum of all tables. */
static void share_memory(struct everyuri_stats *stats, char *data, size_t size,
                         const unsigned char seed[16])
{
	size_t least = 0, weights = 0;

	for (unsigned d = 0; d < EVERYURI_N_STATS_DIMENSIONS; d++) {
		if (!table_weight[d] || !eu_stats_asks(stats, (enum everyuri_stats_dimension)d))
			continue;
		least += EU_STATS_TABLE_MIN;
		weights += table_weight[d];
	}
	size_t unit = weights ? (size - least) / weights : 0;

	for (unsigned d = 0; d < EVERYURI_N_STATS_DIMENSIONS; d++) {
		size_t share = (EU_STATS_TABLE_MIN + unit * table_weight[d]) & ~(size_t)7;

		if (!table_weight[d] || !eu_stats_asks(stats, (enum everyuri_stats_dimension)d))
			continue;
		eu_stats_table_init(&stats->table[d], data, share, seed, &stats->crowded);
		data += share;
	}
}

_Static_assert(sizeof(struct everyuri_stats) + 8 +
                               7 * EU_STATS_TABLE_MIN /* the number of tables with a weight */
                       <= EVERYURI_STATS_MEMORY_MIN,
               "the smallest tables must fit into the smallest memory");

enum everyuri_status everyuri_stats_init(struct everyuri_buf *buf,
                                         const struct everyuri_stats_options *options,
                                         struct everyuri_stats **stats, struct everyuri_error *err)
{
	struct everyuri_stats *result;
	enum everyuri_status s;
	size_t skip, size = (sizeof *result + 7) & ~(size_t)7;

	if (options->memory < EVERYURI_STATS_MEMORY_MIN ||
	    options->memory > EVERYURI_STATS_MEMORY_MAX)
		return eu_fail(err, EVERYURI_OUT_OF_RANGE, 0, "", "memory must be 72 KiB to 2 GiB");
	for (size_t i = 0; i < options->n_standards; i++)
		if (!everyuri_standard_built(options->standard[i]))
			return eu_fail(err, EVERYURI_UNSUPPORTED, 0, "",
			               "this standard is not in this build");
	s = eu_buf_reserve(buf, options->memory, err);
	if (s)
		return s;
	/* Aligns the struct, since the caller's memory may be unaligned. */
	skip = (8 - (uintptr_t)buf->data % 8) % 8;
	result = (struct everyuri_stats *)(void *)(buf->data + skip);
	memset(result, 0, sizeof *result);
	settle_options(&result->asked, options);
	share_memory(result, buf->data + skip + size, options->memory - skip - size, options->seed);
	buf->len = options->memory;
	*stats = result;
	return EVERYURI_OK;
}

void everyuri_stats_clear(struct everyuri_stats *stats)
{
	memset(&stats->items, 0, sizeof stats->items);
	memset(&stats->lengths, 0, sizeof stats->lengths);
	stats->crowded = false;
	for (unsigned d = 0; d < EVERYURI_N_STATS_DIMENSIONS; d++)
		if (stats->table[d].data)
			eu_stats_table_clear(&stats->table[d]);
}

/* ---- hosts ----------------------------------------------------------------------------- */

/* Stores a host in lower case in stats->value.  In a name, decodes escapes and converts U-labels
 * to A-labels.  In any other host, only changes the case.
 * Returns: the length of the stored host or, if it is too long, its original length. */
static size_t take_host(struct everyuri_stats *stats, struct everyuri_text host, bool *name)
{
	unsigned char all = 0;
	bool escaped = false;
	char *ascii;
	size_t n = 0;

	if (host.len > EVERYURI_STATS_VALUE_MAX)
		return host.len;
	for (size_t i = 0; i < host.len; i++) {
		unsigned char c = (unsigned char)host.data[i];

		all |= c;
		escaped |= c == '%';
		stats->value[i] = (char)eu_lower(c);
	}
	if (!*name || !(escaped || all >= 0x80))
		return host.len;
	for (size_t i = 0; i < host.len; i++) {
		unsigned char c = (unsigned char)host.data[i];

		if (eu_escape_at(host.data + i, host.len - i, &c))
			i += 2;
		stats->spare[n++] = (char)c;
	}
	ascii = stats->spare + EVERYURI_STATS_VALUE_MAX;
	n = eu_key_name(stats->spare, n, ascii, EVERYURI_STATS_VALUE_MAX);
	*name = n && n <= EVERYURI_STATS_VALUE_MAX;
	if (!*name)
		return host.len;
	memcpy(stats->value, ascii, n);
	return n;
}

/* The note of a host is 1 + the offset of its registrable domain, or 0 if the domain is not known
 * yet. */
#define NO_DOMAIN UINT16_MAX

static uint16_t find_domain(const struct everyuri_stats *stats, size_t len)
{
	struct everyuri_psl_found found;

	if (everyuri_psl_find(stats->asked.psl, stats->value, len, 0, &found, NULL) ||
	    eu_is_absent(found.domain))
		return NO_DOMAIN;
	return (uint16_t)(found.domain.begin + 1);
}

static void count_domain(struct everyuri_stats *stats, size_t len, struct eu_stats_head *head)
{
	struct eu_stats_table *table = &stats->table[EVERYURI_STATS_DOMAIN];
	uint16_t note = head ? head->note : 0;

	if (!note)
		note = len > EVERYURI_STATS_VALUE_MAX ? NO_DOMAIN : find_domain(stats, len);
	if (head)
		head->note = note;
	if (note == NO_DOMAIN) {
		table->absent++;
		return;
	}
	/* Names in the public suffix list have no final dot. */
	size_t end = stats->value[len - 1] == '.' ? len - 1 : len;

	eu_stats_table_add(table, stats->value + note - 1, end - (note - 1u));
}

static bool is_address(const struct everyuri_uri *uri)
{
	return uri->host_kind == EVERYURI_HOST_IPV4 || uri->host_kind == EVERYURI_HOST_IPV6 ||
	       uri->host_kind == EVERYURI_HOST_IPVFUTURE;
}

static void count_host(struct everyuri_stats *stats, const struct everyuri_uri *uri)
{
	struct eu_stats_table *table = &stats->table[EVERYURI_STATS_HOST];
	struct eu_stats_table *domains = &stats->table[EVERYURI_STATS_DOMAIN];
	struct everyuri_text host = eu_uri_part(uri, EVERYURI_HOST);
	struct eu_stats_head *head = NULL;
	bool name = !is_address(uri);

	if (!host.len) {
		table->absent++;
		domains->absent++;
		return;
	}
	size_t len = take_host(stats, host, &name);

	if (table->data)
		head = eu_stats_table_add(table, stats->value, len);
	if (domains->data && name)
		count_domain(stats, len, head);
	else
		domains->absent++;
}

/* ---- the other parts ---------------------------------------------------------------------- */

static void count_lower(struct everyuri_stats *stats, struct eu_stats_table *table,
                        struct everyuri_text text)
{
	size_t n = text.len < EVERYURI_STATS_VALUE_MAX ? text.len : EVERYURI_STATS_VALUE_MAX;

	if (eu_stats_table_again(table, text.data, text.len))
		return;
	for (size_t i = 0; i < n; i++)
		stats->value[i] = (char)eu_lower((unsigned char)text.data[i]);
	eu_stats_table_add(table, stats->value, text.len);
}

static void count_scheme(struct everyuri_stats *stats, const struct everyuri_uri *uri)
{
	struct eu_stats_table *table = &stats->table[EVERYURI_STATS_SCHEME];
	struct everyuri_text scheme = eu_uri_part(uri, EVERYURI_SCHEME);

	if (!table->data || !scheme.data)
		table->absent++;
	else
		count_lower(stats, table, scheme);
}

/* Counts ports by value: 80 and 080 are the same. */
static void count_port(struct everyuri_stats *stats, const struct everyuri_uri *uri)
{
	struct eu_stats_table *table = &stats->table[EVERYURI_STATS_PORT];
	struct everyuri_text port = eu_uri_part(uri, EVERYURI_PORT);

	if (!table->data || !port.len) {
		table->absent++;
		return;
	}
	while (port.len > 1 && port.data[0] == '0') {
		port.data++;
		port.len--;
	}
	eu_stats_table_add(table, port.data, port.len);
}

/* Counts segments, eight bytes at a time.  A segment begins at a byte that is not a slash and is
 * either the first byte or follows a slash. */
static void count_depth(struct everyuri_stats *stats, struct everyuri_text path)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), low = 0x7F * ones;
	uint64_t depth = 0, before = 0x80; /* the upper bit is set if a slash precedes the word */
	size_t i = 0;

	for (; path.len - i >= 8; i += 8) {
		uint64_t word = eu_stats_word(path.data + i) ^ '/' * ones;
		uint64_t slashes = ~(((word & low) + low) | word | low);

		depth += ((~slashes & (slashes << 8 | before) & 0x80 * ones) >> 7) * ones >> 56;
		before = slashes >> 56;
	}
	for (bool between = before; i < path.len; i++) {
		bool slash = path.data[i] == '/';

		depth += between && !slash;
		between = slash;
	}
	stats->items
		.by_depth[depth < EVERYURI_STATS_DEPTH_MAX ? depth : EVERYURI_STATS_DEPTH_MAX]++;
}

#define EXTENSION_MAX 16

static void count_extension(struct everyuri_stats *stats, struct everyuri_text path)
{
	struct eu_stats_table *table = &stats->table[EVERYURI_STATS_EXTENSION];
	size_t begin = path.len, end = path.len, dot;

	table->absent++;
	if (!path.len || path.data[0] != '/')
		return;
	for (; path.data[begin - 1] != '/'; begin--)
		if (path.data[begin - 1] == ';')
			end = begin - 1;
	for (dot = end; dot > begin && end - dot <= EXTENSION_MAX; dot--) {
		unsigned char c = (unsigned char)path.data[dot - 1];

		if (!eu_is_alpha(c) && !eu_is_digit(c))
			break;
	}
	if (dot <= begin + 1 || dot == end || end - dot > EXTENSION_MAX ||
	    path.data[dot - 1] != '.')
		return;
	table->absent--;
	count_lower(stats, table, (struct everyuri_text){ path.data + dot, end - dot });
}

/* Counts the decoded key: "+" means a space and %hh a byte, so a%5B%5D counts as a[]. */
static void count_query_key(struct everyuri_stats *stats, struct everyuri_text key)
{
	struct eu_stats_table *table = &stats->table[EVERYURI_STATS_QUERY_KEY];
	size_t n = 0, i = 0;

	while (i < key.len && key.data[i] != '%' && key.data[i] != '+')
		i++;
	if (i == key.len) {
		eu_stats_table_add(table, key.data, key.len);
		return;
	}
	for (i = 0; i < key.len; i++, n++) {
		unsigned char c = key.data[i] == '+' ? ' ' : (unsigned char)key.data[i];

		if (eu_escape_at(key.data + i, key.len - i, &c))
			i += 2;
		if (n < EVERYURI_STATS_VALUE_MAX)
			stats->value[n] = (char)c;
	}
	eu_stats_table_add(table, stats->value, n);
}

static void count_query(struct everyuri_stats *stats, const struct everyuri_uri *uri)
{
	struct everyuri_text query = eu_uri_part(uri, EVERYURI_QUERY);
	struct everyuri_iter iter = { 0 };
	struct everyuri_param param;
	bool any = false;

	if (query.len && stats->table[EVERYURI_STATS_QUERY_KEY].data)
		while (everyuri_params_next(query.data, query.len, &iter, &param)) {
			count_query_key(stats, param.name);
			any = true;
		}
	stats->table[EVERYURI_STATS_QUERY_KEY].absent += !any;
}

/* ---- one item ------------------------------------------------------------------------------- */

static void count_length(struct eu_stats_lengths *lengths, uint64_t len)
{
	unsigned power = 0;

	if (!lengths->n || len < lengths->least)
		lengths->least = len;
	if (len > lengths->most)
		lengths->most = len;
	lengths->n++;
	lengths->sum += len;
	if (len <= EVERYURI_STATS_LENGTH_MAX) {
		lengths->of[len]++;
		return;
	}
	while (len >>= 1)
		power++;
	lengths->beyond[power]++;
}

void everyuri_stats_count(struct everyuri_stats *stats, const struct everyuri_uri *uri, size_t len)
{
	struct everyuri_text path = eu_uri_part(uri, EVERYURI_PATH);

	stats->items.items++;
	stats->items.accepted++;
	stats->items.by_standard[stats->asked.standard[0]]++;
	count_length(&stats->lengths, len);
	count_scheme(stats, uri);
	if (stats->table[EVERYURI_STATS_HOST].data || stats->table[EVERYURI_STATS_DOMAIN].data)
		count_host(stats, uri);
	count_port(stats, uri);
	if (eu_stats_asks(stats, EVERYURI_STATS_DEPTH))
		count_depth(stats, path);
	if (stats->table[EVERYURI_STATS_EXTENSION].data)
		count_extension(stats, path);
	count_query(stats, uri);
}

void everyuri_stats_refuse(struct everyuri_stats *stats, const struct everyuri_error *error)
{
	struct eu_stats_table *table = &stats->table[EVERYURI_STATS_REASON];
	size_t clause = strlen(error->clause), message = strlen(error->message);

	stats->items.items++;
	stats->items.refused++;
	if (!table->data)
		return;
	/* Stores the clause and the message, separated by a NUL.  Both are static texts of the
	 * library. */
	if (clause + 1 + message > EVERYURI_STATS_VALUE_MAX)
		clause = message = 0;
	memcpy(stats->value, error->clause, clause);
	stats->value[clause] = '\0';
	memcpy(stats->value + clause + 1, error->message, message);
	eu_stats_table_add(table, stats->value, clause + 1 + message);
}

void everyuri_stats_accept(struct everyuri_stats *stats, enum everyuri_standard standard)
{
	stats->items.by_standard[standard]++;
}

enum everyuri_status everyuri_stats_add(struct everyuri_stats *stats, const char *text, size_t len,
                                        struct everyuri_buf *buf, struct everyuri_error *err)
{
	const struct eu_stats_asked *asked = &stats->asked;
	struct everyuri_error error;
	struct everyuri_uri uri;
	enum everyuri_status s =
		everyuri_parse(text, len, asked->standard[0], 0, NULL, buf, &uri, &error);

	if (s == EVERYURI_OK)
		everyuri_stats_count(stats, &uri, len);
	else if (err)
		*err = error;
	if (s == EVERYURI_NO_SPACE || s == EVERYURI_NO_MEMORY)
		return s;
	if (s)
		everyuri_stats_refuse(stats, &error);
	for (size_t i = 1; i < asked->n_standards; i++)
		if (!everyuri_check(text, len, asked->standard[i], 0, NULL))
			everyuri_stats_accept(stats, asked->standard[i]);
	return s;
}

/* ---- merging --------------------------------------------------------------------------------- */

static void merge_lengths(struct eu_stats_lengths *lengths, const struct eu_stats_lengths *from)
{
	if (!from->n)
		return;
	if (!lengths->n || from->least < lengths->least)
		lengths->least = from->least;
	if (from->most > lengths->most)
		lengths->most = from->most;
	lengths->n += from->n;
	lengths->sum += from->sum;
	for (size_t i = 0; i <= EVERYURI_STATS_LENGTH_MAX; i++)
		lengths->of[i] += from->of[i];
	for (size_t i = 0; i < sizeof lengths->beyond / sizeof *lengths->beyond; i++)
		lengths->beyond[i] += from->beyond[i];
}

void everyuri_stats_merge(struct everyuri_stats *stats, const struct everyuri_stats *from)
{
	stats->items.items += from->items.items;
	stats->items.accepted += from->items.accepted;
	stats->items.refused += from->items.refused;
	for (size_t i = 0; i < EVERYURI_N_STANDARDS; i++)
		stats->items.by_standard[i] += from->items.by_standard[i];
	for (size_t i = 0; i <= EVERYURI_STATS_DEPTH_MAX; i++)
		stats->items.by_depth[i] += from->items.by_depth[i];
	merge_lengths(&stats->lengths, &from->lengths);
	for (unsigned d = 0; d < EVERYURI_N_STATS_DIMENSIONS; d++)
		if (stats->table[d].data && from->table[d].data)
			eu_stats_table_merge(&stats->table[d], &from->table[d]);
}

bool everyuri_stats_crowded(const struct everyuri_stats *stats)
{
	return stats->crowded;
}
