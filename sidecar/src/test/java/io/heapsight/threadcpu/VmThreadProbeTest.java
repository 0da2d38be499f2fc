/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.threadcpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessFigures;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The threads of a JVM with pid 7, in a fixture of /proc. */
class VmThreadProbeTest {
    private static final long MILLION = 1_000_000;

    @TempDir private Path proc;

    private VmThreadProbe probe;
    private long seconds;
    private double cpuSeconds;
    private int threads;

    @BeforeEach
    void launcher() throws IOException {
        thread(7, "java", 5);
        thread(8, "java", 900);
        probe = new VmThreadProbe(new ProcFs(proc), 7);
    }

    @AfterEach
    void close() {
        probe.close();
    }

    @Test
    void timesAreSumsByKind() throws IOException {
        thread(10, "GC Thread#0", 300);
        thread(11, "G1 Main Marker", 20);
        thread(12, "G1 Conc#0", 80);
        thread(13, "G1 Refine#0", 0.5);
        thread(14, "G1 Service", 1);
        thread(15, "VM Thread", 60);
        thread(16, "C2 CompilerThre", 40);
        thread(17, "C1 CompilerThre", 2);
        thread(18, "GC Thread#1", 200);
        VmThreadCpuSeconds times = read();

        assertThat(times.seconds())
                .isEqualTo(
                        Map.of(
                                VmThreadKind.PARALLEL, 0.5,
                                VmThreadKind.CONCURRENT_MARK, 0.1,
                                VmThreadKind.CONCURRENT_REFINE, 0.0005,
                                VmThreadKind.SERVICE, 0.001,
                                VmThreadKind.VM, 0.06,
                                VmThreadKind.COMPILER, 0.042));
        assertThat(times.gcSeconds()).isCloseTo(0.6615, within(1e-9));
        assertThat(times.compilerSeconds()).isCloseTo(0.042, within(1e-9));
    }

    @Test
    void withoutVmThreadNothingIsKnown() throws IOException {
        thread(10, "GC Slave", 300);

        assertThat(read().gcSeconds()).isNaN();
        assertThat(read().compilerSeconds()).isNaN();
    }

    @Test
    void serialHasTheTimeOfItsVmThread() throws IOException {
        thread(9, "VM Thread", 2360);

        assertThat(read().gcSeconds()).isEqualTo(2.36);
        assertThat(read().seconds()).containsOnlyKeys(VmThreadKind.VM);
    }

    @Test
    void secondGangOfJdk8MarksConcurrently() throws IOException {
        thread(10, "Gang worker#0 (", 100);
        thread(11, "Gang worker#1 (", 100);
        thread(17, "G1 Main Concurr", 12.5);
        thread(18, "Gang worker#0 (", 50);
        thread(20, "VM Thread", 5);

        assertThat(read().seconds())
                .containsEntry(VmThreadKind.PARALLEL, 0.2)
                .containsEntry(VmThreadKind.CONCURRENT_MARK, 0.0625);
    }

    @Test
    void controlThreadsMayHaveTheSameName() throws IOException {
        thread(11, "Shenand..Thread", 60);
        thread(12, "Shenand..Thread", 90);
        thread(15, "VM Thread", 5);

        assertThat(read().seconds()).containsEntry(VmThreadKind.SERVICE, 0.15);
    }

    @Test
    void endedThreadsKeepTheirTime() throws IOException {
        thread(9, "VM Thread", 10);
        thread(16, "C2 CompilerThre", 400);
        assertThat(read().compilerSeconds()).isEqualTo(0.4);
        time(16, 500);
        assertThat(read().compilerSeconds()).isEqualTo(0.5);
        end(16);
        assertThat(read().compilerSeconds()).isEqualTo(0.5);

        thread(16, "C2 CompilerThre", 30); // the id of another thread now
        later(Duration.ofMinutes(1));
        assertThat(read().compilerSeconds()).isCloseTo(0.53, within(1e-9));
        end(16);
        assertThat(read().compilerSeconds()).isCloseTo(0.53, within(1e-9));
    }

    @Test
    void idOfAnEndedThreadOfTheProgramIsReadAgain() throws IOException {
        thread(9, "VM Thread", 10);
        thread(30, "http-nio-1", 10);
        read();
        end(30);
        later(Duration.ofMinutes(1));
        read();
        thread(30, "GC Thread#0", 70);
        read();

        assertThat(read().seconds()).containsEntry(VmThreadKind.PARALLEL, 0.07);
    }

    @Test
    void newWorkerCountsAsSoonAsTheNumberOfThreadsChanges() throws IOException {
        thread(9, "VM Thread", 10);
        read();
        thread(20, "GC Thread#1", 70);
        later(Duration.ofSeconds(2));

        assertThat(read().seconds()).containsEntry(VmThreadKind.PARALLEL, 0.07);
    }

    @Test
    void replacedThreadIsFoundWithinAMinute() throws IOException {
        thread(9, "VM Thread", 10);
        thread(19, "worker", 10);
        read();
        end(19);
        thread(20, "GC Thread#1", 70);
        later(Duration.ofSeconds(2));
        assertThat(read().seconds()).doesNotContainKey(VmThreadKind.PARALLEL);
        later(Duration.ofMinutes(1));

        assertThat(read().seconds()).containsEntry(VmThreadKind.PARALLEL, 0.07);
    }

