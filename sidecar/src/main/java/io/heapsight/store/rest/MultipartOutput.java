/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.PartBuffer;
import io.heapsight.store.StoreFailure;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.zip.Checksum;

/** Writes an object in parts of {@value PartBuffer#PART_BYTES} bytes; memory holds one part. */
public abstract class MultipartOutput extends ObjectOutput {
    /**
     * The object's name and metadata.
     *
     * @param key its name in the bucket
     */
    public record Naming(String key, String mediaType, Map<String, String> metadata) {}

    /** A part of the object. */
    public static final class Part {
        private final long offset;
        private final byte[] bytes;
        private final int length;

        /**
         * Refers to the bytes without a copy.
         *
         * @param offset of the first byte in the object
         * @param bytes the first {@code length} of these are the part
         */
        public Part(long offset, byte[] bytes, int length) {
            this.offset = offset;
            this.bytes = bytes;
            this.length = length;
        }

        /** Returns the offset in the object. */
        public long offset() {
            return offset;
        }

        public int length() {
            return length;
        }

        /** Returns the offset of the next part. */
        public long end() {
            return offset + length;
        }

        /**
         * Returns the bytes from an offset in the object to the end of the part, without a copy.
         */
        public BodyPublisher from(long start) {
            int skipped = Math.toIntExact(start - offset);
            return skipped == length
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(bytes, skipped, length - skipped);
        }

        /** Adds its bytes to a digest. */
        public void updateInto(Checksum digest) {
            digest.update(bytes, 0, length);
        }

        /** Returns the MD5 in the format of {@code Content-MD5}. */
        public String md5() {
            try {
                MessageDigest digest = MessageDigest.getInstance("MD5");
                digest.update(bytes, 0, length);
                return Base64.getEncoder().encodeToString(digest.digest());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java runtime supports it", e);
            }
        }
    }

    private final PartBuffer buffer = new PartBuffer();
    private long sent;

    /** Sends a part that is not the last one. */
    protected abstract void send(Part full) throws StoreFailure;

    /**
     * Sends the last part, which is empty only for an empty object, and completes the object.
     *
     * @return see {@link #finish(String)}
     */
    protected abstract boolean finish(Part last, String sha256) throws StoreFailure;

    @Override
    public final void write(int b) throws StoreFailure {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public final void write(byte[] from, int offset, int length) throws StoreFailure {
        int done = 0;
        while (done < length) {
            if (buffer.isFull()) {
                send(part());
                sent += buffer.length();
                buffer.clear();
            }
            done += buffer.add(from, offset + done, length - done);
        }
    }

    @Override
    public final boolean finish(String sha256) throws StoreFailure {
        return finish(part(), sha256);
    }

    private Part part() {
        return new Part(sent, buffer.bytes(), buffer.length());
    }
}
