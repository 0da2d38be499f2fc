/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs our own program in a child JVM with memory of its own: what reads files as large as a dump.
 *
 * <p>{@code ChildJvm} starts it, {@code ChildProtocol} is what it says on its standard output,
 * {@code ChildProcess} waits for it, {@code AnsweringChild} asks one that stays, {@code
 * AnalysisMemory} says how much each may take.
 */
@NullMarked
package io.heapsight.child;

import org.jspecify.annotations.NullMarked;
