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
 * Estimates the memory that Eclipse MAT needs for a dump. Its manual ("Memory Analyzer
 * Configuration") gives 28.25 bytes an object, 1,000 a class, plus the parser's memory; that, and
 * the JVM's memory outside its Java heap, are estimated here.
 *
 * @param objects in the dump
 * @param isCounted whether they come from a summary
 */
record MatMemory(long objects, long classes, boolean isCounted) {
    private static final double BYTES_PER_OBJECT = 28.25;
    private static final long BYTES_PER_CLASS = 1_000;
    private static final ByteSize PARSER = ByteSize.parse("64m");

    /** Beside the Java heap. */
    private static final ByteSize JVM = ByteSize.parse("96m");

    /** Bytes per object in a dump without a count: most programs' objects are larger. */
    private static final int DUMP_BYTES_PER_OBJECT = 32;

    /** From the summary of a dump, if it exists and is readable. */
    static MatMemory of(DumpStore store, DumpRecord dump) {
        if (store.hasSummary(dump.id())) {
            try {
                SummaryClasses summary = SummaryClasses.of(store, dump);
                return new MatMemory(summary.all().objects(), summary.classes().size(), true);
            } catch (IOException _) {
                // guessed below
            }
        }
        return new MatMemory(dump.bytes() / DUMP_BYTES_PER_OBJECT, 0, false);
    }

    /** Java heap and JVM. */
    ByteSize needed() {
        return new ByteSize(
                (long) (objects * BYTES_PER_OBJECT)
                        + classes * BYTES_PER_CLASS
                        + PARSER.bytes()
                        + JVM.bytes());
    }

    /**
     * The Java heap that MAT gets.
     *
     * @param available for it and its JVM
     * @throws ProblemException if that will not do
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
