/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of runs: complete, truncated and foreign ones. */
class RunStoreTest {
    private static final RunName NAME = new RunName("INFO#1");

    @TempDir private Path data;

    private RunStore store;

    @BeforeEach
    void open() throws IOException {
        store = RunStore.open(data, 3);
    }

    @Test
    void storedRunRoundTrips() throws Exception {
        Run run = SampleRun.withEverything();
        store.add(run);
        Run read = RunStore.open(data, 3).read(NAME);
        assertThat(read).usingRecursiveComparison().ignoringFields("samples").isEqualTo(run);
        for (RunColumn column : run.samples().columns()) {
            assertThat(read.samples().values(column)).isEqualTo(run.samples().values(column));
        }
        RunListEntry entry = store.list().getFirst();
        assertThat(entry.state()).isEqualTo(RunState.STOPPED);
        assertThat(entry.stopped()).isEqualTo(run.stopped());
        assertThat(entry.labels()).isEqualTo(run.labels());
    }

    @Test
    void onlyTheOwnerCanReadFiles() throws Exception {
        store.add(SampleRun.withEverything());
        Path runs = data.resolve("runs");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(runs)))
                .isEqualTo("rwx------");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(runs.resolve("INFO#1.run"))))
                .isEqualTo("rw-------");
    }

    @Test
    void truncatedRecordingIsReadUpToTheCut() throws Exception {
        store.add(SampleRun.withEverything());
        byte[] whole = Files.readAllBytes(data.resolve("runs/INFO#1.run"));
        store.delete(NAME);
        int head = new String(whole, StandardCharsets.ISO_8859_1).indexOf("{\"columns\"");
        int lastLine = whole.length;
        Path file = data.resolve("runs/INFO#1.recording");
        int most = 0;
        for (int length = head; length < lastLine; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            Run run = store.read(NAME);
            int rows = wholeRows(whole, length);
            assertThat(run.samples().size()).as("the first %d bytes", length).isEqualTo(rows);
            assertThat(run.stopped()).isEmpty();
            assertThat(run.warnings().getLast())
                    .contains("the sidecar ended while it was recorded");
            assertThat(run.warnings().getLast().contains("truncated last record"))
                    .isEqualTo(whole[length - 1] != '\n');
            most = Math.max(most, rows);
        }
        assertThat(most).isEqualTo(3);
        assertThat(store.list().getFirst().state()).isEqualTo(RunState.INTERRUPTED);
    }

    @Test
    void corruptFileIsRefusedWithTheLine() throws Exception {
        store.add(SampleRun.withEverything());
        Path file = data.resolve("runs/INFO#1.run");
        List<String> lines = Files.readAllLines(file);
        lines.set(2, lines.get(2).substring(5));
        Files.write(file, lines);
        assertThatThrownBy(() -> store.read(NAME))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("line 3");
    }

    @Test
    void nameInUseIsRefused() throws Exception {
        store.add(SampleRun.withEverything());
        assertThat(kind(() -> store.add(SampleRun.withEverything())))
                .isEqualTo(Problem.Kind.CONFLICT);
    }

    @Test
    void runBeyondTheMaximumIsRefused() throws Exception {
        Run run = SampleRun.withEverything();
        for (int i = 1; i <= 3; i++) {
            store.add(run.named(new RunName("A#" + i)));
        }
        assertThat(kind(() -> store.add(run.named(new RunName("A#4")))))
                .isEqualTo(Problem.Kind.NO_ROOM);
        store.delete(new RunName("A#2"));
        store.add(run.named(new RunName("A#4")));
        assertThat(store.list())
                .extracting(entry -> entry.name().text())
                .containsExactly("A#1", "A#3", "A#4");
    }

    @Test
    void unknownRunIsNotFound() {
        assertThat(kind(() -> store.read(NAME))).isEqualTo(Problem.Kind.NOT_FOUND);
        assertThat(kind(() -> store.delete(NAME))).isEqualTo(Problem.Kind.NOT_FOUND);
    }

    @Test
    void interruptedImportLeavesNothingAfterTheNextStart() throws Exception {
        Path part = data.resolve("runs/INFO#1.run.part");
        Files.createDirectories(part.getParent());
        Files.writeString(part, "{\"schemaVersion\":1");
        assertThat(RunStore.open(data, 3).list()).isEmpty();
        assertThat(part).doesNotExist();
    }

    private interface Doing {
        void run() throws Exception;
    }

    private static Problem.Kind kind(Doing doing) {
        return catchThrowableOfType(ProblemException.class, doing::run).problem().kind();
    }

    private static int wholeRows(byte[] file, int length) {
        int rows = 0;
        boolean row = false;
        for (int i = 0; i < length; i++) {
            if (i == 0 || file[i - 1] == '\n') {
                row = file[i] == '[';
            }
            rows += row && file[i] == '\n' ? 1 : 0;
        }
        return rows;
    }
}
