/* SPDX-License-Identifier: Apache-2.0 */
#include "settings.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Reads the value of a key in the properties file into value (size bytes); false if it is missing. Plain "key=value" lines only: what
 * our keys need.
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

/* HEAPSIGHT_PORT=tcp://... is no setting: Kubernetes sets it where a Service is called heapsight. */
const char *setting(const char *key, const char *fallback, char *value, size_t size) {
    const char *set = getenv(key);
    if (set != NULL && *set != '\0' && strstr(set, "://") == NULL) {
        snprintf(value, size, "%s", set);
    } else if (!from_file(key, value, size)) {
        snprintf(value, size, "%s", fallback);
    }
    return value;
}
