/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of a process whose standard output is a file, in a fixture of /proc. */
class ProcessOutputLineCounterTest {
    private static final int PID = 7;

    @TempDir private Path folder;

    private ProcFs procFs;
    private Path log;

    @BeforeEach
    void process() throws IOException {
        procFs = new ProcFs(folder.resolve("proc"));
        Files.createDirectories(procFs.of(PID).resolve("fd"));
        Files.createDirectories(procFs.of(PID).resolve("fdinfo"));
        log = folder.resolve("app.log");
        Files.writeString(log, "before\n");
        link(1, log);
        position(1, 7);
    }

    @Test
    void appendedLinesAreCounted() throws IOException {
        ProcessOutputLineCounter lines = new ProcessOutputLineCounter(procFs, PID);
        assertThat(lines.count()).isZero();
        append("one\ntwo\nhalf");
        assertThat(lines.count()).isEqualTo(2);
        append(" a line\n");
        assertThat(lines.count()).isEqualTo(3);
        assertThat(lines.count()).isEqualTo(3);
    }

    @Test
    void sharedFileOfOutputAndErrorIsCountedOnce() throws IOException {
        link(2, log);
        position(2, 7);
        ProcessOutputLineCounter lines = new ProcessOutputLineCounter(procFs, PID);
        append("one\n");
        assertThat(lines.count()).isEqualTo(1);
    }

    @Test
    void truncatedFileIsReadFromItsBeginning() throws IOException {
        ProcessOutputLineCounter lines = new ProcessOutputLineCounter(procFs, PID);
        append("one\ntwo\n");
        assertThat(lines.count()).isEqualTo(2);
        Files.writeString(log, "a\n");
        position(1, 2);
        assertThat(lines.count()).isEqualTo(3);
    }

    @Test
    void writeInProgressIsNoTruncation() throws IOException {
        ProcessOutputLineCounter lines = new ProcessOutputLineCounter(procFs, PID);
        append("one\ntwo\n");
        position(1, 11);
        assertThat(lines.count()).isEqualTo(2);
        assertThat(lines.count()).isEqualTo(2);
    }

    @Test
    void linesOfAPipeAreUnknown() throws IOException {
        Files.delete(procFs.of(PID).resolve("fd/1"));
        Files.createSymbolicLink(procFs.of(PID).resolve("fd/1"), Path.of("pipe:[4711]"));
        assertThat(new ProcessOutputLineCounter(procFs, PID).count()).isNaN();
    }

    private void append(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.APPEND);
        position(1, Files.size(log));
    }

    private void link(int descriptor, Path file) throws IOException {
        Files.createSymbolicLink(procFs.of(PID).resolve("fd/" + descriptor), file);
    }

    private void position(int descriptor, long offset) throws IOException {
        Files.writeString(
                procFs.of(PID).resolve("fdinfo/" + descriptor),
                "pos:\t%d\nflags:\t0102001\nmnt_id:\t30\n".formatted(offset));
    }
}
