/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads the JVM's own performance counters from its mapped {@code hsperfdata} file.
 *
 * <p>{@link PerfDataFile} maps the file: {@link Prologue} is its header, {@link
 * PerfDataEntryParser} finds its counters. {@link CounterNames} lists the used ones, {@link
 * MxBeanModel} derives memory pools and collectors with the names of the MXBeans, and {@link
 * CounterUpdateTiming} describes how current each value is.
 *
 * <p>Tests: {@code PerfDataFileTest} and {@code MxBeanModelTest} on recorded files of JDK 8 to 25,
 * {@code MutatedPerfDataTest} with corrupted ones; against the JDK's own tool, {@code
 * JstatEqualsJdkTest} and {@code FreshnessTest} of module tests.
 */
@NullMarked
package io.heapsight.perfdata;

import org.jspecify.annotations.NullMarked;
