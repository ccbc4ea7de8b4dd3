/* Local paths: a root from the configuration, and the segments of a URI below it. */
#include "scheme/scheme.h"

/* Bytes not allowed in a decoded segment: NUL; "/", which would split the segment (THREATS C5); and
 * line breaks, which no value of a plan may contain (THREATS C1). */
static const struct everyuri_byte_set never_in_segment = { { 1u << 0 | 1u << '\n' | 1u << '\r',
	                                                     1u << ('/' - 32) } };
static const struct eu_carried carried_segment = {
	&never_in_segment, "RFC 8089 2",
	"encoded slash, line break or NUL not allowed in a file name"
};

void eu_plan_below(struct everyuri_planning *planning, struct everyuri_text root,
                   struct everyuri_span path)
{
	struct eu_plan_build *build = &planning->build;
	const char *text = planning->uri->text;
	uint32_t from = path.begin;

	eu_need_line(planning, root);
	while (root.len && root.data[root.len - 1] == '/')
		root.len--;
	eu_plan_put(build, root.data, root.len);
	for (uint32_t at = path.begin; at <= path.end; at++) {
		struct everyuri_span segment = eu_span(from, at);

		if (at < path.end && text[at] != '/')
			continue;
		if (eu_is_dot_segment(text + from, at - from))
			eu_unsafe(planning, from, "RFC 3986 3.3",
			          "dot segment not allowed: it could leave the directory");
		eu_plan_put(build, "/", 1);
		eu_plan_decoded(build, segment, &carried_segment);
		from = at + 1;
	}
}

void eu_plan_local(struct everyuri_planning *planning, struct everyuri_text root,
                   struct everyuri_span path)
{
	eu_plan_open(&planning->build, EVERYURI_FIELD_PATH, 0);
	eu_plan_below(planning, root, path);
	eu_plan_close(&planning->build);
}

void eu_plan_read_or_list(struct everyuri_planning *planning, struct everyuri_span path)
{
	bool list = path.begin == path.end || planning->uri->text[path.end - 1] == '/';

	eu_plan_step(&planning->build, list ? EVERYURI_LIST : EVERYURI_READ);
}

enum everyuri_status eu_check_name(struct everyuri_text name, struct everyuri_error *err)
{
	if (!name.data || !name.len)
		return eu_fail(err, EVERYURI_MISSING, 0, "", "missing name in the entry");
	for (size_t i = 0; i < name.len; i++)
		if (!name.data[i] || strchr("/\r\n", name.data[i]))
			return eu_fail(err, EVERYURI_UNSAFE, i, "RFC 1738 3.2.2",
			               "slash, line break or NUL not allowed in a file name");
	if (name.data[0] == '.' && (name.len == 1 || (name.len == 2 && name.data[1] == '.')))
		return eu_fail(err, EVERYURI_UNSAFE, 0, "RFC 3986 3.3",
		               "dot segment not allowed: it could leave the directory");
	return EVERYURI_OK;
}
