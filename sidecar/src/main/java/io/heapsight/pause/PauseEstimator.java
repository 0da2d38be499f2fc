/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.Operation;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the pauses of captures. Multiplies the duration that {@link PauseModel} predicts by the
 * ratio of measured to predicted duration of earlier captures.
 *
 * <p>Thread-safe.
 */
public final class PauseEstimator {
    /**
     * A command to the target.
     *
     * @param <T> type of its answer
     */
    @FunctionalInterface
    public interface Command<T> {
        T give() throws ProblemException;
    }

    /**
     * Minimum pause to learn from: shorter ones depend on clock, queue and scheduler, not the heap.
     */
    private static final Duration LEAST_MEASURED = Duration.ofMillis(5);

    /** The first JDK with {@code GC.heap_info}. */
    private static final int HEAP_INFO_SINCE = 9;

    /** Maximum expected pause of a short walk. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static final double NANOS_PER_SECOND = 1e9;

    private record Key(int pid, Capture capture) {}

    private record Speed(double factor, PauseEstimate.Basis basis) {}

    private final Optional<Duration> configured;
    private final Map<Key, Double> factors = new HashMap<>();
    private final Map<Integer, Capture> lastOf = new HashMap<>();
    private final Map<Integer, Double> objectBytes = new HashMap<>();
    private final Map<Capture, Double> ofAnyTarget = new HashMap<>();

    /**
     * @param configured {@code HEAPSIGHT_MAX_PAUSE}; empty: 20 s for rules, no limit for requests
     */
    public PauseEstimator(Optional<Duration> configured) {
        this.configured = configured;
    }

    /** Returns the limit for automatic captures. */
    public PauseLimit automatic() {
        return PauseLimit.automatic(configured);
    }

    /**
     * Returns the limit of a request.
     *
     * @param own limit given in the request
     */
    public PauseLimit ofRequest(Optional<Duration> own) {
        return PauseLimit.ofRequest(own, configured);
    }

    /** Records the object count of a histogram. */
    public synchronized void counted(int pid, long objects, long bytes) {
        if (objects > 0 && bytes > 0) {
            objectBytes.put(pid, (double) bytes / objects);
        }
    }

    /** Returns whether a histogram has counted the objects of a target. */
    public synchronized boolean isCounted(int pid) {
        return objectBytes.containsKey(pid);
    }

    /**
     * Deletes the data of an ended target except its speed, which estimates for later targets use.
     */
    public synchronized void forget(int pid) {
        factors.keySet().removeIf(key -> key.pid() == pid);
        lastOf.remove(pid);
        objectBytes.remove(pid);
    }

    /** Returns the heap content from counters; sends the target nothing. */
    public HeapContent content(TargetConnection target) {
        return content(target.jvm(), HeapContent.usedBytes(target));
    }

    /**
     * Queries the target for the current heap content, without stopping it. If the target does not
     * answer, uses its counters: a missing estimate prevents no capture.
     */
    public HeapContent contentNow(TargetConnection target, Duration timeout, CancelSignal cancel) {
        double now = usedNow(target, timeout, cancel);
        return content(target.jvm(), Double.isNaN(now) ? HeapContent.usedBytes(target) : now);
    }

    /**
     * Returns whether one walk of the heap is expected to pause the target for at most a second;
     * false if the heap size is unknown.
     */
    public boolean isShortWalk(TargetConnection target, Duration timeout, CancelSignal cancel) {
        HeapContent heap = content(target);
        if (!heap.isKnown()) { // no collection yet, or no counters
            heap = contentNow(target, timeout, cancel);
        }
        if (!heap.isKnown()) {
            heap = content(target.jvm(), target.jvm().flags().maxHeapBytes().orElse(Double.NaN));
        }
        PauseEstimate estimate = estimate(target.jvm(), heap, List.of(Capture.histogram(false)));
        return estimate.isKnown() && estimate.expected().compareTo(SHORT) <= 0;
    }

