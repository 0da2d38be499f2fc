/* SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"

#include <ctype.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "http.h"
#include "settings.h"

#define DONE 0
#define REPORTED 1
#define USAGE 2

/* A run's stop may take a heap dump and analyse it. */
#define ANSWER_SECONDS 1800

/* How long another operation on the target, or the least time between two, is waited for. */
#define PATIENCE_SECONDS 120

/* As many rows as one request streams. */
#define MOST_ROWS 3600
#define MOST_CLASSES "100000"
#define MOST_DUMPS 10   /* of threads, and seconds between two of them: as the API takes them */
#define MOST_SECONDS 30

struct request {
    const char *method;
    char path[2 * 1024];
    bool json;
    const char *note;   /* for standard error, before it is asked */
    bool endless;       /* rows until the target ends */
};

/* The remaining arguments. */
struct words {
    char **at;
    int left;
};

static bool is_number(const char *text) {
    const size_t length = strlen(text);
    return length > 0 && length <= 9 && strspn(text, "0123456789") == length;
}

static bool append(struct request *request, const char *format, ...) {
    const size_t used = strlen(request->path);
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(request->path + used, sizeof request->path - used, format, arguments);
    va_end(arguments);
    return n >= 0 && (size_t)n < sizeof request->path - used;
}

/* A parameter of the query, percent-encoded. */
static bool add(struct request *request, const char *name, const char *value) {
    if (!append(request, "%c%s=", strchr(request->path, '?') == NULL ? '?' : '&', name)) {
        return false;
    }
    for (; *value != '\0'; value++) {
        const unsigned char c = (unsigned char)*value;
        if (!append(request, isalnum(c) || strchr("-._~", c) != NULL ? "%c" : "%%%02X", c)) {
            return false;
        }
    }
    return true;
}

/* "--name VALUE" or "--name=VALUE" as the next words: returns its value, and consumes them. */
static const char *option(struct words *words, const char *name) {
    const size_t length = strlen(name);
    const char *word = words->at[0];
    if (strncmp(word, name, length) != 0) {
        return NULL;
    }
    if (word[length] == '=') {
        words->at++;
        words->left--;
        return word + length + 1;
    }
    if (word[length] != '\0' || words->left < 2) {
        return NULL;
    }
    words->at += 2;
    words->left -= 2;
    return words->at[-1];
}

static bool flag(struct words *words, const char *name) {
    if (strcmp(words->at[0], name) != 0) {
        return false;
    }
    words->at++;
    words->left--;
    return true;
}

static bool take_format(struct words *words, struct request *request) {
    const char *format = option(words, "--format");
    if (format == NULL) {
        return false;
    }
    request->json = strcasecmp(format, "json") == 0;
    return request->json ? add(request, "format", "json") : strcasecmp(format, "text") == 0;
}

static bool take_pid(struct words *words, struct request *request, bool *taken) {
    if (*taken || !is_number(words->at[0]) || !add(request, "target", words->at[0])) {
        return false;
    }
    *taken = true;
    words->at++;
    words->left--;
    return true;
}

/* [PID] [--format F], in any order. */
static bool plain(struct words words, struct request *request, bool with_pid) {
    bool pid = !with_pid;
    while (words.left > 0) {
        if (!take_format(&words, request) && !take_pid(&words, request, &pid)) {
            return false;
        }
    }
    return true;
}

/* [PID] [--live] [--top N] [--format F] */
static bool classes(struct words words, struct request *request, bool may_be_live) {
    bool pid = false;
    bool live = false;
    const char *top = MOST_CLASSES;
    while (words.left > 0) {
        const char *number = option(&words, "--top");
        if (number != NULL) {
            if (!is_number(number) || atoi(number) < 1) {
                return false;
            }
            top = number;
        } else if (may_be_live && flag(&words, "--live")) {
            live = true;
        } else if (!take_format(&words, request) && !take_pid(&words, request, &pid)) {
            return false;
        }
    }
    if (live || !may_be_live) {
        request->note = "Running a full GC in the target.";
    }
    return add(request, "top", top) && (!live || add(request, "live", "true"));
}

