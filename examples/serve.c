/* serve.c - show any URI in a browser: print the address of a gateway and serve until SIGINT or SIGTERM. */
#include <signal.h>
#include <stdio.h>
#include <everyuri-gateway.h>

static struct everyuri_gateway *gateway; /* where the signal handler finds it */

static void stop(int number)
{
	(void)number;
	everyuri_gateway_stop(gateway);
}

int main(void)
{
	const struct everyuri_gateway_options options = { .log = -1 };
	struct everyuri_error err = { .clause = "", .message = "" };
	enum everyuri_status status = everyuri_gateway_open(&options, &gateway, &err);

	if (!status) {
		signal(SIGINT, stop);
		signal(SIGTERM, stop);
		printf("http://127.0.0.1:%u/\n", (unsigned)everyuri_gateway_port(gateway));
		fflush(stdout);
		status = everyuri_gateway_run(gateway, &err);
		everyuri_gateway_close(gateway);
	}
	if (status)
		fprintf(stderr, "%s: %s\n", everyuri_status_text(status), err.message);
	return status != EVERYURI_OK;
}
