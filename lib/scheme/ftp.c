/* ftp, ftps: RFC 1738 3.2, RFC 959; RFC 4217 for TLS.  The type codes of RFC 1630 apply only under
 * RFC 1630. */
#include "scheme/scheme.h"

/* A path as the plan uses it: the directories to change to, one after another, and a name. */
struct ftp_path {
	struct everyuri_span directories; /* directories, separated by "/"; absent if there are
	                                     none */
	struct everyuri_span name;
	struct everyuri_span type; /* the code after ";type=", or absent */
};

/* ---- cutting ------------------------------------------------------------------------------------ */

static bool is_type_mark(const char *text)
{
	return eu_equals_ignoring_case(text, 6, ";type=");
}

static void cut_path(struct everyuri_planning *planning, struct ftp_path *ftp)
{
	const char *text = planning->uri->text;
	struct everyuri_span path = planning->path;
	uint32_t slash;

	ftp->directories = ftp->type = eu_absent();
	if (path.begin < path.end && text[path.begin] == '/')
		path.begin++;
	for (uint32_t at = path.begin; at + 6 <= path.end; at++) {
		if (text[at] != ';' || !is_type_mark(text + at))
			continue;
		ftp->type = eu_span(at + 6, path.end);
		path.end = at;
		break;
	}
	for (slash = path.end; slash > path.begin && text[slash - 1] != '/';)
		slash--;
	if (slash > path.begin)
		ftp->directories = eu_span(path.begin, slash - 1);
	ftp->name = eu_span(slash, path.end);
}

/* ---- login ---------------------------------------------------------------------------------------- */

static void ask_password(struct eu_plan_build *build)
{
	eu_plan_step(build, EVERYURI_ASK);
	eu_plan_text(build, EVERYURI_FIELD_FOR, "password");
	eu_plan_text(build, EVERYURI_FIELD_WHEN, "331");
	eu_plan_nest(build, EVERYURI_FIELD_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "PASS");
	eu_plan_unnest(build);
}

/* Adds the login.  RFC 1738 3.2.1: without a user, the login is "anonymous" with a mail address as
 * the password.  An empty user counts as a user. */
static void log_in(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	struct everyuri_text address = planning->config->anonymous;

	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "USER");
	if (eu_is_absent(planning->user))
		eu_plan_text(build, EVERYURI_FIELD_ARGUMENT, "anonymous");
	else
		eu_plan_part(build, EVERYURI_FIELD_ARGUMENT, planning->user, &eu_carried_line);
	if (!eu_is_absent(planning->user) && eu_is_absent(planning->password)) {
		ask_password(build);
	} else {
		eu_plan_step(build, EVERYURI_SEND);
		eu_plan_text(build, EVERYURI_FIELD_VERB, "PASS");
		if (!eu_is_absent(planning->user)) {
			eu_plan_secret(planning, EVERYURI_FIELD_ARGUMENT);
		} else if (address.data) {
			eu_need_line(planning, address);
			eu_plan_bytes(build, EVERYURI_FIELD_ARGUMENT, address);
		} else {
			eu_plan_text(build, EVERYURI_FIELD_ARGUMENT, "anonymous@");
		}
		eu_plan_text(build, EVERYURI_FIELD_WHEN, "331");
	}
	eu_plan_expect(build, "230");
}

static void secure_control(struct eu_plan_build *build)
{
	eu_plan_send(build, "AUTH", "TLS");
	eu_plan_expect(build, "234");
	eu_plan_step(build, EVERYURI_SECURE);
}

/* Protects the data connection (RFC 4217 9). */
static void secure_data(struct eu_plan_build *build)
{
	eu_plan_send(build, "PBSZ", "0");
	eu_plan_expect(build, "200");
	eu_plan_send(build, "PROT", "P");
	eu_plan_expect(build, "200");
}

/* ---- directories ---------------------------------------------------------------------------------- */

/* Sends one CWD for each segment.  Segments are decoded after the path is split (3.2.2).  If a
 * server refuses an empty argument, the plan stays in the same directory (docs/schemes/ftp.md). */
static void change_directory(struct everyuri_planning *planning, struct everyuri_span segment)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "CWD");
	eu_plan_part(build, EVERYURI_FIELD_ARGUMENT, segment, &eu_carried_line);
	if (segment.begin == segment.end) {
		eu_plan_nest(build, EVERYURI_FIELD_OR);
		eu_plan_unnest(build);
	}
	eu_plan_expect(build, "2");
}

static void change_directories(struct everyuri_planning *planning, struct everyuri_span all)
{
	const char *text = planning->uri->text;
	uint32_t from = all.begin;

	if (eu_is_absent(all))
		return;
	for (uint32_t at = all.begin; at <= all.end; at++) {
		if (at < all.end && text[at] != '/')
			continue;
		change_directory(planning, eu_span(from, at));
		from = at + 1;
	}
}

/* ---- type ------------------------------------------------------------------------------------------- */

