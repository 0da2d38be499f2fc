/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.s3.ScriptedS3.Fault;
import io.heapsight.store.s3.ScriptedS3.Request;
import io.heapsight.unit.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outcomes of objects, by behaviour of the service. */
@Timeout(60)
class S3ObjectStoreTest {
    private static final String SECRET = "s3cr3t-of-this-test";

    /** Three parts, the last one shorter. */
    private final byte[] large = new byte[20 << 20];

    private static Optional<Fault> well(Request request) {
        return Optional.empty();
    }

    @BeforeEach
    void credentials() {
        new Random(1).nextBytes(large);
        System.setProperty("aws.accessKeyId", "AKIATEST");
        System.setProperty("aws.secretAccessKey", SECRET);
    }

    @AfterEach
    void noCredentials() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private static S3ObjectStore store(ScriptedS3 service, Optional<ServerEncryption> encryption)
            throws Exception {
        return new S3ObjectStore(
                new StoreSettings(
                        StoreUrl.parse("s3://dumps/evidence"),
                        Optional.of(service.uri()),
                        Optional.empty(),
                        true,
                        encryption,
                        Optional.empty()));
    }

    private static boolean put(S3ObjectStore store, byte[] bytes) throws Exception {
        try (ObjectOutput out =
                store.begin("pod/shop.hprof.gz", "application/gzip", Map.of("kind", "heapdump"))) {
            out.write(bytes);
            return out.finish("of-these");
        }
    }

    private static boolean put(ScriptedS3 service, byte[] bytes) throws Exception {
        try (S3ObjectStore store = store(service, Optional.empty())) {
            return put(store, bytes);
        }
    }

    private static Problem failure(ScriptedS3 service, byte[] bytes) {
        return catchThrowableOfType(StoreFailure.class, () -> put(service, bytes)).told().problem();
    }

    @Test
    void smallObjectIsPutInOneRequestWithItsDigest() throws Exception {
        try (ScriptedS3 service = new ScriptedS3(S3ObjectStoreTest::well)) {
            assertThat(put(service, new byte[] {1, 2, 3})).isTrue();

            ScriptedS3.Stored stored = service.object("evidence/pod/shop.hprof.gz");
            assertThat(stored.bytes()).containsExactly(1, 2, 3);
            assertThat(stored.head())
                    .containsEntry("x-amz-meta-sha256", "of-these")
                    .containsEntry("x-amz-meta-kind", "heapdump")
                    .containsEntry("content-type", "application/gzip")
                    .containsKey("content-md5")
                    .doesNotContainKey("x-amz-server-side-encryption");
        }
    }

    @Test
    void largeObjectIsSentInPartsAndIsComplete() throws Exception {
        try (ScriptedS3 service = new ScriptedS3(S3ObjectStoreTest::well)) {
            assertThat(put(service, large)).isTrue();

            assertThat(service.object("evidence/pod/shop.hprof.gz").bytes()).isEqualTo(large);
            assertThat(service.requests.stream().filter(request -> request.isPart(3))).hasSize(1);
            assertThat(service.unfinished).isEmpty();
        }
    }

    @Test
    void objectOfExactlyOnePartIsComplete() throws Exception {
        try (ScriptedS3 service = new ScriptedS3(S3ObjectStoreTest::well)) {
            byte[] one = new byte[8 << 20];

            put(service, one);

            assertThat(service.object("evidence/pod/shop.hprof.gz").bytes()).isEqualTo(one);
        }
    }

