/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.zip.GZIPInputStream;

/**
 * The first stamps and the first collection id of a log file, which determine the order of rotated
 * files.
 *
 * @param epochSeconds of the first line with a date; NaN if there is none
 * @param uptimeSeconds of the first line with an uptime; NaN if there is none
 * @param firstId of the first collection; -1 if there is none
 * @param firstLine unchanged
 */
record GcLogFileStart(
        Path file, double epochSeconds, double uptimeSeconds, long firstId, String firstLine) {
    /** Sorts by date, then uptime, then the number of the first collection; NaN is last. */
    static final Comparator<GcLogFileStart> ORDER =
            Comparator.comparingDouble(GcLogFileStart::epochSeconds)
                    .thenComparingDouble(GcLogFileStart::uptimeSeconds)
                    .thenComparingLong(GcLogFileStart::firstId);

    private static final int MOST_BYTES = 64 * 1024;
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int MOST_SHOWN = 80;
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    /** Reads the first {@value #MOST_BYTES} bytes of a file. */
    static GcLogFileStart of(Path file) throws ProblemException {
        byte[] head = new byte[MOST_BYTES];
        int count = 0;
        try {
            if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
                throw new IOException("it is not a regular file");
            }
            try (InputStream in = plain(Files.newInputStream(file))) {
                for (int read = 0; read >= 0 && count < MOST_BYTES; count += Math.max(0, read)) {
                    read = in.read(head, count, MOST_BYTES - count);
                }
            }
        } catch (IOException e) {
            if (count == 0) {
                throw unreadable(file, e);
            }
        }
        head = Arrays.copyOf(head, count);
        refuseBinary(file, head);
        Reader reader = new Reader();
        LineSplitter splitter = new LineSplitter(reader::line);
        splitter.take(head);
        splitter.finish();
        return new GcLogFileStart(file, reader.epoch, reader.uptime, reader.id, reader.first);
    }

    /** The first stamps and the first id of some lines. */
    private static final class Reader {
        private final GcLogStamp stamp = new GcLogStamp();
        private double epoch = Double.NaN;
        private double uptime = Double.NaN;
        private long id = -1;
        private String first = "";

        private void line(String line) {
            first = first.isEmpty() ? line : first;
            stamp.parse(line);
            epoch = Double.isNaN(epoch) ? stamp.epochSeconds() : epoch;
            uptime = Double.isNaN(uptime) ? stamp.uptimeSeconds() : uptime;
            int at = line.indexOf("GC(");
            int close = at < 0 ? -1 : line.indexOf(") ", at);
            if (id < 0 && close > at && line.substring(at + 3, close).matches("\\d{1,15}")) {
                id = Long.parseLong(line.substring(at + 3, close));
            }
        }
    }

    /** Decompresses a stream, if it is compressed by gzip. */
    static InputStream plain(InputStream file) throws IOException {
        BufferedInputStream in = new BufferedInputStream(file, BUFFER_BYTES);
        in.mark(2);
        boolean isZipped = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
        in.reset();
        return isZipped ? new GZIPInputStream(in, BUFFER_BYTES) : in;
    }

    private static void refuseBinary(Path file, byte[] head) throws ProblemException {
        for (int i = 0; i < head.length; i++) {
            if (head[i] == 0) {
                throw new ProblemException(
                        Problem.Kind.BAD_REQUEST,
                        "Not a GC log",
                        "%s is not a text file: byte %d is 0.".formatted(file, i),
                        "Name a file that -Xlog:gc*:file=… or, on JDK 8, -Xloggc:… has written.");
            }
        }
    }

    static ProblemException unreadable(Path file, IOException e) {
        return new ProblemException(
                Problem.Kind.NOT_FOUND,
                "The GC log can't be read",
                "%s: %s".formatted(file, IoReason.why(e)),
                "Name a readable file, plain or compressed by gzip.",
                e);
    }

    /** The first line, shortened, with control characters made visible. */
    String shownFirstLine() {
        String shown = firstLine.substring(0, Math.min(firstLine.length(), MOST_SHOWN));
        return firstLine.isEmpty() ? "empty" : VisibleText.of(shown);
    }
}
