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

/** The threads of a JVM with pid 7, by a /proc in a folder. */
class CollectionProbeTest {
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

        assertThat(CollectionProbe.isCollecting(new ProcFs(proc), 7)).isEqualTo(isCollecting);
    }

    @Test
    void processThatIsGoneIsNotWaitedFor() {
        assertThat(CollectionProbe.isCollecting(new ProcFs(proc), 7)).isFalse();
    }

    private void thread(int id, String name, String state) throws IOException {
        Path task = Files.createDirectories(proc.resolve("7/task/" + id));
        Files.writeString(
                task.resolve("stat"), "%d (%s) %s 1 1 1 0 -1 0 0\n".formatted(id, name, state));
    }
}
