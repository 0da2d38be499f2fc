/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.file;

import io.heapsight.dump.analysis.DumpRedactions;
import io.heapsight.dump.analysis.RedactionProcess;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.http.route.ByteSource;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A dump that is redacted during the transfer; work starts at the first request for bytes. */
public final class RedactedDumpByteSource implements ByteSource {
    private static final int PIECE = 64 * 1024;

    private final DumpRedactions redactions;
    private final DumpRecord record;
    private final CancelSignal cancel;
    private final byte[] piece = new byte[PIECE];
    private @Nullable RedactionProcess dump;
    private int filled;

    public RedactedDumpByteSource(
            DumpRedactions redactions, DumpRecord record, CancelSignal cancel) {
        this.redactions = redactions;
        this.record = record;
        this.cancel = cancel;
    }

    /** Waits for the first bytes, which come after a scan of the dump. */
    @Override
    public void prepare() throws IOException, ProblemException {
        dump = redactions.start(record, cancel);
        filled = dump.bytes().read(piece);
        if (filled < 0) {
            dump.awaitEnd();
        }
    }

    @Override
    public void writeTo(Sink sink) throws IOException, ProblemException {
        if (dump == null) {
            throw new IllegalStateException("not prepared");
        }
        InputStream in = dump.bytes();
        while (filled >= 0) {
            sink.write(ByteBuffer.wrap(piece, 0, filled));
            filled = in.read(piece);
        }
        dump.awaitEnd();
    }

    @Override
    public void close() {
        if (dump != null) {
            dump.close();
            dump = null;
        }
    }
}
