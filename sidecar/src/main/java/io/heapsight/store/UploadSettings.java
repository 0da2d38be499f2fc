/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.job.Job;
import io.heapsight.job.Jobs;
import io.heapsight.store.read.StoreContents;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of uploads.
 *
 * @param store empty: none
 * @param redact whether heap dumps and recordings are redacted
 * @param names of objects
 * @param memory of a child
 * @param before pauses analyses
 */
public record UploadSettings(
        Optional<Store> store,
        boolean redact,
        StoreFolderNames names,
        AnalysisMemory memory,
        BeforeAnalyses before,
        Patience patience) {
    /** The store, and the process that uploads to it. */
    public record Store(StoreUrl url, Sending sending) {}

    /** Sends evidence; updates its file with the objects that the store has. */
    @FunctionalInterface
    public interface Sending {
        Sent send(Evidence evidence, Path file, Job job) throws ProblemException;

        /**
         * Lists the evidence in the store.
         *
         * @param most maximum number, the newest first
         */
        default StoreContents contents(int most, CancelSignal cancel) throws ProblemException {
            throw StoreProblem.noStore();
        }
    }

    /**
     * The result of an upload.
     *
     * @param bytes total
     * @param thereAlready bytes from an interrupted attempt, which were not sent again
     */
    public record Sent(long bytes, long thereAlready) {
        static final Sent NOTHING = new Sent(0, 0);
    }

    /** Pauses analyses for an upload. */
    @FunctionalInterface
    public interface BeforeAnalyses {
        /**
         * Runs work while no analysis runs.
         *
         * @param turn waits for its turn among such work
         */
        void run(Job job, Runnable turn, Jobs.Work work) throws ProblemException;
    }

    /**
     * Limits of retries.
     *
     * @param attempts total number; in each, the store's client retries each request several times
     * @param firstPause between the first two; each following pause is four times as long
     */
    public record Patience(int attempts, Duration firstPause) {
        /** The default: retries for about five minutes. */
        public static final Patience USUAL = new Patience(5, Duration.ofSeconds(4));
    }
}
