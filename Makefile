# make            build everything into build/
# make deps       install what is missing (Debian: apt-get)
# make demo       run scripts/pendulum.lua
# make test       all tests, through prove
# make bench      speed, beside hand-written programs where they are present
# make install    PREFIX=/usr/local

BUILD ?= build
PREFIX ?= /usr/local
CC = gcc
Q = @

# -ffp-contract=off: the same digits on every machine.  Trailing fields of table rows may be left out.
WARN = -Wall -Wextra -Wshadow -Wvla -Wno-missing-field-initializers
CFLAGS ?= -O2 -g
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE $(WARN) -ffp-contract=off -fvisibility=hidden -fPIC -DHAVE_INLINE -DGSL_RANGE_CHECK_OFF $(CFLAGS)
ifdef SANITIZE
ALL_CFLAGS += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
endif

# asked when a rule runs, after `deps` had its turn
GSL_LIBS = $$(pkg-config --libs gsl)
LUA_CFLAGS = $$(pkg-config --cflags lua5.4)
LUA_LIBS = $$(pkg-config --libs lua5.4)

engine := $(sort $(wildcard engine/*.c))
plugins := $(sort $(wildcard plugins/*.c))
binding := $(filter-out lua/main.c,$(sort $(wildcard lua/*.c)))
tests := $(sort $(wildcard tests/*.c))
modules := $(sort $(wildcard lua/*.lua lua/yoke/*.lua))

engine_o := $(engine:%.c=$(BUILD)/obj/%.o)
binding_o := $(binding:%.c=$(BUILD)/obj/%.o)
plugin_so := $(plugins:plugins/%.c=$(BUILD)/plugins/%.so)
test_t := $(tests:tests/%.c=$(BUILD)/tests/%.t)
module_lua := $(modules:lua/%=$(BUILD)/lua/%)

all: $(BUILD)/yoke $(BUILD)/lua/yoke/core.so plugins $(module_lua)

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
	$(Q)$(CC) $(ALL_CFLAGS) -Iengine -MMD -c $< -o $@

plugins: $(plugin_so)

$(BUILD)/plugins/%.so: plugins/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Iengine -MMD -MF $(@:.so=.d) -shared $< -o $@ -lm

$(BUILD)/lua/%.lua: lua/%.lua
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/tests/%.t: tests/%.c $(BUILD)/libyoke.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -Iengine -Itests -MMD -MF $(@:.t=.d) $< $(BUILD)/libyoke.a -o $@ $(GSL_LIBS) -ldl

test: all $(test_t)
	@tests/run $(BUILD)

demo: all
	@cd scripts && ../$(BUILD)/yoke pendulum.lua

deps:
	@.ci/deps

# with `deps` among the goals, nothing is compiled before it is done
ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(engine_o) $(binding_o) $(BUILD)/obj/lua/main.o $(plugin_so) $(module_lua): | deps
endif

clean:
	rm -rf build

.PHONY: all plugins test demo deps clean
-include $(engine_o:.o=.d) $(binding_o:.o=.d) $(BUILD)/obj/lua/main.d $(plugin_so:.so=.d) $(test_t:.t=.d)
