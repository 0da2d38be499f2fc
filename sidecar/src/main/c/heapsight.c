/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The entry point of the image.
 *
 *   heapsight healthcheck   queries /healthz of the sidecar in this container, without a JVM: exit code 0 or 1
 *   heapsight stop          ends the sidecar in this container, without a JVM
 *   heapsight volume-permissions   lets every user write to the data directory, as root before the sidecar: exit code 0 or 1
 *   heapsight COMMAND...    queries the sidecar in this container, if one is running and supports the command: no JVM either
 *   heapsight ARGS...       becomes the JVM of the image with the flags that fit the command
 *
 * Linked statically: it is the one program that must start in a container with nothing else working.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "ask.h"
#include "http.h"
#include "jvm.h"
#include "room.h"
#include "settings.h"
#include "stop.h"

#define HEALTH_SECONDS 3

/* With TLS a listener is enough. */
static int healthcheck(void) {
    static struct answer answer;
    char certificate[1024];
    const bool tls = *setting("HEAPSIGHT_TLS_CERT", "", certificate, sizeof certificate) != '\0';
    if (!http_listens()) {
        fprintf(stderr, "heapsight: no listener on the sidecar's port: the sidecar is not running, or uses another HEAPSIGHT_PORT\n");
        return 1;
    }
    if (tls || (http_ask(&answer, "GET", "/healthz", "*/*", HEALTH_SECONDS) && answer.status == 200)) {
        return 0;
    }
    fprintf(stderr, "heapsight: /healthz does not answer with 200\n");
    return 1;
}

/* An empty volume of Fargate belongs to root, with mode 755: it takes nothing over from an image that declares no VOLUME. */
static int volume_permissions(void) {
    char folder[1024];
    setting("HEAPSIGHT_DATA_DIR", "/var/lib/heapsight", folder, sizeof folder);
    if (chmod(folder, 01777) == 0) {
        return 0;
    }
    fprintf(stderr, "heapsight: %s can't be opened to all users: %s. Run this as root, with the volume mounted there.\n", folder, strerror(errno));
    return 1;
}

int main(int argc, char **argv) {
    const char *verb = argc > 1 ? argv[1] : "";
    int exit_code;
    if (argc == 2 && strcmp(verb, "healthcheck") == 0) {
        return healthcheck();
    }
    if (argc == 2 && strcmp(verb, "volume-permissions") == 0) {
        return volume_permissions();
    }
    if (argc == 2 && strcmp(verb, "stop") == 0) {
        return stop_sidecar();
    }
    if (ask_sidecar(argc, argv, &exit_code)) {
        return exit_code;
    }
    if (strcmp(verb, "serve") != 0 && !room_for_jvm(verb)) {
        return 1;
    }
    return become_jvm(argc, argv);
}
