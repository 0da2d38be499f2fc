/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.ScriptedService;
import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import io.heapsight.unit.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outcomes of objects, by behaviour of the service. */
@Timeout(60)
class GcsObjectStoreTest {
    private static final String NAME = "evidence/pod/shop.hprof.gz";
    private static final String TOKEN = "ya29.s3cr3t-of-this-test";
    private static final RestClient.Patience QUICK =
            new RestClient.Patience(5, Duration.ofMillis(1), Duration.ofMillis(2));

    /** Three parts, the last one shorter. */
    private final byte[] large = new byte[20 << 20];

    private final FakeBucket bucket = new FakeBucket();

    @BeforeEach
    void fill() {
        new Random(1).nextBytes(large);
    }

    private static GcsObjectStore store(ScriptedService service, String encryption)
            throws Exception {
        return new GcsObjectStore(
                new StoreSettings(
                        StoreUrl.parse("gs://dumps/evidence"),
                        Optional.of(service.uri()),
                        Optional.empty(),
                        false,
                        Optional.of(encryption)
                                .filter(it -> !it.isEmpty())
                                .map(ServerEncryption::parse),
                        Optional.empty()),
                Map.of("GCE_METADATA_HOST", service.host()),
                QUICK,
                InstantSource.system());
    }

    /** A service that is also the metadata server. */
    private static ScriptedService serving(Function<Request, Answer> script) throws Exception {
        return new ScriptedService(
                request ->
                        request.path().startsWith("/computeMetadata")
                                ? Answer.token(TOKEN)
                                : script.apply(request));
    }

    private static boolean put(ScriptedService service, byte[] bytes, String encryption)
            throws Exception {
        try (GcsObjectStore store = store(service, encryption);
                ObjectOutput out =
                        store.begin(
                                "pod/shop.hprof.gz",
                                "application/gzip",
                                Map.of("heapsight-kind", "heapdump"))) {
            out.write(bytes);
            return out.finish("of-these");
        }
    }

    private static boolean put(ScriptedService service, byte[] bytes) throws Exception {
        return put(service, bytes, "");
    }

    private static Problem failure(ScriptedService service, byte[] bytes) {
        return catchThrowableOfType(StoreFailure.class, () -> put(service, bytes)).told().problem();
    }

    private static boolean isPart(Request request, int offset) {
        return request.head("content-range").startsWith("bytes " + offset + "-");
    }

    @Test
    void smallObjectHasItsDigestsAndMetadata() throws Exception {
        try (ScriptedService service = serving(bucket)) {
            assertThat(put(service, new byte[] {1, 2, 3})).isTrue();

            assertThat(bucket.object(NAME)).containsExactly(1, 2, 3);
            Request beginning = bucket.beginning("0");
            assertThat(beginning.path()).isEqualTo("/upload/storage/v1/b/dumps/o");
            assertThat(beginning.fields()).containsOnlyKeys("name", "uploadType");
            assertThat(beginning.head("authorization")).isEqualTo("Bearer " + TOKEN);
            assertThat(beginning.text())
                    .contains("\"contentType\":\"application/gzip\"")
                    .contains("\"heapsight-kind\":\"heapdump\"")
                    .contains("\"sha256\":\"of-these\"");
        }
    }

    @Test
    void emptyObjectIsStored() throws Exception {
        try (ScriptedService service = serving(bucket)) {
            assertThat(put(service, new byte[0])).isTrue();

            assertThat(bucket.object(NAME)).isEmpty();
        }
    }

    @Test
    void largeObjectIsSentInPartsAndIsComplete() throws Exception {
        try (ScriptedService service = serving(bucket)) {
            assertThat(put(service, large)).isTrue();

            assertThat(bucket.object(NAME)).isEqualTo(large);
            assertThat(service.requests())
                    .filteredOn(it -> it.method().equals("PUT"))
                    .extracting(it -> it.head("content-range"))
                    .containsExactly(
                            "bytes 0-8388607/*",
                            "bytes 8388608-16777215/*",
                            "bytes 16777216-20971519/20971520");
        }
    }

    @Test
    void objectOfExactlyOnePartIsComplete() throws Exception {
        try (ScriptedService service = serving(bucket)) {
            byte[] one = new byte[8 << 20];

            put(service, one);

            assertThat(bucket.object(NAME)).isEqualTo(one);
        }
    }

