/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The entry point of the image.
 *
 *   heapsight healthcheck   asks /healthz of the sidecar in this container, without a JVM: exit code 0 or 1
 *   heapsight ARGS...       becomes the JVM of the image with the flags that fit the command
 *
 * Linked statically: it is the one program that must start in a container with nothing else working.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define HOME "/opt/heapsight"
#define JAVA HOME "/jre/bin/java"
#define JAR HOME "/app/heapsight.jar"
#define AOT_CACHE HOME "/app/heapsight.aot"
#define DEFAULT_PORT "9404"
#define HEALTH_SECONDS 3

/* For every command. What each flag is worth: docs/benchmarks.md, section Footprint. */
static const char *const COMMON[] = {
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData", /* no file in /tmp, which may be read-only */
    "-XX:-CreateCoredumpOnCrash",
    "-XX:ErrorFile=/dev/stderr",
    "-XX:AOTCache=" AOT_CACHE,
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:ArchiveRelocationMode=0", /* maps the archive where it was made for: no page of it is written */
    "--enable-native-access=ALL-UNNAMED",
};

/* The sidecar runs for months beside its target: as small as it goes. */
static const char *const SERVE[] = {
    "-XX:TieredStopAtLevel=1",
    "-Xms4m",
    "-Xmx24m",
    "-Xmn1m",
    "-Xss256k",
    "-XX:ReservedCodeCacheSize=16m",
    "-XX:MaxDirectMemorySize=8m",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:TrimNativeHeapInterval=15000", /* ms; gives back what the compiler needed at the start */
};

/* A command ends soon, and may hold a large answer meanwhile. */
static const char *const COMMAND[] = {
    "-XX:TieredStopAtLevel=1",
    "-Xms8m",
    "-Xmx64m",
    "-Xss512k",
    "-XX:ReservedCodeCacheSize=24m",
};

/* An analysis computes for seconds and wants the better compiler; its tables are outside the Java heap. */
static const char *const ANALYZE[] = {
    "-Xms8m",
    "-Xmx64m",
    "-Xss512k",
    "-XX:ReservedCodeCacheSize=32m",
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static size_t append(const char **list, size_t at, const char *const *more, size_t count) {
    memcpy(list + at, more, count * sizeof(*more));
    return at + count;
}

/* Becomes java -FLAGS -jar JAR ARGS. Comes back only when that fails. */
static int become_jvm(int argc, char **argv) {
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
    } else if (strcmp(verb, "analyze") == 0) {
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

/*
 * The value of a key in the properties file named by HEAPSIGHT_CONFIG, into value (size bytes); false when it isn't there.
 * Plain "key=value" lines only: what our keys need.
 */
static bool from_file(const char *key, char *value, size_t size) {
    const char *path = getenv("HEAPSIGHT_CONFIG");
    FILE *file = path != NULL && *path != '\0' ? fopen(path, "re") : NULL;
    if (file == NULL) {
        return false;
    }
    char line[1024];
    bool found = false;
    while (fgets(line, sizeof line, file) != NULL) {
        const char *at = line + strspn(line, " \t");
        const size_t length = strlen(key);
        if (strncmp(at, key, length) != 0) {
            continue;
        }
        at += length;
        const char *separator = at + strspn(at, " \t");
        if (*separator != '=' && *separator != ':' && separator == at) {
            continue;
        }
        at = separator + (*separator == '=' || *separator == ':');
        at += strspn(at, " \t");
        snprintf(value, size, "%.*s", (int)strcspn(at, " \t\r\n"), at);
        found = true;
    }
    fclose(file);
    return found;
}

/*
 * The setting of a key as the sidecar takes it: environment, then file, then fallback. HEAPSIGHT_PORT=tcp://... is not one: Kubernetes
 * sets it where a Service is called heapsight.
 */
static const char *setting(const char *key, const char *fallback, char *value, size_t size) {
    const char *set = getenv(key);
    if (set != NULL && *set != '\0' && strstr(set, "://") == NULL) {
        snprintf(value, size, "%s", set);
    } else if (!from_file(key, value, size)) {
        snprintf(value, size, "%s", fallback);
    }
    return value;
}

/* A connection to the sidecar, or -1. It listens on HEAPSIGHT_BIND, a literal address; every address includes loopback. */
static int connect_to_sidecar(void) {
    char bind[64];
    char port[16];
    setting("HEAPSIGHT_BIND", "0.0.0.0", bind, sizeof bind);
    const in_port_t number = htons((in_port_t)atoi(setting("HEAPSIGHT_PORT", DEFAULT_PORT, port, sizeof port)));
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = number, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = number};
    const bool is_v6 = inet_pton(AF_INET6, bind, &v6.sin6_addr) == 1 && !IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr);
    struct in_addr address;
    if (inet_pton(AF_INET, bind, &address) == 1 && address.s_addr != INADDR_ANY) {
        v4.sin_addr = address;
    }
    const int fd = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return -1;
    }
    const struct timeval limit = {.tv_sec = HEALTH_SECONDS};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    const struct sockaddr *to = is_v6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4;
    if (connect(fd, to, is_v6 ? sizeof v6 : sizeof v4) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Whether GET /healthz on fd is answered with status 200. */
static bool answers_200(int fd) {
    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    if (send(fd, request, sizeof request - 1, MSG_NOSIGNAL) != (ssize_t)(sizeof request - 1)) {
        return false;
    }
    char status[] = "HTTP/1.1 200";
    size_t got = 0;
    while (got < sizeof status - 1) {
        const ssize_t n = recv(fd, status + got, sizeof status - 1 - got, 0);
        if (n <= 0) {
            return false;
        }
        got += (size_t)n;
    }
    return memcmp(status + strlen("HTTP/1.1 "), "200", 3) == 0;
}

static int healthcheck(void) {
    char certificate[1024];
    const bool tls = *setting("HEAPSIGHT_TLS_CERT", "", certificate, sizeof certificate) != '\0';
    const int fd = connect_to_sidecar();
    if (fd < 0) {
        fprintf(stderr, "heapsight: nothing listens: %s\n", strerror(errno));
        return 1;
    }
    const bool healthy = tls || answers_200(fd);
    close(fd);
    if (!healthy) {
        fprintf(stderr, "heapsight: /healthz does not answer with 200\n");
    }
    return healthy ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "healthcheck") == 0) {
        return healthcheck();
    }
    return become_jvm(argc, argv);
}
