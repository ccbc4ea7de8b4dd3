// by_pipe.cc - parses with a program at the other end of a pipe; by_url.py has the protocol.
#include "reading.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

const uint32_t null_field = UINT32_MAX;

[[noreturn]] void give_up(const char *what)
{
	std::perror(what);
	std::exit(2);
}

void put(std::string &out, const std::optional<std::string> &text)
{
	uint32_t len = text ? static_cast<uint32_t>(text->size()) : null_field;

	out.append(reinterpret_cast<const char *>(&len), sizeof len);
	if (text)
		out += *text;
}

class Piped : public Parser
{
      public:
	explicit Piped(const std::vector<std::string> &command)
	{
		int down[2], up[2];
		std::vector<char *> arguments;

		for (const std::string &word : command)
			arguments.push_back(const_cast<char *>(word.c_str()));
		arguments.push_back(nullptr);
		if (pipe(down) || pipe(up))
			give_up("pipe");
		child = fork();
		if (child < 0)
			give_up("fork");
		if (!child) {
			dup2(down[0], STDIN_FILENO);
			dup2(up[1], STDOUT_FILENO);
			for (int other : { down[0], down[1], up[0], up[1] })
				close(other);
			execvp(arguments[0], arguments.data());
			give_up(arguments[0]);
		}
		close(down[0]);
		close(up[1]);
		to = down[1];
		from = up[0];
	}
	~Piped() override
	{
		close(to);
		close(from);
		waitpid(child, nullptr, 0);
	}
	Piped(const Piped &) = delete;
	Piped &operator=(const Piped &) = delete;

	// The whole batch is sent before an answer comes back, so that there is no deadlock.
	void read(const std::vector<Item> &items, std::vector<Reading> &readings) override
	{
		std::string batch;

		for (const Item &item : items) {
			put(batch, item.text);
			put(batch, item.base);
		}
		uint32_t head[2] = { static_cast<uint32_t>(items.size()),
			             static_cast<uint32_t>(batch.size()) };
		write_all(head, sizeof head);
		write_all(batch.data(), batch.size());
		readings.assign(items.size(), Reading());
		uint32_t len;

		read_all(&len, sizeof len);
		std::string answer(len, '\0');

		read_all(answer.data(), len);
		at = answer.data();
		end = at + len;
		for (Reading &reading : readings)
			take(reading);
	}

	bool tells(Field field) const override
	{
		return field != ORIGIN;
	}

      private:
	pid_t child;
	int to, from;
	const char *at = nullptr, *end = nullptr;

	void take(Reading &reading)
	{
		if (at == end)
			give_up("answer too short");
		reading.valid = *at++ != 0;
		if (!reading.valid)
			return;
		for (int field = HREF; field < ORIGIN; field++) {
			uint32_t len;

			if (static_cast<size_t>(end - at) < sizeof len)
				give_up("answer too short");
			std::memcpy(&len, at, sizeof len);
			at += sizeof len;
			if (len == null_field)
				continue;
			if (static_cast<size_t>(end - at) < len)
				give_up("answer too short");
			reading.field[field] = std::string(at, len);
			at += len;
		}
	}

	void write_all(const void *data, size_t len)
	{
		const char *next = static_cast<const char *>(data);

		while (len) {
			ssize_t n = write(to, next, len);

			if (n < 0 && errno == EINTR) // a fuzzer's clock
				continue;
			if (n <= 0)
				give_up("writing to the peer");
			next += n;
			len -= static_cast<size_t>(n);
		}
	}

	void read_all(void *data, size_t len)
	{
		char *next = static_cast<char *>(data);

		while (len) {
			ssize_t n = ::read(from, next, len);

			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0)
				give_up("reading from the peer");
			next += n;
			len -= static_cast<size_t>(n);
		}
	}
};

} // namespace

std::unique_ptr<Parser> piped_parser(const std::vector<std::string> &command)
{
	return std::make_unique<Piped>(command);
}
