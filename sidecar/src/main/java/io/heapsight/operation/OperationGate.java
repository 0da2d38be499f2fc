/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The gate for all costly operations of all callers. Permits one operation at a time per target,
 * and each kind once per minimum interval. The interval begins at the end of the last started
 * operation, whatever its outcome. Writes the audit log, and counts operations for the metrics.
 */
public final class OperationGate {
    /**
     * The work of an operation.
     *
     * @param <T> its result
     */
    @FunctionalInterface
    public interface Work<T> {
        T run(Operation operation) throws ProblemException;
    }

    private record Last(int pid, OperationKind kind) {}

    private record Key(OperationKind kind, OperationOutcome outcome) {}

    private record Tally(long count, long nanos) {
        static final Tally NONE = new Tally(0, 0);
    }

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int MOST_ENTRIES = 200;

    private final Map<OperationKind, Duration> minimumIntervals;
    private final EventLog log;
    private final SteadyClock clock;
    private final Map<Integer, Operation> running = new HashMap<>();
    private final Map<Last, Long> lastEnds = new HashMap<>();
    private final Map<Key, Tally> tallies = new HashMap<>();
    private final Deque<AuditEntry> audit = new ArrayDeque<>();

    /**
     * @param minimumIntervals by kind; missing kinds have none
     */
    public OperationGate(
            Map<OperationKind, Duration> minimumIntervals, SteadyClock clock, EventLog log) {
        this.minimumIntervals = new EnumMap<>(OperationKind.class);
        this.minimumIntervals.putAll(minimumIntervals);
        this.log = log;
        this.clock = clock;
    }

    /**
     * Performs the work on the calling thread if the gate is open.
     *
     * @throws OperationRefused if it is not open; the work was not started
     * @throws ProblemException from the work
     * @throws CancellationException if the work ended because its caller had disconnected
     */
    public <T> T run(OperationRequest request, Work<T> work) throws ProblemException {
        Operation operation = start(request);
        OperationOutcome outcome = OperationOutcome.FAILED;
        String failure = "";
        try {
            T result = work.run(operation);
            outcome = OperationOutcome.DONE;
            return result;
        } catch (CancellationException e) {
            outcome = OperationOutcome.CANCELLED;
            throw e;
        } catch (PauseRefused e) {
            outcome = OperationOutcome.REFUSED;
            failure = e.problem().detail();
            throw e;
        } catch (ProblemException e) {
            if (request.cancel().isCancelled()) {
                outcome = OperationOutcome.CANCELLED;
            }
            failure = e.problem().title();
            throw e;
        } catch (OutOfMemoryError e) {
            failure = Problem.outOfMemory().title();
            throw new ProblemException(Problem.outOfMemory(), e);
        } catch (RuntimeException | Error e) {
            failure = Problem.unexpected(e).title();
            throw e;
        } finally {
            end(operation, outcome, clock.nanoTime() - operation.startedNanos(), failure);
        }
    }

    /** Returns the counts of all kinds and outcomes, including zero, in a fixed order. */
    public synchronized List<OperationCount> counts() {
        List<OperationCount> counts = new ArrayList<>();
        for (OperationKind kind : OperationKind.values()) {
            for (OperationOutcome outcome : OperationOutcome.values()) {
                Tally tally = tallies.getOrDefault(new Key(kind, outcome), Tally.NONE);
                double seconds = (double) tally.nanos() / NANOS_PER_SECOND;
                counts.add(new OperationCount(kind, outcome, tally.count(), seconds));
            }
        }
        return counts;
    }

    /** Records an operation that bypassed the gate because it costs the target nothing. */
    public void note(
            OperationRequest request,
            OperationOutcome outcome,
            Duration took,
            long bytes,
            String reason) {
        synchronized (this) {
            count(request.kind(), outcome, took.toNanos());
        }
        audit(request, outcome, took.toNanos(), bytes, Pause.NONE, reason);
    }

    /** Returns the last audit entries, oldest first; the log contains all. */
    public synchronized List<AuditEntry> audit() {
        return List.copyOf(audit);
    }