    @Test
    void onlyMissingBytesOfAPartAreSentAgain() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Function<Request, Answer> failing =
                request ->
                        isPart(request, 8 << 20)
                                ? switch (attempts.incrementAndGet()) {
                                    case 1 -> Answer.BROKEN;
                                    default -> bucket.takeOnly(1 << 20, request);
                                }
                                : bucket.apply(request);
        try (ScriptedService service = serving(failing)) {
            put(service, large);

            assertThat(bucket.object(NAME)).isEqualTo(large);
            assertThat(service.requests()).filteredOn(it -> isPart(it, 8 << 20)).hasSize(2);
            assertThat(service.requests()).filteredOn(it -> isPart(it, 9 << 20)).hasSize(1);
        }
    }

    @Test
    void lostLastAnswerIsRecognizedAsStored() throws Exception {
        AtomicInteger lasts = new AtomicInteger();
        Function<Request, Answer> failing =
                request -> {
                    Answer answer = bucket.apply(request);
                    return isPart(request, 16 << 20) && lasts.incrementAndGet() == 1
                            ? Answer.of(503, "later")
                            : answer;
                };
        try (ScriptedService service = serving(failing)) {
            assertThat(put(service, large)).isTrue();

            assertThat(lasts).hasValue(1);
        }
    }

    @Test
    void serviceThatLosesAcknowledgedBytesIsAFailure() throws Exception {
        Function<Request, Answer> forgetting =
                request ->
                        request.head("content-range").startsWith("bytes */")
                                ? Answer.of(308, "")
                                : isPart(request, 8 << 20) ? Answer.BROKEN : bucket.apply(request);
        try (ScriptedService service = serving(forgetting)) {
            Problem problem = failure(service, large);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(problem.detail()).contains("16777216 bytes were sent, but it has 0");
            assertThat(bucket.objects).isEmpty();
        }
    }

    @Test
    void expiredSessionRestartsTheUpload() throws Exception {
        try (ScriptedService service =
                serving(
                        request ->
                                isPart(request, 8 << 20)
                                        ? Answer.of(410, "")
                                        : bucket.apply(request))) {
            Problem problem = failure(service, large);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(problem.detail()).endsWith("the upload session no longer exists");
        }
    }

    @Test
    void differentBytesAreAFailure() throws Exception {
        Function<Request, Answer> spoiling =
                request ->
                        request.method().equals("PUT")
                                ? FakeBucket.object(3, "AAAAAA==")
                                : bucket.apply(request);
        try (ScriptedService service = serving(spoiling)) {
            assertThat(failure(service, new byte[] {1, 2, 3}).detail())
                    .contains("gs://dumps/" + NAME)
                    .contains("its CRC-32C is AAAAAA==");
            assertThat(failure(service, new byte[] {1, 2}).detail())
                    .contains("2 bytes were sent, but the object has 3");
        }
    }

    @Test
    void refusalNamesTheObjectAndTheReasonAndNoSecret() throws Exception {
        try (ScriptedService service =
                serving(
                        _ ->
                                Answer.of(
                                        403,
                                        "{\"error\":{\"code\":403,\"message\":\"x@y does not have"
                                                + " storage.objects.create access\"}}"))) {
            Problem problem = failure(service, large);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.REFUSED_BY_TARGET);
            assertThat(problem.detail())
                    .isEqualTo(
                            "gs://dumps/%s: status 403 (x@y does not have storage.objects.create"
                                            .formatted(NAME)
                                    + " access)");
            assertThat(problem.remedy()).contains("Storage Object User");
            assertThat(problem.toString()).doesNotContain(TOKEN);
        }
    }

    @Test
    void permanentlyBusyServiceIsGivenUp() throws Exception {
        try (ScriptedService service = serving(_ -> Answer.of(429, "slowly"))) {
            Problem problem = failure(service, new byte[1]);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(problem.detail()).endsWith("status 429 (slowly)");
            assertThat(service.requests()).hasSize(5 + 1);
        }
    }

    @Test
    void foreignServiceIsReported() throws Exception {
        try (ScriptedService service = serving(_ -> Answer.of(200, "hello"))) {
            assertThat(failure(service, new byte[1]).detail()).contains("it started no upload");
        }
    }

    @Test
    void refusedConnectionIsReported() throws Exception {
        ScriptedService gone = serving(bucket);
        try (ScriptedService metadata = serving(bucket);
                GcsObjectStore store =
                        new GcsObjectStore(
                                new StoreSettings(
                                        StoreUrl.parse("gs://dumps"),
                                        Optional.of(gone.uri()),
                                        Optional.empty(),
                                        false,
                                        Optional.empty(),
                                        Optional.empty()),
                                Map.of("GCE_METADATA_HOST", metadata.host()),
                                QUICK,
                                InstantSource.system())) {
            gone.close();

            Problem problem =
                    catchThrowableOfType(
                                    StoreFailure.class,
                                    () -> store.begin("a", "text/plain", Map.of()).finish(""))
                            .told()
                            .problem();

            assertThat(problem.title()).isEqualTo("The store can't be reached");
            assertThat(problem.detail()).isEqualTo("gs://dumps/a: connection failed");
        }
    }

    @Test
    void encryptionIsRequested() throws Exception {
        String key = "projects/p/locations/eu/keyRings/r/cryptoKeys/k";
        try (ScriptedService service = serving(bucket)) {
            put(service, new byte[1], "gcp:kms=" + key);

            assertThat(bucket.beginning("0").field("kmsKeyName")).isEqualTo(key);
        }
    }

    @Test
    void abandonedObjectLeavesNoSession() throws Exception {
        try (ScriptedService service = serving(bucket);
                GcsObjectStore store = store(service, "")) {
            ObjectOutput out = store.begin("pod/a", "text/plain", Map.of());
            out.write(large);
            assertThat(bucket.sessions).hasSize(1);

            store.abandon();

            assertThat(bucket.sessions).isEmpty();
            assertThat(bucket.objects).isEmpty();
        }
    }

    @Test
    void emulatorNeedsNoCredentials() throws Exception {
        try (ScriptedService service = new ScriptedService(bucket);
                GcsObjectStore store =
                        new GcsObjectStore(
                                new StoreSettings(
                                        StoreUrl.parse("gs://dumps"),
                                        Optional.empty(),
                                        Optional.empty(),
                                        false,
                                        Optional.empty(),
                                        Optional.empty()),
                                Map.of("STORAGE_EMULATOR_HOST", service.host()),
                                QUICK,
                                InstantSource.system())) {
            store.begin("a", "text/plain", Map.of()).finish("");

            assertThat(bucket.object("a")).isEmpty();
            assertThat(service.requests()).noneMatch(it -> it.head().containsKey("authorization"));
        }
    }
}
