/* SPDX-License-Identifier: Apache-2.0 */
#include "jvm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JAR HOME "/app/heapsight.jar"
#define AOT_CACHE "-XX:AOTCache=" HOME "/app/heapsight.aot"
#define ANALYSIS_AOT_CACHE "-XX:AOTCache=" HOME "/app/analyze.aot"

/* For every command. For the effect of each flag see docs/benchmarks.md, section Footprint. */
static const char *const COMMON[] = {
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData", /* no file in /tmp, which may be read-only */
    "-XX:-CreateCoredumpOnCrash",
    "-XX:ErrorFile=/dev/stderr",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:ArchiveRelocationMode=0", /* maps the archive where it was made for: no page of it is written */
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow", /* no warning on standard error when a dump in zstd is read */
};

/* The sidecar runs for months beside its target: as small as it goes. */
static const char *const SERVE[] = {
    AOT_CACHE,
    "-XX:-AOTAdapterCaching", /* made as they are needed, they are fewer than in the cache */
    "-XX:-AOTReplayTraining", /* a thread that has nothing to do: the cache has no profiles */
    "-XX:TieredStopAtLevel=1",
    "-Xms4m",
    "-Xmx24m",
    "-Xmn1m",
    "-Xss256k",
    "-XX:ReservedCodeCacheSize=16m",
    "-XX:CompileThresholdScaling=3", /* code that rarely runs is not compiled: it takes memory with its metadata */
    "-XX:SweeperThreshold=100",       /* no full collections of 15 ms to look for code that can go: little ever can */
    "-XX:MaxDirectMemorySize=16m", /* an answer of /metrics for each connection, and as much again */
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:AsyncDeflationInterval=5000", /* ms; a thread that looks for idle locks, four times a second otherwise */
    "-XX:TrimNativeHeapInterval=15000", /* ms; gives back what the compiler needed at the start */
    "-Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.EPollSelectorProvider", /* not looked for in every jar */
};

/* A command ends soon, and may hold a large answer. */
static const char *const COMMAND[] = {
    AOT_CACHE,
    "-XX:TieredStopAtLevel=1",
    "-Xms8m",
    "-Xmx64m",
    "-Xss512k",
    "-XX:ReservedCodeCacheSize=24m",
};

/* An analysis computes for seconds and benefits from the better compiler; its tables are outside the Java heap. */
static const char *const ANALYZE[] = {
    ANALYSIS_AOT_CACHE,
    "-Xms8m",
    "-Xmx64m",
    "-Xss512k",
    "-XX:ReservedCodeCacheSize=32m",
    "-XX:CompileThresholdScaling=4",
    "-XX:FreqInlineSize=80",
    "-XX:LoopOptsCount=12",
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static size_t append(const char **list, size_t at, const char *const *more, size_t count) {
    memcpy(list + at, more, count * sizeof(*more));
    return at + count;
}

int become_jvm(int argc, char **argv) {
    const char *const verb = argc > 1 ? argv[1] : "";
    const size_t own = LENGTH(COMMON) + LENGTH(SERVE) + LENGTH(COMMAND) + LENGTH(ANALYZE) + 4;
    const char **command = calloc(own + (size_t)argc, sizeof(*command));
    if (command == NULL) {
        perror("heapsight");
        return 1;
    }
    size_t n = 0;
    command[n++] = JAVA;
    n = append(command, n, COMMON, LENGTH(COMMON));
    if (strcmp(verb, "serve") == 0) {
        n = append(command, n, SERVE, LENGTH(SERVE));
    } else if (strcmp(verb, "analyze") == 0 || strcmp(verb, "heap") == 0 || strcmp(verb, "explorer-child") == 0) {
        n = append(command, n, ANALYZE, LENGTH(ANALYZE));
    } else {
        n = append(command, n, COMMAND, LENGTH(COMMAND));
    }
    command[n++] = "-jar";
    command[n++] = JAR;
    for (int i = 1; i < argc; i++) {
        command[n++] = argv[i];
    }
    /* glibc gives each thread an arena of its own otherwise, 10 MB in all here. */
    setenv("MALLOC_ARENA_MAX", "1", 0);
    execv(JAVA, (char *const *)command);
    fprintf(stderr, "heapsight: cannot start %s: %s\n", JAVA, strerror(errno));
    return 1;
}
