/* A table of counts.  It is exact while all values fit, and a sketch once rare values have been
 * dropped. */
#include "bulk/stats_table.h"

#define HEAD_SIZE ((uint32_t)sizeof(struct eu_stats_head))
#define ENTRY_SIZE ((uint32_t)sizeof(struct eu_stats_entry))
#define FIRST_SLOTS 64

/* Bytes of the region per slot of the index.  With this ratio, slots, entries and values of about
 * 25 bytes run out at the same time. */
#define BYTES_A_SLOT 40

/* ---- positions in the region ------------------------------------------------------ */

static struct eu_stats_entry *entries_of(struct eu_stats_table *table)
{
	return (struct eu_stats_entry *)(void *)(table->data + table->entries);
}

static uint32_t *slots_of(struct eu_stats_table *table)
{
	return (uint32_t *)(void *)(table->data + ((size_t)1 << table->registers_log2));
}

static unsigned char *registers_of(const struct eu_stats_table *table)
{
	return (unsigned char *)table->data;
}

static struct eu_stats_head *head_of(const struct eu_stats_table *table,
                                     const struct eu_stats_entry *entry)
{
	return (struct eu_stats_head *)(void *)(table->data + entry->value);
}

struct everyuri_text eu_stats_value(const struct eu_stats_table *table,
                                    const struct eu_stats_entry *entry)
{
	struct everyuri_text value = { table->data + entry->value + HEAD_SIZE,
		                       head_of(table, entry)->len };

	return value;
}

/* Returns the size of a value with its head, rounded up to align the next head. */
static uint32_t stored_size(size_t len)
{
	return HEAD_SIZE + (uint32_t)((len + 1) & ~(size_t)1);
}

static uint32_t free_bytes(const struct eu_stats_table *table)
{
	return table->values - (table->entries + table->n * ENTRY_SIZE);
}

/* ---- initialisation ---------------------------------------------------------------- */

static unsigned registers_for(size_t size)
{
	return size >= (size_t)1 << 20 ? 14 : size >= 65536 ? 12 : size >= 16384 ? 10 : 8;
}

void eu_stats_table_clear(struct eu_stats_table *table)
{
	table->n_slots = FIRST_SLOTS;
	memset(slots_of(table), 0, FIRST_SLOTS * sizeof(uint32_t));
	table->n = table->last = 0;
	table->values = table->size;
	table->sketch = false;
	table->floor = table->counted = table->absent = table->too_long = 0;
}

void eu_stats_table_init(struct eu_stats_table *table, char *data, size_t size,
                         const unsigned char seed[16], bool *crowded)
{
	table->crowded = crowded;
	table->data = data;
	table->size = (uint32_t)(size & ~(size_t)7);
	table->seed[0] = table->seed[1] = 0;
	for (int i = 0; i < 16; i++)
		table->seed[i / 8] |= (uint64_t)seed[i] << 8 * (i % 8);
	table->registers_log2 = (uint8_t)registers_for(size);
	table->max_slots = table->size / BYTES_A_SLOT & ~1u;
	table->entries = (1u << table->registers_log2) + table->max_slots * 4;
	table->most = table->max_slots / 5 * 4;
	eu_stats_table_clear(table);
}

static bool is_crowded(const struct eu_stats_table *table)
{
	return table->n >= table->most / 4 * 3 ||
	       free_bytes(table) < (table->size - table->entries) / 4;
}

/* ---- finding ------------------------------------------------------------------------- */

static uint32_t first_slot(const struct eu_stats_table *table, uint32_t hash)
{
	return (uint32_t)((uint64_t)hash * table->n_slots >> 32);
}

static bool entry_is(const struct eu_stats_table *table, const struct eu_stats_entry *entry,
                     const char *value, size_t len)
{
	const struct eu_stats_head *head = head_of(table, entry);

	return head->len == len && !memcmp((const char *)head + HEAD_SIZE, value, len);
}

/* Finds the entry of a value, or returns NULL.  The loop ends, because at most four of every five
 * slots are used. */
