/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The threads of a JVM with pid 7, in a fixture of /proc. */
class SafepointDetectorTest {
    @TempDir private Path proc;

    @ParameterizedTest
    @CsvSource({
        "VM Thread, R, true",
        "VM Thread, D, true",
        "VM Thread, S, false",
        "GC Thread#0, R, true",
        "GC Thread#0, S, false",
        "G1 Conc#0, R, false",
        "ZWorker#0, R, false",
        "C2 CompilerThre, R, false",
        "main, R, false"
    })
    void commandsWaitWhileAThreadOfASafepointRuns(String name, String state, boolean isCollecting)
            throws IOException {
        thread(8, "main", "R");
        thread(9, name, state);

        assertThat(SafepointDetector.isCollecting(new ProcFs(proc), 7)).isEqualTo(isCollecting);
    }

    /** {@code /proc/PID/task/TID/comm} of JDK 8, 11, 17, 21, 25, 26 and 27. */
    @ParameterizedTest
    @CsvSource({
        "8 Parallel, GC task thread#, true",
        "11 to 27 Parallel and G1, GC Thread#1, true",
        "26 with 12 workers, GC Thread#11, true",
        "8 to 27, VM Thread, true",
        "8 G1 and CMS, Gang worker#0 (, false",
        "8 G1, G1 Main Concurr, false",
        "8 G1, G1 Concurrent R, false",
        "8 CMS, Concurrent Mark, false",
        "11 to 26 G1, G1 Main Marker, false",
        "11 to 26 G1, G1 Conc#0, false",
        "11 G1, G1 Young RemSet, false",
        "11 to 25 G1, G1 Refine#0, false",
        "26 and 27 G1, G1 Refi..kers#0, false",
        "26 and 27 G1, G1 Refi..ontrol, false",
        "17 to 27 G1, G1 Service, false",
        "17 to 25 Shenandoah, Shenandoah GC T, false",
        "27 Shenandoah, ShenWorker#0, false",
        "26 and 27 ZGC, ZWorkerYoung#0, false",
        "26 and 27 ZGC, RuntimeWorker#0, false",
        "8 to 25, VM Periodic Tas, false",
        "26 and 27, VM Peri..Thread, false",
        "26 and 27, C2 Comp..hread0, false",
        "26 and 27, Monitor..Thread, false"
    })
    void namesOfAllJdksTellWhoCollects(String jdk, String name, boolean isCollecting)
            throws IOException {
        thread(9, name, "R");

        assertThat(SafepointDetector.isCollecting(new ProcFs(proc), 7))
                .as(jdk)
                .isEqualTo(isCollecting);
    }

    @Test
    void endedProcessIsNotWaitedFor() {
        assertThat(SafepointDetector.isCollecting(new ProcFs(proc), 7)).isFalse();
    }

    private void thread(int id, String name, String state) throws IOException {
        Path task = Files.createDirectories(proc.resolve("7/task/" + id));
        Files.writeString(
                task.resolve("stat"), "%d (%s) %s 1 1 1 0 -1 0 0\n".formatted(id, name, state));
    }
}
