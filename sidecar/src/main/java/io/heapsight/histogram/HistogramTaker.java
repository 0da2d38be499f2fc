/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.operation.ResultWithPause;
import io.heapsight.pause.Capture;
import io.heapsight.pause.HeapContent;
import io.heapsight.pause.PauseEstimate;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.pause.PauseLimit;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Takes class histograms, through the gate of {@link OperationGate}, and stores the last ones.
 *
 * <p>Thread-safe.
 */
public final class HistogramTaker {
    private static final JcmdCommand ALL = JcmdCommand.of("GC.class_histogram", "-all");
    private static final JcmdCommand LIVE = JcmdCommand.of("GC.class_histogram");

    /** The captures of a garbage summary. */
    public static final List<Capture> GARBAGE =
            List.of(Capture.histogram(false), Capture.histogram(true));

    private static final String INSTEAD_OF_LIVE =
            "Take a histogram of all objects (GET /histogram), a recording (POST /recordings) or"
                    + " a thread dump (GET /threads) instead: none of them runs a full GC.";
    private static final String INSTEAD =
            "Take a recording (POST /recordings) or a thread dump (GET /threads) instead.";

    /** The maximum number of classes that metrics name. */
    public static final int REMEMBERED_CLASSES = 1000;

    private final OperationGate operations;
    private final HistogramHistory history;
    private final Duration timeout;
    private final InstantSource clock;
    private final PauseEstimator pauses;
    private final Map<Integer, GarbageByClass.Figures> lastGarbage = new ConcurrentHashMap<>();
    private volatile Consumer<ClassHistogram> onLive = _ -> {};

    /**
     * The dependencies of histograms.
     *
     * @param timeout of one command to the target
     */
    public HistogramTaker(
            OperationGate operations,
            HistogramHistory history,
            Duration timeout,
            InstantSource clock,
            PauseEstimator pauses) {
        this.operations = operations;
        this.history = history;
        this.timeout = timeout;
        this.clock = clock;
        this.pauses = pauses;
    }

    /** Returns the measured pauses of captures. */
    public PauseEstimator pauses() {
        return pauses;
    }

    /** Registers a listener for histograms of live objects, called on the thread that took them. */
    public void onLive(Consumer<ClassHistogram> listener) {
        onLive = listener;
    }

    public HistogramHistory history() {
        return history;
    }

    /**
     * Counts all objects, or the live ones.
     *
     * @param live runs a full GC first
     * @param limit of the pause
     * @param caller for the audit log
     * @throws io.heapsight.operation.PauseRefused if its pause is expected to exceed the limit
     */
    public ResultWithPause<HistogramHistory.Kept> take(
            TargetConnection connection,
            boolean live,
            PauseLimit limit,
            String caller,
            CancelSignal cancel)
            throws ProblemException {
        return operations.run(
                request(OperationKind.HISTOGRAM, connection.jvm(), caller, cancel),
                operation -> {
                    expect(
                            connection,
                            List.of(Capture.histogram(live)),
                            limit,
                            live ? "histogram of live objects" : "histogram",
                            operation);
                    HistogramHistory.Kept kept =
                            history.add(count(connection, live, operation), caller);
                    return new ResultWithPause<>(kept, operation.pause());
                });
    }

    private void expect(
            TargetConnection connection,
            List<Capture> captures,
            PauseLimit limit,
            String noun,
            Operation operation)
            throws ProblemException {
        HeapContent heap = pauses.content(connection);
        if (!heap.isKnown()) { // no collection yet, or no counters
            heap = pauses.contentNow(connection, timeout, operation.cancel());
        }
        PauseEstimate estimate = pauses.estimate(connection.jvm(), heap, captures);
        if (!estimate.isKnown()) {
            return;
        }
        operation.expectPause(estimate.expected());
        boolean collects = captures.stream().anyMatch(Capture::live);
        limit.require(estimate, connection.jvm(), noun, collects ? INSTEAD_OF_LIVE : INSTEAD);
    }

    /**
     * Counts all objects, then the live ones, with a full GC of the target between the two.
     *
     * @param limit of both pauses together
     * @throws io.heapsight.operation.PauseRefused if they are expected to exceed it
     */
    public ResultWithPause<GarbageByClass> garbage(
            TargetConnection connection, PauseLimit limit, String caller, CancelSignal cancel)
            throws ProblemException {
        return operations.run(
                request(OperationKind.GARBAGE, connection.jvm(), caller, cancel),
                operation -> {
                    expect(connection, GARBAGE, limit, "garbage summary", operation);
                    ClassHistogram all = count(connection, false, operation);
                    history.add(all, caller);
                    cancel.throwIfCancelled();
                    ClassHistogram live = count(connection, true, operation);
                    history.add(live, caller);
                    TargetJvm jvm = connection.jvm();
                    GarbageByClass garbage =
                            GarbageByClass.between(all, live, jvm.collector().toOptional());
                    if (garbage.unknown().isEmpty()) {
                        lastGarbage.put(jvm.pid(), garbage.figures(REMEMBERED_CLASSES));
                    }
                    return new ResultWithPause<>(garbage, operation.pause());
                });
    }

    /** Returns the last garbage summary of a target; empty if its garbage is unknown. */
    public Optional<GarbageByClass.Figures> lastGarbage(int pid) {
        return Optional.ofNullable(lastGarbage.get(pid));
    }

    /** Deletes the data of an ended target. */
    public void forget(int pid) {
        lastGarbage.remove(pid);
        pauses.forget(pid);
        history.forget(pid);
        operations.forget(pid);
    }

    /**
     * Counts within an operation that has passed the gate; does not store the histogram.
     *
     * @param live runs a full GC first
     */
    public ClassHistogram count(TargetConnection connection, boolean live, Operation operation)
            throws ProblemException {
        TargetJvm jvm = connection.jvm();
        HeapContent before = pauses.content(connection);
        HistogramReader.Answer answer =
                pauses.measure(
                        connection,
                        Capture.histogram(live),
                        counted -> live ? before : content(counted),
                        operation,
                        () ->
                                connection.ask(
                                        live ? LIVE : ALL,
                                        timeout,
                                        operation.cancel(),
                                        reply -> read(reply, jvm)));
        if (!live) {
            InstanceCount total = answer.rows().totals();
            pauses.counted(jvm.pid(), total.instances(), total.bytes());
        }
        operation.addBytes(answer.replyBytes());
        ClassHistogram histogram =
                new ClassHistogram(jvm.pid(), jvm.name(), clock.instant(), live, answer.rows());
        if (live) {
            onLive.accept(histogram);
        }
        return histogram;
    }

    private static HeapContent content(HistogramReader.Answer counted) {
        InstanceCount total = counted.rows().totals();
        return new HeapContent(total.bytes(), total.instances(), true);
    }

    private static HistogramReader.Answer read(InputStream reply, TargetJvm jvm)
            throws IOException, ProblemException {
        try {
            return HistogramReader.read(reply);
        } catch (HistogramFormatException e) {
            throw new ProblemException(
                    Problem.Kind.REFUSED_BY_TARGET,
                    "The target's answer is not a class histogram",
                    "GC.class_histogram of " + jvm.label() + " answered: " + e.getMessage(),
                    "Send the request again; if the problem persists, run jcmd "
                            + jvm.nsPid()
                            + " GC.class_histogram -all in the target's container and report its"
                            + " output.",
                    e);
        }
    }

    private static OperationRequest request(
            OperationKind kind, TargetJvm jvm, String caller, CancelSignal cancel) {
        return new OperationRequest(kind, jvm.pid(), jvm.name(), caller, cancel);
    }
}
