/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that a user named: written beside it, readable for this user only, and put in its place
 * when it is complete, so that nobody finds half of it. Pipes and devices are written directly.
 */
final class OutputFile implements AutoCloseable {
    private final Path wanted;
    private final Path written;
    private final FileChannel channel;

    private OutputFile(Path wanted, Path written, FileChannel channel) {
        this.wanted = wanted;
        this.written = written;
        this.channel = channel;
    }

    /**
     * Makes the file, so that a place which can't be written is found before the work.
     *
     * @param what is to be in it: "The redacted dump"
     */
    static OutputFile create(Path wanted, String what) throws ProblemException {
        Path file = wanted.toAbsolutePath();
        try {
            if (Files.isDirectory(file)) {
                throw new IOException("it is a folder");
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                return new OutputFile(file, file, FileChannel.open(file, StandardOpenOption.WRITE));
            }
            String name = file.getFileName() + "." + ProcessHandle.current().pid() + ".part";
            Path beside = file.resolveSibling(name);
            Files.deleteIfExists(beside);
            return new OutputFile(file, beside, DurableFiles.create(beside));
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(
                            Problem.Kind.UNAVAILABLE,
                            what + " can't be written",
                            file + ": " + IoReason.why(e),
                            "name a file in a folder that exists and that this user may write to"),
                    e);
        }
    }

    FileChannel channel() {
        return channel;
    }

    /** Room where it is written. */
    long usableBytes() throws IOException {
        return written.equals(wanted)
                ? Long.MAX_VALUE
                : Files.getFileStore(written).getUsableSpace();
    }

    /** Puts the complete file where it was wanted. */
    void keep() throws IOException {
        if (!written.equals(wanted)) {
            channel.force(true);
            channel.close();
            Files.move(
                    written,
                    wanted,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (!written.equals(wanted)) {
            Files.deleteIfExists(written);
        }
    }
}
