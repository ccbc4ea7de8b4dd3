/* Estimates the number of distinct values, using SipHash and HyperLogLog. */
#include "bulk/stats_table.h"

/* ---- SipHash-1-3: Aumasson and Bernstein, 2012; one round per word, three at the end ------------ */

struct sip {
	uint64_t a, b, c, d;
};

static inline uint64_t rotated(uint64_t word, unsigned bits)
{
	return word << bits | word >> (64 - bits);
}

static inline void sip_round(struct sip *sip)
{
	sip->a += sip->b;
	sip->c += sip->d;
	sip->b = rotated(sip->b, 13) ^ sip->a;
	sip->d = rotated(sip->d, 16) ^ sip->c;
	sip->a = rotated(sip->a, 32) + sip->d;
	sip->c += sip->b;
	sip->d = rotated(sip->d, 21) ^ sip->a;
	sip->b = rotated(sip->b, 17) ^ sip->c;
	sip->c = rotated(sip->c, 32);
}

/* Returns the last len % 8 bytes as a word.  Needs no loop if len is 8 or more. */
static inline uint64_t last_word(const char *data, size_t len)
{
	size_t rest = len % 8;
	uint64_t word = 0;

	if (!rest)
		return 0;
	if (len >= 8)
		return eu_stats_word(data + len - 8) >> (64 - 8 * rest);
	for (size_t i = 0; i < rest; i++)
		word |= (uint64_t)(unsigned char)data[i] << 8 * i;
	return word;
}

static inline void sip_word(struct sip *sip, uint64_t word)
{
	sip->d ^= word;
	sip_round(sip);
	sip->a ^= word;
}

uint64_t eu_stats_hash(const uint64_t seed[2], const char *data, size_t len)
{
	struct sip sip = { seed[0] ^ UINT64_C(0x736f6d6570736575),
		           seed[1] ^ UINT64_C(0x646f72616e646f6d),
		           seed[0] ^ UINT64_C(0x6c7967656e657261),
		           seed[1] ^ UINT64_C(0x7465646279746573) };
	size_t at = 0;

	for (; len - at >= 8; at += 8)
		sip_word(&sip, eu_stats_word(data + at));
	sip_word(&sip, last_word(data, len) | (uint64_t)len << 56);
	sip.c ^= 0xFF;
	for (int i = 0; i < 3; i++)
		sip_round(&sip);
	return sip.a ^ sip.b ^ sip.c ^ sip.d;
}

/* ---- HyperLogLog ------------------------------------------------------------------------------- */

/* Adds a hash.  Its upper bits choose a register.  The register keeps the maximum, over all hashes,
 * of 1 + the number of leading zeros of the other bits. */
void eu_stats_distinct_add(unsigned char *registers, unsigned log2, uint64_t hash)
{
	size_t chosen = (size_t)(hash >> (64 - log2));
	unsigned rank = 1;

	for (hash <<= log2; rank <= 64 - log2 && !(hash >> 63); hash <<= 1)
		rank++;
	if (rank > registers[chosen])
		registers[chosen] = (unsigned char)rank;
}

/* Merges 2^bits registers into one.  The bits of the hash that chose among these registers become
 * the first of the remaining bits. */
static unsigned char folded(const unsigned char *registers, unsigned bits)
{
	unsigned most = registers[0] ? registers[0] + bits : 0;

	for (unsigned i = 1; i < 1u << bits; i++) {
		unsigned rank = 1;

		while (!(i >> (bits - rank)))
			rank++;
		if (registers[i] && rank > most)
			most = rank;
	}
	return (unsigned char)most;
}

void eu_stats_distinct_fold(unsigned char *registers, unsigned log2, unsigned less)
{
	for (size_t i = 0; i < (size_t)1 << less; i++)
		registers[i] = folded(registers + (i << (log2 - less)), log2 - less);
}

void eu_stats_distinct_merge(unsigned char *registers, unsigned log2, const unsigned char *from,
                             unsigned from_log2)
{
	for (size_t i = 0; i < (size_t)1 << log2; i++) {
		unsigned char rank = folded(from + (i << (from_log2 - log2)), from_log2 - log2);

		if (rank > registers[i])
			registers[i] = rank;
	}
}

/* Returns Ertl's sigma, x + x^2 + 2 x^4 + 4 x^8 + ...; x is the fraction of empty registers, below
 * 1. */
static double sum_of_squares(double x)
{
	double sum = x, before = -1, weight = 1;

	while (sum > before) {
		before = sum;
		x *= x;
		sum += x * weight;
		weight *= 2;
	}
	return sum;
}

/* Does not correct for saturated registers, which do not occur below 2^50 values. */
uint64_t eu_stats_distinct_read(const unsigned char *registers, unsigned log2)
{
	const double half_of_log_2_inverse = 0.7213475204444817; /* equals 1 / (2 ln 2) */
	size_t n_registers = (size_t)1 << log2;
	uint32_t n_of[66] = { 0 };
	double n = (double)n_registers, sum = 0;

	for (size_t i = 0; i < n_registers; i++)
		n_of[registers[i]]++;
	if (n_of[0] == n_registers)
		return 0;
	for (unsigned rank = 65 - log2; rank > 0; rank--)
		sum = (sum + n_of[rank]) / 2;
	sum += n * sum_of_squares(n_of[0] / n);
	return (uint64_t)(half_of_log_2_inverse * n * n / sum + 0.5);
}