static struct eu_stats_entry *find_entry(struct eu_stats_table *table, uint64_t hash,
                                         const char *value, size_t len)
{
	struct eu_stats_entry *entries = entries_of(table);
	const uint32_t *slots = slots_of(table);
	uint32_t upper = (uint32_t)(hash >> 32);

	for (uint32_t at = first_slot(table, upper); slots[at];
	     at = at + 1 == table->n_slots ? 0 : at + 1) {
		struct eu_stats_entry *entry = &entries[slots[at] - 1];

		if (entry->hash == upper && entry_is(table, entry, value, len))
			return entry;
	}
	return NULL;
}

static void take_slot(struct eu_stats_table *table, uint32_t number)
{
	uint32_t *slots = slots_of(table);
	uint32_t at = first_slot(table, entries_of(table)[number].hash);

	while (slots[at])
		at = at + 1 == table->n_slots ? 0 : at + 1;
	slots[at] = number + 1;
}

static void rebuild_index(struct eu_stats_table *table)
{
	memset(slots_of(table), 0, (size_t)table->n_slots * sizeof(uint32_t));
	for (uint32_t i = 0; i < table->n; i++)
		take_slot(table, i);
}

/* ---- dropping ------------------------------------------------------------------------- */

static void begin_sketch(struct eu_stats_table *table)
{
	if (table->sketch)
		return;
	table->sketch = true;
	memset(registers_of(table), 0, (size_t)1 << table->registers_log2);
	for (uint32_t i = 0; i < table->n; i++) {
		struct everyuri_text value = eu_stats_value(table, &entries_of(table)[i]);

		eu_stats_distinct_add(registers_of(table), table->registers_log2,
		                      eu_stats_hash(table->seed, value.data, value.len));
	}
}

static bool half_is_up_to(const struct eu_stats_table *table, uint64_t count)
{
	const struct eu_stats_entry *entries = eu_stats_entries(table);
	uint32_t n = 0;

	for (uint32_t i = 0; i < table->n; i++)
		n += entries[i].count <= count;
	return n >= table->n - n;
}

/* Returns the median: the smallest count that at least half of the entries do not exceed.  Most
 * counts are just above the floor, so searching from there takes few steps and no memory. */
