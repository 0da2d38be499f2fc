/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.otlp.OtlpPushCounts.Outcome;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Pushes the last samples of all targets at each interval, on its own thread. Runs one push at a
 * time: while the receiver is slow or absent, no samples queue up, and the next push sends the
 * samples current then. Only reads from the sampler.
 */
public final class OtlpPush implements AutoCloseable {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final OtlpSettings settings;
    private final Supplier<List<TargetMonitor>> targets;
    private final TargetResourceAttributes resource;
    private final SteadyClock clock;
    private final EventLog log;
    private final OtlpPushCounts counts;
    private final DeltaCounts deltas;
    private final long createdMillis;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Creates a push that does not run yet.
     *
     * @param targets the followed targets
     */
    public OtlpPush(
            OtlpSettings settings,
            Supplier<List<TargetMonitor>> targets,
            TargetResourceAttributes resource,
            OtlpPushCounts counts,
            SteadyClock clock,
            EventLog log) {
        this.settings = settings;
        this.targets = targets;
        this.resource = resource;
        this.counts = counts;
        this.clock = clock;
        this.log = log;
        this.createdMillis = clock.epochMillis(clock.nanoTime());
        this.deltas = new DeltaCounts(settings.temporality(), createdMillis);
        this.thread = Thread.ofPlatform().daemon().name("heapsight-otlp").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        OtlpExporter exporter = null;
        try {
            while (!stopped.await(settings.interval().toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    if (exporter == null) {
                        exporter = SdkLoader.load().open(settings, resource.version());
                    }
                    push(exporter);
                } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
                    tell(Outcome.FAILED, IoReason.of(e));
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the sidecar ends
        } finally {
            if (exporter != null) {
                exporter.close();
            }
        }
    }

    /** Sends the current figures, unless there are none. */
    void push(OtlpExporter exporter) throws InterruptedException {
        List<OtlpBatch> batches = deltas.of(batches());
        if (batches.isEmpty()) {
            return;
        }
        OtlpExporter.Result result = exporter.send(batches, settings.temporality());
        if (!result.accepted()) {
            tell(Outcome.FAILED, result.fault());
            return;
        }
        deltas.accept();
        if (result.rejectedPoints() == 0) {
            tell(Outcome.ACCEPTED, "");
        } else {
            tell(
                    Outcome.PARTIAL,
                    "%d points were rejected: %s"
                            .formatted(result.rejectedPoints(), result.fault()));
        }
    }

    private List<OtlpBatch> batches() {
        List<OtlpBatch> batches = new ArrayList<>();
        for (TargetMonitor target : targets.get()) {
            target.latest().ifPresent(sample -> batches.add(batch(target, sample)));
        }
        return batches;
    }

    private OtlpBatch batch(TargetMonitor target, Sample sample) {
        long time = clock.epochMillis(sample.nanos());
        long start = target.startMillis();
        return new OtlpBatch(
                resource.of(target.jvm()),
                time,
                ConventionMetrics.of(
                        sample,
                        start,
                        Math.max(start, createdMillis),
                        (time - start) / MILLIS_PER_SECOND));
    }

    /** Logs the first of several failures, and the success after it. */
    private void tell(Outcome outcome, String reason) {
        boolean failedBefore = counts.fault().isPresent();
        counts.add(outcome, reason);
        boolean fails = outcome != Outcome.ACCEPTED;
        if (fails == failedBefore) {
            return;
        }
        EventLog.Field[] fields = {
            EventLog.field("endpoint", settings.shown()),
            EventLog.field("outcome", outcome.label()),
            EventLog.field("reason", reason.isEmpty() ? "none" : reason)
        };
        if (fails) {
            log.warn("otlp push", fields);
        } else {
            log.info("otlp push", fields);
        }
    }

    /** Ends the current push, and waits a moment for its thread. */
    @Override
    public void close() {
        stopped.countDown();
        thread.interrupt();
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
