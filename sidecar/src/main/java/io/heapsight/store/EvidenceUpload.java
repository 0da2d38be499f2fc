/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Uploads evidence to its folder in a store, file by file, and finally the manifest. */
public final class EvidenceUpload {
    /** The last phase of its progress, with the sent bytes and the total bytes. */
    static final String STORED = "stored";

    private static final int CHUNK_BYTES = 64 * 1024;

    /** Writes a file's bytes in its form, but uncompressed. */
    @FunctionalInterface
    public interface Content {
        void writeTo(EvidenceFile file, OutputStream out) throws IOException, ProblemException;
    }

    /** Records the objects in the store, for the next attempt and for later files. */
    @FunctionalInterface
    public interface Receipt {
        void keep(Evidence withWhatIsSent) throws IOException;
    }

    private final ObjectStore store;
    private final Evidence evidence;
    private final Progress progress;
    private final InstantSource clock;
    private final List<StoredObject> sent = new ArrayList<>();
    private long thereAlready;

    public EvidenceUpload(
            ObjectStore store, Evidence evidence, Progress progress, InstantSource clock) {
        this.store = store;
        this.evidence = evidence;
        this.progress = progress;
        this.clock = clock;
    }

    /**
     * Sends everything that is missing in the store.
     *
     * @throws StoreFailure from the store
     * @throws IOException from a file
     */
    public void send(Content content, Receipt receipt) throws IOException, ProblemException {
        store.removeLeftovers(evidence.folder());
        Evidence known = evidence;
        for (EvidenceFile file : evidence.files()) {
            Optional<StoredObject> before = evidence.sent(file);
            if (before.isPresent()) {
                thereAlready += before.get().bytes();
                sent.add(before.get());
            } else {
                StoredObject object = send(file, content);
                sent.add(object);
                known = known.with(List.of(object));
                receipt.keep(known);
            }
        }
        byte[] manifest =
                StoreManifest.SHAPE
                        .documentText(new StoreManifest(evidence, clock.instant(), sent))
                        .getBytes(StandardCharsets.UTF_8);
        EvidenceFile last =
                new EvidenceFile(
                        evidence.files().getFirst().path(),
                        StoreManifest.NAME,
                        EvidenceFile.Form.AS_IS);
        send(last, (_, out) -> out.write(manifest));
        long bytes = sent.stream().mapToLong(StoredObject::bytes).sum();
        progress.at(STORED, bytes - thereAlready, bytes);
    }

    /** Writes a small object, which replaces that of the last check. */
    public static void check(ObjectStore store) throws IOException {
        try (ObjectOutput object = store.begin("heapsight-check", "text/plain", Map.of())) {
            object.write("heapsight can write here\n".getBytes(StandardCharsets.UTF_8));
            object.finish("");
        }
    }

    private StoredObject send(EvidenceFile file, Content content)
            throws IOException, ProblemException {
        String name = evidence.folder() + "/" + file.name();
        try (ObjectOutput object = store.begin(name, file.mediaType(), metadata())) {
            Counted counted = new Counted(object, file);
            OutputStream out = new BufferedOutputStream(counted, CHUNK_BYTES);
            switch (file.form()) {
                case AS_IS -> content.writeTo(file, out);
                case GZIP, REDACTED, SCRUBBED -> {
                    GZIPOutputStream gzip = new GZIPOutputStream(out, CHUNK_BYTES);
                    content.writeTo(file, gzip);
                    gzip.finish();
                }
            }
            out.flush();
            String sha256 = HexFormat.of().formatHex(counted.digest.digest());
            boolean compared = object.finish(sha256);
            thereAlready += object.bytesThereAlready();
            return new StoredObject(file.name(), file.form(), counted.bytes, sha256, compared);
        }
    }

    private Map<String, String> metadata() {
        return Map.of(
                "heapsight-kind",
                evidence.kind().label(),
                "heapsight-id",
                evidence.id(),
                "heapsight-target",
                ObjectNames.segment(evidence.target()));
    }

    /** Counts the bytes, and computes their digest. */
    private final class Counted extends OutputStream {
        private final ObjectOutput out;
        private final String phase;

        /** Whether to report progress: a redaction reports its own. */
        private final boolean tells;

        private final MessageDigest digest;
        private long bytes;

        Counted(ObjectOutput out, EvidenceFile file) {
            this.out = out;
            phase = "sending " + file.name();
            tells = file.form() != EvidenceFile.Form.REDACTED;
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java runtime supports it", e);
            }
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            out.write(from, offset, length);
            digest.update(from, offset, length);
            bytes += length;
            if (tells) {
                long there = out.bytesThereAlready();
                progress.at(
                        there == 0 ? phase : phase + ", partly from an earlier attempt", bytes, 0);
            }
        }
    }
}
