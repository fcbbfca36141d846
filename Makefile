# make            build everything into build/
# make deps       install what is missing (Debian: apt-get)
# make demo       run scripts/pendulum.lua
# make test       all tests, through prove
# make bench      speed, beside hand-written programs where they are present
# make install    PREFIX=/usr/local
#
# KLU=0           without SuiteSparse: else KLU and SuiteSparseQR are used where the compiler finds them
# SANITIZE=1      with the address and undefined-behaviour sanitizers
# BUILD=build     where everything goes

BUILD ?= build
PREFIX ?= /usr/local
CC = gcc
Q = @

# -ffp-contract=off: the same digits on every machine.  Trailing fields of table rows may be left out.
WARN = -Wall -Wextra -Wshadow -Wvla -Wno-missing-field-initializers
CFLAGS ?= -O3 -g
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE $(WARN) -ffp-contract=off -fvisibility=hidden -fPIC -DHAVE_INLINE -DGSL_RANGE_CHECK_OFF $(CFLAGS)
ifdef SANITIZE
ALL_CFLAGS += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
endif

# asked when a rule runs, after `deps` had its turn
GSL_LIBS = $$(pkg-config --libs gsl)
LUA_CFLAGS = $$(pkg-config --cflags lua5.4)
LUA_LIBS = $$(pkg-config --libs lua5.4)
KLU ?= 1
SPARSE = $$(cat $(BUILD)/suitesparse)

