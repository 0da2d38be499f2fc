/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

/*
 * Answers a command from the sidecar that runs in this container, without a JVM of its own. False when that can't be: a command
 * or a word that it doesn't know, no sidecar, TLS, a target that the sidecar doesn't follow; nothing was printed then. Else
 * exit_code is what the program ends with.
 */
bool ask_sidecar(int argc, char **argv, int *exit_code);
