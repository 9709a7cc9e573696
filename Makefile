# portero: see README.md. `make run` does all for a person, `make check` all for a developer.

APP_ID  = io.github.portero.Portero
PREFIX  = /usr/local
DESTDIR =
CARGO   = cargo
PROFILE = release
# `VIEWER=no` leaves the window programs out, and all of GTK with them.
VIEWER  = yes

bindir  = $(PREFIX)/bin
datadir = $(PREFIX)/share
binary  = target/$(PROFILE)/portero

ifeq ($(VIEWER),no)
features = --no-default-features
programs = portero
programs_manuals = portero
else
programs = portero portero-view portero-ask
programs_manuals = portero portero-view
build_needs = viewer
endif

# What `make run` installs for this person alone.
user_prefix = $(HOME)/.local

# The files that installation puts under $(PREFIX), for `uninstall` to take away.
installed = \
	bin/portero \
	bin/portero-view \
	bin/portero-ask \
	share/applications/$(APP_ID).desktop \
	share/icons/hicolor/scalable/apps/$(APP_ID).svg \
	share/icons/hicolor/symbolic/apps/$(APP_ID)-symbolic.svg \
	share/metainfo/$(APP_ID).metainfo.xml \
	share/dbus-1/services/$(APP_ID).service \
	share/dbus-1/interfaces/$(APP_ID)1.xml \
	share/systemd/user/portero.service \
	share/man/man1/portero.1 \
	share/man/man1/portero-view.1 \
	share/man/man5/portero.toml.5 \
	share/bash-completion/completions/portero \
	share/zsh/site-functions/_portero \
	share/fish/vendor_completions.d/portero.fish \
	share/elvish/lib/portero.elv \
	share/nushell/vendor/autoload/portero.nu

.PHONY: all build run install uninstall needs check fmt clippy test cases deny fuzz check-security check-release sbom packages deb rpm tarball check-pages check-desktop check-clicks check-reader check-wayland check-html screenshots times measure bench instructions clean

all: build

build:
	$(CARGO) build --release --locked $(features)

run:
	packaging/needs.sh build $(build_needs) run
	$(MAKE) build
	$(MAKE) install PREFIX="$(user_prefix)"
	"$(user_prefix)/bin/portero" register
	"$(user_prefix)/bin/portero" open 'man:ls(1)'

# A file of data/ with the place of the programs filled in.
with_bindir = sed 's|@BINDIR@|$(bindir)|' data/$(1).in > "$(DESTDIR)$(datadir)/$(2)"

install: $(binary)
	install -d "$(DESTDIR)$(bindir)" $(patsubst %,"$(DESTDIR)$(PREFIX)/%",$(sort $(dir $(filter share/%,$(installed)))))
	install -m 755 $(programs:%=target/$(PROFILE)/%) "$(DESTDIR)$(bindir)"
	$(call with_bindir,$(APP_ID).desktop,applications/$(APP_ID).desktop)
	@# Some desktops ask for it in a person's own folder; packages install it as any other file.
	@[ -n "$(DESTDIR)" ] || chmod 755 "$(datadir)/applications/$(APP_ID).desktop"
	$(call with_bindir,$(APP_ID).service,dbus-1/services/$(APP_ID).service)
	$(call with_bindir,portero.service,systemd/user/portero.service)
	install -m 644 data/$(APP_ID).svg "$(DESTDIR)$(datadir)/icons/hicolor/scalable/apps"
	install -m 644 data/$(APP_ID)-symbolic.svg "$(DESTDIR)$(datadir)/icons/hicolor/symbolic/apps"
	install -m 644 data/$(APP_ID).metainfo.xml "$(DESTDIR)$(datadir)/metainfo"
	install -m 644 data/$(APP_ID)1.xml "$(DESTDIR)$(datadir)/dbus-1/interfaces"
	install -m 644 $(programs_manuals:%=data/man/%.1) "$(DESTDIR)$(datadir)/man/man1"
	install -m 644 data/man/portero.toml.5 "$(DESTDIR)$(datadir)/man/man5"
	$(binary) completions bash > "$(DESTDIR)$(datadir)/bash-completion/completions/portero"
	$(binary) completions zsh > "$(DESTDIR)$(datadir)/zsh/site-functions/_portero"
	$(binary) completions fish > "$(DESTDIR)$(datadir)/fish/vendor_completions.d/portero.fish"
	$(binary) completions elvish > "$(DESTDIR)$(datadir)/elvish/lib/portero.elv"
	$(binary) completions nushell > "$(DESTDIR)$(datadir)/nushell/vendor/autoload/portero.nu"
	@[ -n "$(DESTDIR)" ] || update-desktop-database -q "$(datadir)/applications" 2>/dev/null || true
	@[ -n "$(DESTDIR)" ] || packaging/bus.sh $(APP_ID) || true

$(binary):
	$(MAKE) build

# Puts back the handlers that were there before, then takes the files away, and what was kept for quickness. The config
# and what was read last are the person's own.
uninstall:
	@[ -n "$(DESTDIR)" ] || ! [ -x "$(bindir)/portero" ] || "$(bindir)/portero" unregister
	cd "$(DESTDIR)$(PREFIX)" && rm -f $(installed)
	@[ -n "$(DESTDIR)" ] || update-desktop-database -q "$(datadir)/applications" 2>/dev/null || true
	@# An index of nothing is left by the last application.
	@grep -qsv '^\[MIME Cache\]$$' "$(datadir)/applications/mimeinfo.cache" || rm -f "$(datadir)/applications/mimeinfo.cache"
	@[ "$(PREFIX)" != "$(user_prefix)" ] || rm -rf "$${XDG_CACHE_HOME:-$(HOME)/.cache}/portero"

