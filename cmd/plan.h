/* plan.h - what `everyuri plan` and `explain` share. */
#ifndef CMD_PLAN_H
#define CMD_PLAN_H

#include "cmd.h"

enum plan_status { PLANNED, PLAN_REFUSED, PLAN_INVALID };

/* What a URI leads to. */
struct planned {
	enum plan_status status;
	struct everyuri_uri uri;     /* that was planned */
	struct everyuri_plan plan;   /* with PLANNED */
	struct everyuri_error error; /* otherwise */
};

/* Plan what has been read of an item, into buf.  Places in error and warnings are the item's. */
void uri_plan(struct answer *answer, const struct item *item, const struct everyuri_uri *uri,
              const struct everyuri_config *config, struct everyuri_buf *buf,
              struct planned *planned);

#endif
