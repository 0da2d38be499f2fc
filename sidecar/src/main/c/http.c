/* SPDX-License-Identifier: Apache-2.0 */
#include "http.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "settings.h"

#define DEFAULT_PORT "9404"
#define CONNECT_SECONDS 3

static void time_limit(int fd, int seconds) {
    const struct timeval limit = {.tv_sec = seconds};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
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
    time_limit(fd, CONNECT_SECONDS);
    const struct sockaddr *to = is_v6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4;
    if (connect(fd, to, is_v6 ? sizeof v6 : sizeof v4) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

bool http_listens(void) {
    const int fd = connect_to_sidecar();
    if (fd >= 0) {
        close(fd);
    }
    return fd >= 0;
}

static bool send_all(int fd, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        const ssize_t n = send(fd, text, left, MSG_NOSIGNAL);
        if (n <= 0) {
            return false;
        }
        text += n;
        left -= (size_t)n;
    }
    return true;
}

static bool fill(struct answer *answer) {
    const ssize_t n = recv(answer->fd, answer->buffer, sizeof answer->buffer, 0);
    answer->from = 0;
    answer->to = n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* A line without its end; false when none comes, or one that is too long. */
static bool read_line(struct answer *answer, char *line, size_t size) {
    size_t length = 0;
    while (true) {
        if (answer->from == answer->to && !fill(answer)) {
            return false;
        }
        const char c = answer->buffer[answer->from++];
        if (c == '\n') {
            line[length > 0 && line[length - 1] == '\r' ? length - 1 : length] = '\0';
            return true;
        }
        if (length + 1 >= size) {
            return false;
        }
        line[length++] = c;
    }
}

/* The value of a header when the line is that header, else NULL. */
static const char *header(const char *line, const char *name) {
    const size_t length = strlen(name);
    if (strncasecmp(line, name, length) != 0 || line[length] != ':') {
        return NULL;
    }
    return line + length + 1 + strspn(line + length + 1, " \t");
}

static bool read_head(struct answer *answer) {
    char line[8 * 1024];
    if (!read_line(answer, line, sizeof line) || strncmp(line, "HTTP/1.", 7) != 0 || strlen(line) < 12) {
        return false;
    }
    answer->status = atoi(line + 9);
    answer->left = -1;
    answer->retry_after = -1;
    while (read_line(answer, line, sizeof line)) {
        const char *value;
        if (*line == '\0') {
            answer->complete = answer->left == 0;
            return true;
        }
        if ((value = header(line, "Server")) != NULL) {
            answer->of_heapsight = strncmp(value, "heapsight", 9) == 0;
        } else if ((value = header(line, "Content-Length")) != NULL) {
            answer->left = atol(value);
        } else if ((value = header(line, "Transfer-Encoding")) != NULL && strcasecmp(value, "chunked") == 0) {
            answer->chunked = true;
            answer->left = 0;
        } else if ((value = header(line, "X-Heapsight-Exit-Code")) != NULL) {
            answer->exit_code = atoi(value);
        } else if ((value = header(line, "Retry-After")) != NULL) {
            answer->retry_after = atoi(value);
        }
    }
    return false;
}

bool http_ask(struct answer *answer, const char *method, const char *path, const char *accept, int timeout_seconds) {
    memset(answer, 0, offsetof(struct answer, buffer));
    answer->fd = connect_to_sidecar();
    if (answer->fd < 0) {
        return false;
    }
    time_limit(answer->fd, timeout_seconds);
    char request[4 * 1024];
    const int length =
        snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: localhost\r\nAccept: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                 method, path, accept);
    if (length >= (int)sizeof request || !send_all(answer->fd, request) || !read_head(answer)) {
        http_close(answer);
        return false;
    }
    if (answer->chunked) {
        answer->complete = false;
    }
    return true;
}

/* Goes to the next chunk; false at the end of the last one, or of the connection. */
static bool next_chunk(struct answer *answer, bool first) {
    char line[128];
    if (!first && !read_line(answer, line, sizeof line)) {
        return false;
    }
    if (!read_line(answer, line, sizeof line)) {
        return false;
    }
    answer->left = strtol(line, NULL, 16);
    if (answer->left == 0) {
        answer->complete = true;
    }
    return answer->left > 0;
}

size_t http_read(struct answer *answer, char *into, size_t size) {
    if (answer->complete) {
        return 0;
    }
    if (answer->chunked && answer->left <= 0 && !next_chunk(answer, answer->left == 0)) {
        return 0;
    }
    if (answer->from == answer->to && !fill(answer)) {
        answer->complete = !answer->chunked && answer->left < 0;
        return 0;
    }
    size_t count = answer->to - answer->from;
    count = count < size ? count : size;
    if (answer->left >= 0 && count > (size_t)answer->left) {
        count = (size_t)answer->left;
    }
    memcpy(into, answer->buffer + answer->from, count);
    answer->from += count;
    if (answer->left >= 0) {
        answer->left -= (long)count;
        if (answer->left == 0) {
            if (answer->chunked) {
                answer->left = -1; /* the end of this chunk's line is still to come */
            } else {
                answer->complete = true;
            }
        }
    }
    return count;
}

void http_close(struct answer *answer) {
    if (answer->fd >= 0) {
        close(answer->fd);
        answer->fd = -1;
    }
}
