/* plan.h - what `everyuri plan` and `explain` share. */
#ifndef CMD_PLAN_H
#define CMD_PLAN_H

#include "cmd.h"

enum plan_status { PLANNED, PLAN_REFUSED, PLAN_INVALID };

/* What an item leads to. */
struct planned {
	enum plan_status status;
	struct everyuri_uri uri;
	struct everyuri_plan plan;   /* with PLANNED; in answer->buf[1] */
	struct everyuri_error error; /* otherwise */
};

/* Read and plan an item.  flags: EVERYURI_ADMIT_ZONE.  Uses answer->buf[0], [1] and [3]. */
void item_plan(struct answer *answer, const struct item *item, unsigned flags,
               const struct everyuri_config *config, struct planned *planned);

/* A plan's warnings for people, one a line. */
void plan_warnings_write(struct answer *answer, const struct everyuri_plan *plan, unsigned indent);

#endif
