/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Polls one target by the attach protocol, outside the sampler's thread: {@code GC.heap_info}, and
 * more commands if the target has no counters. Never sends two commands at once, and none during a
 * collection. The interval grows while answers are slow or commands fail, because a target that
 * can't answer may print a thread dump.
 */
final class HeapInfoPoller {
    private static final int MAX_BACKOFF = 64;

    /** A slower answer shows that the target is busy. */
    private static final long SLOW_NANOS = 1_000_000_000;

    private static final int MAX_BACKOFF_SLOW = 8;
    private static final long COLLECTING_PAUSE_NANOS = 1_000_000_000;
    private static final long LEAST_PAUSE_NANOS = 1_000_000_000;
    private static final double NONE = Double.NaN;

    private final TargetConnection connection;
    private final EventLog log;
    private final long intervalNanos;
    private final AttachReader reader;
    private final CancelSignal cancel = new CancelSignal();
    private final SingleTaskRunner asking;
    private volatile Reading<Answer> last = Reading.missing("not queried yet");
    private volatile long dueNanos;
    private volatile int backoff = 1;

    /**
     * An answer of one moment.
     *
     * @param collections of the target at the query
     */
    private record Answer(AttachAnswers answers, long takenNanos, double collections) {
        HeapInfo info() {
            return answers.heap();
        }
    }

    HeapInfoPoller(
            TargetConnection connection,
            Executor executor,
            EventLog log,
            Duration interval,
            Duration timeout) {
        this.connection = connection;
        this.asking = new SingleTaskRunner(executor);
        this.log = log;
        this.intervalNanos = interval.toNanos();
        this.reader = new AttachReader(connection, timeout);
        this.dueNanos = System.nanoTime();
    }

    /**
     * Queries the target if due.
     *
     * @param collections of the target so far
     * @param hasCounters whether only the heap metrics are missing
     */
    void poll(long now, double collections, boolean hasCounters) {
        if (now - dueNanos < 0) {
            return;
        }
        next(intervalNanos * backoff); // also if there is not enough memory for a thread
        asking.begin(() -> look(collections, hasCounters));
    }

    /**
     * Makes the next {@link #poll} query the target, unless the last query failed or was very
     * recent.
     */
    void hurry(long now) {
        long earliest = now - LEAST_PAUSE_NANOS;
        boolean asked = last.either(answer -> answer.takenNanos - earliest > 0, _ -> backoff > 1);
        if (!asked) {
            dueNanos = now;
        }
    }

    /** Heap use from an answer between two moments; NaN without an answer. */
    double heapUsed(long from, long to) {
        return last.either(
                answer ->
                        answer.takenNanos - from >= 0 && to - answer.takenNanos >= 0
                                ? answer.info()
                                        .usage(HeapInfo.Space.HEAP)
                                        .either(usage -> (double) usage.usedBytes(), _ -> NONE)
                                : NONE,
                _ -> NONE);
    }

    /**
     * The last answer, or the reason for its absence. It expires after two intervals, or at a
     * collection, which changes the heap and updates the counters.
     */
    Reading<HeapInfo> recent(long now, double collections) {
        return last.either(
                answer -> recent(answer, now, collections).map(Answer::info), Reading::missing);
    }

    /**
     * The last answers of a target without counters, at most two intervals old, or the reason for
     * their absence.
     */
    Reading<AttachAnswers> answers(long now) {
        return last.either(
                answer -> recent(answer, now, answer.collections).map(Answer::answers),
                Reading::missing);
    }

    private Reading<Answer> recent(Answer answer, long now, double collections) {
        if (now - answer.takenNanos > 2 * intervalNanos * backoff) {
            return Reading.missing("the last GC.heap_info is too old");
        }
        return Double.compare(answer.collections, collections) == 0
                ? Reading.of(answer)
                : Reading.missing("a collection came after the last GC.heap_info");
    }

    void close() {
        cancel.cancel();
    }

    private void next(long waitNanos) {
        dueNanos = System.nanoTime() + waitNanos;
    }

    private void look(double collections, boolean hasCounters) {
        if (SafepointDetector.isCollecting(connection.procFs(), connection.jvm().pid())) {
            next(COLLECTING_PAUSE_NANOS);
            return;
        }
        try {
            ask(collections, hasCounters);
        } finally {
            next(intervalNanos * backoff);
        }
    }

    private void ask(double collections, boolean hasCounters) {
        try {
            long begun = System.nanoTime();
            AttachAnswers answers = hasCounters ? reader.heap(cancel) : reader.all(cancel);
            long now = System.nanoTime();
            last = Reading.of(new Answer(answers, now, collections));
            backoff = now - begun > SLOW_NANOS ? Math.min(MAX_BACKOFF_SLOW, 2 * backoff) : 1;
        } catch (ProblemException e) {
            last = Reading.missing(e.problem().detail());
            if (backoff == 1 && !cancel.isCancelled()) {
                log.warn(
                        "no GC.heap_info: heap metrics may be stale",
                        field("target", connection.jvm().label()),
                        field("reason", e.problem().detail()),
                        field("remedy", e.problem().remedy()));
            }
            backoff = Math.min(MAX_BACKOFF, 2 * backoff);
        }
    }
}
