/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.zip.CRC32C;

/** A bucket in memory with the resumable uploads of Google Cloud Storage. */
final class FakeBucket implements Function<Request, Answer> {
    private static final String SESSION = "/session/";

    final Map<String, byte[]> objects = new ConcurrentHashMap<>();
    final Map<String, Request> begun = new TreeMap<>();
    final Map<String, ByteArrayOutputStream> sessions = new ConcurrentHashMap<>();

    /** The request that began the session. */
    Request beginning(String id) {
        return Objects.requireNonNull(begun.get(id), () -> id + " of " + begun.keySet());
    }

    /** The object with this name. */
    byte[] object(String name) {
        return Objects.requireNonNull(objects.get(name), () -> name + " of " + objects.keySet());
    }

    @Override
    public Answer apply(Request request) {
        if (!request.path().startsWith(SESSION)) {
            String id = Integer.toString(begun.size());
            begun.put(id, request);
            sessions.put(id, new ByteArrayOutputStream());
            return new Answer(
                    200, Map.of("Location", "http://" + request.head("host") + SESSION + id), "");
        }
        String id = request.path().substring(SESSION.length());
        if (request.method().equals("DELETE")) {
            sessions.remove(id);
            return Answer.of(499, "");
        }
        ByteArrayOutputStream session = sessions.get(id);
        if (session == null) {
            return Answer.of(410, "");
        }
        return take(id, session, request, request.body().length);
    }

    /** Accepts only this many bytes of a request. */
    Answer takeOnly(int bytes, Request request) {
        String id = request.path().substring(SESSION.length());
        return take(id, Objects.requireNonNull(sessions.get(id), id), request, bytes);
    }

    private Answer take(String id, ByteArrayOutputStream session, Request request, int bytes) {
        String[] range = request.head("content-range").replace("bytes ", "").split("/");
        if (!range[0].equals("*")) {
            long start = Long.parseLong(range[0].split("-")[0]);
            if (start != session.size()) {
                return Answer.of(400, "{\"error\":{\"message\":\"a gap\"}}");
            }
            session.write(request.body(), 0, bytes);
        }
        if (!range[1].equals(Integer.toString(session.size()))) {
            return new Answer(
                    308,
                    session.size() == 0
                            ? Map.of()
                            : Map.of("Range", "bytes=0-" + (session.size() - 1)),
                    "");
        }
        byte[] all = session.toByteArray();
        if (!request.head("x-goog-hash").equals("crc32c=" + crc32c(all))) {
            return Answer.of(400, "{\"error\":{\"message\":\"another digest\"}}");
        }
        objects.put(beginning(id).field("name"), all);
        return object(all.length, crc32c(all));
    }

    static Answer object(long size, String crc32c) {
        return Answer.of(200, "{\"size\":\"%d\",\"crc32c\":\"%s\"}".formatted(size, crc32c));
    }

    static String crc32c(byte[] bytes) {
        CRC32C digest = new CRC32C();
        digest.update(bytes);
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(4).putInt((int) digest.getValue()).array());
    }
}
