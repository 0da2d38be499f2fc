/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.hprof.FileKind;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Checks the bytes of a dump for completeness, because a JVM may report success after a failure.
 * The chain of records must lead to the end record, which must end the file.
 */
public final class DumpIntegrityCheck {
    private static final String MAGIC = "JAVA PROFILE 1.0.";
    private static final int BUFFER_BYTES = 64 * 1024;

    /** HEAP_DUMP_END: the tag, then time and length, both 0. */
    private static final int END_TAG = 0x2C;

    private static final int END_BYTES = 9;

    private DumpIntegrityCheck() {}

    /**
     * Returns the fault of the file; "" if there is none.
     *
     * @param ceiling maximum decompressed size: decompression of larger files is stopped, because a
     *     gibibyte may expand to a tebibyte
     * @throws IOException if it can't be read
     */
    public static String fault(Path file, TransferLimit ceiling, CancelSignal cancel)
            throws IOException {
        if (FileKind.of(file) == FileKind.GZIP) {
            return faultOfCompressed(file, ceiling, cancel);
        }
        try (HprofFile dump = HprofFile.open(file)) {
            return dump.isWhole()
                    ? ""
                    : "it ends in the middle of a record, or without an end record";
        } catch (HprofFormatException e) {
            return e.reason() + ", at offset " + e.offset();
        }
    }

    /** Decompresses the whole file, which is the only way to detect missing or damaged blocks. */
    private static String faultOfCompressed(Path file, TransferLimit ceiling, CancelSignal cancel)
            throws IOException {
        byte[] last = new byte[END_BYTES];
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in =
                new GZIPInputStream(
                        new BufferedInputStream(Files.newInputStream(file)), BUFFER_BYTES)) {
            byte[] first = in.readNBytes(MAGIC.length());
            if (!new String(first, StandardCharsets.ISO_8859_1).equals(MAGIC)) {
                return "it does not start with a heap dump header";
            }
            long inflated = first.length;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                cancel.throwIfCancelled();
                inflated += n;
                if (inflated > ceiling.bytes()) {
                    return "it decompresses to more than expected: " + ceiling.reason();
                }
                int kept = Math.max(0, END_BYTES - n);
                System.arraycopy(last, END_BYTES - kept, last, 0, kept);
                int fresh = END_BYTES - kept;
                System.arraycopy(buffer, n - fresh, last, kept, fresh);
            }
        } catch (ZipException | EOFException e) {
            return "its compressed data is damaged or cut: " + IoReason.why(e);
        }
        boolean ended = last[0] == END_TAG;
        for (int i = 1; i < END_BYTES; i++) {
            ended &= last[i] == 0;
        }
        return ended ? "" : "it does not end with a heap dump end record";
    }
}