engine := $(sort $(wildcard engine/*.c))
plugins := $(sort $(wildcard plugins/*.c))
binding := $(filter-out lua/main.c,$(sort $(wildcard lua/*.c)))
tests := $(sort $(wildcard tests/*.c))
modules := $(sort $(wildcard lua/*.lua lua/yoke/*.lua lua/yoke/*.txt))
broken := $(sort $(wildcard tests/broken/*.c))
contract := engine/joint.h engine/vec.h engine/spin.h engine/rows.h

engine_o := $(engine:%.c=$(BUILD)/obj/%.o)
binding_o := $(binding:%.c=$(BUILD)/obj/%.o)
plugin_so := $(plugins:plugins/%.c=$(BUILD)/plugins/%.so) $(patsubst scripts/%.c,$(BUILD)/scripts/%.so,$(wildcard scripts/*.c))
test_t := $(tests:tests/%.c=$(BUILD)/tests/%.t)
module_lua := $(modules:lua/%=$(BUILD)/lua/%)
broken_so := $(broken:%.c=$(BUILD)/%.so)
contract_h := $(contract:engine/%=$(BUILD)/include/yoke/%)

all: $(BUILD)/yoke $(BUILD)/lua/yoke/core.so plugins $(module_lua) $(contract_h)
	@:

# what SuiteSparse takes of the compiler; made anew when that changes
$(BUILD)/suitesparse: FORCE
	@mkdir -p $(@D)
	@.ci/suitesparse $(KLU) $(CC) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/obj/engine/klu.o $(BUILD)/obj/engine/rank_qr.o: $(BUILD)/suitesparse

$(BUILD)/yoke: $(BUILD)/obj/lua/main.o $(binding_o) $(BUILD)/libyoke.a
	$(Q)$(CC) $(ALL_CFLAGS) $^ -o $@ $(LUA_LIBS) $(GSL_LIBS) -ldl

$(BUILD)/lua/yoke/core.so: $(binding_o) $(BUILD)/libyoke.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -shared $^ -o $@ $(GSL_LIBS) -ldl

$(BUILD)/libyoke.a: $(engine_o)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/obj/lua/%.o: lua/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Iengine $(LUA_CFLAGS) -MMD -c $< -o $@

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Iengine -MMD $(and $(filter $(BUILD)/suitesparse,$^),$(SPARSE)) -c $< -o $@

plugins: $(plugin_so)

$(BUILD)/plugins/%.so: plugins/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Iengine -MMD -MF $(@:.so=.d) -shared $< -o $@ -lm

$(BUILD)/scripts/%.so: scripts/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Iengine -MMD -MF $(@:.so=.d) -shared $< -o $@ -lm

# compiled, which halves the time of a start; by the name "yoke..." the program knows its own code (lua/core.c)
$(filter %.lua,$(module_lua)): $(BUILD)/lua/%: lua/% Makefile
	@mkdir -p $(@D)
	$(Q)lua5.4 -e "local code = string.dump(assert(load(io.open('$<'):read 'a', '=$(<:lua/%=%)'))) io.open('$@', 'wb'):write(code)"

$(filter-out %.lua,$(module_lua)): $(BUILD)/lua/%: lua/%
	@mkdir -p $(@D)
	@cp $< $@

# where a plugin of the user's finds the contract, here as when installed
$(contract_h): $(BUILD)/include/yoke/%: engine/%
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/tests/%.t: tests/%.c $(BUILD)/libyoke.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Iengine -Itests -MMD -MF $(@:.t=.d) $< $(BUILD)/libyoke.a -o $@ $(GSL_LIBS) -ldl

# joint types that are wrong on purpose
$(BUILD)/tests/broken/%.so: tests/broken/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Wno-override-init -Iengine -MMD -MF $(@:.so=.d) -shared $< -o $@ -lm

test: all $(test_t) $(broken_so)
	@tests/run $(BUILD)

demo: all
	@cd scripts && ../$(BUILD)/yoke pendulum.lua

deps:
	@.ci/deps

# with `deps` among the goals, nothing is compiled before it is done
ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(BUILD)/suitesparse $(engine_o) $(binding_o) $(BUILD)/obj/lua/main.o $(plugin_so) $(test_t) $(broken_so) $(module_lua): | deps
endif

# Hand-written programs and drivers of other engines to measure against, where they are at hand; the engines where their
# packages are installed.  MODELS="A D" ROUNDS=9 RESULTS=1 (into tests/bench/results.md)
YARDSTICKS ?= ../shared/bench
MODELS ?= A B C D E F G N
ROUNDS ?= 5
have = $(shell $(CC) -I/usr/include/simbody -include $(1) -x $(2) -E /dev/null >/dev/null 2>&1 && echo $(3))
bench: all
	@mkdir -p $(BUILD)/bench
	@[ ! -f $(YARDSTICKS)/Makefile ] || $(MAKE) -s -C $(YARDSTICKS) OUT=$(abspath $(BUILD))/bench bare \
		$(call have,SimTKsimbody.h,c++,simbody) $(call have,mujoco/mujoco.h,c,mujoco) 2>$(BUILD)/bench/log || { cat $(BUILD)/bench/log; exit 1; }
	@$(BUILD)/yoke tests/bench/run.lua $(BUILD) models="$(MODELS)" rounds=$(ROUNDS) \
		$(if $(RESULTS),results=tests/bench/results.md) $(if $(PICTURE),picture=$(PICTURE))

# the pictures of the READMEs
pictures: all
	@$(MAKE) -s bench MODELS=G ROUNDS=9 PICTURE=$(BUILD)/bench/work_precision.png
	@mkdir -p tests/pictures && mv $(BUILD)/bench/work_precision.png tests/pictures
	@cd scripts && for name in pendulum four_bar bricard; do ../$(BUILD)/yoke $$name.lua || exit 1; done
	@mv scripts/pendulum.png scripts/four_bar_start.png scripts/bricard_start.png scripts/pictures

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/lua/5.4/yoke $(DESTDIR)$(PREFIX)/lib/lua/5.4/yoke
	install -d $(DESTDIR)$(PREFIX)/lib/yoke/plugins $(DESTDIR)$(PREFIX)/include/yoke
	install $(BUILD)/yoke $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(BUILD)/lua/yoke.lua $(DESTDIR)$(PREFIX)/share/lua/5.4
	install -m 644 $(filter-out $(BUILD)/lua/yoke.lua,$(module_lua)) $(DESTDIR)$(PREFIX)/share/lua/5.4/yoke
	install $(BUILD)/lua/yoke/core.so $(DESTDIR)$(PREFIX)/lib/lua/5.4/yoke
	install $(plugins:plugins/%.c=$(BUILD)/plugins/%.so) $(DESTDIR)$(PREFIX)/lib/yoke/plugins
	install -m 644 $(contract) $(DESTDIR)$(PREFIX)/include/yoke

clean:
	rm -rf build

FORCE:
.PHONY: all FORCE plugins test demo deps bench pictures install clean
-include $(engine_o:.o=.d) $(binding_o:.o=.d) $(BUILD)/obj/lua/main.d $(plugin_so:.so=.d) $(test_t:.t=.d) $(broken_so:.so=.d)
