/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/**
 * A file that a user named. It is written beside its place, readable for this user only, and put
 * there when it is complete, so that nobody finds half of it. Nothing is lost: the input is never
 * written, a file that is there only with {@code --force}, and a symbolic link stays one. Pipes and
 * devices are written directly.
 */
public final class OutputFile implements AutoCloseable {
    /** Standard output is a link to what the shell has put there, which may be a file. */
    private static final Pattern STREAM =
            Pattern.compile("/dev/.*|/proc/(?:self|thread-self|[0-9]+)/fd/[0-9]+");

    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

    private final Path wanted;
    private final Path written;

    private OutputFile(Path wanted, Path written) {
        this.wanted = wanted;
        this.written = written;
    }

    /**
     * Makes the file, so that a place which can't be written is found before the work.
     *
     * @param what is to be in it: "The redacted dump"
     * @param input what is read meanwhile
     * @param force whether a file that is there may be replaced
     */
    public static OutputFile create(Path named, String what, Path input, boolean force)
            throws ProblemException {
        Path file = named.toAbsolutePath().normalize();
        try {
            if (isDirect(file)) {
                return new OutputFile(file, file);
            }
            if (Files.isDirectory(file)) {
                throw new IOException("it is a folder");
            }
            Path place = place(file, input, force);
            String name = place.getFileName() + "." + ProcessHandle.current().pid() + ".part";
            Path beside = place.resolveSibling(name);
            Files.deleteIfExists(beside);
            DurableFiles.create(beside).close();
            return new OutputFile(place, beside);
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

    private static boolean isDirect(Path file) {
        return STREAM.matcher(file.toString()).matches()
                || (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file));
    }

    /** Where the file goes: to the end of a link. */
    private static Path place(Path file, Path input, boolean force)
            throws IOException, ProblemException {
        if (!Files.exists(file)) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw refused(file + " is a symbolic link that leads nowhere", "name another file");
            }
            return file;
        }
        if (Files.exists(input) && Files.isSameFile(file, input)) {
            throw refused(file + " is the file that is to be read", "name another file");
        }
        if (!force) {
            throw refused(file + " exists already", "name another file, or add --force");
        }
        return file.toRealPath();
    }

    private static ProblemException refused(String detail, String remedy) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "The output would destroy a file",
                        detail,
                        remedy));
    }

    public boolean isStandardOutput() {
        return wanted.equals(STANDARD_OUTPUT);
    }

    /** Where to write, at its end; the file is there. */
    public Path path() {
        return written;
    }

    /** The same, open. */
    public FileChannel open() throws IOException {
        return FileChannel.open(written, StandardOpenOption.APPEND);
    }

    /** Room where it is written. */
    public long usableBytes() throws IOException {
        return isDirectlyWritten() ? Long.MAX_VALUE : Files.getFileStore(written).getUsableSpace();
    }

    private boolean isDirectlyWritten() {
        return written.equals(wanted);
    }

    /** Puts the complete file where it was wanted. */
    public void keep() throws IOException {
        if (!isDirectlyWritten()) {
            DurableFiles.publish(written, wanted);
        }
    }

    @Override
    public void close() throws IOException {
        if (!isDirectlyWritten()) {
            Files.deleteIfExists(written);
        }
    }
}
