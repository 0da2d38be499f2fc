/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/*
 * One request to the sidecar in this container, and its answer, read piece by piece. HTTP/1.1 as our server speaks it.
 */
struct answer {
    int fd;
    int status;         /* of HTTP */
    bool of_heapsight;  /* whether it is a heapsight that answers */
    int exit_code;      /* what the command line ends with when all is well */
    int retry_after;    /* seconds; -1 without that header */
    bool chunked;
    long left;          /* bytes of the body, or of the chunk, that are still to come; -1 until the connection ends */
    bool complete;      /* the body has come to its proper end */
    size_t from, to;    /* what of the buffer is not read yet */
    char buffer[16 * 1024];
};

/* Whether somebody listens on the sidecar's port. */
bool http_listens(void);

/* Sends a request and reads the head of the answer. False when nothing answers, or not in HTTP. */
bool http_ask(struct answer *answer, const char *method, const char *path, const char *accept, int timeout_seconds);

/* Up to size bytes of the body; 0 at its end, proper or not: see complete. */
size_t http_read(struct answer *answer, char *into, size_t size);

void http_close(struct answer *answer);
