/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.Part;

/**
 * The parts of an interrupted upload in the service. A part with the size and the MD5 of the new
 * content is identical: its ETag is the MD5.
 *
 * @param parts by number
 */
record UploadedParts(S3ObjectStore.UnfinishedUpload upload, Map<Integer, Part> parts) {
    /** S3's maximum number of parts of an object. */
    static final int MOST = 10_000;

    static UploadedParts listed(
            String bucket, S3ObjectStore.UnfinishedUpload upload, S3Client client) {
        Map<Integer, Part> parts = new HashMap<>();
        client
                .listPartsPaginator(
                        list -> list.bucket(bucket).key(upload.key()).uploadId(upload.id()))
                .parts()
                .stream()
                .limit(MOST)
                .forEach(part -> parts.put(part.partNumber(), part));
        return new UploadedParts(upload, parts);
    }

    /** Finds the part with this number, if it is identical. */
    Optional<CompletedPart> find(int number, int bytes, String md5) {
        return Optional.ofNullable(parts.get(number))
                .filter(part -> part.size() != null && part.size() == bytes)
                .filter(part -> md5.equalsIgnoreCase(String.valueOf(part.eTag()).replace("\"", "")))
                .map(part -> CompletedPart.builder().partNumber(number).eTag(part.eTag()).build());
    }
}
