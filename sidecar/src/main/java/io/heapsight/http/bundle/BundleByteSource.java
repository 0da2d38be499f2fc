/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.bundle;

import io.heapsight.http.route.ByteSource;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * A bundle that is created while it is sent, one part at a time; the index page gives the reason
 * for a missing part.
 *
 * @param subject the target
 * @param onClose runs once, after the bundle was sent or aborted
 */
record BundleByteSource(
        InternalRequests answers,
        List<BundlePart> parts,
        String subject,
        Instant at,
        Runnable onClose)
        implements ByteSource {
    private static final String FOLDER = "heapsight-incident/";

    @Override
    public void writeTo(Sink sink) throws IOException {
        List<BundleIndex.Row> rows = new ArrayList<>();
        try (TarWriter archive = new TarWriter(new GZIPOutputStream(new Sent(sink)), at)) {
            for (BundlePart part : parts) {
                rows.add(add(part, archive));
            }
            String index = new BundleIndex(subject, at, rows).html();
            archive.add(FOLDER + "index.html", index.getBytes(StandardCharsets.UTF_8));
        }
    }

    private BundleIndex.Row add(BundlePart part, TarWriter archive) throws IOException {
        Problem problem;
        try {
            byte[] answer = answers.to(part);
            archive.add(FOLDER + part.file(), answer);
            return new BundleIndex.Row(part, answer.length, Optional.empty());
        } catch (ProblemException e) {
            problem = e.problem();
        } catch (OutOfMemoryError e) {
            problem = Problem.unexpected(e);
        }
        return new BundleIndex.Row(part, 0, Optional.of(problem));
    }

    @Override
    public void close() {
        onClose.run();
    }

    /** Sends the written bytes. */
    private static final class Sent extends OutputStream {
        private final Sink sink;

        Sent(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            sink.write(ByteBuffer.wrap(bytes, offset, length));
        }
    }
}
