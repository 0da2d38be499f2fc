/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line: the commands, and the handling of their failures. Sub-packages group the
 * commands by subject: {@code jvm} for a visible JVM, {@code heapdump} for a dump, {@code remote}
 * for a running sidecar; {@code sidecar} starts one, {@code output} is shared by all.
 */
@NullMarked
package io.heapsight.cli;

import org.jspecify.annotations.NullMarked;
