/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.operation.OperationGate;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.TestTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searching the heap for owners of locks stops the target as long as a histogram does. */
class ThreadDumpTakerTest {
    private static final String NOTE = "owners of ReentrantLocks are not shown";

    @TempDir Path proc;
    private final TestTime time = new TestTime();
    private final ThreadDumpTaker dumps =
            new ThreadDumpTaker(
                    new OperationGate(Map.of(), time.clock, time.events),
                    ThreadDumpTaker.FifoPlace.ofCommandLine(),
                    Duration.ofSeconds(1),
                    time.clock,
                    new PauseEstimator(Optional.empty()));
    private ReplayedTarget target;

    @BeforeEach
    void open() throws Exception {
        target = new ReplayedTarget(7, "Hung");
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void ownersOfLocksAreSearchedInSmallHeaps() throws Exception {
        assertThat(take().notes()).noneMatch(note -> note.startsWith(NOTE));
        assertThat(target.lines()).endsWith("Thread.print -l");
    }

    @Test
    void ownersOfLocksAreNotSearchedInLargeHeaps() throws Exception {
        target.withoutCounters("-Xmx64m").answering("GC.heap_info", () -> heap(12_000_000));

        assertThat(take().notes()).anyMatch(note -> note.startsWith(NOTE));
        assertThat(target.lines()).containsExactly("GC.heap_info", "Thread.print");
    }

    @Test
    void withoutUseTheMaximumSizeDecides() throws Exception {
        target.withoutCounters("-Xmx64m").answering("GC.heap_info", () -> "unknown\n");
        take();
        target.withoutCounters("-Xmx16g");
        take();
        target.withoutCounters();
        take();

        assertThat(target.lines())
                .filteredOn(line -> !line.equals("GC.heap_info"))
                .containsExactly("Thread.print -l", "Thread.print", "Thread.print");
    }

    /** With owners in one dump only, a thread that waits for a lock would not be stuck. */
    @Test
    void dumpsOfASeriesHaveTheSameContent() throws Exception {
        target.withoutCounters("-Xmx64m").answering("GC.heap_info", () -> heap(12_000_000));
        take(2);

        assertThat(target.lines()).containsExactly("GC.heap_info", "Thread.print", "Thread.print");
    }

    private ThreadSeries take() throws Exception {
        return take(1);
    }

    @Test
    void dumpInProgressIsNoLeftoverOfAnotherTargetWithTheSameFolder() throws Exception {
        Path tmp = Files.createDirectories(proc.resolve("7/root/tmp"));
        Files.createDirectories(proc.resolve("8"));
        Files.createSymbolicLink(proc.resolve("8/root"), proc.resolve("7/root"));
        List<String> seen = new ArrayList<>();
        try (ReplayedTarget other = new ReplayedTarget(8, "Cart")) {
            other.withVirtualThreads("virtual-jdk-27", proc);
            target.withVirtualThreads("virtual-jdk-27", proc)
                    .beforeVirtualThreads(
                            () -> {
                                dumps.removeLeftovers(other, time.events);
                                seen.addAll(List.of(tmp.toFile().list()));
                            });

            ThreadSeries taken =
                    dumps.take(
                            target,
                            new ThreadDumpTaker.Plan(1, Duration.ZERO, true),
                            "test",
                            new CancelSignal());

            assertThat(seen).hasSize(1).allMatch(name -> name.endsWith("-7.cli.threads"));
            assertThat(taken.virtual()).isPresent();
            assertThat(tmp).isEmptyDirectory();
        }
    }

    private ThreadSeries take(int count) throws Exception {
        ThreadDumpTaker.Plan plan = new ThreadDumpTaker.Plan(count, Duration.ofMillis(1), false);
        return dumps.take(target, plan, "test", new CancelSignal());
    }

    private static String heap(int usedKib) {
        return "garbage-first heap   total reserved 16777216K, committed 16777216K, used %dK\n"
                .formatted(usedKib);
    }
}
