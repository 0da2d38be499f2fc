/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.mat;

import io.heapsight.dump.analysis.SummaryClasses;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;

/**
 * Estimates the memory that Eclipse MAT needs for a dump. According to its manual ("Memory Analyzer
 * Configuration"), it needs 28.25 bytes per object and 1,000 per class, plus the parser's memory.
 * This class estimates the parser's memory, and the JVM's memory outside its Java heap.
 *
 * @param objects in the dump
 * @param isCounted whether they come from a summary
 */
record MatMemory(long objects, long classes, boolean isCounted) {
    private static final double BYTES_PER_OBJECT = 28.25;
    private static final long BYTES_PER_CLASS = 1_000;
    private static final ByteSize PARSER = ByteSize.parse("64m");

    /** The JVM's memory outside the Java heap. */
    private static final ByteSize JVM = ByteSize.parse("96m");

    /** Bytes per object in a dump without a count: most programs' objects are larger. */
    private static final int DUMP_BYTES_PER_OBJECT = 32;

    /** Estimates from the summary of a dump, if it exists and is readable. */
    static MatMemory of(DumpStore store, DumpRecord dump) {
        if (store.hasSummary(dump.id())) {
            try {
                SummaryClasses summary = SummaryClasses.of(store, dump);
                return new MatMemory(summary.all().objects(), summary.classes().size(), true);
            } catch (IOException _) {
                // estimated below
            }
        }
        return new MatMemory(dump.bytes() / DUMP_BYTES_PER_OBJECT, 0, false);
    }

    /** Needed memory: Java heap and JVM. */
    ByteSize needed() {
        return new ByteSize(
                (long) (objects * BYTES_PER_OBJECT)
                        + classes * BYTES_PER_CLASS
                        + PARSER.bytes()
                        + JVM.bytes());
    }

    /**
     * Computes MAT's Java heap.
     *
     * @param available memory for MAT and its JVM
     * @throws ProblemException if that is too little
     */
    ByteSize heapOf(ByteSize available, DumpRecord dump) throws ProblemException {
        if (available.compareTo(needed()) < 0) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "Not enough memory for Eclipse MAT",
                    "It needs about %d bytes (%s), an estimate for %s%,d objects; %d bytes (%s) are available."
                            .formatted(
                                    needed().bytes(),
                                    needed(),
                                    isCounted ? "" : "about ",
                                    objects,
                                    available.bytes(),
                                    available),
                    "give the sidecar's container more memory, or set HEAPSIGHT_ANALYSIS_MEMORY"
                            + " where it has no limit; or GET /heapdumps/%s and run MAT elsewhere"
                                    .formatted(dump.id()));
        }
        return new ByteSize(available.bytes() - JVM.bytes());
    }
}
