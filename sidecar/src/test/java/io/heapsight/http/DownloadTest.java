/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.RootKind;
import io.heapsight.http.limit.ConcurrencyLimits;
import io.heapsight.kept.FilesInUse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Downloads of heap dumps, complete and by range. */
class DownloadTest {
    private static final int SIZE = 300_000;

    @TempDir private Path folder;
    private FilesInUse uses;
    private DumpStore store;
    private RunningApi api;
    private HttpClient client;

    @BeforeEach
    void serve() throws Exception {
        api = RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", folder.toString()), List.of());
        store = api.dumps().store();
        Files.createDirectories(store.folder());
        uses = store.uses();
        client = HttpClient.newHttpClient();
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    private DumpRecord keep(byte[] dump, boolean gzip, Optional<String> sha256) throws IOException {
        String id = store.newId(Instant.now(), 7);
        DumpRecord record =
                new DumpRecord(
                        id, Instant.now(), 7, "Shop", dump.length, false, gzip, sha256, "test");
        store.add(record, Files.write(store.partOf(id), dump));
        return record;
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        return send("GET", path, headers);
    }

    private HttpResponse<byte[]> send(String method, String path, String... headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri(path))
                        .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + api.port() + path);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("-");
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    @Test
    void fullDownloadHasItsMetadata() throws Exception {
        byte[] bytes = "JAVA PROFILE".getBytes(US_ASCII);
        DumpRecord dump = keep(bytes, false, Optional.of(sha256(bytes)));

        HttpResponse<byte[]> answer = get("/heapdumps/" + dump.id());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(bytes);
        assertThat(header(answer, "Content-Length")).isEqualTo("12");
        assertThat(header(answer, "Content-Type")).isEqualTo("application/octet-stream");
        assertThat(header(answer, "Accept-Ranges")).isEqualTo("bytes");
        assertThat(header(answer, "Content-Disposition"))
                .isEqualTo("attachment; filename=\"" + dump.id() + ".hprof\"");
        assertThat(header(answer, "Repr-Digest"))
                .isEqualTo("sha-256=:i3JZWaI4G9cRFV7+YfwUvE4hx2qbSkKzE5D/KjO7s2k=:");

        HttpResponse<byte[]> head = send("HEAD", "/heapdumps/" + dump.id());
        assertThat(head.body()).isEmpty();
        assertThat(header(head, "Content-Length")).isEqualTo("12");
        assertThat(header(head, "ETag")).isEqualTo(header(answer, "ETag"));
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    bytes=0-0,         0, 1
                    bytes=10-,         10, 299990
                    bytes=-10,         299990, 10
                    bytes=-999999,     0, 300000
                    bytes=5-999999999, 5, 299995
                    bytes=5-18446744073709551615, 5, 299995
                    bytes=-18446744073709551615, 0, 300000
                    BYTES = 131071 - 131073, 131071, 3
                    """)
    void rangeReturnsThatPart(String range, int offset, int length) throws Exception {
        byte[] bytes = random(SIZE);
        DumpRecord dump = keep(bytes, false, Optional.empty());

        HttpResponse<byte[]> answer = get("/heapdumps/" + dump.id(), "Range", range);

        assertThat(answer.statusCode()).isEqualTo(206);
        assertThat(header(answer, "Content-Range"))
                .isEqualTo("bytes %d-%d/%d".formatted(offset, offset + length - 1, SIZE));
        assertThat(header(answer, "Content-Length")).isEqualTo(Integer.toString(length));
        assertThat(answer.body()).isEqualTo(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bytes=0-1,5-6", "bytes=5-2", "bytes=-", "pages=1-2", "bytes", "bytes=a-b"})
    void whatIsNotOneRangeIsIgnored(String range) throws Exception {
        DumpRecord dump = keep(random(SIZE), false, Optional.empty());

        HttpResponse<byte[]> answer = get("/heapdumps/" + dump.id(), "Range", range);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).hasSize(SIZE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=300000-",
                "bytes=300000-300001",
                "bytes=-0",
                "bytes=18446744073709551615-"
            })
    void rangeBeyondTheEndIsRefusedWithTheSize(String range) throws Exception {
        DumpRecord dump = keep(random(SIZE), false, Optional.empty());

        HttpResponse<byte[]> answer = get("/heapdumps/" + dump.id(), "Range", range);

        assertThat(answer.statusCode()).isEqualTo(416);
        assertThat(header(answer, "Content-Range")).isEqualTo("bytes */300000");
        assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(uses.contains(dump.id())).isFalse();
    }

    @Test
    void rangeOfAnotherDumpIsNotResumed() throws Exception {
        DumpRecord dump = keep(random(SIZE), false, Optional.empty());
        String path = "/heapdumps/" + dump.id();
        String tag = header(get(path), "ETag");

        assertThat(tag).startsWith("\"").endsWith("\"");
        assertThat(get(path, "Range", "bytes=9-", "If-Range", tag).statusCode()).isEqualTo(206);
        for (String other : List.of("\"other\"", "W/" + tag, "Sat, 21 Nov 2026 22:00:00 GMT")) {
            assertThat(get(path, "Range", "bytes=9-", "If-Range", other).statusCode())
                    .as(other)
                    .isEqualTo(200);
        }
    }

    @Test
    void dumpIsCompressedInTransit() throws Exception {
        byte[] bytes = random(SIZE);
        Arrays.fill(bytes, 1000, 250_000, (byte) 7);
        DumpRecord dump = keep(bytes, false, Optional.empty());

        HttpResponse<byte[]> answer =
                get("/heapdumps/" + dump.id() + "?gzip=true", "Range", "bytes=0-9");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).hasSizeLessThan(60_000);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes())
                .isEqualTo(bytes);
        assertThat(header(answer, "Content-Type")).isEqualTo("application/gzip");
        assertThat(header(answer, "Accept-Ranges")).isEqualTo("none");
        assertThat(header(answer, "Content-Disposition")).contains(".hprof.gz\"");
    }

    @Test
    void compressedDumpIsSentUnchanged() throws Exception {
        byte[] bytes = random(SIZE);
        DumpRecord dump = keep(bytes, true, Optional.empty());

        for (String query : List.of("", "?gzip=true")) {
            HttpResponse<byte[]> answer = get("/heapdumps/" + dump.id() + query);
            assertThat(answer.body()).isEqualTo(bytes);
            assertThat(header(answer, "Content-Type")).isEqualTo("application/gzip");
            assertThat(header(answer, "Accept-Ranges")).isEqualTo("bytes");
        }
    }

    @Test
    void redactedDownloadEqualsTheCommand() throws Exception {
        DumpBuilder secrets = new DumpBuilder();
        secrets.root(RootKind.JNI_GLOBAL, secrets.string("hunter2"));
        byte[] bytes = secrets.bytes();
        DumpRecord dump = keep(bytes, false, Optional.empty());

        HttpResponse<byte[]> plain = get("/heapdumps/" + dump.id() + "?redact=true");
        HttpResponse<byte[]> gzipped = get("/heapdumps/" + dump.id() + "?redact=true&gzip=true");

        assertThat(plain.statusCode()).as(new String(plain.body(), US_ASCII)).isEqualTo(200);
        assertThat(plain.body()).hasSameSizeAs(bytes);
        assertThat(new String(bytes, ISO_8859_1)).contains("hunter2");
        assertThat(new String(plain.body(), ISO_8859_1))
                .contains("java/lang/String")
                .doesNotContain("hunter2");
        assertThat(gzipped.statusCode()).as(new String(gzipped.body(), US_ASCII)).isEqualTo(200);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(gzipped.body())).readAllBytes())
                .isEqualTo(plain.body());
        assertThat(header(plain, "Content-Disposition")).contains("-redacted.hprof\"");
        assertThat(send("HEAD", "/heapdumps/" + dump.id() + "?redact=true").statusCode())
                .isEqualTo(200);
    }

    @Test
    void unredactableDumpIsReportedInsteadOfSent() throws Exception {
        DumpRecord dump = keep(random(1000), false, Optional.empty());

        HttpResponse<byte[]> answer = get("/heapdumps/" + dump.id() + "?redact=true");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(new String(answer.body(), US_ASCII)).contains("at offset 0");
        Awaitility.await().until(() -> !uses.contains(dump.id()));
    }

    @Test
    @SuppressWarnings("try") // the caller leaves early
    void redactionEndsWithItsCaller() throws Exception {
        DumpRecord dump = keep(random(1000), false, Optional.empty());
        try (Socket caller = api.connect()) {
            caller.getOutputStream()
                    .write(
                            "GET /heapdumps/%s?redact=true HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .formatted(dump.id())
                                    .getBytes(US_ASCII));
            try (StoppedChild _ = StoppedChild.with(store.file(dump).toString())) {
                caller.close();
                Awaitility.await().until(() -> !uses.contains(dump.id()));
            }
        }
    }

    @Test
    void unknownDumpIsNotFound() throws Exception {
        assertThat(get("/heapdumps/20261121T221930120Z-7").statusCode()).isEqualTo(404);
        assertThat(get("/heapdumps/..%2F..%2Fetc%2Fpasswd").statusCode()).isEqualTo(400);
    }

    @Test
    void removedDumpIsReadToItsEndAndItsReadersAreCounted() throws Exception {
        int size = 64 << 20; // more than the socket buffers
        DumpRecord dump = keep(new byte[size], false, Optional.empty());
        HttpResponse<InputStream> answer =
                client.send(
                        HttpRequest.newBuilder(uri("/heapdumps/" + dump.id())).build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            assertThat(body.readNBytes(100)).hasSize(100);
            assertThat(uses.contains(dump.id())).isTrue();

            store.delete(dump.id());

            assertThat(body.readAllBytes()).hasSize(size - 100);
        }
        Awaitility.await().until(() -> !uses.contains(dump.id()));
        assertThat(get("/heapdumps/" + dump.id()).statusCode()).isEqualTo(404);
    }

    @Test
    void stalledReadersDoNotBlockOthers() throws Exception {
        DumpRecord dump = keep(new byte[64 << 20], false, Optional.empty());
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < ConcurrencyLimits.TRANSFERS; i++) {
                Socket socket = api.connect();
                stalled.add(socket);
                socket.getOutputStream()
                        .write(
                                "GET /heapdumps/%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                        .formatted(dump.id())
                                        .getBytes(US_ASCII));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
            assertThat(get("/heapdumps/" + dump.id()).statusCode()).isEqualTo(503);
            for (int i = 0; i < 100; i++) {
                assertThat(get("/metrics").statusCode()).isEqualTo(200);
            }
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
        Awaitility.await().until(() -> send("HEAD", "/heapdumps/" + dump.id()).statusCode() == 200);
    }

    /** 5 GB, most of it holes; nonzero bytes at each border of a part. */
    @Test
    void downloadInterruptedFiveTimesIsCompleteInTheEnd() throws Exception {
        long size = 5_000_000_007L;
        String id = store.newId(Instant.now(), 7);
        try (FileChannel file =
                FileChannel.open(
                        store.partOf(id),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE)) {
            for (long at = 0; at < size; at += 400_000_003L) {
                file.write(ByteBuffer.wrap(random(100_000)), Math.min(at, size - 100_000));
            }
            file.write(ByteBuffer.wrap(random(1000)), size - 1000);
        }
        DumpRecord dump =
                new DumpRecord(
                        id, Instant.now(), 7, "Shop", size, false, false, Optional.empty(), "test");
        store.add(dump, store.partOf(id));

        long got = 0;
        String tag = "";
        try (InputStream expected = Files.newInputStream(store.file(dump))) {
            for (int part = 0; got < size; part++) {
                long until = part < 5 ? got + 700_000_000L + part : size;
                HttpRequest.Builder request = HttpRequest.newBuilder(uri("/heapdumps/" + id));
                if (part > 0) {
                    request.headers("Range", "bytes=" + got + "-", "If-Range", tag);
                }
                HttpResponse<InputStream> answer =
                        client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
                assertThat(answer.statusCode()).isEqualTo(part == 0 ? 200 : 206);
                assertThat(header(answer, "Content-Length")).isEqualTo(Long.toString(size - got));
                tag = header(answer, "ETag");
                try (InputStream body = answer.body()) { // closed early: the connection breaks
                    got += readEqual(body, expected, until - got);
                }
            }
            assertThat(expected.read()).isEqualTo(-1);
        }
    }

    /**
     * Reads as many bytes, which must be the next ones of the other stream; returns their number.
     */
    private static long readEqual(InputStream in, InputStream expected, long most)
            throws IOException {
        byte[] buffer = new byte[1 << 16];
        byte[] there = new byte[buffer.length];
        long done = 0;
        while (done < most) {
            int some = in.read(buffer, 0, (int) Math.min(buffer.length, most - done));
            if (some < 0) {
                break;
            }
            int length = expected.readNBytes(there, 0, some);
            assertThat(Arrays.equals(buffer, 0, some, there, 0, length))
                    .as("%d bytes after %d", some, done)
                    .isTrue();
            done += some;
        }
        return done;
    }
}
