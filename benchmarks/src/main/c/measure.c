/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Measures a command: its time, and the peak memory of it and its child processes together.
 *
 * measure speed|memory DUMP COMMAND...
 *
 * Prints, with tabs between: wall milliseconds, CPU milliseconds (user and system), peak RSS, peak anonymous RSS, peak RSS
 * without pages of DUMP (KiB), exit code. Samples every 10 ms; peak RSS without pages of DUMP slows the command down, so that "speed" skips
 * it (0).
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct memory {
    long rss, anonymous, without_dump;
};

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void add_status(pid_t pid, struct memory *sum) {
    char path[64], line[256];
    long kib;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *status = fopen(path, "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (sscanf(line, "VmRSS: %ld", &kib) == 1) {
            sum->rss += kib;
        } else if (sscanf(line, "RssAnon: %ld", &kib) == 1) {
            sum->anonymous += kib;
        }
    }
    if (status != NULL) {
        fclose(status);
    }
}

/* Rss of every mapping but those of the dump. */
static void add_mappings(pid_t pid, const char *dump, struct memory *sum) {
    char path[64], line[4096];
    long kib;
    int is_dump = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps", pid);
    FILE *smaps = fopen(path, "r");
    while (smaps != NULL && fgets(line, sizeof line, smaps) != NULL) {
        if (strspn(line, "0123456789abcdef") >= 8) {
            is_dump = strstr(line, dump) != NULL;
        } else if (!is_dump && sscanf(line, "Rss: %ld", &kib) == 1) {
            sum->without_dump += kib;
        }
    }
    if (smaps != NULL) {
        fclose(smaps);
    }
}

static void add_tree(pid_t pid, const char *dump, struct memory *sum) {
    add_status(pid, sum);
    if (dump != NULL) {
        add_mappings(pid, dump, sum);
    }
    char path[512];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *tasks = opendir(path);
    for (struct dirent *task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
        int child;
        snprintf(path, sizeof path, "/proc/%d/task/%s/children", pid, task->d_name);
        FILE *children = task->d_name[0] == '.' ? NULL : fopen(path, "r");
        while (children != NULL && fscanf(children, "%d", &child) == 1) {
            add_tree(child, dump, sum);
        }
        if (children != NULL) {
            fclose(children);
        }
    }
    if (tasks != NULL) {
        closedir(tasks);
    }
}

static long larger(long a, long b) { return a > b ? a : b; }

int main(int argc, char **argv) {
    if (argc < 4 || (strcmp(argv[1], "speed") != 0 && strcmp(argv[1], "memory") != 0)) {
        fprintf(stderr, "measure speed|memory DUMP COMMAND...\n");
        return 2;
    }
    const char *dump = strcmp(argv[1], "memory") == 0 ? argv[2] : NULL;
    double began = milliseconds();
    pid_t pid = fork();
    if (pid == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execvp(argv[3], argv + 3);
        perror(argv[3]);
        _exit(127);
    }
    struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    if (pid < 0 || end.fd < 0) {
        perror("measure");
        return 2;
    }
    struct memory peak = {0, 0, 0};
    while (poll(&end, 1, 10) == 0) {
        struct memory now = {0, 0, 0};
        add_tree(pid, dump, &now);
        peak.rss = larger(peak.rss, now.rss);
        peak.anonymous = larger(peak.anonymous, now.anonymous);
        peak.without_dump = larger(peak.without_dump, now.without_dump);
    }
    double wall = milliseconds() - began;
    int status;
    struct rusage used;
    wait4(pid, &status, 0, &used);
    double cpu = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
    peak.rss = larger(peak.rss, used.ru_maxrss);
    printf("%.0f\t%.0f\t%ld\t%ld\t%ld\t%d\n", wall, cpu, peak.rss, peak.anonymous, peak.without_dump,
           WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
