/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Counts the lines that a process writes to its standard output and error, if these are visible
 * files. Each reading covers the bytes appended since the last one, up to a limit. A pipe, such as
 * the one to a container's log, can't be read.
 *
 * <p>Not thread-safe.
 */
public final class ProcessOutputLineCounter {
    /** Maximum number of bytes per reading: a program that writes more is no longer counted. */
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    private static final int PIECE_BYTES = 256 * 1024;
    private static final int FDINFO_BYTES = 4096;
    private static final String POSITION = "pos:";

    private final FileAccess files;
    private final Path process;
    private final Stream[] streams;
    private long lines;

    private static final class Stream {
        private final int descriptor;
        private String file = "";
        private long read;

        Stream(int descriptor) {
            this.descriptor = descriptor;
        }
    }

    /** Starts to count lines. */
    public ProcessOutputLineCounter(ProcFs procFs, int pid) {
        files = procFs.files();
        process = procFs.of(pid);
        streams = new Stream[] {new Stream(1), new Stream(2)};
        for (Stream stream : streams) {
            try {
                stream.file = file(stream.descriptor);
                stream.read = position(stream.descriptor);
            } catch (IOException _) {
                stream.file = "";
            }
        }
    }

    /**
     * Lines since the start; NaN if no output is a file, or if there is more than one reading can
     * cover.
     */
    public double count() {
        boolean seen = false;
        boolean caughtUp = true;
        for (Stream stream : streams) {
            try {
                String file = file(stream.descriptor);
                boolean same = stream.descriptor == 2 && file.equals(streams[0].file);
                if (file.startsWith("/") && !file.startsWith("/dev/") && !same) {
                    caughtUp &= follow(stream, file);
                    seen = true;
                }
            } catch (IOException _) {
                // gone or unreadable: no count
            }
        }
        return seen && caughtUp ? lines : Double.NaN;
    }

    /** Reads appended bytes; returns whether it reached the end. */
    private boolean follow(Stream stream, String file) throws IOException {
        if (!file.equals(stream.file) || isCutShort(stream)) {
            stream.file = file; // another file, or the same one truncated: count it from the start
            stream.read = 0;
        }
        for (int done = 0; done < MOST_BYTES; ) {
            byte[] piece =
                    files.read(
                            process.resolve("fd/" + stream.descriptor), stream.read, PIECE_BYTES);
            for (byte b : piece) {
                lines += b == '\n' ? 1 : 0;
            }
            stream.read += piece.length;
            done += piece.length;
            if (piece.length < PIECE_BYTES) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the bytes of the last reading no longer exist. The write position does not show that:
     * during a write the file is already longer.
     */
    private boolean isCutShort(Stream stream) throws IOException {
        return stream.read > 0
                && files.read(process.resolve("fd/" + stream.descriptor), stream.read - 1, 1).length
                        == 0;
    }

    private String file(int descriptor) throws IOException {
        return files.readLink(process.resolve("fd/" + descriptor));
    }

    /** The current write position of the process. */
    private long position(int descriptor) throws IOException {
        byte[] info = files.read(process.resolve("fdinfo/" + descriptor), 0, FDINFO_BYTES);
        String text = new String(info, StandardCharsets.US_ASCII);
        try {
            int end = text.indexOf('\n');
            if (text.startsWith(POSITION) && end > 0) {
                return Long.parseLong(text.substring(POSITION.length(), end).strip());
            }
        } catch (NumberFormatException e) {
            throw new IOException("not a number: " + text, e);
        }
        throw new IOException("no position in /proc/PID/fdinfo");
    }
}
