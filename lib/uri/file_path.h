/* file_path.h - a path that becomes a "file" URI, or the other way round, name by name. */
#ifndef EU_URI_FILE_PATH_H
#define EU_URI_FILE_PATH_H

#include "everyuri/path.h"
#include "uri/standards.h"

/** One of the two ways for one text. */
struct eu_mapping {
	const char *text; /**< the path, or the text of the URI */
	size_t end;       /**< bytes: where the path in it ends */
	bool from_uri;    /**< text is encoded, what is written is not; else the reverse */
	enum everyuri_path_system system;
	struct everyuri_span host; /**< from a URI: absent where it is this machine */
	struct eu_out *out;
	struct everyuri_error *err;
};

/** Refuse: this path, or URI, has no exact counterpart. */
enum everyuri_status eu_path_refuse(const struct eu_mapping *m, enum everyuri_status status,
                                    size_t at, const char *message);

/** The two ways of VMS.  at: where the path begins. */
enum everyuri_status eu_path_to_uri_vms(const struct eu_mapping *m);
enum everyuri_status eu_path_to_uri_vms_device(const struct eu_mapping *m,
                                               size_t at); /* less the node */
enum everyuri_status eu_path_from_uri_vms(const struct eu_mapping *m, size_t at);

#endif
