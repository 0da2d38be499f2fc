/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define HOME "/opt/heapsight"
#define JAVA HOME "/jre/bin/java"

/* Becomes java -FLAGS -jar JAR ARGS, with the flags that fit the command argv[1]. Comes back, with exit code 1, only when that fails. */
int become_jvm(int argc, char **argv);
