/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Makes glibc give freed memory of a target back to the kernel, and measures the result.
 *
 * <p>{@link NativeHeapTrimmer} sends {@code System.trim_native_heap}, through the gate of all
 * costly operations, and reads the resident memory before and after. {@link TrimAnswer} is the
 * JVM's answer; {@link TrimProblem} says why a JVM can't do it.
 *
 * <p>Tests: {@code TrimAnswerTest} and {@code TrimResourceTest} with answers of several JDKs; in
 * containers, {@code TrimTest} of module tests.
 */
@NullMarked
package io.heapsight.trim;

import org.jspecify.annotations.NullMarked;
