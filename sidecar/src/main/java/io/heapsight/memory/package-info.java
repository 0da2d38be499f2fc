/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Where the memory of a target's container is: a table that adds up to what is resident, and when
 * the limit will be reached.
 *
 * <p>{@link io.heapsight.memory.MappingClassifier} tells by its address ranges which part of a JVM
 * each is; {@link io.heapsight.memory.NativeMemory} is what the JVM itself says of what it took
 * from malloc, if it was told to keep count; {@link io.heapsight.memory.MemoryTable} lays both
 * together. {@link io.heapsight.memory.Forecast} looks at the samples.
 */
@NullMarked
package io.heapsight.memory;

import org.jspecify.annotations.NullMarked;
