/* file, afs: paths on this machine. file: RFC 1738 3.10 and RFC 8089; afs: the draft of 1993. */
#include "scheme/registered.h"

#include "base/address.h"

#define AFS_CLAUSE "draft of 1993, afsaddress"

/* ---- file ------------------------------------------------------------------------------------------ */

/* Returns whether the host means this machine.  By 3.10, an absent or empty host and "localhost"
 * do. */
static bool is_this_machine(const struct everyuri_planning *planning)
{
	const struct everyuri_text own = planning->config->this_host;
	const struct everyuri_text host = { planning->host_text, planning->n_host };
	const struct everyuri_text localhost = { "localhost", 9 };

	return !host.len || eu_same_host(host, localhost) || eu_same_host(host, own);
}

static void read_file(struct everyuri_planning *planning)
{
	const struct everyuri_text top = { "", 0 };
	const char *text = planning->uri->text;
	struct everyuri_span path = planning->path;

	if (path.begin < path.end && text[path.begin] == '/')
		path.begin++;
	else if (path.begin < path.end || eu_is_absent(planning->host))
		eu_unsafe(planning, path.begin, "RFC 8089 2", "file path must be absolute");
	/* POSIX does not define what two slashes at the front mean. */
	if (path.begin < path.end && text[path.begin] == '/')
		eu_unsafe(planning, path.begin, "RFC 8089 E.3.2",
		          "file path must not begin with two slashes");
	eu_plan_read_or_list(planning, path);
	eu_plan_local(planning, top, path);
}

/* ---- afs -------------------------------------------------------------------------------------------- */

/* Checks the cell, which becomes a directory name. host.c has checked its labels, so it is not "."
 * or "..", and it does not begin with a dot, which would name the writable path to the same cell. */
static bool is_cell(struct everyuri_planning *planning)
{
	const char *cell = planning->host_text;

	if (!eu_need_host(planning))
		return false;
	if (memchr(cell, ':', planning->n_host) || eu_is_ipv4(cell, planning->n_host))
		eu_unsafe(planning, planning->host.begin, AFS_CLAUSE,
		          "cell name must not be an IP address");
	return true;
}

static void read_afs(struct everyuri_planning *planning)
{
	const struct everyuri_text none = { "", 0 };
	struct everyuri_text root = planning->config->afs_root;
	struct eu_plan_build *build = &planning->build;
	struct everyuri_span path = planning->path;
	size_t n = planning->n_host;

	if (!root.data)
		root = (struct everyuri_text){ "/afs", 4 };
	eu_need_line(planning, root);
	while (root.len && root.data[root.len - 1] == '/')
		root.len--;
	n -= planning->host_text[n - 1] == '.'; /* "cern.ch." and "cern.ch" are the same cell */
	path.begin += path.begin < path.end;    /* skip the "/" of the path */
	eu_plan_read_or_list(planning, path);
	eu_plan_open(build, EVERYURI_FIELD_PATH, 0);
	eu_plan_put(build, root.data, root.len);
	eu_plan_put(build, "/", 1);
	eu_plan_put(build, planning->host_text, n);
	eu_plan_below(planning, none, path);
	eu_plan_close(build);
}

/* ---- plans -------------------------------------------------------------------------------------------- */

static void refuse_more(struct everyuri_planning *planning)
{
	const char *clause = planning->row->info.clause;
	struct everyuri_span port = planning->uri->part[EVERYURI_PORT];

	eu_no_user(planning, clause);
	eu_no_query(planning, clause);
	if (eu_planned_has(port))
		eu_unsafe(planning, port.begin, clause, "port not allowed in this scheme");
}

void eu_plan_afs(struct everyuri_planning *planning)
{
	refuse_more(planning);
	if (is_cell(planning))
		read_afs(planning);
}

void eu_plan_file(struct everyuri_planning *planning)
{
	refuse_more(planning);
	if (is_this_machine(planning))
		read_file(planning);
	else if (!eu_plan_gateways(planning, true))
		eu_unsafe(planning, planning->host.begin, "RFC 1738 3.10",
		          "the file is on another machine");
}

/* ---- entries ---------------------------------------------------------------------------------------------- */

/* Writes the URI of an entry in a directory.  It begins with the path of the base, to which "/" is
 * added if missing.  A "?" in the base belongs to the path. */
enum everyuri_status eu_entry_file(const struct everyuri_uri *base,
                                   const struct everyuri_entry *entry, struct eu_out *out,
                                   struct everyuri_error *err)
{
	const struct everyuri_span query = base->part[EVERYURI_QUERY];
	struct everyuri_span path = base->part[EVERYURI_PATH];
	enum everyuri_status status = eu_check_name(entry->name, err);

	if (!status)
		status = eu_out_front(out, base, false, err);
	if (status)
		return status;
	if (!eu_is_absent(query))
		path.end = query.end;
	eu_out_path(out, base, path);
	if (path.begin == path.end || base->text[path.end - 1] != '/')
		eu_out_byte(out, '/');
	eu_out_encoded(out, entry->name, &eu_kept_uchar);
	if (entry->type.len == 1 && entry->type.data[0] == 'd')
		eu_out_byte(out, '/');
	return EVERYURI_OK;
}
