/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line: which commands there are, and what becomes of their failures. The commands
 * stand in sub-packages by what they work on: {@code jvm} on a JVM in sight, {@code heapdump} on a
 * dump, {@code remote} on a running sidecar; {@code sidecar} starts one, {@code output} has what
 * all of them write.
 */
@NullMarked
package io.heapsight.cli;

import org.jspecify.annotations.NullMarked;
