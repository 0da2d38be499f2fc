/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Polls the code heaps of one target with counters, if enabled: counters don't contain code heaps.
 * Waits for the end of a collection. The interval doubles with each failure, up to {@value
 * #MOST_INTERVALS} times.
 */
final class CodeHeapPoller {
    private static final int MOST_INTERVALS = 64;
    private static final long COLLECTING_PAUSE_NANOS = 1_000_000_000;

    private final TargetConnection connection;
    private final SingleTaskRunner asking;
    private final boolean isOn;
    private final long intervalNanos;
    private final Duration timeout;
    private final CancelSignal cancel = new CancelSignal();
    private volatile List<CodeHeap> last = List.of();
    private volatile long dueNanos = System.nanoTime();
    private volatile int intervals = 1;

    CodeHeapPoller(TargetConnection connection, Executor executor, SamplerSettings settings) {
        this.connection = connection;
        this.asking = new SingleTaskRunner(executor);
        this.isOn = settings.codeCacheInterval().isPresent();
        this.intervalNanos = settings.codeCacheInterval().orElse(Duration.ZERO).toNanos();
        this.timeout = settings.attachTimeout();
    }

    /** Returns the given pools and the code heaps of the last answer; queries the target if due. */
    List<Sample.Pool> addTo(List<Sample.Pool> pools, long now) {
        if (!isOn) {
            return pools;
        }
        if (now - dueNanos >= 0) {
            dueNanos = now + intervals * intervalNanos;
            asking.begin(this::ask);
        }
        List<Sample.Pool> all = new ArrayList<>(pools);
        last.forEach(heap -> all.add(Sample.Pool.of(heap)));
        return all;
    }

    void close() {
        cancel.cancel();
    }

    private void ask() {
        if (SafepointDetector.isCollecting(connection.procFs(), connection.jvm().pid())) {
            dueNanos = System.nanoTime() + COLLECTING_PAUSE_NANOS;
            return;
        }
        try {
            last = CodeHeap.parse(connection.jcmd(JcmdCommand.CODE_CACHE, timeout, cancel));
            intervals = 1;
        } catch (ProblemException _) {
            last = List.of(); // JDK 8, or a JVM that accepts no commands: doctor names the reason
            intervals = Math.min(MOST_INTERVALS, 2 * intervals);
            dueNanos = System.nanoTime() + intervals * intervalNanos;
        }
    }
}
