/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.LocalFiles;
import io.heapsight.transfer.TargetFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log file that is renamed as a JVM renames it. */
class LogFollowerTest {
    private static final int MOST_BYTES = 100;

    @TempDir private Path folder;
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();
    private Path log;
    private LogFollower follower;

    @BeforeEach
    void follow() {
        log = folder.resolve("x.gc.log");
        TargetFile file =
                new TargetFile(
                        "/tmp/x.gc.log", log, new LocalFiles(), TargetFile.Manner.COPIED, "");
        follower = new LogFollower(new GcLogDestination(file, 1024), copy, MOST_BYTES);
    }

    @AfterEach
    void close() throws IOException {
        follower.close();
    }

    @Test
    void addedLinesAreCopiedOnce() throws IOException {
        write("one\n");
        assertThat(follower.copyAdded()).isTrue();
        write("tw");
        assertThat(follower.copyAdded()).isTrue();
        write("o\n");
        follower.copyRest(true);

        assertThat(copied()).isEqualTo("one\ntwo\n");
        assertThat(follower.isWhole()).isTrue();
    }

    @Test
    void renamedFileIsCopiedToItsEndFirst() throws IOException {
        write("one\n");
        assertThat(follower.copyAdded()).isTrue();
        write("two\n");
        rotate();
        assertThat(follower.copyAdded()).as("no file for a moment").isFalse();
        write("three\n");
        assertThat(follower.copyAdded()).isTrue();

        assertThat(copied()).isEqualTo("one\ntwo\nthree\n");
        assertThat(follower.isWhole()).isTrue();
    }

    @Test
    void logRenamedTwiceBetweenTwoLooksIsIncomplete() throws IOException {
        write("one\n");
        assertThat(follower.copyAdded()).isTrue();
        rotate();
        write("two\n");
        rotate();
        write("three\n");
        assertThat(follower.copyAdded()).isTrue();

        assertThat(copied()).isEqualTo("one\nthree\n");
        assertThat(follower.isWhole()).isFalse();
    }

    @Test
    void lastLinesOfADeadTargetAreReadThroughTheOpenFile() throws IOException {
        write("one\n");
        assertThat(follower.copyAdded()).isTrue();
        write("last\n");
        Files.delete(log); // as /proc/PID/root is gone
        follower.copyRest(false);

        assertThat(copied()).isEqualTo("one\nlast\n");
    }

    @Test
    void copyHasAMaximumSize() throws IOException {
        write("x".repeat(MOST_BYTES + 1));
        assertThat(follower.copyAdded()).isTrue();
        follower.copyRest(true);

        assertThat(follower.isFull()).isTrue();
        assertThat(copied()).hasSize(MOST_BYTES);
    }

    @Test
    void linkInItsPlaceIsNotFollowed() throws IOException {
        Files.writeString(folder.resolve("secret"), "secret");
        Files.createSymbolicLink(log, folder.resolve("secret"));

        assertThat(follower.copyAdded()).isFalse();
        assertThat(copied()).isEmpty();
    }

    private void write(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void rotate() throws IOException {
        Files.move(log, folder.resolve("x.gc.log.0"), StandardCopyOption.REPLACE_EXISTING);
    }

    private String copied() {
        return copy.toString(StandardCharsets.UTF_8);
    }
}
