# Shortcuts for common Meson commands.
.POSIX:
PREFIX = /usr/local
DESTDIR =

all:
	@tools/packages build
	@tools/build build
	@echo "build/everyuri and build/libeveryuri are made"

# Install, as root or through sudo, the Debian packages for the build, `make demo` and `make check`, and those of the
# lists in DEPS: make deps DEPS='deep live' (tools/packages has the lists).
DEPS =
deps:
	@tools/packages --install build demo check $(DEPS)

demo: deps all
	@tools/demo
	@tools/demo-gateway

# Every functional test once: 4 minutes on two cores.
check: deps
	@tests/external.py vectors/wpt/urltestdata.json >/dev/null 2>&1 || tools/peers wpt
	@tools/build build $${CI:+-Dwerror=true}
	@tools/test build

# The sanitizers, other compilers and processors, the proofs, a sample of planted faults: 26 minutes.  The targets
# below it are its parts.
DEEP = tools proofs faults sanitizers onefile threads turkish musl 32-bit big-endian arm64 windows
check-deep:
	@tools/packages --install build check deep
	@tools/build build $${CI:+-Dwerror=true}
	@$(MAKE) -k $(DEEP:%=deep-%)

deep-tools:
	@tools/test build --setup deep --suite tools
deep-proofs:
	@tools/peers ada upa url
	@tools/test build --setup deep --suite proof --suite full
deep-faults:
	@tools/test build --setup deep --suite faults
deep-turkish:
	@mkdir -p build/locale
	@[ -d build/locale/tr_TR.UTF-8 ] || localedef -i tr_TR -f UTF-8 build/locale/tr_TR.UTF-8
	@tools/variant turkish
deep-sanitizers deep-onefile deep-threads deep-musl deep-32-bit deep-big-endian deep-arm64 deep-windows:
	@tools/variant $(@:deep-%=%)

# Takes hours: the long forms of the tests, every planted fault, static analysers, soak and memory tests, coverage.
check-long: all
	@tools/packages --install build check deep long bindings coverage
	@tools/build build
	@tools/long

# Tests with real servers on loopback; those that are not installed are skipped.
check-live: all
	@tools/packages --install build live node
	@EVERYURI=$(CURDIR)/build/everyuri tests/live/run.py
	@EVERYURI=$(CURDIR)/build/everyuri tests/gateway/run.py

check-bindings:
	@tools/packages --install build bindings node
	@tests/bindings/run.py

bench:
	@tools/packages --install build bench node go
	@bench/run

# Benchmarks of access; needs the servers of check-live.
bench-access: all
	@EVERYURI=$(CURDIR)/build/everyuri bench/access.py

# Runs all targets of fuzz/ for MINUTES core-minutes in total, JOBS at a time: fuzz/README.md.
MINUTES = 20
JOBS = $$(nproc)
fuzz:
	@tools/packages --install build fuzz
	@fuzz/run --minutes $(MINUTES) --jobs $(JOBS)

# Format all C sources by .clang-format, in place.
format:
	@tools/packages --install deep
	@for folder in include lib gateway cmd bindings tests bench examples fuzz; do \
		tools/sources $$folder .c; tools/sources $$folder .h; done | xargs clang-format -i

# The documentation as static HTML.
site:
	@tools/packages --install site
	@mkdocs build --strict --quiet
	@echo "build/site/index.html is the first page"

# Build the Debian packages, check them with lintian and unpack them; as root, install them in an overlay.
check-packages:
	@tools/packages --install build packages
	@tests/install/debian

# The one-file release, for programs that embed the library.
dist:
	@tools/packages build
	@tools/dist build/dist

install:
	@tools/packages build
	@tools/build build -Dprefix=$(PREFIX)
	@DESTDIR=$(DESTDIR) meson install -C build --no-rebuild

clean:
	rm -rf build

.PHONY: all deps demo check check-deep check-live check-bindings check-packages check-long bench bench-access fuzz format site dist install clean
