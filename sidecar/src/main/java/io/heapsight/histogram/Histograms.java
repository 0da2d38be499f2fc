/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.operation.Operations;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Takes class histograms, through the gate of {@link Operations}, and remembers the last ones.
 *
 * <p>Thread-safe.
 */
public final class Histograms {
    private static final JcmdCommand ALL = JcmdCommand.of("GC.class_histogram", "-all");
    private static final JcmdCommand LIVE = JcmdCommand.of("GC.class_histogram");

    /** As many as the metrics may name. */
    public static final int REMEMBERED_CLASSES = 1000;

    private final Operations operations;
    private final HistogramHistory history;
    private final Duration timeout;
    private final InstantSource clock;
    private final Map<Integer, GarbageByClass.Figures> lastGarbage = new ConcurrentHashMap<>();
    private volatile Consumer<ClassHistogram> onLive = _ -> {};

    /**
     * What is needed to take histograms.
     *
     * @param timeout of one command to the target
     */
    public Histograms(
            Operations operations,
            HistogramHistory history,
            Duration timeout,
            InstantSource clock) {
        this.operations = operations;
        this.history = history;
        this.timeout = timeout;
        this.clock = clock;
    }

    /** Gives every histogram of the live objects to a listener, on the thread that took it. */
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
     * @param caller for the audit log
     */
    public HistogramHistory.Kept take(
            TargetConnection connection, boolean live, String caller, CancelSignal cancel)
            throws ProblemException {
        return operations.run(
                request(OperationKind.HISTOGRAM, connection.jvm(), caller, cancel),
                operation -> history.add(count(connection, live, operation), caller));
    }

    /**
     * Counts all objects, then the live ones; the full GC between the two costs the target a pause.
     */
    public GarbageByClass garbage(TargetConnection connection, String caller, CancelSignal cancel)
            throws ProblemException {
        return operations.run(
                request(OperationKind.GARBAGE, connection.jvm(), caller, cancel),
                operation -> {
                    ClassHistogram all = count(connection, false, operation);
                    history.add(all, caller);
                    cancel.throwIfCancelled();
                    ClassHistogram live = count(connection, true, operation);
                    history.add(live, caller);
                    GarbageByClass garbage = GarbageByClass.between(all, live);
                    lastGarbage.put(connection.jvm().pid(), garbage.figures(REMEMBERED_CLASSES));
                    return garbage;
                });
    }

    /** The last garbage summary of a target. */
    public Optional<GarbageByClass.Figures> lastGarbage(int pid) {
        return Optional.ofNullable(lastGarbage.get(pid));
    }

    /** Forgets a target that is gone. */
    public void forget(int pid) {
        lastGarbage.remove(pid);
        history.forget(pid);
        operations.forget(pid);
    }

    /**
     * Counts within an operation that has passed the gate; the histogram is not remembered.
     *
     * @param live runs a full GC first
     */
    public ClassHistogram count(TargetConnection connection, boolean live, Operation operation)
            throws ProblemException {
        TargetJvm jvm = connection.jvm();
        HistogramReader.Answer answer =
                connection.ask(
                        live ? LIVE : ALL, timeout, operation.cancel(), reply -> read(reply, jvm));
        operation.addBytes(answer.replyBytes());
        ClassHistogram histogram =
                new ClassHistogram(jvm.pid(), jvm.name(), clock.instant(), live, answer.rows());
        if (live) {
            onLive.accept(histogram);
        }
        return histogram;
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
                    "Ask again; if it stays, run jcmd "
                            + jvm.nsPid()
                            + " GC.class_histogram -all in the target's container and report"
                            + " what it prints.",
                    e);
        }
    }

    private static OperationRequest request(
            OperationKind kind, TargetJvm jvm, String caller, CancelSignal cancel) {
        return new OperationRequest(kind, jvm.pid(), jvm.name(), caller, cancel);
    }
}
