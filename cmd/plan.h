/* plan.h - what `everyuri plan` and `explain` share. */
#ifndef CMD_PLAN_H
#define CMD_PLAN_H

#include "cmd.h"

enum plan_status { PLANNED, PLAN_REFUSED, PLAN_INVALID };

/* What a URI leads to. */
struct planned {
	enum plan_status status;
	struct everyuri_uri uri;     /* that was planned: of an IRI the URI that it stands for */
	struct everyuri_plan plan;   /* with PLANNED */
	struct everyuri_error error; /* otherwise */
};

/* Plan what has been read.  The plan lies in plan_buf, the URI of an IRI in iri_buf. */
void uri_plan(const struct everyuri_uri *uri, const struct everyuri_config *config,
              struct everyuri_buf *plan_buf, struct everyuri_buf *iri_buf, struct planned *planned);

#endif