/* Returns whether the suffix of the decoded name is that of a text file (3.2.3).  Used for a name
 * without a type code. */
static bool is_text_name(struct everyuri_planning *planning, struct everyuri_span name)
{
	static const char suffixes[][6] = { ".txt", ".text", ".html", ".htm" };
	const char *text = planning->uri->text;
	char suffix[5]; /* the suffix, beginning with the last full stop */
	size_t n = 0, last = sizeof suffix;

	for (uint32_t at = name.begin; at < name.end; n++) {
		unsigned char byte = (unsigned char)text[at];

		at += eu_escape_at(text + at, name.end - at, &byte) ? 3 : 1;
		if (byte == '.')
			n = 0;
		if (n < last)
			suffix[n] = (char)byte;
	}
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
		if (n <= last && eu_equals_ignoring_case(suffix, n, suffixes[i]))
			return true;
	return false;
}

static void send_type(struct eu_plan_build *build, const char *code)
{
	eu_plan_send(build, "TYPE", code);
	eu_plan_expect(build, "200");
}

/* Sends a type code of RFC 1630: A or E with N, T or C; I; or L with digits.  The parser has
 * checked this.  In the command, a space separates the two (RFC 959 4.1.2).  CHOICE: A alone means
 * A N, as in RFC 959 3.1.1.5. */
static void send_type_1630(struct everyuri_planning *planning, struct everyuri_span type)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "TYPE");
	eu_plan_open(build, EVERYURI_FIELD_ARGUMENT, 0);
	eu_plan_decoded(build, eu_span(type.begin, type.begin + 1), &eu_carried_word);
	eu_plan_put(build, " ", eu_span_len(type) > 1);
	eu_plan_decoded(build, eu_span(type.begin + 1, type.end), &eu_carried_word);
	eu_plan_close(build);
	eu_plan_expect(build, "200");
}

static bool has_type_1630(const struct everyuri_planning *planning, const struct ftp_path *ftp)
{
	return eu_planned_by(planning, EVERYURI_RFC1630) && eu_planned_has(ftp->type);
}

/* Returns the type code: a, i or d, or 0 if there is none or it is one of RFC 1630. */
static char type_of(struct everyuri_planning *planning, const struct ftp_path *ftp)
{
	char code = 0;

	if (eu_is_absent(ftp->type) || has_type_1630(planning, ftp))
		return code;
	if (eu_span_len(ftp->type) == 1)
		code = (char)eu_lower((unsigned char)planning->uri->text[ftp->type.begin]);
	if (!code || !strchr("aid", code))
		eu_unsafe(planning, ftp->type.begin, "RFC 1738 3.2.2",
		          "ftp type must be a, i or d");
	return code;
}

/* Returns how the name is retrieved: 'n' by NLST, 'l' as the best listing that the server has, 'r'
 * by RETR. */
static char kind_of(struct everyuri_planning *planning, const struct ftp_path *ftp)
{
	return type_of(planning, ftp) == 'd' ? 'n' : ftp->name.begin == ftp->name.end ? 'l' : 'r';
}

/* Sends TYPE unless the name is retrieved by NLST.  Returns kind_of(). */
static char send_type_of(struct everyuri_planning *planning, const struct ftp_path *ftp)
{
	struct eu_plan_build *build = &planning->build;
	char kind = kind_of(planning, ftp), type = type_of(planning, ftp);

	if (has_type_1630(planning, ftp))
		send_type_1630(planning, ftp->type);
	else if (kind != 'n')
		send_type(build,
		          (type ? type == 'a' : kind == 'l' || is_text_name(planning, ftp->name)) ?
		                  "A" :
		                  "I");
	return kind;
}

/* ---- the transfer --------------------------------------------------------------------------------------- */

static void send_list(struct eu_plan_build *build)
{
	static const char *const verbs[] = { "MLSD", "LIST", "NLST" };

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		if (i)
			eu_plan_nest(build, EVERYURI_FIELD_OR);
		eu_plan_send(build, verbs[i], NULL);
	}
	eu_plan_unnest(build);
	eu_plan_unnest(build);
}

static void send_transfer(struct everyuri_planning *planning, const struct ftp_path *ftp, char kind)
{
	struct eu_plan_build *build = &planning->build;

	eu_plan_step(build, EVERYURI_DATA);
	eu_plan_text(build, EVERYURI_FIELD_MODES, "EPSV");
	eu_plan_text(build, EVERYURI_FIELD_MODES, "PASV");
	if (kind == 'l') {
		send_list(build);
	} else {
		eu_plan_step(build, EVERYURI_SEND);
		eu_plan_text(build, EVERYURI_FIELD_VERB, kind == 'n' ? "NLST" : "RETR");
		if (eu_planned_has(ftp->name))
			eu_plan_part(build, EVERYURI_FIELD_ARGUMENT, ftp->name, &eu_carried_line);
	}
	eu_plan_receive(build, "close");
}

