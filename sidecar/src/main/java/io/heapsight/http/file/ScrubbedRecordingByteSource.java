/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.http.route.ByteSource;
import io.heapsight.recording.RecordingRecord;
import io.heapsight.recording.RecordingScrubs;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A recording that is scrubbed before the transfer; work starts at the first request for bytes. */
public final class ScrubbedRecordingByteSource implements ByteSource {
    private final RecordingScrubs scrubs;
    private final RecordingRecord recording;
    private final CancelSignal cancel;
    private @Nullable FilePart scrubbed;

    public ScrubbedRecordingByteSource(
            RecordingScrubs scrubs, RecordingRecord recording, CancelSignal cancel) {
        this.scrubs = scrubs;
        this.recording = recording;
        this.cancel = cancel;
    }

    @Override
    public void prepare() throws IOException, ProblemException {
        Path copy = scrubs.scrub(recording, cancel);
        try {
            FileChannel file = FilePart.open(copy);
            scrubbed = new FilePart(file, 0, file.size());
        } finally {
            Files.delete(copy); // a deleted file can be read to its end while it is open
        }
    }

    @Override
    public void writeTo(Sink sink) throws IOException {
        if (scrubbed == null) {
            throw new IllegalStateException("not prepared");
        }
        scrubbed.writeTo(sink);
    }

    @Override
    public void close() throws IOException {
        if (scrubbed != null) {
            scrubbed.close();
            scrubbed = null;
        }
    }
}