    /**
     * Waits until no operation runs on a target, up to a limit. Without it, some callers would
     * rarely get a turn between frequent operations.
     */
    public synchronized void awaitIdle(int pid, Duration most) {
        long deadline = clock.nanoTime() + most.toNanos();
        try {
            while (running.containsKey(pid)) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - clock.nanoTime());
                if (left <= 0) {
                    return;
                }
                wait(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Deletes the data of an ended target, since its pid may be reused. */
    public synchronized void forget(int pid) {
        lastEnds.keySet().removeIf(last -> last.pid() == pid);
    }

    private Operation start(OperationRequest request) throws OperationRefused {
        @Nullable OperationRefused refused;
        Operation operation = new Operation(request, clock.nanoTime());
        synchronized (this) {
            refused = refusal(request);
            if (refused == null) {
                running.put(request.pid(), operation);
                return operation;
            }
            count(request.kind(), OperationOutcome.REFUSED, 0);
        }
        audit(request, OperationOutcome.REFUSED, 0, 0, Pause.NONE, refused.problem().detail());
        throw refused;
    }

    private @Nullable OperationRefused refusal(OperationRequest request) {
        Operation busy = running.get(request.pid());
        if (busy != null) {
            return new OperationRefused(
                    new Problem(
                            Problem.Kind.CONFLICT,
                            "Another operation runs on this target",
                            "A %s, requested by %s, has been running on %s (pid %d) since %s (%d s)."
                                    .formatted(
                                            busy.request().kind().noun(),
                                            busy.request().caller(),
                                            busy.request().target(),
                                            request.pid(),
                                            clock.at(busy.startedNanos()),
                                            clock.since(busy.startedNanos()).toSeconds()),
                            "Try again when it has ended; a target runs one costly operation at a"
                                    + " time."),
                    Duration.ofSeconds(1));
        }
        Duration interval = minimumIntervals.getOrDefault(request.kind(), Duration.ZERO);
        Long lastEnd = lastEnds.get(new Last(request.pid(), request.kind()));
        long since = lastEnd == null ? Long.MAX_VALUE : clock.nanoTime() - lastEnd;
        if (since >= interval.toNanos()) {
            return null;
        }
        Duration wait = interval.minusNanos(since);
        return new OperationRefused(
                new Problem(
                        Problem.Kind.TOO_MANY_REQUESTS,
                        "Too soon after the last one",
                        "The last %s of %s (pid %d) ended %.1f s ago; the minimum interval is %.1f s."
                                .formatted(
                                        request.kind().noun(),
                                        request.target(),
                                        request.pid(),
                                        (double) since / NANOS_PER_SECOND,
                                        (double) interval.toNanos() / NANOS_PER_SECOND),
                        "Try again in %.1f s, or lower HEAPSIGHT_MIN_INTERVAL_%s."
                                .formatted(
                                        (double) wait.toNanos() / NANOS_PER_SECOND,
                                        request.kind().name())),
                wait);
    }

    private void end(Operation operation, OperationOutcome outcome, long nanos, String failure) {
        OperationRequest request = operation.request();
        synchronized (this) {
            running.remove(request.pid());
            notifyAll();
            if (outcome != OperationOutcome.REFUSED) {
                lastEnds.put(new Last(request.pid(), request.kind()), clock.nanoTime());
            }
            count(request.kind(), outcome, nanos);
        }
        audit(request, outcome, nanos, operation.bytes(), operation.pause(), failure);
    }

    private void count(OperationKind kind, OperationOutcome outcome, long nanos) {
        tallies.merge(
                new Key(kind, outcome),
                new Tally(1, nanos),
                (a, b) -> new Tally(a.count() + b.count(), a.nanos() + b.nanos()));
    }

    private void audit(
            OperationRequest request,
            OperationOutcome outcome,
            long nanos,
            long bytes,
            Pause pause,
            String reason) {
        AuditEntry entry =
                new AuditEntry(
                        clock.instant(),
                        request.kind(),
                        outcome,
                        request.caller(),
                        request.pid(),
                        request.target(),
                        Duration.ofNanos(nanos),
                        bytes,
                        pause,
                        Optional.of(reason).filter(text -> !text.isEmpty()));
        synchronized (this) {
            if (audit.size() == MOST_ENTRIES) {
                audit.removeFirst();
            }
            audit.addLast(entry);
        }
        entry.writeTo(log);
    }
}