/* "250" and "250ms" are milliseconds, "2s" seconds: from 100 ms to 99 s, in the API's syntax. */
static bool interval(const char *word, char *into, size_t size) {
    const size_t digits = strspn(word, "0123456789");
    const char *unit = word + digits;
    if (*word == '0' || digits == 0) {
        return false;
    }
    if (*unit == '\0' || strcmp(unit, "ms") == 0) {
        snprintf(into, size, "%.*sms", (int)digits, word);
        return digits == 3 || digits == 4;
    }
    snprintf(into, size, "%s", word);
    return strcmp(unit, "s") == 0 && digits <= 2;
}

/* OPTION [PID] [INTERVAL [COUNT]] */
static bool jstat(struct words words, struct request *request) {
    char *rest[4];
    int count = 0;
    struct request format = {0};
    while (words.left > 0) {
        if (take_format(&words, &format)) {
            continue;
        }
        if (count == 4) {
            return false;
        }
        rest[count++] = *words.at++;
        words.left--;
    }
    if (count == 0) {
        return false;
    }
    const char *name = rest[0] + (*rest[0] == '-');
    if (*name == '\0' || strspn(name, "abcdefghijklmnopqrstuvwxyz") != strlen(name) || !append(request, "/%s", name)) {
        return false;
    }
    request->json = format.json;
    if (format.json && !add(request, "format", "json")) {
        return false;
    }
    int next = 1;
    if (next < count && is_number(rest[next]) && !add(request, "target", rest[next++])) {
        return false;
    }
    if (next == count) {
        return true;
    }
    char every[16];
    if (!interval(rest[next++], every, sizeof every) || !add(request, "interval", every)) {
        return false;
    }
    request->endless = next == count;
    const char *rows = request->endless ? "3600" : rest[next++];
    return next == count && is_number(rows) && atoi(rows) >= 1 && atoi(rows) <= MOST_ROWS && add(request, "count", rows);
}

/* [PID] [--count N] [--interval D] [--format F], within the API's bounds */
static bool threads(struct words words, struct request *request) {
    bool pid = false;
    while (words.left > 0) {
        const char *count = option(&words, "--count");
        if (count != NULL) {
            if (!is_number(count) || atoi(count) < 1 || atoi(count) > MOST_DUMPS || !add(request, "count", count)) {
                return false;
            }
            continue;
        }
        const char *every = option(&words, "--interval");
        if (every != NULL) {
            const int seconds = atoi(every);
            char plain[16];
            snprintf(plain, sizeof plain, "%ds", seconds);
            if (strcmp(every, plain) != 0 || seconds < 1 || seconds > MOST_SECONDS || !add(request, "interval", every)) {
                return false;
            }
            continue;
        }
        if (!take_format(&words, request) && !take_pid(&words, request, &pid)) {
            return false;
        }
    }
    return true;
}

