/* extension.c - the function that SQLite calls to load the extension. */
#include "uri.h"

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif

SQLITE_EXTENSION_INIT1

EXPORTED int sqlite3_everyuri_init(sqlite3 *db, char **error, const sqlite3_api_routines *api);

int sqlite3_everyuri_init(sqlite3 *db, char **error, const sqlite3_api_routines *api)
{
	int rc;

	(void)error;
	SQLITE_EXTENSION_INIT2(api);
	rc = uri_functions_create(db);
	return rc ? rc : uri_tables_create(db);
}
