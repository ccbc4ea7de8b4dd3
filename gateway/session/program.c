/* Chooses the program of a session.  The helper builds the URI and makes a plan for it, so nothing
 * that the gateway sends can become the name of a program, or an argument. */
#define _GNU_SOURCE /* access */
#include "gateway/session/helper.h"

#include <everyuri/plan.h>
#include <everyuri/uri.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Options for the three known programs, added before the arguments from the plan.  telnet and c3270
 * have a command prompt, which an escape key opens, and they read settings files.  Either can start
 * a shell, so these options turn both off.  rlogin has no command prompt. */
static const struct known {
	const char *name;
	bool raised; /* installed set-user-id root on some systems, for its reserved port
	              * (RFC 1282) */
	const char *words[4];
} known[] = {
	{ "telnet", false, { "-E", "-c", "-K" } }, /* turns off the escape key, .telnetrc and
	                                            * auto-login */
	{ "rlogin", true, { NULL } },
	{ "c3270", false, { "-secure", "-xrm", "c3270.menuBar: False" } },
};

/* ---- arguments -------------------------------------------------------------------------------------------- */

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
	return false; /* other programs are started only if the user has configured them */
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

/* Makes the plan and reads the arguments in it.  The gateway has already checked the address, so
 * only the scheme and the port are checked again. */
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

/* ---- the executable --------------------------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
	struct stat about;

	return !stat(path, &about) && S_ISREG(about.st_mode) && !access(path, X_OK);
}

/* Searches PROGRAM_PATH for the program.  A configured program may be given as a path, which must
 * be absolute. */
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
