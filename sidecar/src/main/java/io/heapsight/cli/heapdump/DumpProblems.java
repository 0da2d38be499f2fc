/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.hprof.HprofFormatException;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Describes problems of a dump that a user named. */
record DumpProblems(Path file) {
    private static final String AGAIN =
            "take the dump again (jcmd PID GC.heap_dump -all FILE), or copy it again and compare"
                    + " the"
                    + " sizes";

    /**
     * Reads a dump.
     *
     * @param <T> type of the result
     */
    @FunctionalInterface
    interface Reading<T> {
        T read() throws IOException, ProblemException;
    }

    /** Checks the file without an analysis. */
    void check() throws ProblemException {
        if (Files.notExists(file)) {
            throw problem(
                    Problem.Kind.NOT_FOUND,
                    "The heap dump does not exist",
                    file + " does not exist",
                    "give the path of an .hprof or .hprof.gz file; jcmd PID GC.heap_dump FILE"
                            + " writes it in the target's file system, so check below its root,"
                            + " too");
        }
        if (Files.isDirectory(file)) {
            throw problem(
                    Problem.Kind.BAD_REQUEST,
                    "The heap dump is a folder",
                    file + " is a folder",
                    "give the path of an .hprof or .hprof.gz file in it");
        }
        if (!Files.isReadable(file)) {
            throw problem(
                    Problem.Kind.FORBIDDEN,
                    "The heap dump can't be read",
                    file + " is not readable for this user",
                    "run as the owner of the file: dumps are written with mode 600");
        }
        if (!Files.isRegularFile(file)) {
            throw problem(
                    Problem.Kind.BAD_REQUEST,
                    "The heap dump is not a regular file",
                    file + " can't be mapped into memory",
                    "write it to a file first");
        }
    }

    /**
     * Reads the dump.
     *
     * @throws ProblemException from the reader, or a description of its failure
     */
    <T> T during(Reading<T> reading) throws ProblemException {
        try {
            return reading.read();
        } catch (HprofFormatException e) {
            throw broken(e);
        } catch (IOException e) {
            throw unreadable(e);
        } catch (InternalError e) {
            throw changed(e);
        } catch (OutOfMemoryError e) {
            throw heapTooSmall(e);
        }
    }

    private ProblemException broken(HprofFormatException e) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The file is not a readable heap dump",
                file + ": " + e.reason() + ", at offset " + e.offset(),
                AGAIN,
                e);
    }

    /**
     * Reports an I/O failure of the dump, a temporary file or the output, which the exception
     * names.
     */
    private ProblemException unreadable(IOException e) {
        boolean other =
                e instanceof FileSystemException f
                        && f.getFile() != null
                        && !f.getFile().equals(file.toString());
        String remedy =
                other
                        ? "check the free space and permissions there, or choose another place"
                        : e instanceof AccessDeniedException
                                ? "run as the owner of the file: dumps are written with mode 600"
                                : "check the disk, and whether the file is still being written";
        String detail = other ? IoReason.of(e) : file + ": " + IoReason.why(e);
        return new ProblemException(
                Problem.Kind.UNAVAILABLE, "The analysis failed", detail, remedy, e);
    }

    /**
     * Reports an unreadable page of the mapped file: the file became shorter, or the disk failed.
     */
    private ProblemException changed(InternalError e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The heap dump changed while it was read",
                file + ": " + IoReason.why(e),
                "wait until the dump is complete, then analyse it",
                e);
    }

    private static ProblemException problem(
            Problem.Kind kind, String title, String detail, String remedy) {
        return new ProblemException(kind, title, detail, remedy);
    }

    /** Reports a full Java heap, which holds classes, threads and the result, but no tables. */
    private ProblemException heapTooSmall(OutOfMemoryError e) {
        return new ProblemException(
                Problem.Kind.INTERNAL,
                "The Java heap of the analysis is too small",
                file
                        + " has more classes, roots or threads than "
                        + new ByteSize(Runtime.getRuntime().maxMemory())
                        + " of Java heap hold.",
                "Give it more: _JAVA_OPTIONS=-Xmx256m heapsight analyze …",
                e);
    }
}
