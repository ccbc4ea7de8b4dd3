/* Finds a message by its id: first at the position from the index, then by reading all places. */
#define _DEFAULT_SOURCE
#include "store/mail.h"

#include <errno.h>
#include <unistd.h>

/* The state of a search through the places. */
struct look_up {
	struct everyuri_text id;
	struct eu_index index;
	struct eu_opened file; /* the file that contains the message; fd is -1 while it is not
	                          found */
	struct eu_message message;
	int error; /* errno if the file was found but its descriptor could not be duplicated */
};

/* Reads all messages if an index is being written; otherwise stops at the first match. */
static bool take_message(void *context, const struct eu_path *path, const struct eu_opened *file,
                         const struct eu_message *message)
{
	struct look_up *look_up = context;

	eu_index_add(&look_up->index, path, file, message);
	if (look_up->file.fd < 0 && message->id_len == look_up->id.len &&
	    !memcmp(message->id, look_up->id.data, message->id_len)) {
		look_up->file = *file;
		look_up->file.fd = dup(file->fd);
		look_up->message = *message;
		look_up->error = look_up->file.fd < 0 ? errno : 0;
	}
	return look_up->file.fd < 0 || look_up->index.fd >= 0;
}

/* Reads the places one after another.  Errors: the error of the first place that cannot be read,
 * unless another place has the message. */
static enum everyuri_status read_places(struct look_up *look_up, const struct everyuri_text *places,
                                        size_t n_places, struct everyuri_text index, char *block,
                                        struct everyuri_error *err)
{
	enum everyuri_status status = EVERYURI_OK;

	eu_index_begin(&look_up->index, index);
	for (size_t i = 0; i < n_places; i++) {
		struct everyuri_error why = { .status = EVERYURI_OK };
		enum everyuri_status one =
			eu_scan_place(places[i], block, take_message, look_up, &why);

		if (one && !status) {
			status = one;
			eu_fail_because(err, why.reason, why.status, why.at, why.clause,
			                why.message);
		}
		if (look_up->file.fd >= 0 && look_up->index.fd < 0)
			break;
	}
	eu_index_end(&look_up->index);
	if (look_up->file.fd >= 0)
		return EVERYURI_OK;
	if (look_up->error)
		return eu_fail_errno(err, look_up->error);
	return status ? status : eu_fail(err, EVERYURI_MISSING, 0, "RFC 2392 2", "no such message");
}

static enum everyuri_status tell_message(const struct look_up *look_up, struct everyuri_text part,
                                         const struct everyuri_receiver *receiver,
                                         struct everyuri_error *err)
{
	static const char type[] = "message/rfc822";
	struct everyuri_object object = { .kind = EVERYURI_DOCUMENT,
		                          .media_type = { type, sizeof type - 1 },
		                          .length = look_up->message.length };

	if (part.data)
		return eu_tell_part(look_up->file.fd, &look_up->message, part, receiver, err);
	return eu_tell_file(look_up->file.fd, look_up->message.offset, &object, receiver, err);
}

enum everyuri_status eu_store_message(struct everyuri_text id, struct everyuri_text part,
                                      const struct everyuri_text *places, size_t n_places,
                                      struct everyuri_text index,
                                      const struct everyuri_receiver *receiver,
                                      struct everyuri_error *err)
{
	struct look_up look_up = { .id = id, .file = { .fd = -1 } };
	enum everyuri_status status;
	struct everyuri_buf buf;

	if (!id.len)
		return eu_fail(err, EVERYURI_MISSING, 0, "RFC 2392 2", "no such message");
	everyuri_buf_init(&buf, NULL, 0, NULL);
	status = eu_buf_reserve(&buf, EU_BLOCK, err);
	if (status)
		return status;
	if (!eu_index_find(index, id, places, n_places, buf.data, &look_up.file, &look_up.message))
		look_up.file.fd = -1;
	if (look_up.file.fd < 0)
		status = read_places(&look_up, places, n_places, index, buf.data, err);
	everyuri_buf_free(&buf);
	if (status)
		return status;
	status = tell_message(&look_up, part, receiver, err);
	close(look_up.file.fd);
	return status;
}
