/* json.c - everyuri --trurl --json: prints an array with one object for each URL. */
#include "trurl.h"

#include <string.h>

static void put_member(struct trurl *run, const char *indent, const char *name,
                       struct everyuri_text value)
{
	struct everyuri_writer *out = &run->answer.out;

	everyuri_write_text(out, indent);
	everyuri_write_text(out, "\"");
	everyuri_write_text(out, name);
	everyuri_write_text(out, "\": ");
	put_json(&run->answer, value.data, value.len);
}

static void put_parts(struct trurl *run, const struct url *url, unsigned show)
{
	const char *between = "";

	for (int at = 0; at < N_COMPONENTS; at++) {
		struct everyuri_text part = url_part(run, url, (enum component)at, show);

		if (!part.data)
			continue;
		if (!run->urlencode && at != C_HOST)
			part = text_decoded(run, part, at == C_QUERY);
		everyuri_write_text(&run->answer.out, between);
		put_member(run, "      ", component_name((enum component)at), part);
		between = ",\n";
	}
}

static void put_params(struct trurl *run, const struct query_pairs *pairs)
{
	struct everyuri_writer *out = &run->answer.out;
	const char *between = "";

	everyuri_write_text(out, ",\n    \"params\": [\n");
	for (size_t i = 0; i < pairs->n; i++) {
		const struct query_pair *pair = &pairs->pair[i];

		if (!pair->key.len && !pair->value.data)
			continue;
		everyuri_write_text(out, between);
		everyuri_write_text(out, "      {\n");
		put_member(run, "        ", "key", text_decoded(run, pair->key, true));
		everyuri_write_text(out, ",\n");
		put_member(run, "        ", "value", text_decoded(run, pair->value, true));
		everyuri_write_text(out, "\n      }");
		between = ",\n";
	}
	everyuri_write_text(out, "\n    ]");
}

void trurl_json(struct trurl *run, const struct url *url, const struct query_pairs *pairs)
{
	struct everyuri_writer *out = &run->answer.out;
	unsigned show = (run->default_port ? SHOW_DEFAULT_PORT : 0u) |
	                (run->punycode ? SHOW_PUNYCODE : 0u) | (run->as_idn ? SHOW_IDN : 0u);

	everyuri_write_text(out, run->n_shown++ ? ",\n  {\n" : "\n  {\n");
	put_member(run, "    ", "url", url_text(run, url, show));
	everyuri_write_text(out, ",\n    \"parts\": {\n");
	put_parts(run, url, show);
	everyuri_write_text(out, "\n    }");
	if (pairs->n)
		put_params(run, pairs);
	everyuri_write_text(out, "\n  }");
}
