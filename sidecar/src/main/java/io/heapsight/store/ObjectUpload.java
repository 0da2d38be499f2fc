/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import io.heapsight.unit.Sha256;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Uploads files to one folder of a store, and computes their digests.
 *
 * @param folder without a slash at its ends; "" for the store itself
 * @param metadata of each object
 */
record ObjectUpload(
        ObjectStore store, String folder, Map<String, String> metadata, Progress progress) {
    private static final int CHUNK_BYTES = 64 * 1024;

    /**
     * The result of one upload.
     *
     * @param bytesThereAlready of the object, from an interrupted attempt
     */
    record Sent(SentObject object, long bytesThereAlready) {}

    /**
     * Uploads one file.
     *
     * @throws StoreFailure from the store
     * @throws IOException from the file
     */
    Sent send(EvidenceFile file, EvidenceUpload.Content content)
            throws IOException, ProblemException {
        String name = folder.isEmpty() ? file.name() : folder + "/" + file.name();
        try (ObjectOutput object = store.begin(name, file.mediaType(), metadata)) {
            Counted counted = new Counted(object, file, progress);
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
            String sha256 = Sha256.hex(counted.digest);
            boolean compared = object.finish(sha256);
            return new Sent(
                    new SentObject(file.name(), file.form(), counted.bytes, sha256, compared),
                    object.bytesThereAlready());
        }
    }

    /**
     * Uploads the manifest, which replaces an earlier one.
     *
     * @param any file of the folder: its path is not read
     */
    Sent send(StoreManifest manifest, Path any) throws IOException, ProblemException {
        byte[] text = StoreManifest.SHAPE.documentText(manifest).getBytes(StandardCharsets.UTF_8);
        return send(
                new EvidenceFile(any, StoreManifest.NAME, EvidenceFile.Form.AS_IS),
                (_, out) -> out.write(text));
    }

    /** Counts the bytes, and computes their digest. */
    private static final class Counted extends OutputStream {
        private final ObjectOutput out;
        private final Progress progress;
        private final String phase;

        /** Whether to report progress: a redaction reports its own. */
        private final boolean tells;

        private final MessageDigest digest;
        private long bytes;

        Counted(ObjectOutput out, EvidenceFile file, Progress progress) {
            this.out = out;
            this.progress = progress;
            phase = "sending " + file.name();
            tells = file.form() != EvidenceFile.Form.REDACTED;
            digest = Sha256.begin();
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
