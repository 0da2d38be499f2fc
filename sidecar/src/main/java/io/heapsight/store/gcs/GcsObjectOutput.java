/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import static io.heapsight.json.JsonValueCodec.LABELS;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.rest.MultipartOutput;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestFailures;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes an object of Google Cloud Storage. The service reports the received bytes after each part
 * and, on request, after a failure: missing bytes are sent again.
 *
 * <p>A header of the last part's request contains the CRC-32C of all bytes, so that the service
 * refuses other content. The CRC-32C in the response must be equal.
 */
final class GcsObjectOutput extends MultipartOutput {
    /** The properties of an object when it is created. */
    static final Shape<Naming> RESOURCE =
            Shape.<Naming>of()
                    .field("contentType", TEXT, Naming::mediaType)
                    .field("metadata", LABELS, Naming::metadata);

    /** The status of an incomplete upload, not a redirect. */
    private static final int INCOMPLETE = 308;

    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final Pattern RANGE = Pattern.compile("(?:bytes=)?0-([0-9]{1,18})");
    private static final String UNKNOWN = "*";

    private final GcsObjectStore store;
    private final Naming naming;
    private final CRC32C digest = new CRC32C();
    private @Nullable URI session;

    GcsObjectOutput(GcsObjectStore store, Naming naming) {
        this.store = store;
        this.naming = naming;
    }

    private URI session(Map<String, String> metadata) throws StoreFailure {
        URI known = session;
        if (known == null) {
            known = store.beginSession(naming, metadata);
            session = known;
        }
        return known;
    }

    @Override
    protected void send(Part full) throws StoreFailure {
        full.updateInto(digest);
        RestAnswer answer = put(session(naming.metadata()), full, UNKNOWN);
        if (answer.status() != INCOMPLETE) {
            throw refused(answer);
        }
    }

    @Override
    protected boolean finish(Part last, String sha256) throws StoreFailure {
        last.updateInto(digest);
        Map<String, String> metadata = new HashMap<>(naming.metadata());
        metadata.put("sha256", sha256);
        URI to = session(metadata); // an upload that has begun accepts no digest
        RestAnswer answer = put(to, last, Long.toString(last.end()));
        if (!answer.isDone()) {
            throw refused(answer);
        }
        store.ended(to);
        return compare(answer, last.end());
    }

    private RestAnswer put(URI to, Part part, String total) throws StoreFailure {
        return store.retried(naming.key(), number -> attempt(to, part, total, number > 1));
    }

    private RestAnswer attempt(URI to, Part part, String total, boolean again) throws IOException {
        boolean last = !total.equals(UNKNOWN);
        long start = part.offset();
        if (again) {
            RestAnswer known =
                    store.once(
                            request(to, "bytes */" + total, last)
                                    .PUT(BodyPublishers.noBody())
                                    .build());
            if (known.status() != INCOMPLETE) {
                return known; // completed, gone, or temporarily unavailable
            }
            start = taken(known, part);
            if (start == part.end() && !last) {
                return known;
            }
        }
        String range =
                start == part.end()
                        ? "bytes */" + total
                        : "bytes %d-%d/%s".formatted(start, part.end() - 1, total);
        RestAnswer answer = store.once(request(to, range, last).PUT(part.from(start)).build());
        if (answer.status() == INCOMPLETE && (last || taken(answer, part) < part.end())) {
            throw new IOException("it did not accept all bytes");
        }
        return answer;
    }

    private HttpRequest.Builder request(URI to, String range, boolean last) {
        HttpRequest.Builder request = HttpRequest.newBuilder(to).header("Content-Range", range);
        return last ? request.header("X-Goog-Hash", "crc32c=" + crc32c()) : request;
    }

    /** Returns the number of bytes in the service; bytes that it has lost can't be sent again. */
    private long taken(RestAnswer answer, Part part) throws StoreFailure {
        Matcher range = RANGE.matcher(answer.header("Range").orElse(""));
        long taken = range.matches() ? Long.parseLong(range.group(1)) + 1 : 0;
        if (taken < part.offset() || taken > part.end()) {
            throw RestFailures.different(
                    store.where(naming.key()),
                    "%d bytes were sent, but it has %d".formatted(part.end(), taken));
        }
        return taken;
    }

    private StoreFailure refused(RestAnswer answer) {
        return answer.status() == NOT_FOUND || answer.status() == GONE
                ? store.lost(naming.key(), new IOException("the upload session no longer exists"))
                : store.answered(naming.key(), answer);
    }

    private boolean compare(RestAnswer answer, long bytes) throws StoreFailure {
        try {
            JsonObject object = answer.json();
            Optional<String> size =
                    object.optionalText("size"); // JSON contains 64-bit numbers as text
            if (size.isPresent() && !size.get().equals(Long.toString(bytes))) {
                throw RestFailures.different(
                        store.where(naming.key()),
                        "%d bytes were sent, but the object has %s".formatted(bytes, size.get()));
            }
            Optional<String> there = object.optionalText("crc32c");
            if (there.isPresent() && !there.get().equals(crc32c())) {
                throw RestFailures.different(
                        store.where(naming.key()),
                        "its CRC-32C is %s, not %s".formatted(there.get(), crc32c()));
            }
            return size.isPresent() && there.isPresent();
        } catch (StoreFailure e) {
            throw e;
        } catch (IOException e) {
            throw store.lost(naming.key(), e);
        }
    }

    /** Encodes the CRC-32C, big-endian, in base64. */
    private String crc32c() {
        return Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(Integer.BYTES).putInt((int) digest.getValue()).array());
    }
}
