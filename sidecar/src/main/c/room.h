/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

/*
 * Whether a JVM for this command has room beside what runs in the container already: otherwise the kernel would end one of them,
 * perhaps the sidecar. Waits while another command has one. Says on standard error why not.
 */
bool room_for_jvm(const char *verb);
