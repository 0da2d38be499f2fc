/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.FifoReader;
import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Makes a target write a dump into a FIFO, while a child of the sidecar reads it into a file. The
 * target is stopped in the meantime, so the sidecar releases the target if the reader is too slow.
 *
 * @param place of the FIFO
 * @param into a file of the sidecar that does not exist yet
 * @param ceiling maximum size
 */
record FifoDump(TargetConnection target, TargetFile place, Path into, TransferLimit ceiling) {
    private static final Duration LAST_BYTES = Duration.ofSeconds(30);

    /**
     * Takes the dump. The caller deletes the FIFO and, after a failure, the file.
     *
     * @param expectedBytes for the progress
     * @throws DumpFileNotCreatedException if the target could not open the FIFO
     */
    void take(
            JcmdCommand command,
            Duration timeout,
            long expectedBytes,
            Progress progress,
            CancelSignal cancel)
            throws ProblemException, IOException {
        DurableFiles.create(into).close();
        try (FifoReader reader = target.readFifo(place.file(), into)) {
            FifoWatchdog watch = new FifoWatchdog(this, reader, expectedBytes, progress, cancel);
            String reply;
            try (watch) { // until the answer: after it, the target does not wait
                reply = target.jcmd(command, timeout, new CancelSignal());
            }
            cancel.throwIfCancelled();
            if (watch.isTooMuch()) {
                throw new IOException("the dump exceeds the free space: " + ceiling.reason());
            }
            if (watch.hasStalled()) {
                throw DumpFailures.stalled(target, Files.size(into));
            }
            if (!reply.contains("Heap dump file created")) {
                throw problem(reader, reply);
            }
            String fault = reader.awaitEnd(LAST_BYTES);
            if (!fault.isEmpty()) {
                throw new IOException(fault);
            }
        }
    }

    private ProblemException problem(FifoReader reader, String reply) throws IOException {
        if (Files.size(into) == 0 && !reader.hasFailed()) {
            return new DumpFileNotCreatedException(target, place, reply);
        }
        String fault = reader.awaitEnd(LAST_BYTES);
        if (!fault.isEmpty()) {
            throw new IOException(fault);
        }
        return DumpFailures.incomplete(target, place, reply);
    }
}
