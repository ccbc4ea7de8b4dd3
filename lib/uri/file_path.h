/* file_path.h - converts a path to a "file" URI or back, name by name. */
#ifndef EU_URI_FILE_PATH_H
#define EU_URI_FILE_PATH_H

#include "everyuri/path.h"
#include "uri/standards.h"

/** One conversion of one text. */
struct eu_mapping {
	const char *text; /**< the path, or the text of the URI */
	size_t end;       /**< end of the path in text, in bytes */
	bool from_uri;    /**< if true, `text` is decoded and a path is written; if false, the
	                       reverse */
	enum everyuri_path_system system;
	struct everyuri_span host; /**< when converting from a URI: its host; absent for this
	                                machine */
	struct eu_out *out;
	struct everyuri_error *err;
};

/** Reports that this path or URI has no exact counterpart.  Returns: status. */
enum everyuri_status eu_path_refuse(const struct eu_mapping *m, enum everyuri_status status,
                                    size_t at, const char *message);

/** Convert VMS paths.
 *  at: offset of the start of the path. */
enum everyuri_status eu_path_to_uri_vms(const struct eu_mapping *m);
enum everyuri_status eu_path_to_uri_vms_device(const struct eu_mapping *m,
                                               size_t at); /* writes the path without the node */
enum everyuri_status eu_path_from_uri_vms(const struct eu_mapping *m, size_t at);

#endif
