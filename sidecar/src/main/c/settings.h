/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/*
 * The setting of a key as the sidecar takes it: environment, then the properties file named by HEAPSIGHT_CONFIG, then fallback.
 * Returns value, which has size bytes.
 */
const char *setting(const char *key, const char *fallback, char *value, size_t size);