needs:
	packaging/needs.sh build viewer run check

check: needs fmt clippy test cases

fmt:
	$(CARGO) fmt --check

clippy:
	$(CARGO) clippy --locked --all-targets -- -D warnings
	$(CARGO) clippy --locked --no-default-features --lib --bins -- -D warnings

test:
	$(CARGO) test --locked --quiet

# The conformance cases, from outside, as any other program would ask.
cases:
	$(CARGO) build --locked --quiet
	tests/cases/check_cases.py target/debug/portero tests/cases/uri.jsonl tests/cases/resolve.jsonl

# Licences, sources and advisories of the dependencies. The advisories need the network: without it they are left
# out, and that is said.
deny:
	$(CARGO) deny --locked check licenses bans sources
	@if $(CARGO) deny --locked fetch db; then $(CARGO) deny --locked check advisories; \
	else echo "skipped: the advisories, since their database cannot be reached"; fi

# Seconds for each fuzz target; 280 are two hours in all.
FUZZ_SECONDS = 280
fuzz_targets = $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))

# Needs nightly Rust and cargo-fuzz. What it finds stays in fuzz/artifacts.
fuzz:
	@for target in $(fuzz_targets); do echo "fuzz: $$target"; \
	$(CARGO) +nightly fuzz run "$$target" -- -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
	|| exit 1; done

# The security corpus in full, and what takes long: 100,000 hostile requests, every fuzz target on stable Rust.
check-security:
	PORTERO_TEST_LONG=1 $(CARGO) test --locked --test suite -- --nocapture corpus hostile fuzzed ordinary

# What a release is made of, as CycloneDX. Needs cargo-cyclonedx.
sbom:
	$(CARGO) cyclonedx --format json --spec-version 1.5 --override-filename portero.cdx

# Every manual page and every Info node of this machine, word by word against man(1) and info(1).
check-pages:
	packaging/needs.sh build check pages
	$(CARGO) test --locked --release --test suite every_ -- --ignored --nocapture

# What is slow or wants a display: real openers and terminals, and the service under load, each many times.
check-desktop: check-reader
	packaging/needs.sh build viewer run check desktop
	tests/desktop/display.sh $(CARGO) test --locked --quiet --test suite -- openers launch drop_in notices
	tests/desktop/display.sh $(CARGO) test --locked --quiet --test suite ask_window -- --test-threads=1
	PORTERO_TEST_LONG=1 $(CARGO) test --locked --quiet --test suite service -- --test-threads=1

# Links clicked with a real mouse in browsers and file managers, as far as they are installed.
check-clicks:
	packaging/needs.sh build viewer run check desktop clicks
	$(CARGO) build --locked --quiet --bins
	tests/desktop/display.sh tests/desktop/clicks.py target/debug/portero

# The reader's window, driven as a person would, and many pages in one window.
check-reader:
	packaging/needs.sh build viewer run check desktop
	$(CARGO) build --locked --quiet --bins
	tests/desktop/display.sh tests/desktop/reader.sh target/debug
	tests/desktop/display.sh tests/desktop/accessible.sh target/debug
	tests/desktop/display.sh tests/desktop/many.sh target/debug 100

# The windows under a Wayland compositor without a screen: focus, application id, activation tokens.
check-wayland:
	packaging/needs.sh build viewer run check wayland
	$(CARGO) build --locked --quiet --bins
	tests/desktop/wayland.sh target/debug

# The pages' HTML against the standard and the rules of accessibility, by html-validate from npm.
check-html:
	$(CARGO) build --locked --quiet
	tests/desktop/html.sh target/debug/portero

# The pictures of docs/images, taken on the way of check-reader.
screenshots:
	packaging/needs.sh build viewer run check desktop
	$(CARGO) build --locked --quiet --bins
	IMAGES="$(CURDIR)/docs/images" tests/desktop/display.sh tests/desktop/reader.sh target/debug
	tests/desktop/display.sh tests/desktop/ask.sh target/debug/portero docs/images

# Times and memory of the reader beside Yelp.
times: build
	tests/desktop/display.sh tests/desktop/times.sh target/$(PROFILE)

# Memory, threads, descriptors and silence of the idle service.
measure: build
	tests/desktop/service.sh $(binary)

# The packages, in target/packages: .deb, .rpm, and the source with all that it is built from.
packages: deb rpm tarball

deb:
	packaging/needs.sh build $(build_needs) package
	packaging/deb.sh

rpm: build
	packaging/needs.sh package
	packaging/rpm.sh

tarball:
	packaging/tarball.sh

# All that a release must pass besides `check` and `check-desktop`: packages, manuals, entries, scripts, a fresh Debian
# into which the package is put and out of which it is taken again (as root), and two builds in different folders that
# give the same bytes.
check-release: packages
	packaging/needs.sh release
	packaging/check.sh
	packaging/fresh.sh bookworm trixie
	packaging/check-release.sh

# Each step by itself, then whole commands beside other openers. handlr comes from its own source where it is missing.
bench:
	packaging/needs.sh build run check desktop
	PATH="target/tools/bin:$$PATH"; export PATH; \
	command -v handlr >/dev/null || $(CARGO) install --quiet --locked --root target/tools handlr-regex; \
	$(CARGO) bench --locked --no-default-features --bench reading --bench rules --bench steps && \
	$(CARGO) bench --locked --no-default-features --bench latency

# The steps of the command line's path, counted: they do not depend on how busy a machine is.
instructions:
	packaging/needs.sh build run check desktop
	$(CARGO) build --locked --quiet
	benches/instructions.py target/debug/portero

clean:
	$(CARGO) clean
