/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.report.AnalysisPlanReport;
import io.heapsight.unit.ByteSize;
import java.util.Optional;

/**
 * Warns before a full analysis that may take more than ten times as long because of too little
 * memory. The tables are files then, and their pages don't stay in memory.
 *
 * @param fileBytes size of the file
 * @param compressed whether the file is a compressed dump
 * @param roomBytes memory for tables, and for pages of files
 */
record SlowAnalysisWarning(long fileBytes, boolean compressed, long roomBytes) {
    /** Usual size of the tables, per byte of the dump. */
    private static final double TABLES_PER_BYTE = 0.45;

    /** Usual size of a dump, per byte of a compressed one. */
    private static final long INFLATED_PER_BYTE = 3;

    /**
     * Part of the tables that must stay in memory. With half of it, 1 GB of random references took
     * 36 times as long. With a twelfth, 12 GB of an ordinary heap took 7 times as long.
     */
    private static final int LEAST_PART = 2;

    /**
     * The text; empty if memory suffices.
     *
     * @param url of the dump in a store, or "URL"
     */
    Optional<String> text(String url) {
        long dumpBytes = compressed ? INFLATED_PER_BYTE * fileBytes : fileBytes;
        long tableBytes = (long) (TABLES_PER_BYTE * dumpBytes);
        if (roomBytes >= tableBytes / LEAST_PART) {
            return Optional.empty();
        }
        return Optional.of(
                """
                heapsight: tables of about %s, and %s of memory for them: most are files. That takes 7 times as long or,
                heapsight: with random references, 36 times; after reading %d times the dump, retained sizes are skipped.
                heapsight: With enough memory (heapsight analyze --plan says how much), as a Job:
                heapsight:   kubectl heapsight analyze %s --job --memory %s"""
                        .formatted(
                                new ByteSize(tableBytes),
                                new ByteSize(Math.max(0, roomBytes)),
                                HeapAnalyzer.MOST_READS,
                                url,
                                AnalysisPlanReport.memoryLimit(tableBytes)));
    }
}
