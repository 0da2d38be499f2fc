/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Shows where the memory of a target and its container is, in a table that adds up to what is
 * resident, and forecasts when the limit will be reached.
 *
 * <p>{@link io.heapsight.memory.MappingClassifier} says which part of a JVM each address range is;
 * {@link io.heapsight.memory.NativeMemory} is what the JVM itself reports about its malloc memory,
 * if it runs with Native Memory Tracking; {@link io.heapsight.memory.MemoryTable} puts both
 * together. {@link io.heapsight.memory.Forecast} fits the trend of the samples.
 *
 * <p>Tests: {@code MemoryTableTest} on recorded {@code smaps}, {@code ForecastTest} on recorded and
 * simulated series, {@code MutatedRepliesTest} with corrupted answers; {@code MemoryTableTest} of
 * module tests with real JVMs.
 */
@NullMarked
package io.heapsight.memory;

import org.jspecify.annotations.NullMarked;
