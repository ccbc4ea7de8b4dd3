/* Sends records between the gateway and its helper, together with descriptors:
 * unix(7), SCM_RIGHTS. */
#define _GNU_SOURCE /* MSG_CMSG_CLOEXEC */
#include "gateway/session/helper.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union control {
	char room[CMSG_SPACE(sizeof(int))];
	struct cmsghdr header; /* this member aligns the union */
};

bool eu_helper_send(int fd, const void *data, size_t len, int passed)
{
	struct iovec piece = { .iov_base = (void *)data, .iov_len = len };
	struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };
	union control control;
	ssize_t n;

	if (passed >= 0) {
		struct cmsghdr *header;

		memset(&control, 0, sizeof control);
		message.msg_control = control.room;
		message.msg_controllen = sizeof control.room;
		header = CMSG_FIRSTHDR(&message);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(sizeof passed);
		memcpy(CMSG_DATA(header), &passed, sizeof passed);
	}
	do
		n = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)len;
}

/* Returns the descriptor that came with a message, or -1.  There is space for
 * only one; the kernel closes any others. */
static int passed_with(struct msghdr *message)
{
	struct cmsghdr *header = CMSG_FIRSTHDR(message);
	int fd;

	if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
	    header->cmsg_len != CMSG_LEN(sizeof fd))
		return -1;
	memcpy(&fd, CMSG_DATA(header), sizeof fd);
	return fd;
}

int eu_helper_receive(int fd, void *data, size_t len, int *passed)
{
	struct iovec piece = { .iov_base = data, .iov_len = len };
	union control control;
	struct msghdr message = { .msg_iov = &piece,
		                  .msg_iovlen = 1,
		                  .msg_control = control.room,
		                  .msg_controllen = sizeof control.room };
	ssize_t n;

	*passed = -1;
	do
		n = recvmsg(fd, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? -1 : 0;
	*passed = passed_with(&message);
	if ((size_t)n == len && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)))
		return 1;
	if (*passed >= 0)
		close(*passed);
	*passed = -1;
	return -1;
}

int eu_helper_wait(int fd, void *data, size_t len, int *passed, unsigned ms)
{
	struct pollfd at = { .fd = fd, .events = POLLIN };
	int n;

	*passed = -1;
	do
		n = poll(&at, 1, (int)ms);
	while (n < 0 && errno == EINTR);
	return n > 0 ? eu_helper_receive(fd, data, len, passed) : -1;
}
