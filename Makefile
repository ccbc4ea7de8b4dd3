# A short way to say things; the work is done by Meson, Ninja and tools/.
.POSIX:
PREFIX = /usr/local
DESTDIR =

all: packages
	@tools/build build
	@echo "build/everyuri and build/libeveryuri are made"

packages:
	@tools/packages build

demo: all
	@tools/packages demo
	@tools/demo
	@tools/demo-gateway

check:
	@tools/packages build check
	@[ -d ../shared/vectors/wpt ] || tools/peers wpt
	@tools/peers ada
	@tools/check

# Real servers on loopback; those that are not installed are named as skipped.
check-live: all
	@tools/packages build live node
	@EVERYURI=$(CURDIR)/build/everyuri tests/live/run.py
	@EVERYURI=$(CURDIR)/build/everyuri tests/gateway/run.py

check-bindings:
	@tools/packages build bindings node
	@tests/bindings/run.py

# What takes too long for make check: tools/long has the parts.  MUTANTS: how many tools/mutants tries.
MUTANTS = 200
check-long: all
	@tools/packages build check long bindings coverage
	@tools/build build/check/gcc -Dtests=true
	@MUTANTS=$(MUTANTS) tools/long

# Rust's peer is measured where there is a cargo of these days; Debian 12's is too old for it.
bench:
	@tools/packages build bench node go
	@bench/run

# The same of access, where the servers of check-live are installed.
bench-access: all
	@EVERYURI=$(CURDIR)/build/everyuri bench/access.py

# MINUTES core-minutes shared over all targets of fuzz/, JOBS of them at a time: fuzz/README.md.
MINUTES = 20
JOBS = $$(nproc)
fuzz:
	@tools/packages build fuzz
	@fuzz/run --minutes $(MINUTES) --jobs $(JOBS)

# Lay out all C as .clang-format says, in place.
format:
	@tools/packages build check
	@for folder in include lib gateway cmd bindings tests bench examples fuzz; do \
		tools/sources $$folder .c; tools/sources $$folder .h; done | xargs clang-format -i

# The documentation as static pages, to look at or to put on a server.
site:
	@tools/packages site
	@tools/site build/site
	@echo "build/site/index.html is the first page"

# The Debian packages: built, judged by lintian, unpacked, and as root installed where it does no harm.
check-packages:
	@tools/packages build packages
	@tests/install/debian

# The release in one file of C, for whoever embeds the library.
dist: packages
	@tools/dist build/dist

install: packages
	@tools/build build -Dprefix=$(PREFIX)
	@DESTDIR=$(DESTDIR) meson install -C build --no-rebuild

clean:
	rm -rf build

.PHONY: all packages demo check check-live check-bindings check-packages check-long bench bench-access fuzz format site dist install clean
