/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRefused;
import io.heapsight.operation.OperationRequest;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.transfer.LeftoverFileLogger;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import io.heapsight.unit.Reading;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Takes thread dumps through the {@link OperationGate}; stores only the counts of each target's
 * last dump.
 *
 * <p>Thread-safe.
 */
public final class ThreadDumpTaker {
    private static final JcmdCommand PRINT = JcmdCommand.of("Thread.print");

    /**
     * Also prints the ownable synchronizers that each thread holds, such as ReentrantLocks; walks
     * the whole heap for them, at a safepoint.
     *
     * @see <a
     *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/hotspot/share/services/threadService.cpp">ConcurrentLocksDump</a>
     */
    private static final JcmdCommand PRINT_OWNERS = JcmdCommand.of("Thread.print", "-l");

    /**
     * Maximum number of refusals by the gate, which opens within the minimum interval unless others
     * pass it first.
     */
    private static final int MAX_REFUSALS = 10;

    /** The first JDK with states of virtual threads. */
    private static final int FIRST_WITH_STATES = 24;

    private final OperationGate operations;
    private final VirtualThreadDumper virtualThreads;
    private final Duration timeout;
    private final SteadyClock clock;
    private final PauseEstimator pauses;
    private final Map<Integer, ThreadCounts> last = new ConcurrentHashMap<>();

    /**
     * The dependencies of thread dumps.
     *
     * @param place of a FIFO in a target
     * @param timeout of one command to the target
     */
    public ThreadDumpTaker(
            OperationGate operations,
            FifoPlace place,
            Duration timeout,
            SteadyClock clock,
            PauseEstimator pauses) {
        this.operations = operations;
        this.virtualThreads = new VirtualThreadDumper(place.folder(), place.mark(), timeout);
        this.timeout = timeout;
        this.clock = clock;
        this.pauses = pauses;
    }

    /**
     * The place to which a target writes its virtual threads.
     *
     * @param folder of the target; empty: the first writable one
     * @param mark in the FIFO's name, which identifies the owner that removes it
     */
    public record FifoPlace(Optional<String> folder, String mark) {
        /** Returns the place of the sidecar. */
        public static FifoPlace ofSidecar(Optional<String> folder) {
            return new FifoPlace(folder, "");
        }

        /** Returns the place of the command line. */
        public static FifoPlace ofCommandLine() {
            return new FifoPlace(Optional.empty(), ".cli");
        }
    }

    /**
     * Several dumps in sequence.
     *
     * @param count number of dumps
     * @param interval between two dumps; longer if the gate requires it
     * @param virtual whether the last one includes all virtual threads
     */
    public record Plan(int count, Duration interval, boolean virtual) {}

    /** Describes the threads in a dump of a target. */
    public static String kind(TargetJvm jvm) {
        return jvm.javaMajor().orElse(0) < VirtualThreadDumper.FIRST_JDK
                ? "all threads (Thread.print)"
                : "platform threads, and mounted virtual threads (Thread.print); with ?virtual=true"
                        + " all virtual threads (Thread.dump_to_file)";
    }

    /** Returns the counts of a target's last dump. */
    public Optional<ThreadCounts> last(int pid) {
        return Optional.ofNullable(last.get(pid));
    }

