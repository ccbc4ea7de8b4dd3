/* replay FILE|FOLDER... - run a target without a fuzzer; each file is an input.  Prints TAP, one point. */
#include "fuzz.h"

#include <dirent.h>

static unsigned long n_files;

static int replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data;
	long size;

	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 ||
	    fseek(file, 0, SEEK_SET)) {
		fprintf(stderr, "%s cannot be read\n", path);
		return 1;
	}
	data = malloc(size ? (size_t)size : 1);
	if (!data || fread(data, 1, (size_t)size, file) != (size_t)size)
		return 1;
	fclose(file);
	fprintf(stderr, "%s\n", path); /* the last line names the input that failed */
	LLVMFuzzerTestOneInput(data, (size_t)size);
	free(data);
	n_files++;
	return 0;
}

static int replay(const char *path)
{
	DIR *folder = opendir(path);
	struct dirent *entry;
	int bad = 0;

	if (!folder)
		return replay_file(path);
	while ((entry = readdir(folder)) != NULL) {
		char name[4096];

		if (entry->d_name[0] == '.')
			continue;
		snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
		bad |= replay(name);
	}
	closedir(folder);
	return bad;
}

int main(int argc, char **argv)
{
	int bad = 0;

	for (int i = 1; i < argc; i++)
		bad |= replay(argv[i]);
	bad |= !n_files;
	printf("%s 1 - %lu inputs: every property holds\n1..1\n", bad ? "not ok" : "ok", n_files);
	return bad;
}