static uint64_t median_count(const struct eu_stats_table *table)
{
	uint64_t low = table->floor, high = low + 1;

	while (!half_is_up_to(table, high)) {
		low = high;
		high += high - table->floor;
	}
	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		if (half_is_up_to(table, middle))
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* Drops the rarer half of the entries, in place.  A value moves only towards the end, over values
 * that were already visited. */
static void drop_rarer_half(struct eu_stats_table *table)
{
	struct eu_stats_entry *entries = entries_of(table);
	uint64_t floor = median_count(table);
	uint32_t n = 0;

	begin_sketch(table);
	table->values = table->size;
	for (uint32_t i = 0; i < table->n; i++) {
		uint32_t size = stored_size(head_of(table, &entries[i])->len);

		if (entries[i].count <= floor)
			continue;
		table->values -= size;
		memmove(table->data + table->values, table->data + entries[i].value, size);
		entries[n] = entries[i];
		entries[n++].value = table->values;
	}
	table->n = n;
	table->last = 0;
	table->floor = floor;
	rebuild_index(table);
}

/* Makes space for a value.  For a long value, dropping half of the entries once may not suffice.
 * So this drops entries until a quarter of the space is free, which also makes the next drop
 * rare. */
static void make_room(struct eu_stats_table *table, size_t len)
{
	if (table->n < table->most && ENTRY_SIZE + stored_size(len) <= free_bytes(table))
		return;
	do
		drop_rarer_half(table);
	while (table->n && free_bytes(table) < (table->size - table->entries) / 4);
}

/* ---- adding ---------------------------------------------------------------------------- */

static void grow_index(struct eu_stats_table *table)
{
	if (table->n_slots == table->max_slots || (table->n + 1) * 4 <= table->n_slots * 3)
		return;
	table->n_slots =
		table->n_slots > table->max_slots / 2 ? table->max_slots : table->n_slots * 2;
	rebuild_index(table);
}

/* Inserts an entry with the count that the value may have had before it was dropped: the floor. */
static struct eu_stats_entry *insert_entry(struct eu_stats_table *table, uint64_t hash,
                                           const char *value, size_t len)
{
	struct eu_stats_head head = { .len = (uint16_t)len };
	struct eu_stats_entry *entry;

	make_room(table, len);
	grow_index(table);
	if (table->sketch)
		eu_stats_distinct_add(registers_of(table), table->registers_log2, hash);
	table->values -= stored_size(len);
	memcpy(table->data + table->values, &head, HEAD_SIZE);
	if (len)
		memcpy(table->data + table->values + HEAD_SIZE, value, len);
	entry = &entries_of(table)[table->n];
	entry->count = entry->error = table->floor;
	entry->hash = (uint32_t)(hash >> 32);
	entry->value = table->values;
	take_slot(table, table->n++);
	if (is_crowded(table))
		*table->crowded = true;
	return entry;
}

struct eu_stats_head *eu_stats_table_add(struct eu_stats_table *table, const char *value,
                                         size_t len)
{
	struct eu_stats_entry *entry = &entries_of(table)[table->last];
	uint64_t hash;

	table->counted++;
	if (len > EVERYURI_STATS_VALUE_MAX) {
		table->too_long++;
		return NULL;
	}
	/* Tries the last entry first, since lists are often sorted and most schemes are equal. */
	if (!table->n || !entry_is(table, entry, value, len)) {
		hash = eu_stats_hash(table->seed, value, len);
		entry = find_entry(table, hash, value, len);
		if (!entry)
			entry = insert_entry(table, hash, value, len);
		table->last = (uint32_t)(entry - entries_of(table));
	}
	entry->count++;
	return head_of(table, entry);
}

/* ---- merging ----------------------------------------------------------------------------- */

/* Adds the other table's `floor` to each count, because that table may have dropped a value with up
 * to that count. */
static void raise_counts(struct eu_stats_table *table, uint64_t floor)
{
	struct eu_stats_entry *entries = entries_of(table);

	for (uint32_t i = 0; i < table->n; i++) {
		entries[i].count += floor;
		entries[i].error += floor;
	}
	table->floor += floor;
}

static void merge_registers(struct eu_stats_table *table, const struct eu_stats_table *from)
{
	begin_sketch(table);
	if (from->registers_log2 < table->registers_log2) {
		eu_stats_distinct_fold(registers_of(table), table->registers_log2,
		                       from->registers_log2);
		table->registers_log2 = from->registers_log2;
	}
	eu_stats_distinct_merge(registers_of(table), table->registers_log2, registers_of(from),
	                        from->registers_log2);
}

static void merge_entry(struct eu_stats_table *table, const struct eu_stats_table *from,
                        const struct eu_stats_entry *other)
{
	struct everyuri_text value = eu_stats_value(from, other);
	uint64_t hash = eu_stats_hash(table->seed, value.data, value.len);
	struct eu_stats_entry *entry = find_entry(table, hash, value.data, value.len);

	if (!entry) {
		entry = insert_entry(table, hash, value.data, value.len);
		head_of(table, entry)->note = head_of(from, other)->note;
	}
	entry->count += other->count - from->floor;
	entry->error += other->error - from->floor;
}

void eu_stats_table_merge(struct eu_stats_table *table, const struct eu_stats_table *from)
{
	const struct eu_stats_entry *entries = eu_stats_entries(from);

	table->counted += from->counted;
	table->absent += from->absent;
	table->too_long += from->too_long;
	if (from->sketch)
		merge_registers(table, from);
	raise_counts(table, from->floor);
	for (uint32_t i = 0; i < from->n; i++)
		merge_entry(table, from, &entries[i]);
}