    @Test
    void partIsSentAgainWhenTheServiceFailsOrTheConnectionBreaks() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        try (ScriptedS3 service =
                new ScriptedS3(
                        request ->
                                !request.isPart(2)
                                        ? Optional.empty()
                                        : switch (attempts.incrementAndGet()) {
                                            case 1 ->
                                                    Optional.of(
                                                            Fault.error(
                                                                    500, "InternalError", "no"));
                                            case 2 -> Optional.of(new Fault(0, ""));
                                            default -> Optional.empty();
                                        })) {
            put(service, large);

            assertThat(attempts).hasValueGreaterThanOrEqualTo(3);
            assertThat(service.object("evidence/pod/shop.hprof.gz").bytes()).isEqualTo(large);
        }
    }

    @Test
    void refusalNamesBucketKeyAndReasonAndLeavesNothing() throws Exception {
        try (ScriptedS3 service =
                new ScriptedS3(
                        request ->
                                request.isPart(2)
                                        ? Optional.of(
                                                Fault.error(403, "AccessDenied", "not authorized"))
                                        : Optional.empty())) {
            Problem problem = failure(service, large);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.REFUSED_BY_TARGET);
            assertThat(problem.detail())
                    .isEqualTo(
                            "s3://dumps/evidence/pod/shop.hprof.gz: status 403"
                                    + " (AccessDenied: not authorized)");
            assertThat(problem.remedy()).contains("s3:PutObject");
            assertThat(service.objects).isEmpty();
            assertThat(service.unfinished).isEmpty();
            assertThat(service.requests).noneMatch(it -> it.head().toString().contains(SECRET));
        }
    }

    @Test
    void credentialsQuotedByTheServiceAreHidden() throws Exception {
        System.setProperty("aws.sessionToken", "t0k3n-of-this-test");
        try (ScriptedS3 service =
                new ScriptedS3(
                        request ->
                                Optional.of(
                                        Fault.error(
                                                403,
                                                "SignatureDoesNotMatch",
                                                "no: %s of AKIATEST, %s"
                                                        .formatted(
                                                                request.head()
                                                                        .get(
                                                                                "x-amz-security-token"),
                                                                SECRET))))) {
            assertThat(failure(service, new byte[1]).detail())
                    .endsWith("(SignatureDoesNotMatch: no: (hidden) of (hidden), (hidden))");
        } finally {
            System.clearProperty("aws.sessionToken");
        }
    }

    @Test
    void permanentlyBusyServiceIsGivenUp() throws Exception {
        try (ScriptedS3 service =
                new ScriptedS3(_ -> Optional.of(Fault.error(503, "SlowDown", "later")))) {
            Problem problem = failure(service, new byte[1]);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(problem.detail()).contains("status 503", "SlowDown");
            assertThat(service.requests).hasSize(5);
        }
    }

    @Test
    void differentSizeIsAFailure() throws Exception {
        try (ScriptedS3 losing =
                new ScriptedS3(
                        request ->
                                request.method().equals("PUT")
                                        ? Optional.of(new Fault(200, ""))
                                        : Optional.empty())) {
            losing.objects.put(
                    "evidence/pod/shop.hprof.gz", new ScriptedS3.Stored(new byte[9], Map.of()));

            assertThat(failure(losing, new byte[10]).detail())
                    .contains("10 bytes were sent, but the object has 9");
        }
    }

    @Test
    void writeOnlyAccessSkipsTheCheck() throws Exception {
        try (ScriptedS3 service =
                new ScriptedS3(
                        request ->
                                request.method().equals("HEAD")
                                        ? Optional.of(new Fault(403, ""))
                                        : Optional.empty())) {
            assertThat(put(service, new byte[10])).isFalse();
        }
    }

    @Test
    void abandonedObjectLeavesNoParts() throws Exception {
        try (ScriptedS3 service = new ScriptedS3(S3ObjectStoreTest::well);
                S3ObjectStore store = store(service, Optional.empty())) {
            ObjectOutput out = store.begin("pod/a", "text/plain", Map.of());
            out.write(large);
            assertThat(service.unfinished).hasSize(1);

            store.abandon();

            assertThat(service.unfinished).isEmpty();
            assertThat(service.objects).isEmpty();
        }
    }

    @Test
    void leftoversBelowTheFolderAreRemoved() throws Exception {
        try (ScriptedS3 service = new ScriptedS3(S3ObjectStoreTest::well)) {
            S3ObjectStore killed = store(service, Optional.empty());
            killed.begin("pod/a", "text/plain", Map.of()).write(large);
            killed.begin("poda/a", "text/plain", Map.of()).write(large);

            try (S3ObjectStore next = store(service, Optional.empty())) {
                next.removeLeftovers("pod");
            }

            assertThat(service.unfinished).containsOnlyKeys("upload-1");
        }
    }

    @Test
    void encryptionIsRequested() throws Exception {
        try (ScriptedS3 service = new ScriptedS3(S3ObjectStoreTest::well);
                S3ObjectStore store =
                        store(service, Optional.of(ServerEncryption.parse("aws:kms=alias/x")))) {
            put(store, new byte[1]);
            put(store, large);

            assertThat(service.requests)
                    .filteredOn(it -> it.head().containsKey("x-amz-server-side-encryption"))
                    .extracting(it -> it.head().get("x-amz-server-side-encryption-aws-kms-key-id"))
                    .containsExactly("alias/x", "alias/x");
        }
    }

    @Test
    void refusedConnectionIsReported() throws Exception {
        ScriptedS3 gone = new ScriptedS3(S3ObjectStoreTest::well);
        gone.close();

        Problem problem = failure(gone, new byte[1]);

        assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
        assertThat(problem.title()).isEqualTo("The store can't be reached");
    }
}
