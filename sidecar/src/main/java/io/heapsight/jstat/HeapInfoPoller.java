/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Asks one target for {@code GC.heap_info} now and then, away from the sampler's thread: never two
 * at once, and ever more rarely while it fails, since a target that can't answer may print a thread
 * dump when it is asked.
 */
final class HeapInfoPoller {
    private static final JcmdCommand HEAP_INFO = JcmdCommand.of("GC.heap_info");
    private static final int MAX_BACKOFF = 64;

    private final TargetConnection connection;
    private final Executor executor;
    private final long intervalNanos;
    private final Duration timeout;
    private final CancelSignal cancel = new CancelSignal();
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile Reading<HeapInfo> last = Reading.missing("not asked for yet");
    private volatile long takenNanos;
    private volatile long dueNanos;
    private volatile int backoff = 1;

    HeapInfoPoller(
            TargetConnection connection, Executor executor, Duration interval, Duration timeout) {
        this.connection = connection;
        this.executor = executor;
        this.intervalNanos = interval.toNanos();
        this.timeout = timeout;
        this.dueNanos = System.nanoTime();
    }

    /** Asks, when it is time to. */
    void poll(long now) {
        if (now - dueNanos < 0 || !running.compareAndSet(false, true)) {
            return;
        }
        executor.execute(
                () -> {
                    try {
                        ask();
                    } finally {
                        dueNanos = System.nanoTime() + intervalNanos * backoff;
                        running.set(false);
                    }
                });
    }

    /** The last answer, unless it is older than two intervals, or why there is none. */
    Reading<HeapInfo> recent(long now) {
        if (last instanceof Reading.Present && now - takenNanos > 2 * intervalNanos) {
            return Reading.missing("the last GC.heap_info is too old");
        }
        return last;
    }

    void close() {
        cancel.cancel();
    }

    private void ask() {
        try {
            String reply = connection.jcmd(HEAP_INFO, timeout, cancel);
            takenNanos = System.nanoTime();
            last = Reading.of(HeapInfo.parse(reply));
            backoff = 1;
        } catch (ProblemException e) {
            last = Reading.missing(e.problem().detail());
            backoff = Math.min(MAX_BACKOFF, 2 * backoff);
        }
    }
}