    private static double usedNow(TargetConnection target, Duration timeout, CancelSignal cancel) {
        if (target.jvm().javaMajor().orElse(0) < HEAP_INFO_SINCE) {
            return Double.NaN;
        }
        try {
            return HeapContent.usedBytes(target.jcmd(JcmdCommand.HEAP_INFO, timeout, cancel));
        } catch (ProblemException _) {
            return Double.NaN; // the capture itself reports the problem
        }
    }

    private synchronized HeapContent content(TargetJvm jvm, double usedBytes) {
        Double each = objectBytes.get(jvm.pid());
        return HeapContent.of(
                usedBytes, each == null ? OptionalDouble.empty() : OptionalDouble.of(each));
    }

    /**
     * Estimates the pause of captures of a target.
     *
     * @param captures one after the other
     */
    public synchronized PauseEstimate estimate(
            TargetJvm jvm, HeapContent heap, List<Capture> captures) {
        double expected = 0;
        double atMost = 0;
        PauseEstimate.Basis worst = PauseEstimate.Basis.SAME;
        for (Capture capture : captures) {
            Speed speed = speed(jvm.pid(), capture);
            double seconds = speed.factor() * PauseModel.seconds(capture, heap, javaMajor(jvm));
            expected += seconds;
            atMost += seconds * speed.basis().margin();
            if (speed.basis().compareTo(worst) > 0) {
                worst = speed.basis();
            }
        }
        return new PauseEstimate(duration(expected), duration(atMost), heap, worst);
    }

    private Speed speed(int pid, Capture capture) {
        Double same = factors.get(new Key(pid, capture));
        if (same != null) {
            return new Speed(same, PauseEstimate.Basis.SAME);
        }
        Optional<Double> sameWalk =
                factors.entrySet().stream()
                        .filter(each -> each.getKey().pid() == pid)
                        .filter(each -> each.getKey().capture().walk() == capture.walk())
                        .map(Map.Entry::getValue)
                        .findFirst();
        if (sameWalk.isPresent()) {
            return new Speed(sameWalk.get(), PauseEstimate.Basis.OTHER_CAPTURE);
        }
        Double elsewhere = ofAnyTarget.get(capture);
        if (elsewhere != null) {
            return new Speed(elsewhere, PauseEstimate.Basis.OTHER_TARGET);
        }
        @Nullable Capture last = lastOf.get(pid);
        Double other = last == null ? null : factors.get(new Key(pid, last));
        // Counting and writing share the memory, not the disk: half of the deviation is applied.
        return other != null
                ? new Speed(Math.sqrt(other), PauseEstimate.Basis.OTHER_CAPTURE)
                : new Speed(1, PauseEstimate.Basis.NONE);
    }

    /**
     * Sends a command, and measures the pause that it causes.
     *
     * @param walked the walked heap, as far as known
     */
    public <T> T measure(
            TargetConnection target,
            Capture capture,
            Function<T, HeapContent> walked,
            Operation operation,
            Command<T> command)
            throws ProblemException {
        PauseCounter counter = PauseCounter.start(target);
        T result;
        try {
            result = command.give();
        } catch (ProblemException | RuntimeException e) {
            operation.paused(counter.stop());
            throw e;
        }
        Duration paused = counter.stop();
        operation.paused(paused);
        learn(target.jvm(), capture, walked.apply(result), paused);
        return result;
    }

    /** Learns from the last two captures, since the machine may have been busy during one. */
    synchronized void learn(TargetJvm jvm, Capture capture, HeapContent heap, Duration paused) {
        double model = PauseModel.seconds(capture, heap, javaMajor(jvm));
        if (!(model > 0) || paused.compareTo(LEAST_MEASURED) < 0) {
            return;
        }
        double now = paused.toNanos() / NANOS_PER_SECOND / model;
        factors.merge(new Key(jvm.pid(), capture), now, (a, b) -> Math.sqrt(a * b));
        lastOf.put(jvm.pid(), capture);
        ofAnyTarget.put(capture, now);
    }

    private static int javaMajor(TargetJvm jvm) {
        return jvm.javaMajor().orElse(0);
    }

    private static Duration duration(double seconds) {
        return Double.isNaN(seconds)
                ? Duration.ZERO
                : Duration.ofNanos((long) (seconds * NANOS_PER_SECOND));
    }
}
