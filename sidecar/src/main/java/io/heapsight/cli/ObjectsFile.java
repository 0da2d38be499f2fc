/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Where {@code --objects-out} goes: into a file beside the one that was named, which takes its
 * place when it is complete, so that nobody finds half of it. Pipes and devices are written
 * directly.
 */
final class ObjectsFile implements AutoCloseable {
    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

    private final Optional<Path> wanted;
    private final Optional<Path> written;

    private ObjectsFile(Optional<Path> wanted, Optional<Path> written) {
        this.wanted = wanted;
        this.written = written;
    }

    /** Makes the file, so that a place which can't be written is found before the work. */
    static ObjectsFile create(Optional<Path> wanted) throws ProblemException {
        if (wanted.isEmpty() || isDirect(wanted.get())) {
            return new ObjectsFile(wanted, wanted);
        }
        Path file = wanted.get().toAbsolutePath();
        try {
            if (Files.isDirectory(file)) {
                throw new IOException("it is a folder");
            }
            Path beside = file.resolveSibling(file.getFileName() + "." + pid() + ".part");
            Files.deleteIfExists(beside);
            return new ObjectsFile(wanted, Optional.of(Files.createFile(beside)));
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(
                            Problem.Kind.UNAVAILABLE,
                            "The objects can't be written",
                            file + ": " + IoReason.why(e),
                            "name a file in a folder that exists and that this user may write to"),
                    e);
        }
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }

    private static boolean isDirect(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** Where to write; empty when nobody asked for objects. */
    Optional<Path> path() {
        return written;
    }

    boolean isStandardOutput() {
        return wanted.filter(STANDARD_OUTPUT::equals).isPresent();
    }

    /** Puts the complete file where it was wanted. */
    void keep() throws IOException {
        if (!written.equals(wanted)) {
            Files.move(
                    written.orElseThrow(),
                    wanted.orElseThrow(),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        if (!written.equals(wanted)) {
            Files.deleteIfExists(written.orElseThrow());
        }
    }
}
