/* measure.h - statistics of samples from many rounds. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Published results have at least 11 rounds. */
#define MAX_ROUNDS 101

static inline int measure_compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Returns a quantile of the sorted samples, interpolated. */
static inline double measure_quantile(const double *sorted, size_t n, double part)
{
	double place = part * (double)(n - 1);
	size_t below = (size_t)place;

	if (below + 1 >= n)
		return sorted[n - 1];
	return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

/* Sorts the samples and prints a row from its unit on, without the newline. */
static inline void measure_print(const char *unit, double *sample, size_t n)
{
	qsort(sample, n, sizeof *sample, measure_compare);
	printf("%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%zu", unit, measure_quantile(sample, n, 0.5),
	       measure_quantile(sample, n, 0.25), measure_quantile(sample, n, 0.75), sample[0],
	       sample[n - 1], n);
}

/* Reads the number of rounds from an argument; ends the program if it is invalid. */
static inline size_t measure_rounds(const char *text)
{
	long rounds = strtol(text, NULL, 10);

	if (rounds < 1 || rounds > MAX_ROUNDS) {
		fprintf(stderr, "bench: rounds must be 1 to %d\n", MAX_ROUNDS);
		exit(2);
	}
	return (size_t)rounds;
}

#endif
