/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The scope of an analysis of a dump and its resources.
 *
 * @param maxMemory for tables; the Java heap and the page cache are additional
 * @param top rows wanted of each ranked list; lists may be longer
 * @param flags {@link HeapFlags#NONE} to infer the layout
 * @param objectsOut file to which the analysis appends one line per object, with its dominator
 * @param revealStrings whether contents of strings may be shown
 * @param workDirectory for data that doesn't fit in memory, such as an inflated dump; empty
 *     afterwards
 */
public record AnalysisRequest(
        Path file,
        ByteSize maxMemory,
        int top,
        HeapFlags flags,
        Scope scope,
        Optional<Path> objectsOut,
        boolean revealStrings,
        Path workDirectory) {
    /** The phases to run. */
    public enum Scope {
        /** Objects and bytes by class; references are not followed. */
        HISTOGRAM,
        /** Also garbage and its roots. */
        GARBAGE,
        /** Also retained sizes, suspects, waste, threads and loaders. */
        EVERYTHING
    }
}
