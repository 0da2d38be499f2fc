/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line: the commands, and the handling of their failures. Sub-packages group the
 * commands by subject: {@code jvm} for a visible JVM, {@code heapdump} for a dump, {@code remote}
 * for a running sidecar. {@code sidecar} starts a sidecar, and all commands use {@code output}.
 */
@NullMarked
package io.heapsight.cli;

import org.jspecify.annotations.NullMarked;
