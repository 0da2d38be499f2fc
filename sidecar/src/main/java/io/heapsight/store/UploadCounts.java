/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.Problem;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Counts uploads by outcome. Thread-safe. */
public final class UploadCounts {
    /** An upload that has ended. */
    public record Ended(
            Evidence evidence,
            UploadOutcome outcome,
            long bytes,
            Duration took,
            Optional<Problem> problem) {}

    /**
     * The counts so far.
     *
     * @param uploads by outcome, including zero
     * @param bytes sent by completed uploads
     */
    public record Totals(Map<UploadOutcome, Long> uploads, long bytes) {
        public Totals {
            uploads = Collections.unmodifiableMap(new EnumMap<>(uploads));
        }
    }

    private final Consumer<Ended> audit;
    private final Map<UploadOutcome, Long> uploads = new EnumMap<>(UploadOutcome.class);
    private long bytes;

    /**
     * @param audit receives each upload
     */
    public UploadCounts(Consumer<Ended> audit) {
        this.audit = audit;
        for (UploadOutcome outcome : UploadOutcome.values()) {
            uploads.put(outcome, 0L);
        }
    }

    void ended(Ended upload) {
        synchronized (this) {
            uploads.merge(upload.outcome(), 1L, Long::sum);
            bytes += upload.bytes();
        }
        audit.accept(upload);
    }

    public synchronized Totals totals() {
        return new Totals(uploads, bytes);
    }
}