    /** Deletes the data of an ended target. */
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
        return take(connection, plan, caller, Progress.SILENT, cancel);
    }

    /**
     * Takes a series of thread dumps and reports the progress.
     *
     * @param progress in intervals
     */
    public ThreadSeries take(
            TargetConnection connection,
            Plan plan,
            String caller,
            Progress progress,
            CancelSignal cancel)
            throws ProblemException {
        TargetJvm jvm = connection.jvm();
        OperationRequest request =
                new OperationRequest(OperationKind.THREADS, jvm.pid(), jvm.name(), caller, cancel);
        Optional<Boolean> owners = Optional.empty();
        StuckThreads stuck = new StuckThreads();
        for (int left = plan.count(); left > 1; left--) {
            progress.at("dumping threads", plan.count() - left, plan.count() - 1);
            Dumped seen = patiently(connection, request, owners, false);
            owners = Optional.of(seen.owners());
            stuck.add(seen.printed());
            pause(plan.interval().minus(clock.since(seen.printed().nanos())), cancel);
        }
        Dumped last =
                plan.count() == 1
                        ? dump(connection, request, owners, plan.virtual())
                        : patiently(connection, request, owners, plan.virtual());
        stuck.add(last.printed());
        return last.series(jvm, stuck.found());
    }

    /**
     * A dump.
     *
     * @param owners whether owners of locks other than monitors are printed
     * @param virtual empty if not requested
     */
    private record Dumped(
            ThreadDump printed, boolean owners, Optional<Reading<VirtualThreads>> virtual) {
        ThreadSeries series(TargetJvm jvm, List<StuckThread> stuck) {
            Optional<VirtualThreads> all = virtual.flatMap(Reading::toOptional);
            ThreadDump dump =
                    all.map(
                                    each ->
                                            new ThreadDump(
                                                    printed.takenAt(),
                                                    printed.nanos(),
                                                    printed.content().with(each.content())))
                            .orElse(printed);
            return new ThreadSeries(jvm.pid(), jvm.name(), dump, all, stuck, notes(jvm, this));
        }
    }

    private static void pause(Duration left, CancelSignal cancel) {
        cancel.throwIfCancelled();
        if (left.isPositive()) {
            cancel.pause(left);
        }
    }

    /**
     * Waits for the gate, as the caller of a series expects a delay.
     *
     * @param owners whether to print owners, as the dumps before; empty for the first one
     */
    private Dumped patiently(
            TargetConnection connection,
            OperationRequest request,
            Optional<Boolean> owners,
            boolean virtual)
            throws ProblemException {
        for (int refusals = 0; ; refusals++) {
            try {
                return dump(connection, request, owners, virtual);
            } catch (OperationRefused e) {
                if (refusals == MAX_REFUSALS || e.retryAfter().toMinutes() >= 1) {
                    throw e;
                }
                request.cancel().pause(e.retryAfter());
            }
        }
    }

    private Dumped dump(
            TargetConnection connection,
            OperationRequest request,
            Optional<Boolean> owners,
            boolean virtual)
            throws ProblemException {
        return operations.run(
                request,
                operation -> {
                    boolean printsOwners =
                            owners.orElseGet(
                                    () ->
                                            pauses.isShortWalk(
                                                    connection, timeout, operation.cancel()));
                    Instant takenAt = clock.instant();
                    long nanos = clock.nanoTime();
                    ThreadDumpReader.Answer answer =
                            connection.ask(
                                    printsOwners ? PRINT_OWNERS : PRINT,
                                    timeout,
                                    operation.cancel(),
                                    reply -> read(reply, connection.jvm()));
                    operation.addBytes(answer.replyBytes());
                    ThreadDump dump =
                            new ThreadDump(takenAt, nanos, timed(answer.content(), connection));
                    last.put(connection.jvm().pid(), ThreadCounts.of(dump));
                    return new Dumped(
                            dump,
                            printsOwners,
                            virtual
                                    ? Optional.of(virtualThreads(connection, operation, dump))
                                    : Optional.empty());
                });
    }

    private Reading<VirtualThreads> virtualThreads(
            TargetConnection connection, Operation operation, ThreadDump printed) {
        Set<Long> platform =
                printed.content().threads().stream()
                        .filter(thread -> !thread.virtual())
                        .map(JavaThread::id)
                        .collect(Collectors.toSet());
        boolean isAnyLeftOut = printed.content().omitted() > 0;
        Reading<VirtualThreads> dumped =
                virtualThreads.dump(
                        connection,
                        printed.takenAt(),
                        id -> isAnyLeftOut || platform.contains(id),
                        operation.cancel());
        dumped.toOptional().ifPresent(each -> operation.addBytes(each.bytes()));
        return dumped;
    }

    /** Removes and logs files that a killed sidecar left in a target. */
    public void removeLeftovers(TargetConnection target, EventLog log) {
        LeftoverFileLogger.tell(log, target, virtualThreads.removeLeftovers(target));
    }

    /** Adds CPU times on JDK 8, which prints none. */
    private static ThreadDump.Content timed(
            ThreadDump.Content content, TargetConnection connection) {
        if (content.threads().stream().anyMatch(each -> each.cpuSeconds().isPresent())) {
            return content;
        }
        ThreadCpuTimes times = ThreadCpuTimes.of(connection.procFs(), connection.jvm());
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
                            + " Thread.print in the target's container and report what it"
                            + " prints.",
                    e);
        }
    }

    private static List<String> notes(TargetJvm jvm, Dumped dumped) {
        List<String> notes = new ArrayList<>();
        ThreadDump.Content printed = dumped.printed().content();
        if (printed.omitted() > 0) {
            notes.add(
                    printed.omitted()
                            + " more threads are only counted, most of them in their groups: a dump"
                            + " is limited to "
                            + ThreadDumpBuilder.MOST_BYTES / (1024 * 1024)
                            + " MiB");
        }
        if (!dumped.owners()) {
            notes.add(
                    "owners of ReentrantLocks are not shown: the heap is large, or its size is"
                            + " unknown");
        }
        if (dumped.virtual().isPresent()) {
            virtualNotes(jvm, dumped.virtual().get(), notes);
        } else if (jvm.javaMajor().orElse(0) >= VirtualThreadDumper.FIRST_JDK) {
            notes.add(
                    "only mounted virtual threads are shown: Thread.print skips the others"
                            + (printed.threads().stream().anyMatch(ThreadDumpTaker::hasNoStack)
                                    ? ", and on this JDK also skips the stacks of mounted ones"
                                    : "")
                            + "; ?virtual=true (heapsight threads --virtual) shows all of them");
        }
        return notes;
    }

    private static void virtualNotes(
            TargetJvm jvm, Reading<VirtualThreads> virtual, List<String> notes) {
        switch (virtual) {
            case Reading.Missing<VirtualThreads>(String reason) ->
                    notes.add("virtual threads can't be dumped: " + reason);
            case Reading.Present<VirtualThreads>(VirtualThreads all) -> {
                all.cut().ifPresent(why -> notes.add("there may be more virtual threads: " + why));
                if (all.content().omitted() > 0) {
                    notes.add(
                            "of each group of virtual threads, %d at most are listed"
                                    .formatted(ThreadDumpBuilder.MOST_LISTED));
                }
                if (jvm.javaMajor().orElse(FIRST_WITH_STATES) < FIRST_WITH_STATES) {
                    notes.add(
                            "before JDK 24, a JVM reports neither the states of virtual threads "
                                    + "nor the objects they wait for");
                }
            }
        }
    }

    private static boolean hasNoStack(JavaThread thread) {
        return thread.virtual() && thread.stack().isEmpty();
    }
}
