/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.heapsight.store.StoreFailure;
import io.heapsight.store.rest.MultipartOutput;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestFailures;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Writes a blob of Azure in blocks, which a final block list joins; a small blob needs one request.
 * The service checks the MD5 of each block.
 */
final class AzureObjectOutput extends MultipartOutput {
    /** Azure's limit. */
    private static final int MOST_BLOCKS = 50_000;

    private static final int FORBIDDEN = 403;

    private final AzureObjectStore store;
    private final Naming naming;

    /** Distinguishes the blocks of this upload from those of another upload of the same blob. */
    private final String upload =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());

    private final List<String> blocks = new ArrayList<>();

    AzureObjectOutput(AzureObjectStore store, Naming naming) {
        this.store = store;
        this.naming = naming;
    }

    @Override
    protected void send(Part full) throws StoreFailure {
        if (blocks.size() == MOST_BLOCKS) {
            throw tooLarge(full);
        }
        String id =
                Base64.getEncoder()
                        .encodeToString(
                                "%s-%05d".formatted(upload, blocks.size()).getBytes(US_ASCII));
        Map<String, String> headers = new HashMap<>();
        headers.put("content-md5", full.md5());
        encrypt(headers);
        done(
                new AzureService.Asked(
                        "PUT",
                        Map.of("comp", "block", "blockid", id),
                        headers,
                        full.from(full.offset())));
        blocks.add(id);
    }

    @Override
    protected boolean finish(Part last, String sha256) throws StoreFailure {
        Map<String, String> headers = new HashMap<>();
        headers.put("x-ms-blob-content-type", naming.mediaType());
        if (!sha256.isEmpty()) {
            headers.put("x-ms-meta-sha256", sha256);
        }
        // names of metadata must be C# identifiers
        naming.metadata()
                .forEach(
                        (name, value) -> headers.put("x-ms-meta-" + name.replace('-', '_'), value));
        encrypt(headers);
        if (blocks.isEmpty()) {
            headers.put("x-ms-blob-type", "BlockBlob");
            headers.put("content-md5", last.md5());
            done(new AzureService.Asked("PUT", Map.of(), headers, last.from(last.offset())));
        } else {
            send(last);
            byte[] list = list().getBytes(US_ASCII);
            headers.put("content-md5", new Part(0, list, list.length).md5());
            done(
                    new AzureService.Asked(
                            "PUT",
                            Map.of("comp", "blocklist"),
                            headers,
                            BodyPublishers.ofByteArray(list)));
        }
        return compareSize(last.end());
    }

    /**
     * Formats the block list. Refers to the latest blocks: after a lost response, they may be
     * committed already.
     */
    private String list() {
        StringBuilder list =
                new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?><BlockList>");
        blocks.forEach(id -> list.append("<Latest>").append(id).append("</Latest>"));
        return list.append("</BlockList>").toString();
    }

    private void encrypt(Map<String, String> headers) {
        store.encryptionScope().ifPresent(scope -> headers.put("x-ms-encryption-scope", scope));
    }

    private void done(AzureService.Asked asked) throws StoreFailure {
        RestAnswer answer = store.send(naming.key(), asked);
        if (!answer.isDone()) {
            throw store.answered(naming.key(), answer);
        }
    }

    /**
     * Compares the size, unless the caller has only write access; the digest of each block was
     * compared before.
     */
    private boolean compareSize(long bytes) throws StoreFailure {
        RestAnswer answer =
                store.send(
                        naming.key(),
                        new AzureService.Asked(
                                "HEAD", Map.of(), Map.of(), BodyPublishers.noBody()));
        if (answer.status() == FORBIDDEN) {
            return false;
        }
        if (!answer.isDone()) {
            throw store.answered(naming.key(), answer);
        }
        OptionalLong there = answer.headers().firstValueAsLong("Content-Length");
        if (there.isPresent() && there.getAsLong() != bytes) {
            throw RestFailures.different(
                    store.where(naming.key()),
                    "%d bytes were sent, but the object has %d"
                            .formatted(bytes, there.getAsLong()));
        }
        return there.isPresent();
    }

    private StoreFailure tooLarge(Part part) {
        return RestFailures.failure(
                new IOException("too many blocks"),
                Problem.Kind.PAYLOAD_TOO_LARGE,
                "Too large for the store",
                "%s exceeds %d blocks of %d MiB."
                        .formatted(store.where(naming.key()), MOST_BLOCKS, part.length() >> 20),
                "Download the file, and upload it with another tool.");
    }
}