    /** A new thread has the name of its creator. */
    @Test
    void threadThatIsStartingIsLookedAtAgain() throws IOException {
        thread(9, "VM Thread", 10);
        thread(20, "java", 1);
        thread(21, "VM Thread", 1);
        assertThat(read().gcSeconds()).isEqualTo(0.01);

        thread(20, "GC Thread#0", 70);
        thread(21, "GC Thread#1", 30);
        later(Duration.ofMinutes(1));
        assertThat(read().seconds())
                .containsEntry(VmThreadKind.PARALLEL, 0.1)
                .containsEntry(VmThreadKind.VM, 0.01);
    }

    @Test
    void idleProcessIsNotRead() throws IOException {
        thread(9, "VM Thread", 10);
        read();
        time(9, 20);
        assertThat(readIdle().gcSeconds()).isEqualTo(0.01);

        assertThat(read().gcSeconds()).isEqualTo(0.02);
    }

    @Test
    void kernelWithoutSchedulerStatisticsHasClockTicks() throws IOException {
        thread(9, "VM Thread", 0);
        Files.writeString(task(9).resolve("stat"), stat(9, "VM Thread", 240, 12));
        assertThat(read().gcSeconds()).isEqualTo(2.52);

        Path marker = thread(10, "G1 Conc#0", 0);
        Files.writeString(marker.resolve("stat"), stat(10, "G1 Conc#0", 1, 2));
        Files.delete(marker.resolve("schedstat"));
        later(Duration.ofMinutes(1));
        assertThat(read().gcSeconds()).isCloseTo(2.55, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1 0 0", "1 0 0", "99999999999999999999 0 0", "x", "", "\0\0"})
    void timeNeverFalls(String line) throws IOException {
        thread(9, "VM Thread", 10);
        thread(10, "GC Thread#0", 30);
        read();
        Files.writeString(task(10).resolve("schedstat"), line);

        assertThat(read().gcSeconds()).isEqualTo(0.04);
        assertThat(read().gcSeconds()).isEqualTo(0.04);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "9", "9 (VM Thread", "9 (VM Thread)", ")(", "\0"})
    void brokenLineIsNoThread(String line) throws IOException {
        Path broken = thread(9, "VM Thread", 10);
        Files.writeString(broken.resolve("stat"), line);

        assertThat(read().gcSeconds()).isNaN();
    }

    @Test
    void nameMayHaveParenthesesAndBlanks() throws IOException {
        thread(9, "VM Thread", 10);
        thread(10, "x) R 1 (GC Thread#0", 30);

        assertThat(read().seconds()).containsOnlyKeys(VmThreadKind.VM);
    }

    @Test
    void manyThreadsOfTheProgramDoNotHideTheJvms() throws IOException {
        thread(9, "VM Thread", 10);
        for (int id : IntStream.range(100, 1500).toArray()) {
            thread(id, "http-nio-" + id, 1);
        }
        thread(1600, "GC Thread#1", 20);
        assertThat(read().gcSeconds()).isEqualTo(0.01);
        later(Duration.ofMinutes(1));

        assertThat(read().gcSeconds()).isCloseTo(0.03, within(1e-9));
    }

    @Test
    void processWithoutVisibleThreadsHasNoTimes() {
        try (VmThreadProbe other = new VmThreadProbe(new ProcFs(proc), 77)) {
            assertThat(other.read(0, figures(1))).isEqualTo(VmThreadCpuSeconds.NONE);
        }
    }

    private VmThreadCpuSeconds read() {
        cpuSeconds++;
        return readIdle();
    }

    private VmThreadCpuSeconds readIdle() {
        return probe.read(Duration.ofSeconds(seconds++).toNanos(), figures(cpuSeconds));
    }

    private void later(Duration wait) {
        seconds += wait.toSeconds();
    }

    private ProcessFigures figures(double cpu) {
        Reading<Long> none = Reading.missing("not read");
        return new ProcessFigures(cpu, 0, 0, threads, none, none, none);
    }

    private Path thread(int id, String name, double millis) throws IOException {
        if (!Files.exists(task(id))) {
            threads++;
        }
        Path task = Files.createDirectories(task(id));
        Files.writeString(task.resolve("stat"), stat(id, name, 0, 0));
        time(id, millis);
        return task;
    }

    private void time(int id, double millis) throws IOException {
        Files.writeString(task(id).resolve("schedstat"), (long) (millis * MILLION) + " 1000 10\n");
    }

    /** The open file of an ended thread has no content. */
    private void end(int id) throws IOException {
        Files.writeString(task(id).resolve("schedstat"), "");
        Files.delete(task(id).resolve("schedstat"));
        Files.delete(task(id).resolve("stat"));
        Files.delete(task(id));
        threads--;
    }

    private Path task(int id) {
        return proc.resolve("7/task/" + id);
    }

    private static String stat(int id, String name, int user, int system) {
        return id
                + " ("
                + name
                + ") S 1 1 1 0 -1 0 0 0 0 0 "
                + user
                + " "
                + system
                + " 0 0 20 0 9 0 5 0 0\n";
    }
}
