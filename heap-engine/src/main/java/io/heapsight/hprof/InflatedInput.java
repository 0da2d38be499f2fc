/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.airlift.compress.zstd.ZstdInputStream;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The content of a dump that arrives as a stream, inflated on the way.
 *
 * @param content of the dump
 */
public record InflatedInput(InputStream content, boolean compressed) {
    private static final int BUFFER = 256 << 10;

    /**
     * Recognizes the compression by the first bytes.
     *
     * @param where the object in messages
     * @throws ProblemException if it is another known format
     */
    public static InflatedInput of(InputStream in, String where)
            throws IOException, ProblemException {
        BufferedInputStream buffered = new Refilled(in);
        buffered.mark(FileKind.HEAD);
        FileKind kind = FileKind.of(buffered.readNBytes(FileKind.HEAD));
        buffered.reset();
        kind.refuse(where);
        return new InflatedInput(
                switch (kind) {
                    case GZIP -> new GZIPInputStream(buffered, BUFFER);
                    case ZSTD -> new ZstdInputStream(buffered);
                    case ZIP -> firstFile(buffered, where);
                    default -> buffered;
                },
                kind.isCompressed());
    }

    private static InputStream firstFile(InputStream in, String where)
            throws IOException, ProblemException {
        ZipInputStream zip = new ZipInputStream(in);
        ZipEntry entry = zip.getNextEntry();
        while (entry != null && entry.isDirectory()) {
            entry = zip.getNextEntry();
        }
        if (entry == null) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The file is not a readable heap dump",
                    where + " is an empty zip archive",
                    "Check the archive with unzip -l.");
        }
        return zip;
    }

    /**
     * A stream that reports available bytes until it has ended. Without these reports, {@link
     * GZIPInputStream} ends after the first of several members.
     */
    private static final class Refilled extends BufferedInputStream {
        Refilled(InputStream in) {
            super(in, BUFFER);
        }

        @Override
        public synchronized int available() throws IOException {
            if (pos < count) {
                return count - pos;
            }
            mark(1);
            int next = read();
            reset();
            return next < 0 ? 0 : count - pos;
        }
    }
}
