/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Measures the metaspace of class loaders of a running JVM.
 *
 * <p>{@link io.heapsight.loader.LoaderMeter} sends {@code VM.classloader_stats}, through the gate
 * of all costly operations. {@link io.heapsight.loader.LoaderTableReader} sums its answer by class
 * of loader.
 *
 * <p>Tests: {@code LoaderTableReaderTest} and {@code MemoryResourceTest} with recorded answers; in
 * containers, {@code MemoryOwnersTest} of module tests.
 */
@NullMarked
package io.heapsight.loader;

import org.jspecify.annotations.NullMarked;
