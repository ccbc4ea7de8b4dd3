#include "gateway/http/sha1.h"

#include <string.h>

#define BLOCK 64

static uint32_t rotate(uint32_t word, unsigned bits)
{
	return word << bits | word >> (32 - bits);
}

/* FIPS 180-4 4.1.1 and 4.2.1: returns the sum of the function and the constant for step t. */
static uint32_t mix(unsigned t, uint32_t b, uint32_t c, uint32_t d)
{
	if (t < 20)
		return ((b & c) ^ (~b & d)) + 0x5A827999;
	if (t < 40)
		return (b ^ c ^ d) + 0x6ED9EBA1;
	if (t < 60)
		return ((b & c) ^ (b & d) ^ (c & d)) + 0x8F1BBCDC;
	return (b ^ c ^ d) + 0xCA62C1D6;
}

/* 6.1.2: adds a block to the hash. */
static void add_block(uint32_t hash[5], const uint8_t block[BLOCK])
{
	uint32_t word[80], a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];

	for (unsigned t = 0; t < 16; t++)
		word[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
		          (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
	for (unsigned t = 16; t < 80; t++)
		word[t] = rotate(word[t - 3] ^ word[t - 8] ^ word[t - 14] ^ word[t - 16], 1);
	for (unsigned t = 0; t < 80; t++) {
		uint32_t next = rotate(a, 5) + mix(t, b, c, d) + e + word[t];

		e = d;
		d = c;
		c = rotate(b, 30);
		b = a;
		a = next;
	}
	hash[0] += a;
	hash[1] += b;
	hash[2] += c;
	hash[3] += d;
	hash[4] += e;
}

void eu_sha1(const void *data, size_t len, uint8_t digest[SHA1_SIZE])
{
	uint32_t hash[5] = { 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0 };
	const uint8_t *bytes = data;
	uint8_t last[2 * BLOCK] = { 0 };
	size_t left = len, padded;

	for (; left >= BLOCK; left -= BLOCK, bytes += BLOCK)
		add_block(hash, bytes);
	/* 5.1.1: appends a one bit, zeros, and the length in bits. */
	if (left)
		memcpy(last, bytes, left);
	last[left] = 0x80;
	padded = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
	for (unsigned i = 0; i < 8; i++)
		last[padded - 1 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
	for (size_t at = 0; at < padded; at += BLOCK)
		add_block(hash, last + at);
	for (unsigned i = 0; i < SHA1_SIZE; i++)
		digest[i] = (uint8_t)(hash[i / 4] >> 8 * (3 - i % 4));
}
