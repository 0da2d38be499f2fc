/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A container in memory with the block operations of Azure Blob Storage. */
final class FakeContainer implements Function<Request, Answer> {
    private static final Pattern BLOCK = Pattern.compile("<Latest>([^<]*)</Latest>");

    final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
    final Map<String, byte[]> blocks = new ConcurrentHashMap<>();

    byte[] blob(String path) {
        return Objects.requireNonNull(blobs.get(path), () -> path + " of " + blobs.keySet());
    }

    @Override
    public Answer apply(Request request) {
        if (request.method().equals("HEAD")) {
            byte[] there = blobs.get(request.path());
            return there == null
                    ? Answer.of(404, "")
                    : new Answer(200, Map.of("Content-Length", Integer.toString(there.length)), "");
        }
        if (!request.head("content-md5").equals(md5(request.body()))) {
            return Answer.of(400, "<Error><Code>Md5Mismatch</Code></Error>");
        }
        switch (request.field("comp")) {
            case "block" -> blocks.put(request.field("blockid"), request.body());
            case "blocklist" -> {
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                Matcher each = BLOCK.matcher(request.text());
                while (each.find()) {
                    all.writeBytes(Objects.requireNonNull(blocks.get(each.group(1))));
                }
                blobs.put(request.path(), all.toByteArray());
            }
            default -> blobs.put(request.path(), request.body());
        }
        return Answer.of(201, "");
    }

    private static String md5(byte[] bytes) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