static void change_and_transfer(struct everyuri_planning *planning, const struct ftp_path *ftp)
{
	change_directories(planning, ftp->directories);
	send_transfer(planning, ftp, send_type_of(planning, ftp));
}

/* Does what the draft of 1994 says: sends one RETR with the whole path in Unix syntax, without
 * changing directories.  If the server refuses, falls back to CWD and RETR, which always work. */
static void try_directly(struct everyuri_planning *planning, const struct ftp_path *ftp)
{
	struct eu_plan_build *build = &planning->build;

	send_type_of(planning, ftp);
	eu_plan_step(build, EVERYURI_DATA);
	eu_plan_text(build, EVERYURI_FIELD_MODES, "EPSV");
	eu_plan_text(build, EVERYURI_FIELD_MODES, "PASV");
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "RETR");
	eu_plan_part(build, EVERYURI_FIELD_ARGUMENT, eu_span(ftp->directories.begin, ftp->name.end),
	             &eu_carried_line);
	eu_plan_nest(build, EVERYURI_FIELD_OR);
	change_directories(planning, ftp->directories);
	eu_plan_step(build, EVERYURI_SEND);
	eu_plan_text(build, EVERYURI_FIELD_VERB, "RETR");
	eu_plan_part(build, EVERYURI_FIELD_ARGUMENT, ftp->name, &eu_carried_line);
	eu_plan_unnest(build);
	eu_plan_receive(build, "close");
}

/* ---- a host whose files are here ---------------------------------------------------------------------- */

/* Reads local files instead of using FTP if the configuration names a directory for the host
 * (RFC 1630). */
static bool read_here(struct everyuri_planning *planning, const struct ftp_path *ftp)
{
	struct eu_plan_build *build = &planning->build;
	const struct everyuri_rule *rule =
		eu_rule(planning, EVERYURI_RULE_ROOT, planning->host_text, planning->n_host, NULL);
	struct everyuri_span whole = ftp->name;

	if (!rule)
		return false;
	if (!eu_is_absent(ftp->directories))
		whole.begin = ftp->directories.begin;
	eu_plan_step(build, kind_of(planning, ftp) == 'r' ? EVERYURI_READ : EVERYURI_LIST);
	eu_plan_local(planning, rule->value, whole);
	eu_plan_warn(build, planning->host.begin, "RFC 1738 3.2",
	             "the files of this host are read on this machine, as configured");
	return true;
}

void eu_plan_ftp(struct everyuri_planning *planning)
{
	struct eu_plan_build *build = &planning->build;
	bool implicit_tls = planning->row->info.flags & EVERYURI_TLS;
	bool auth_tls = !implicit_tls && (planning->config->flags & EVERYURI_FTP_SECURE);
	struct ftp_path ftp;

	eu_no_query(planning, "RFC 1738 3.2");
	if (!eu_need_host(planning))
		return;
	cut_path(planning, &ftp);
	if (eu_is_absent(planning->user) && read_here(planning, &ftp))
		return;
	eu_plan_connect(planning);
	eu_plan_expect(build, "220");
	if (auth_tls)
		secure_control(build);
	log_in(planning);
	if (implicit_tls || auth_tls)
		secure_data(build);
	if ((planning->config->flags & EVERYURI_FTP_DIRECT) && eu_planned_has(ftp.name) &&
	    eu_is_absent(ftp.type) && !eu_is_absent(ftp.directories))
		try_directly(planning, &ftp);
	else
		change_and_transfer(planning, &ftp);
}

/* ---- entries --------------------------------------------------------------------------------------------- */

/* Writes the URI of an entry in a directory.  It begins with the path of the base without the type
 * code; "/" is added if missing.  A "?" in the base belongs to the path. */
enum everyuri_status eu_entry_ftp(const struct everyuri_uri *base,
                                  const struct everyuri_entry *entry, struct eu_out *out,
                                  struct everyuri_error *err)
{
	const struct everyuri_span query = base->part[EVERYURI_QUERY];
	struct everyuri_span path = base->part[EVERYURI_PATH];
	const char *text = base->text;
	uint32_t end = path.begin;
	enum everyuri_status status = eu_check_name(entry->name, err);

	if (!status && !eu_planned_has(base->part[EVERYURI_HOST]))
		status = eu_fail(err, EVERYURI_MISSING, 0, "RFC 1738 3.2",
		                 "missing host in the base");
	if (!status)
		status = eu_out_front(out, base, true, err);
	if (status)
		return status;
	if (!eu_is_absent(query))
		path.end = query.end;
	while (end < path.end && !(path.end - end >= 6 && is_type_mark(text + end)))
		end++;
	eu_out_path(out, base, eu_span(path.begin, end));
	if (end == path.begin || text[end - 1] != '/')
		eu_out_byte(out, '/');
	eu_out_encoded(out, entry->name, &eu_kept_uchar);
	if (entry->type.len == 1 && entry->type.data[0] == 'd')
		eu_out_byte(out, '/');
	return EVERYURI_OK;
}
