/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An output file named by the user, written atomically. Writes to a temporary file beside it,
 * readable only by this user, and renames that file when it is complete. Never overwrites the
 * input, overwrites an existing file only with {@code --force}, and keeps symbolic links. Writes
 * directly to pipes and devices.
 */
public final class OutputFile implements AutoCloseable {
    /** Paths that link to an open stream, such as the shell's redirection to a file. */
    private static final Pattern STREAM =
            Pattern.compile("/dev/.*|/proc/(?:self|thread-self|[0-9]+)/fd/[0-9]+");

    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

    /** The bits of a file's type in its mode, and their value for a pipe. */
    private static final int FILE_TYPE = 0170000;

    private static final int FIFO = 0010000;

    /**
     * Writes the content.
     *
     * @param <T> type of a further result
     */
    @FunctionalInterface
    public interface Work<T> {
        /** Writes to a stream. */
        T run() throws IOException, ProblemException;
    }

    /**
     * Creates a new file with this name.
     *
     * @param <T> type of the result
     */
    @FunctionalInterface
    public interface Maker<T> {
        T make(Path file) throws IOException, ProblemException;
    }

    /** The result and the size. */
    public record Made<T>(T value, ByteSize size) {}

    private final String what;
    private final Path wanted;
    private final Path written;
    private final boolean force;

    private OutputFile(String what, Path wanted, Path written, boolean force) {
        this.what = what;
        this.wanted = wanted;
        this.written = written;
        this.force = force;
    }

    /**
     * Creates the file before the work, so that an unwritable path is detected early.
     *
     * @param what its content: "The redacted dump"
     * @param inputs files read during the work
     * @param force whether an existing file may be replaced
     */
    public static OutputFile create(Path named, String what, List<Path> inputs, boolean force)
            throws ProblemException {
        Path file = named.toAbsolutePath().normalize();
        try {
            refuseInputs(file, inputs);
            if (isDirect(file)) {
                return new OutputFile(what, file, file, force);
            }
            if (Files.isDirectory(file)) {
                throw new IOException("it is a folder");
            }
            Path place = place(file, force);
            OutputFile output = new OutputFile(what, place, beside(place), force);
            DurableFiles.create(output.written).close();
            return output;
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    what + " can't be written",
                    file + ": " + IoReason.why(e),
                    "name a file in a folder that exists and that this user may write to",
                    e);
        }
    }

    /** Returns a new short name without special characters, for any name of the file. */
    private static Path beside(Path place) {
        return place.resolveSibling(
                "heapsight-%d-%d%s"
                        .formatted(
                                ProcessHandle.current().pid(),
                                System.nanoTime(),
                                DurableFiles.PART));
    }

    private static void refuseInputs(Path file, List<Path> inputs)
            throws IOException, ProblemException {
        for (Path input : inputs) {
            if (Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input)) {
                throw refused(file + " is an input file", "name another file");
            }
        }
    }

    private static boolean isDirect(Path file) {
        return STREAM.matcher(file.toString()).matches()
                || (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file));
    }

    /** Returns the path of the file, or the target of a link. */
    private static Path place(Path file, boolean force) throws IOException, ProblemException {
        if (!Files.exists(file)) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw refused(file + " is a dangling symbolic link", "name another file");
            }
            return file;
        }
        if (!force) {
            throw refused(file + " exists already", "name another file, or add --force");
        }
        return file.toRealPath();
    }

    private static ProblemException refused(String detail, String remedy) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST, "The output would overwrite a file", detail, remedy);
    }

    public boolean isStandardOutput() {
        return wanted.equals(STANDARD_OUTPUT);
    }

    /** Returns the path of an existing file, to append to. */
    public Path path() {
        return written;
    }

    /** Opens the file; failures name it. */
    public WritableByteChannel open() throws IOException {
        return new NamedChannel(written, FileChannel.open(written, StandardOpenOption.APPEND));
    }

    /** Returns the free space at the file. */
    public long usableBytes() throws IOException {
        return isDirectlyWritten() ? Long.MAX_VALUE : Files.getFileStore(written).getUsableSpace();
    }

    /** Returns whether it is a pipe or a device. */
    public boolean isDirectlyWritten() {
        return written.equals(wanted);
    }

    /**
     * Writes the file.
     *
     * @throws ProblemException which names the user's file
     * @throws PipeClosedException if the reader of the pipe has ended
     */
    public <T> T write(Work<T> work) throws IOException, ProblemException {
        try {
            return work.run();
        } catch (FileSystemException e) {
            if (!written.toString().equals(e.getFile())) {
                throw e; // a failure of another file
            }
            Problem problem =
                    new Problem(
                            Problem.Kind.UNAVAILABLE,
                            what + " can't be written",
                            wanted + ": " + IoReason.why(e),
                            "check the free space and permissions there, or name another file");
            boolean isOpen = !(e instanceof AccessDeniedException);
            throw isOpen && isPipe()
                    ? new PipeClosedException(problem, e)
                    : new ProblemException(problem, e);
        }
    }

    /** Writing to an open pipe fails only if its reader has ended. */
    private boolean isPipe() {
        try {
            int mode = (int) Files.getAttribute(written, "unix:mode");
            return (mode & FILE_TYPE) == FIFO;
        } catch (IOException | UnsupportedOperationException _) {
            return false;
        }
    }

    /**
     * Makes another program create a new file, and moves it to its path. Content for a pipe or a
     * device is created elsewhere and copied.
     */
    public <T> Made<T> make(Maker<T> maker) throws IOException, ProblemException {
        if (!isDirectlyWritten()) {
            Files.delete(written);
            T value = maker.make(written);
            ByteSize size = new ByteSize(Files.size(written));
            keep();
            return new Made<>(value, size);
        }
        Path folder = TempDirectoryLocator.createFolder();
        Path whole = folder.resolve("whole");
        try {
            T value = maker.make(whole);
            copy(whole);
            return new Made<>(value, new ByteSize(Files.size(whole)));
        } finally {
            Files.deleteIfExists(whole);
            Files.delete(folder);
        }
    }

    /**
     * Writes the content of another file.
     *
     * @throws ProblemException as {@link #write}
     */
    public void copy(Path whole) throws IOException, ProblemException {
        write(
                () -> {
                    try (WritableByteChannel out = open()) {
                        return Files.copy(whole, Channels.newOutputStream(out));
                    }
                });
    }

    /** Moves the complete file to its path. */
    public void keep() throws IOException, ProblemException {
        if (isDirectlyWritten()) {
            return;
        }
        if (force) {
            DurableFiles.publish(written, wanted);
            return;
        }
        try {
            DurableFiles.publishNew(written, wanted);
        } catch (FileAlreadyExistsException _) {
            throw refused(wanted + " was created by another program", "name another file");
        }
    }

    /** A stream with the file's name in its failures. */
    private record NamedChannel(Path file, FileChannel channel) implements WritableByteChannel {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            try {
                return channel.write(bytes);
            } catch (IOException e) {
                FileSystemException named =
                        new FileSystemException(file.toString(), null, IoReason.why(e));
                named.initCause(e);
                throw named;
            }
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        if (!isDirectlyWritten()) {
            Files.deleteIfExists(written);
        }
    }
}
