/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Says what to find out about a dump, and how much memory may be used for it.
 *
 * @param maxMemory for tables; the Java heap and the page cache come on top
 * @param top how many rows of each ranked list are worth finding; lists may be longer
 * @param flags {@link HeapFlags#NONE} when the layout is to be inferred
 * @param objectsOut where to write one line an object, with its dominator; at the end of what is
 *     there
 * @param revealStrings whether contents of strings may be shown
 * @param workDirectory for what doesn't fit in memory, such as an inflated dump; left as it was
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
    /** How far to go. */
    public enum Scope {
        /** Objects and bytes by class; nothing is followed. */
        HISTOGRAM,
        /** Also which of them are garbage, and where it begins. */
        GARBAGE,
        /** Also retained sizes, suspects, waste, threads and loaders. */
        EVERYTHING
    }
}
