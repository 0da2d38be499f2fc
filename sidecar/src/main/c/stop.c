/* SPDX-License-Identifier: Apache-2.0 */
#include "stop.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "jvm.h"

/* A heap dump that is under way is cancelled, and cleaned up. */
#define WAIT_SECONDS 30
#define LOOKS_PER_SECOND 20

/* The target of a link in /proc/PID; false without permission. */
static bool link_of(const char *pid, const char *name, char *into, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.16s/%s", pid, name);
    const ssize_t length = readlink(path, into, size - 1);
    into[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* Containers of a pod may see each other's processes: ours has this one's mounts. */
static bool is_in_this_container(const char *pid) {
    char own[64];
    char its[64];
    return link_of("self", "ns/mnt", own, sizeof own) && link_of(pid, "ns/mnt", its, sizeof its) && strcmp(own, its) == 0;
}

static bool is_sidecar(const char *pid) {
    static const char end[] = "\0serve";
    char program[PATH_MAX];
    char line[8 * 1024];
    char path[64];
    if (!link_of(pid, "exe", program, sizeof program) || strcmp(program, JAVA) != 0 || !is_in_this_container(pid)) {
        return false;
    }
    snprintf(path, sizeof path, "/proc/%.16s/cmdline", pid);
    FILE *file = fopen(path, "re");
    const size_t length = file == NULL ? 0 : fread(line, 1, sizeof line, file);
    if (file != NULL) {
        fclose(file);
    }
    return length >= sizeof end && memcmp(line + length - sizeof end, end, sizeof end) == 0;
}

/* 0 where none runs. */
static pid_t find_sidecar(void) {
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    pid_t found = 0;
    while (processes != NULL && found == 0 && (entry = readdir(processes)) != NULL) {
        if (is_sidecar(entry->d_name)) {
            found = atoi(entry->d_name);
        }
    }
    if (processes != NULL) {
        closedir(processes);
    }
    return found;
}

int stop_sidecar(void) {
    const struct timespec pause = {.tv_nsec = 1000000000 / LOOKS_PER_SECOND};
    const pid_t sidecar = find_sidecar();
    if (sidecar == 0) {
        fprintf(stderr, "heapsight: no sidecar is running in this container.\n");
        return 1;
    }
    for (int look = 0; look < WAIT_SECONDS * LOOKS_PER_SECOND; look++) {
        if (kill(sidecar, look == 0 ? SIGTERM : 0) != 0) {
            if (errno == ESRCH) {
                return 0;
            }
            perror("heapsight: the sidecar can't be stopped");
            return 1;
        }
        nanosleep(&pause, NULL);
    }
    fprintf(stderr, "heapsight: the sidecar did not stop within %d s.\n", WAIT_SECONDS);
    return 1;
}