/* The name of a run, as a part of a path. */
static bool run(struct words words, struct request *request) {
    if (words.left == 0) {
        return false;
    }
    const char *what = *words.at++;
    words.left--;
    if (strcmp(what, "list") == 0) {
        return plain(words, request, false);
    }
    if (words.left == 0 || strspn(*words.at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._") != strlen(*words.at)) {
        return false; /* also ARM#1, which would have to be encoded */
    }
    if (!append(request, "/%s", *words.at++)) {
        return false;
    }
    words.left--;
    if (strcmp(what, "show") == 0) {
        return plain(words, request, false);
    }
    if (words.left > 0) {
        return false;
    }
    if (strcmp(what, "start") == 0) {
        request->method = "PUT";
        return true;
    }
    if (strcmp(what, "stop") == 0) {
        request->method = "POST";
        return append(request, "/stop");
    }
    if (strcmp(what, "delete") == 0) {
        request->method = "DELETE";
        return true;
    }
    return false;
}

/* Puts the command line into the API's terms; false when it isn't one of those that can be. */
static bool translate(int argc, char **argv, struct request *request) {
    const char *verb = argc > 1 ? argv[1] : "";
    const struct words words = {argv + 2, argc - 2};
    *request = (struct request){.method = "GET"};
    snprintf(request->path, sizeof request->path, "/%.32s", verb);
    if (strcmp(verb, "targets") == 0) {
        return plain(words, request, false);
    }
    if (strcmp(verb, "doctor") == 0 || strcmp(verb, "advice") == 0 || strcmp(verb, "memory") == 0) {
        return plain(words, request, true);
    }
    if (strcmp(verb, "histogram") == 0) {
        return classes(words, request, true);
    }
    if (strcmp(verb, "garbage") == 0) {
        request->method = "POST";
        return classes(words, request, false);
    }
    if (strcmp(verb, "trim") == 0) {
        request->method = "POST";
        return plain(words, request, true);
    }
    if (strcmp(verb, "threads") == 0) {
        return threads(words, request);
    }
    if (strcmp(verb, "jstat") == 0) {
        return jstat(words, request);
    }
    if (strcmp(verb, "run") == 0) {
        snprintf(request->path, sizeof request->path, "/runs");
        return run(words, request);
    }
    return false;
}

/* Copies the body to a stream. Returns how many lines it had; -1 when either end broke off. */
static long copy(struct answer *answer, FILE *out, bool skip_first_line) {
    char piece[8 * 1024];
    long lines = 0;
    size_t n;
    while ((n = http_read(answer, piece, sizeof piece)) > 0) {
        for (size_t i = 0; i < n; i++) {
            if (!(skip_first_line && lines == 0)) {
                putc(piece[i], out);
            }
            lines += piece[i] == '\n';
        }
        if (fflush(out) != 0) {
            perror("heapsight: standard output");
            return -1;
        }
    }
    if (!answer->complete) {
        fprintf(stderr, "heapsight: the sidecar's answer ended early.\n");
        return -1;
    }
    return lines;
}

static void print_problem(struct answer *answer) {
    fputs("heapsight: ", stderr);
    copy(answer, stderr, false);
}

/* Retries while the sidecar answers that it is too early. False if no sidecar answers. */
static bool ask_patiently(struct answer *answer, const struct request *request) {
    bool told = false;
    for (int waited = 0;;) {
        if (!http_ask(answer, request->method, request->path, "text/plain", ANSWER_SECONDS)) {
            return false;
        }
        const bool early = answer->status == 409 || answer->status == 429 || answer->status == 503;
        if (!answer->of_heapsight || !early || answer->retry_after < 0 || waited + answer->retry_after > PATIENCE_SECONDS) {
            return true;
        }
        if (!told) {
            told = true;
            fprintf(stderr, "heapsight: waiting: another operation is running on this target, or has just ended.\n");
        }
        const int wait = answer->retry_after < 1 ? 1 : answer->retry_after;
        http_close(answer);
        sleep((unsigned)wait);
        waited += wait;
    }
}

/* Unlimited rows are requested in chunks of MOST_ROWS. */
static int print_rows(struct answer *answer, const struct request *request) {
    const int head = request->json ? 0 : 1;
    long lines = copy(answer, stdout, false);
    while (request->endless && lines == MOST_ROWS + head) {
        http_close(answer);
        if (!ask_patiently(answer, request) || answer->status != 200) {
            return DONE; /* the target has ended */
        }
        lines = copy(answer, stdout, head == 1);
    }
    return lines < 0 ? REPORTED : answer->exit_code;
}

bool ask_sidecar(int argc, char **argv, int *exit_code) {
    struct request request;
    char certificate[1024];
    signal(SIGPIPE, SIG_IGN); /* a reader that has ended is told of like a full disk */
    if (!translate(argc, argv, &request) || *setting("HEAPSIGHT_TLS_CERT", "", certificate, sizeof certificate) != '\0') {
        return false;
    }
    if (request.note != NULL) {
        fprintf(stderr, "%s\n", request.note);
    }
    static struct answer answer;
    if (!ask_patiently(&answer, &request)) {
        return false;
    }
    if (!answer.of_heapsight || answer.status == 401 || answer.status == 404) {
        http_close(&answer);
        return false;
    }
    if (answer.status >= 400) {
        print_problem(&answer);
        *exit_code = answer.status == 400 ? USAGE : REPORTED;
    } else {
        *exit_code = print_rows(&answer, &request);
    }
    http_close(&answer);
    return true;
}
