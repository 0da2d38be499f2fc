/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Polls {@code GC.heap_info} of one target away from the sampler's thread: never two at once, and
 * with a growing pause while it fails, since a target that can't answer may print a thread dump
 * when it is asked.
 */
final class HeapInfoPoller {
    private static final int MAX_BACKOFF = 64;
    private static final long LEAST_PAUSE_NANOS = 1_000_000_000;
    private static final double NONE = Double.NaN;

    private final TargetConnection connection;
    private final Executor executor;
    private final EventLog log;
    private final long intervalNanos;
    private final Duration timeout;
    private final CancelSignal cancel = new CancelSignal();
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile Reading<Answer> last = Reading.missing("not asked for yet");
    private volatile long dueNanos;
    private volatile int backoff = 1;

    /**
     * An answer.
     *
     * @param collections of the target, when it was asked
     */
    private record Answer(HeapInfo info, long takenNanos, double collections) {}

    HeapInfoPoller(
            TargetConnection connection,
            Executor executor,
            EventLog log,
            Duration interval,
            Duration timeout) {
        this.connection = connection;
        this.executor = executor;
        this.log = log;
        this.intervalNanos = interval.toNanos();
        this.timeout = timeout;
        this.dueNanos = System.nanoTime();
    }

    /**
     * Asks, when it is time to.
     *
     * @param collections of the target until now
     */
    void poll(long now, double collections) {
        if (now - dueNanos < 0 || !running.compareAndSet(false, true)) {
            return;
        }
        boolean begun = false;
        try {
            executor.execute(
                    () -> {
                        try {
                            ask(collections);
                        } finally {
                            ended();
                        }
                    });
            begun = true;
        } finally {
            if (!begun) {
                ended(); // memory lacks for a thread
            }
        }
    }

    /** Lets the next {@link #poll} ask, unless it failed or asked a moment ago. */
    void hurry(long now) {
        long earliest = now - LEAST_PAUSE_NANOS;
        boolean asked = last.either(answer -> answer.takenNanos - earliest > 0, _ -> backoff > 1);
        if (!asked) {
            dueNanos = now;
        }
    }

    /** Heap in use by an answer that came between two moments; NaN where there is none. */
    double heapUsed(long from, long to) {
        return last.either(
                answer ->
                        answer.takenNanos - from >= 0 && to - answer.takenNanos >= 0
                                ? answer.info
                                        .usage(HeapInfo.Space.HEAP)
                                        .either(usage -> (double) usage.usedBytes(), _ -> NONE)
                                : NONE,
                _ -> NONE);
    }

    /**
     * The last answer, or why there is none. It is of no use any more when it is older than two
     * intervals, or when a collection came since: that moved what it tells of, and the counters.
     */
    Reading<HeapInfo> recent(long now, double collections) {
        return last.either(answer -> recent(answer, now, collections), Reading::missing);
    }

    private Reading<HeapInfo> recent(Answer answer, long now, double collections) {
        if (now - answer.takenNanos > 2 * intervalNanos) {
            return Reading.missing("the last GC.heap_info is too old");
        }
        return Double.compare(answer.collections, collections) == 0
                ? Reading.of(answer.info)
                : Reading.missing("a collection came after the last GC.heap_info");
    }

    void close() {
        cancel.cancel();
    }

    private void ended() {
        dueNanos = System.nanoTime() + intervalNanos * backoff;
        running.set(false);
    }

    private void ask(double collections) {
        try {
            String reply = connection.jcmd(JcmdCommand.HEAP_INFO, timeout, cancel);
            last = Reading.of(new Answer(HeapInfo.parse(reply), System.nanoTime(), collections));
            backoff = 1;
        } catch (ProblemException e) {
            last = Reading.missing(e.problem().detail());
            if (backoff == 1 && !cancel.isCancelled()) {
                log.warn(
                        "no GC.heap_info: figures of the heap may be stale",
                        field("target", connection.jvm().label()),
                        field("reason", e.problem().detail()),
                        field("remedy", e.problem().remedy()));
            }
            backoff = Math.min(MAX_BACKOFF, 2 * backoff);
        }
    }
}
