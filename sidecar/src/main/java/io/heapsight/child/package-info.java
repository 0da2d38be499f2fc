/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs this program in a child JVM with its own memory, for work on files as large as a dump.
 *
 * <p>{@code ChildJvm} starts it, {@code ChildProtocol} defines its output, {@code ChildWatcher}
 * waits for it, {@code QueryChild} queries a long-lived one, and {@code AnalysisMemory} computes
 * the memory.
 */
@NullMarked
package io.heapsight.child;

import org.jspecify.annotations.NullMarked;
