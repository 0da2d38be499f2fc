/* SPDX-License-Identifier: Apache-2.0 */
#include "room.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define MEBIBYTE (1024L * 1024)

/* Anonymous memory that a command's JVM comes to: docs/benchmarks.md, section Footprint. */
#define JVM_BYTES (40 * MEBIBYTE)

/* The same of an analysis, with the least that it has for tables: classes AnalysisMemory and ChildProgram. */
#define ANALYSIS_BYTES (72 * MEBIBYTE)

/* An unset limit of version 1 is a huge number. */
#define UNLIMITED (1L << 60)

#define WAIT_SECONDS 120

/* A number from a file; -1 without one, and for "max". */
static long number_in(const char *path) {
    FILE *file = fopen(path, "re");
    long number = -1;
    if (file != NULL) {
        if (fscanf(file, "%ld", &number) != 1) {
            number = -1;
        }
        fclose(file);
    }
    return number;
}

/* The number behind a name in lines such as "inactive_file 1232896"; 0 without it. */
static long figure_in(const char *path, const char *name) {
    FILE *file = fopen(path, "re");
    char line[128];
    long number = 0;
    const size_t length = strlen(name);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            number = atol(line + length);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return number;
}

/* Limit and use of the container's memory, without pages of files that the kernel may drop. False where there is no limit. */
static bool memory(long *limit, long *used) {
    static const char v1[] = "/sys/fs/cgroup/memory/memory.";
    static const char v2[] = "/sys/fs/cgroup/memory.";
    char path[64];
    long file;
    *limit = number_in("/sys/fs/cgroup/memory.max");
    if (*limit >= 0) {
        *used = number_in("/sys/fs/cgroup/memory.current");
        snprintf(path, sizeof path, "%sstat", v2);
        file = figure_in(path, "inactive_file") + figure_in(path, "active_file");
    } else {
        snprintf(path, sizeof path, "%slimit_in_bytes", v1);
        *limit = number_in(path);
        snprintf(path, sizeof path, "%susage_in_bytes", v1);
        *used = number_in(path);
        snprintf(path, sizeof path, "%sstat", v1);
        file = figure_in(path, "total_inactive_file") + figure_in(path, "total_active_file");
    }
    if (*limit < 0 || *limit >= UNLIMITED || *used < 0) {
        return false;
    }
    *used -= file < *used ? file : *used;
    return true;
}

/*
 * Takes the place of the one command that may have a JVM: a name that no other process of this network namespace can have at the
 * same time. It is given back by the end of the process, also of the JVM that this one becomes.
 */
static bool take_turn(void) {
    static const char name[] = "\0heapsight-command";
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, name, sizeof name - 1);
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + sizeof name - 1);
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) {
        return true; /* no worse than without turns */
    }
    for (int waited = 0; bind(fd, (struct sockaddr *)&address, size) != 0; waited++) {
        if (errno != EADDRINUSE) {
            return true;
        }
        if (waited == 0) {
            fprintf(stderr, "heapsight: waiting: another command is running in this container.\n");
        }
        if (waited == WAIT_SECONDS) {
            return false;
        }
        sleep(1);
    }
    return true;
}

/* Where memory runs out all the same, the kernel ends the command and not the sidecar. Ignored where it can't be written. */
static void give_way(void) {
    FILE *file = fopen("/proc/self/oom_score_adj", "we");
    if (file != NULL) {
        fputs("1000", file);
        fclose(file);
    }
}

bool room_for_jvm(const char *verb) {
    const long bytes = strcmp(verb, "analyze") == 0 ? ANALYSIS_BYTES : JVM_BYTES;
    long limit;
    long used;
    give_way();
    if (!memory(&limit, &used)) {
        return true;
    }
    if (!take_turn()) {
        fprintf(stderr,
                "heapsight: Another command is still running in this container.\n"
                "  The container has memory for one JVM beside the sidecar; the other command has not ended after %d s.\n"
                "  Try again when it has ended, or raise the memory limit of the sidecar's container.\n",
                WAIT_SECONDS);
        return false;
    }
    memory(&limit, &used);
    if (limit - used >= bytes) {
        return true;
    }
    const long wanted = (used + bytes + 16 * MEBIBYTE) / (16 * MEBIBYTE) * 16;
    fprintf(stderr,
            "heapsight: Not enough memory for this command.\n"
            "  heapsight %s needs its own JVM, some %ld MiB; of the container's limit of %ld MiB, %ld MiB are in use.\n"
            "  Raise the limit of the sidecar's container: resources: limits: memory: %ldMi (docker run -m %ldm; ECS: \"memory\":"
            " %ld), or ask the sidecar's API, which takes none: GET / lists it.\n",
            verb, bytes / MEBIBYTE, limit / MEBIBYTE, used / MEBIBYTE, wanted, wanted, wanted);
    return false;
}
