/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trim;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.SupportedJcmdCommands;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MallocInfo;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.proc.ProcessMappedFile;
import io.heapsight.proc.ResidentMemory;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Trims the native heap of targets through the {@link OperationGate}. glibc walks the free blocks
 * of one arena after the other; allocations in that arena wait.
 *
 * <p>Thread-safe.
 */
public final class NativeHeapTrimmer {
    static final JcmdCommand TRIM = JcmdCommand.of("System.trim_native_heap");

    private static final JcmdCommand INFO = JcmdCommand.of("System.native_heap_info");

    /** Minimum decrease that exceeds the noise of a running program. */
    private static final long LEAST_RETURNED = 1L << 20;

    /** The libraries of other allocators, which replace glibc's. */
    private static final List<String> OTHER_ALLOCATORS =
            List.of("libjemalloc", "libtcmalloc", "libmimalloc");

    private final OperationGate operations;
    private final Duration timeout;
    private final InstantSource clock;

    /**
     * The dependencies of a trim.
     *
     * @param timeout of one command to the target
     */
    public NativeHeapTrimmer(OperationGate operations, Duration timeout, InstantSource clock) {
        this.operations = operations;
        this.timeout = timeout;
        this.clock = clock;
    }

    /**
     * Trims the native heap of a target.
     *
     * @param caller for the audit log
     * @throws ProblemException also if its JVM does not have the command
     */
    public NativeHeapTrim trim(TargetConnection connection, String caller, CancelSignal cancel)
            throws ProblemException {
        TargetJvm jvm = connection.jvm();
        return operations.run(
                new OperationRequest(OperationKind.TRIM, jvm.pid(), jvm.name(), caller, cancel),
                operation -> trim(connection, operation));
    }

    private NativeHeapTrim trim(TargetConnection connection, Operation operation)
            throws ProblemException {
        TargetJvm jvm = connection.jvm();
        String help = connection.jcmd(SupportedJcmdCommands.HELP, timeout, operation.cancel());
        operation.addBytes(help.length());
        List<String> commands = SupportedJcmdCommands.parse(help).names();
        if (!commands.contains(TRIM.name())) {
            throw new ProblemException(TrimProblem.missingCommand(jvm));
        }
        Reading<MallocInfo> malloc =
                commands.contains(INFO.name())
                        ? mallocInfo(connection, operation)
                        : Reading.missing("System.native_heap_info exists from JDK 21 on");
        Reading<ResidentMemory> before = resident(connection);
        Instant trimmedAt = clock.instant();
        long sent = System.nanoTime();
        String answer = connection.jcmd(TRIM, timeout, operation.cancel());
        Duration took = Duration.ofNanos(System.nanoTime() - sent);
        Reading<ResidentMemory> after = resident(connection);
        operation.addBytes(answer.length());
        return new NativeHeapTrim(
                jvm.pid(),
                jvm.name(),
                trimmedAt,
                before,
                after,
                took,
                TrimAnswer.parse(jvm, answer).words(),
                malloc,
                notes(connection, before, after));
    }

    private Reading<MallocInfo> mallocInfo(TargetConnection connection, Operation operation) {
        try {
            return connection.ask(INFO, timeout, operation.cancel(), MallocInfo::read);
        } catch (ProblemException e) {
            return Reading.missing(INFO.name() + " failed: " + e.problem().title());
        }
    }

    private static Reading<ResidentMemory> resident(TargetConnection connection) {
        try {
            return Reading.of(connection.procFs().residentMemory(connection.jvm().pid()));
        } catch (IOException e) {
            return Reading.missing("the resident memory can't be read: " + IoReason.of(e));
        }
    }

    private static List<String> notes(
            TargetConnection connection,
            Reading<ResidentMemory> before,
            Reading<ResidentMemory> after) {
        List<String> notes = new ArrayList<>();
        for (Reading<ResidentMemory> each : List.of(before, after)) {
            if (each instanceof Reading.Missing<ResidentMemory>(String reason)
                    && !notes.contains(reason)) {
                notes.add(reason);
            }
        }
        OptionalLong returned = NativeHeapTrim.returned(before, after);
        if (returned.isEmpty() || returned.getAsLong() >= LEAST_RETURNED) {
            return notes;
        }
        notes.add(
                otherAllocator(connection)
                        .map(
                                "the program allocates with %s: a trim affects glibc's malloc only"
                                        ::formatted)
                        .orElse(
                                "glibc had no free pages to give back: the memory is in use, or not"
                                        + " malloc's. GET /memory shows where it is"));
        return notes;
    }

    /** Returns the library of another allocator in a target, if there is one. */
    public static Optional<String> otherAllocator(TargetConnection connection) {
        try {
            return connection.procFs().mappedFiles(connection.jvm().pid()).stream()
                    .map(ProcessMappedFile::name)
                    .filter(name -> OTHER_ALLOCATORS.stream().anyMatch(name::startsWith))
                    .findFirst();
        } catch (IOException _) {
            return Optional.empty(); // the note names the usual cause
        }
    }
}
