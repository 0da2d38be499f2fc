/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.PartBuffer;
import io.heapsight.store.StoreFailure;
import io.heapsight.unit.Problem;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Writes an object of S3 in parts of {@value PartBuffer#PART_BYTES} bytes; memory holds one part. A
 * small object needs one request.
 */
final class S3ObjectOutput extends ObjectOutput {
    /**
     * The object's name and metadata.
     *
     * @param metadata sent at its start
     */
    record Naming(String key, String mediaType, Map<String, String> metadata) {}

    private final S3ObjectStore store;
    private final Naming naming;
    private final PartBuffer part = new PartBuffer();
    private long bytes;
    private S3ObjectStore.@Nullable UnfinishedUpload upload;
    private Optional<UploadedParts> held = Optional.empty();
    private long bytesThereAlready;
    private final List<CompletedPart> parts = new ArrayList<>();

    S3ObjectOutput(S3ObjectStore store, Naming naming) {
        this.store = store;
        this.naming = naming;
    }

    @Override
    public void write(int b) throws StoreFailure {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws StoreFailure {
        int done = 0;
        while (done < length) {
            if (part.isFull()) {
                sendPart();
            }
            done += part.add(from, offset + done, length - done);
        }
        bytes += length;
    }

    /**
     * Continues an interrupted upload if its first part is identical: the same evidence produces
     * the same bytes.
     */
    private S3ObjectStore.UnfinishedUpload begun(byte[] firstMd5) throws StoreFailure {
        S3ObjectStore.UnfinishedUpload known = upload;
        if (known != null) {
            return known;
        }
        held = store.held(naming.key(), it -> it.find(1, part.length(), hex(firstMd5)).isPresent());
        if (held.isPresent()) {
            S3ObjectStore.UnfinishedUpload found = held.get().upload();
            upload = found;
            return found;
        }
        String id =
                store.send(
                                naming.key(),
                                client ->
                                        client.createMultipartUpload(
                                                create ->
                                                        create.bucket(store.bucket())
                                                                .key(naming.key())
                                                                .contentType(naming.mediaType())
                                                                .metadata(naming.metadata())
                                                                .serverSideEncryption(
                                                                        store.encryption())
                                                                .ssekmsKeyId(
                                                                        store.encryptionKey())))
                        .uploadId();
        S3ObjectStore.UnfinishedUpload begun = new S3ObjectStore.UnfinishedUpload(naming.key(), id);
        upload = begun;
        store.begun(begun);
        return begun;
    }

    private void sendPart() throws StoreFailure {
        byte[] md5 = md5();
        S3ObjectStore.UnfinishedUpload to = begun(md5);
        int number = parts.size() + 1;
        if (number > UploadedParts.MOST) {
            throw tooLarge();
        }
        Optional<CompletedPart> there =
                held.flatMap(it -> it.find(number, part.length(), hex(md5)));
        if (there.isPresent()) {
            bytesThereAlready += part.length();
            parts.add(there.get());
        } else {
            parts.add(sent(to, number, base64(md5)));
        }
        part.clear();
    }

    private CompletedPart sent(S3ObjectStore.UnfinishedUpload to, int number, String md5)
            throws StoreFailure {
        String tag =
                store.send(
                                to.key(),
                                client ->
                                        client.uploadPart(
                                                send ->
                                                        send.bucket(store.bucket())
                                                                .key(to.key())
                                                                .uploadId(to.id())
                                                                .partNumber(number)
                                                                .contentMD5(md5),
                                                body()))
                        .eTag();
        return CompletedPart.builder().partNumber(number).eTag(tag).build();
    }

    @Override
    public long bytesThereAlready() {
        return bytesThereAlready;
    }

    @Override
    public boolean finish(String sha256) throws StoreFailure {
        S3ObjectStore.UnfinishedUpload begun = upload;
        if (begun == null) {
            putAtOnce(sha256);
        } else {
            sendPart();
            store.send(
                    begun.key(),
                    client ->
                            client.completeMultipartUpload(
                                    complete ->
                                            complete.bucket(store.bucket())
                                                    .key(begun.key())
                                                    .uploadId(begun.id())
                                                    .multipartUpload(all -> all.parts(parts))));
            store.finished(begun);
        }
        return compareSize();
    }

    private void putAtOnce(String sha256) throws StoreFailure {
        Map<String, String> metadata = new HashMap<>(naming.metadata());
        metadata.put("sha256", sha256);
        String digest = base64(md5());
        store.send(
                naming.key(),
                client ->
                        client.putObject(
                                put ->
                                        put.bucket(store.bucket())
                                                .key(naming.key())
                                                .contentType(naming.mediaType())
                                                .metadata(metadata)
                                                .contentMD5(digest)
                                                .serverSideEncryption(store.encryption())
                                                .ssekmsKeyId(store.encryptionKey()),
                                body()));
    }

    /** Creates the body of an attempt, without a copy. */
    private RequestBody body() {
        return RequestBody.fromContentProvider(
                () -> new ByteArrayInputStream(part.bytes(), 0, part.length()),
                part.length(),
                naming.mediaType());
    }

    /**
     * Compares the size, unless the caller has only write access; the digest of each part was
     * compared before.
     */
    private boolean compareSize() throws StoreFailure {
        HeadObjectResponse there =
                store.send(
                        naming.key(),
                        client -> {
                            try {
                                return client.headObject(
                                        head -> head.bucket(store.bucket()).key(naming.key()));
                            } catch (S3Exception e) {
                                if (S3ObjectStore.isForbidden(e)) {
                                    return HeadObjectResponse.builder().build();
                                }
                                throw e;
                            }
                        });
        if (there.contentLength() == null) {
            return false;
        }
        if (there.contentLength() != bytes) {
            throw S3FailureMapper.otherSize(naming.key(), bytes, there.contentLength());
        }
        return true;
    }

    private byte[] md5() {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.update(part.bytes(), 0, part.length());
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime supports it", e);
        }
    }

    private static String base64(byte[] md5) {
        return Base64.getEncoder().encodeToString(md5);
    }

    private static String hex(byte[] md5) {
        return HexFormat.of().formatHex(md5);
    }

    private StoreFailure tooLarge() {
        return new StoreFailure(
                new Problem(
                        Problem.Kind.PAYLOAD_TOO_LARGE,
                        "Too large for the store",
                        "%s exceeds %d parts of %d MiB."
                                .formatted(
                                        naming.key(),
                                        UploadedParts.MOST,
                                        PartBuffer.PART_BYTES >> 20),
                        "Download the file, and upload it with another tool."),
                new IllegalStateException("too many parts"));
    }
}
