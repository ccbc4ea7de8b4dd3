/* What is started: the helper makes the plan itself, of an address that it has written itself.  What the
 * gateway sends can name no program and be no argument of one. */
#define _GNU_SOURCE /* access */
#include "gateway/session/helper.h"

#include <everyuri/plan.h>
#include <everyuri/uri.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Options in front of what the plan says, for the three that we know.  Each has a prompt of its own
 * behind a key, from which a shell can be started, and settings of the user's that can do the same:
 * neither is for a page.  rlogin has none. */
static const struct known {
	const char *name;
	bool raised; /* on some systems it has to be root for its port (RFC 1282) */
	const char *words[4];
} known[] = {
	{ "telnet", false, { "-E", "-c", "-K" } }, /* no escape character, .telnetrc or login */
	{ "rlogin", true, { NULL } },
	{ "c3270", false, { "-secure", "-xrm", "c3270.menuBar: False" } },
};

/* ---- words ------------------------------------------------------------------------------------------------ */

static bool add_word(struct program *program, struct everyuri_text text)
{
	char *word = program->bytes + program->n_bytes;

	if (program->n_words == PROGRAM_WORDS_MAX ||
	    text.len >= PROGRAM_BYTES_MAX - program->n_bytes)
		return false;
	if (text.len && memchr(text.data, '\0', text.len))
		return false;
	memcpy(word, text.data, text.len);
	word[text.len] = '\0';
	program->n_bytes += text.len + 1;
	program->words[program->n_words++] = word;
	return true;
}

static bool add_own_options(struct program *program, struct everyuri_text name)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (!eu_http_is(name, known[i].name))
			continue;
		program->raised = known[i].raised;
		for (size_t k = 0; k < 4 && known[i].words[k]; k++)
			if (!add_word(program, (struct everyuri_text){ known[i].words[k],
			                                               strlen(known[i].words[k]) }))
				return false;
		return true;
	}
	return false; /* only these are started unless the configuration says otherwise */
}

static bool read_step(struct program *program, const struct everyuri_step *step)
{
	struct everyuri_field field;
	size_t at = 0;

	if (step->what != EVERYURI_HAND_OVER ||
	    !everyuri_step_field(step, EVERYURI_FIELD_PROGRAM, &field) || !field.text.len ||
	    field.text.data[0] == '-' || !add_word(program, field.text))
		return false;
	if (!program->own && !add_own_options(program, field.text))
		return false;
	while (everyuri_field_next(step->fields, &at, &field))
		if (field.name == EVERYURI_FIELD_ARGUMENTS && !add_word(program, field.text))
			return false;
	return true;
}

/* ---- the plan ----------------------------------------------------------------------------------------------- */

static bool is_configured(const struct everyuri_config *config, const char *scheme)
{
	for (size_t i = 0; i < config->n_rules; i++)
		if (config->rules[i].kind == EVERYURI_RULE_PROGRAM &&
		    eu_http_is(config->rules[i].name, scheme))
			return true;
	return false;
}

/* The address has been judged where it was looked up; schemes and ports are judged once more. */
static bool plan_words(struct program *program, const struct everyuri_config *config,
                       struct everyuri_text text)
{
	struct everyuri_policy policy = { 0 };
	struct everyuri_config own = *config;
	struct everyuri_plan plan;
	struct everyuri_uri uri;
	struct everyuri_step step;
	struct everyuri_buf buf;
	size_t at = 0;
	bool good;

	if (everyuri_parse(text.data, text.len, EVERYURI_RFC3986, 0, NULL, NULL, &uri, NULL))
		return false;
	if (config->policy)
		policy = *config->policy;
	policy.refused_classes = 0;
	policy.n_only_hosts = policy.n_refused_hosts = 0;
	own.policy = &policy;
	everyuri_buf_init(&buf, NULL, 0, NULL);
	good = !everyuri_plan_make(&uri, &own, &buf, &plan, NULL) &&
	       everyuri_step_next(plan.steps, &at, &step) && read_step(program, &step);
	everyuri_buf_free(&buf);
	return good;
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
	struct stat about;

	return !stat(path, &about) && S_ISREG(about.st_mode) && !access(path, X_OK);
}

/* A name in the folders where a system has its programs; the configuration may have a path, which has to
 * be a whole one. */
static bool find_program(struct program *program)
{
	const char *name = program->words[0], *at = PROGRAM_PATH;
	int n;

	if (strchr(name, '/')) {
		n = snprintf(program->path, sizeof program->path, "%s", name);
		return program->own && name[0] == '/' && (size_t)n < sizeof program->path &&
		       is_program(program->path);
	}
	for (;;) {
		const size_t len = strcspn(at, ":");

		n = snprintf(program->path, sizeof program->path, "%.*s/%s", (int)len, at, name);
		if (n > 0 && (size_t)n < sizeof program->path && is_program(program->path))
			return true;
		if (!at[len])
			return false;
		at += len + 1;
	}
}

enum helper_said eu_program_plan(struct program *program, const struct everyuri_config *config,
                                 const struct session_target *target)
{
	char text[SESSION_URI_MAX];
	const size_t len = eu_session_uri(target, text);

	memset(program, 0, sizeof *program);
	if (!len || !target->port)
		return HELPER_NO_PLAN;
	program->own = is_configured(config, eu_session_scheme(target->scheme));
	if (!plan_words(program, config, (struct everyuri_text){ text, len }))
		return HELPER_NO_PLAN;
	return find_program(program) ? HELPER_STARTED : HELPER_NO_PROGRAM;
}
