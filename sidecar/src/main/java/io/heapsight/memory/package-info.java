/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Breaks down the resident memory of a target and its container in a table, and forecasts when the
 * limit will be reached.
 *
 * <p>{@link io.heapsight.memory.MappingClassifier} assigns each address range to a part of a JVM.
 * {@link io.heapsight.memory.NativeMemory} is the JVM's own report on its malloc memory, if native
 * memory tracking is on. {@link io.heapsight.memory.MemoryTable} combines both. {@link
 * io.heapsight.memory.Forecast} fits the trend of the samples.
 *
 * <p>Tests: {@code MemoryTableTest} on recorded {@code smaps}, {@code ForecastTest} on recorded and
 * simulated series, {@code MutatedRepliesTest} with corrupted answers; {@code MemoryTableTest} of
 * module tests with real JVMs.
 */
@NullMarked
package io.heapsight.memory;

import org.jspecify.annotations.NullMarked;
