/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import io.heapsight.hprof.HprofFile;
import io.heapsight.redact.Redaction;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Writes redacted copies of dumps. */
final class RedactedCopyWriter {
    private RedactedCopyWriter() {}

    static List<String> write(Path file, Path copy, DumpOptions options)
            throws IOException, ProblemException {
        Progress progress = options.progress();
        CancelSignal cancel = options.cancellation().signal();
        long fileBytes = Files.size(file);
        try (HprofFile dump =
                HprofFile.open(
                        file,
                        options.workDirectory(),
                        done -> progress.at("inflating", done, fileBytes),
                        cancel)) {
            Redaction redaction = Redaction.of(dump, progress, cancel);
            write(redaction, copy);
            return dump.warnings();
        }
    }

    private static void write(Redaction redaction, Path copy) throws IOException {
        FileChannel created =
                FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        boolean complete = false;
        try (FileChannel out = created) {
            redaction.writeTo(out);
            out.force(true);
            complete = true;
        } finally {
            if (!complete) {
                Files.deleteIfExists(copy);
            }
        }
    }
}
