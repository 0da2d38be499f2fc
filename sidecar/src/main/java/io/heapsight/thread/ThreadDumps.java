/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRefused;
import io.heapsight.operation.OperationRequest;
import io.heapsight.operation.Operations;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes thread dumps through the gate of {@link Operations}; stores only the counts of the last one
 * of each target.
 *
 * <p>Thread-safe.
 */
public final class ThreadDumps {
    private static final JcmdCommand PRINT = JcmdCommand.of("Thread.print", "-l");

    /** The gate opens within the minimum interval; a little longer when others pass it first. */
    private static final int MAX_REFUSALS = 10;

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private final Operations operations;
    private final Duration timeout;
    private final SteadyClock clock;
    private final Map<Integer, ThreadCounts> last = new ConcurrentHashMap<>();

    /**
     * The dependencies of thread dumps.
     *
     * @param timeout of one command to the target
     */
    public ThreadDumps(Operations operations, Duration timeout, SteadyClock clock) {
        this.operations = operations;
        this.timeout = timeout;
        this.clock = clock;
    }

    /**
     * Several dumps in sequence.
     *
     * @param count number of dumps
     * @param interval between two dumps; longer if the gate requires it
     */
    public record Plan(int count, Duration interval) {}

    /** Which threads a dump of a target has. */
    public static String kind(TargetJvm jvm) {
        return jvm.javaMajor().orElse(0) < FIRST_WITH_VIRTUAL_THREADS
                ? "all threads (Thread.print)"
                : "platform threads, and mounted virtual threads (Thread.print); jcmd %d Thread.dump_to_file FILE includes the others"
                        .formatted(jvm.nsPid());
    }

    /** Of the last dump of a target. */
    public Optional<ThreadCounts> last(int pid) {
        return Optional.ofNullable(last.get(pid));
    }

    /** Forgets a target that is gone. */
    public void forget(int pid) {
        last.remove(pid);
    }

    /**
     * Takes the dumps, and detects stuck threads.
     *
     * @param caller for the audit log
     */
    public ThreadSeries take(
            TargetConnection connection, Plan plan, String caller, CancelSignal cancel)
            throws ProblemException {
        TargetJvm jvm = connection.jvm();
        OperationRequest request =
                new OperationRequest(OperationKind.THREADS, jvm.pid(), jvm.name(), caller, cancel);
        StuckThreads stuck = new StuckThreads();
        for (int left = plan.count(); left > 1; left--) {
            long taken = look(connection, request, stuck);
            pause(plan.interval().minus(clock.since(taken)), cancel);
        }
        ThreadDump last =
                plan.count() == 1 ? dump(connection, request) : patiently(connection, request);
        stuck.add(last);
        return new ThreadSeries(jvm.pid(), jvm.name(), last, stuck.found(), notes(jvm, last));
    }

    /** Takes a dump, which is discarded before the next one; returns its time. */
    private long look(TargetConnection connection, OperationRequest request, StuckThreads stuck)
            throws ProblemException {
        ThreadDump dump = patiently(connection, request);
        stuck.add(dump);
        return dump.nanos();
    }

    private static void pause(Duration left, CancelSignal cancel) {
        cancel.throwIfCancelled();
        if (left.isPositive()) {
            cancel.pause(left);
        }
    }

    /** Waits for the gate: the caller requested a series, which takes time anyway. */
    private ThreadDump patiently(TargetConnection connection, OperationRequest request)
            throws ProblemException {
        for (int refusals = 0; ; refusals++) {
            try {
                return dump(connection, request);
            } catch (OperationRefused e) {
                if (refusals == MAX_REFUSALS || e.retryAfter().toMinutes() >= 1) {
                    throw e;
                }
                request.cancel().pause(e.retryAfter());
            }
        }
    }

    private ThreadDump dump(TargetConnection connection, OperationRequest request)
            throws ProblemException {
        return operations.run(
                request,
                operation -> {
                    Instant takenAt = clock.instant();
                    long nanos = clock.nanoTime();
                    ThreadDumpReader.Answer answer =
                            connection.ask(
                                    PRINT,
                                    timeout,
                                    operation.cancel(),
                                    reply -> read(reply, connection.jvm()));
                    operation.addBytes(answer.replyBytes());
                    ThreadDump dump =
                            new ThreadDump(takenAt, nanos, timed(answer.content(), connection));
                    last.put(connection.jvm().pid(), ThreadCounts.of(dump));
                    return dump;
                });
    }

    /** JDK 8 prints no CPU times. */
    private static ThreadDump.Content timed(
            ThreadDump.Content content, TargetConnection connection) {
        if (content.threads().stream().anyMatch(each -> each.cpuSeconds().isPresent())) {
            return content;
        }
        TaskTimes times = TaskTimes.of(connection.procFs(), connection.jvm());
        return content.withCpuSeconds(thread -> times.cpuSeconds(thread.nativeId()));
    }

    private static ThreadDumpReader.Answer read(InputStream reply, TargetJvm jvm)
            throws IOException, ProblemException {
        try {
            return ThreadDumpReader.read(reply);
        } catch (ThreadFormatException e) {
            throw new ProblemException(
                    Problem.Kind.REFUSED_BY_TARGET,
                    "The target's answer is not a thread dump",
                    "Thread.print of " + jvm.label() + " answered: " + e.getMessage(),
                    "Send the request again; if the problem persists, run jcmd "
                            + jvm.nsPid()
                            + " Thread.print -l in the target's container and report what it"
                            + " prints.",
                    e);
        }
    }

    private static List<String> notes(TargetJvm jvm, ThreadDump dump) {
        List<String> notes = new ArrayList<>();
        long omitted = dump.content().omitted();
        if (omitted > 0) {
            notes.add(
                    omitted
                            + " more threads are only counted, most of them in their groups: a dump"
                            + " is limited to "
                            + ThreadDumpBuilder.MOST_BYTES / (1024 * 1024)
                            + " MiB");
        }
        if (jvm.javaMajor().orElse(0) >= FIRST_WITH_VIRTUAL_THREADS) {
            notes.add(
                    "only mounted virtual threads are shown: Thread.print skips the others"
                            + (dump.content().threads().stream().anyMatch(ThreadDumps::hasNoStack)
                                    ? ", and on this JDK also skips the stacks of mounted ones"
                                    : ""));
        }
        return notes;
    }

    private static boolean hasNoStack(JavaThread thread) {
        return thread.virtual() && thread.stack().isEmpty();
    }
}
