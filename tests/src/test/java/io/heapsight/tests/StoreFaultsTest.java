/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.FaultyProxy;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.ObjectStorage;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Evidence when the sender is killed or the store fails, and with the credentials of each kind of
 * pod. -Dstore.kills=10 kills at this many moments.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
@StartsFirst
class StoreFaultsTest {
    private static final int KILLS = Integer.getInteger("store.kills", 2);
    private static final String POD_TOKEN = "a.projected.token";

    private static ObjectStorage storage;

    /** Its dump has a megabyte or two. */
    private static TargetContainer small;

    /** Its dump has several parts. */
    private static TargetContainer large;

    /** Sources of a pod's credentials. */
    enum Identity {
        ECS_TASK,
        EKS_POD_IDENTITY,
        EKS_SERVICE_ACCOUNT,
        FILE;

        SidecarSpec of(SidecarSpec spec, String agent) {
            return switch (this) {
                case ECS_TASK ->
                        spec.withEnvironment("AWS_CONTAINER_SERVICE_ENDPOINT", agent)
                                .withEnvironment("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/task");
                case EKS_POD_IDENTITY ->
                        spec.withToken(POD_TOKEN)
                                .withEnvironment(
                                        "AWS_CONTAINER_CREDENTIALS_FULL_URI", agent + "/pod")
                                .withEnvironment(
                                        "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "/run/token");
                case EKS_SERVICE_ACCOUNT ->
                        spec.withToken(POD_TOKEN)
                                .withEnvironment("AWS_WEB_IDENTITY_TOKEN_FILE", "/run/token")
                                .withEnvironment(
                                        "AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/evidence")
                                .withEnvironment("AWS_ENDPOINT_URL_STS", storage.endpoint())
                                .withEnvironment("AWS_REGION", "us-east-1");
                case FILE ->
                        spec.withToken(
                                        "[default]\naws_access_key_id = AKIATEST\n"
                                                + "aws_secret_access_key = x\n")
                                .withEnvironment("AWS_SHARED_CREDENTIALS_FILE", "/run/token");
            };
        }
    }

    @BeforeAll
    static void start() {
        storage = ObjectStorage.start();
        small = TargetContainer.start(TargetSpec.of(Jdk.JDK_21, "Idle"));
        large =
                TargetContainer.start(
                        TargetSpec.of(Jdk.JDK_21, "Leak")
                                .withArguments("10", "200000")
                                .withFlags("-Xmx320m"));
    }

    @AfterAll
    static void end() {
        large.close();
        small.close();
        storage.close();
    }

    private static SidecarSpec spec(TargetContainer target, String prefix, String endpoint) {
        return SidecarSpec.beside(target)
                .withHeapDumps()
                .withMemory(192L << 20)
                .withEnvironment("HEAPSIGHT_STORE", "s3://dumps/" + prefix)
                .withEnvironment("HEAPSIGHT_STORE_ENDPOINT", endpoint)
                .withEnvironment("HEAPSIGHT_STORE_PATH_STYLE", "true")
                .withEnvironment("HEAPSIGHT_STORE_REDACT", "false");
    }

    private static SidecarSpec withKeys(SidecarSpec spec) {
        return spec.withEnvironment("AWS_ACCESS_KEY_ID", "AKIATEST")
                .withEnvironment("AWS_SECRET_ACCESS_KEY", "x");
    }

    private static String taken(HttpCaller caller) {
        Json job = DumpJob.start(caller, "/heapdumps?analyze=false").awaitEnd();
        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
        return DumpJob.newestDump(caller).at("id").text();
    }

    private static void assertThatItIsStored(SidecarContainer sidecar, String prefix, String id)
            throws IOException {
        assertThat(storage.keys(prefix)).hasSize(2).last().asString().endsWith("/manifest.json");
        String dump = storage.keys(prefix).getFirst();
        Json manifest =
                Json.parse(new String(storage.bytes(storage.keys(prefix).getLast()), UTF_8));
        Json object = manifest.at("objects").items().getFirst();
        assertThat(storage.stored(dump))
                .isEqualTo(
                        new ObjectStorage.Stored(
                                object.at("bytes").number(), object.at("sha256").text()));
        try (InputStream stored = new GZIPInputStream(storage.stream(dump));
                InputStream kept =
                        Files.newInputStream(
                                sidecar.dataFolder("heapdumps").resolve(id + ".hprof"))) {
            assertThat(stored).hasSameContentAs(kept);
        }
        assertThat(storage.unfinished(prefix)).isZero();
    }

    private static String posted(String id) {
        return "/heapdumps/" + id + "/upload";
    }

    private static Json upload(HttpCaller caller, String id) {
        return DumpJob.start(caller, posted(id)).awaitEnd();
    }

    /** At moments spread over the bytes sent to the store. */
    @Test
    void uploadKilledAtAnyMomentIsCompleteOrAbsentAndResumes() throws Exception {
        try (FaultyProxy proxy = FaultyProxy.start(storage.endpoint());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                withKeys(spec(large, "killed/", proxy.endpoint())))) {
            HttpCaller caller = sidecar.readyCaller();
            String id = taken(caller);
            upload(caller, id);
            long bytes = proxy.bytesSent();
            String once = storage.stored(storage.keys("killed/").getFirst()).sha256();
            for (int moment = 1; moment <= KILLS; moment++) {
                storage.remove("killed/");
                long until = bytes * moment / (KILLS + 1);
                proxy.holdAfter(until);
                DumpJob.start(caller, posted(id));
                await().until(() -> proxy.bytesSent() >= until);
                assertThat(storage.keys("killed/")).isEmpty();

                if (moment % 2 == 0) {
                    long child = sidecar.children("store-child").getFirst();
                    ProcessHandle.of(child).orElseThrow().destroyForcibly();
                    proxy.pass();
                } else {
                    sidecar.signal("KILL");
                    sidecar.awaitExit(Duration.ofSeconds(30));
                    proxy.pass();
                    sidecar.startAgain();
                }

                await().until(() -> !sidecar.hasDataFile("uploads", id));
                assertThatItIsStored(sidecar, "killed/", id);
                assertThat(storage.stored(storage.keys("killed/").getFirst()).sha256())
                        .isEqualTo(once);
                long parts = until / (8 << 20);
                assertThat(proxy.bytesSent())
                        .as("sent again of %,d, killed after %,d", bytes, until)
                        .isLessThan(bytes - Math.max(0, parts - 1) * (8 << 20) + 100_000);
                caller = sidecar.readyCaller();
            }
            assertThat(sidecar.output()).containsPattern("thereAlready=[1-9]");
        }
    }

    private static ConditionFactory await() {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100));
    }

    @Test
    void failingStoreGetsItLaterAndNothingIsReportedStoredBefore() throws Exception {
        try (FaultyProxy proxy = FaultyProxy.start(storage.endpoint());
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                withKeys(spec(small, "faults/", proxy.endpoint())))) {
            HttpCaller caller = sidecar.readyCaller();
            String id = taken(caller);

            proxy.refuse(Integer.MAX_VALUE, 403, "AccessDenied");
            Json refused = upload(caller, id);
            assertThat(refused.at("state").text()).isEqualTo("failed");
            assertThat(refused.at("problem", "detail").text())
                    // The SDK does not read the message of a server that refuses an object before
                    // it is sent.
                    .contains("s3://dumps/faults/", "status 403");
            assertThat(refused.at("problem", "remedy").text()).contains("s3:PutObject");

            proxy.refuse(Integer.MAX_VALUE, 507, "XMinioStorageFull");
            DumpJob full = DumpJob.start(caller, posted(id));
            full.awaitPhase("waiting to try again: ");
            assertThat(sidecar.hasDataFile("uploads", id)).isTrue();
            assertThat(full.now().at("phase").text()).contains("The store is full");
            full.cancel();
            full.awaitEnd();
            assertThat(storage.keys("faults/")).isEmpty();

            proxy.refuse(2, 500, "InternalError");
            assertThat(upload(caller, id).at("state").text()).isEqualTo("done");
            assertThatItIsStored(sidecar, "faults/", id);
            storage.remove("faults/");

            proxy.reset(2);
            assertThat(upload(caller, id).at("state").text()).isEqualTo("done");
            assertThatItIsStored(sidecar, "faults/", id);
            storage.remove("faults/");

            proxy.slow(256 << 10);
            assertThat(upload(caller, id).at("state").text()).isEqualTo("done");
            assertThatItIsStored(sidecar, "faults/", id);
        }
    }

    @ParameterizedTest
    @EnumSource
    void credentialsOfEachKindOfPodAreFound(Identity identity) throws Exception {
        HttpServer agent =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] keys =
                ("{\"AccessKeyId\":\"ASIATASK\",\"SecretAccessKey\":\"x\",\"Token\":\"y\","
                                + "\"Expiration\":\"2099-01-01T00:00:00Z\"}")
                        .getBytes(UTF_8);
        agent.createContext(
                "/",
                exchange -> {
                    boolean known =
                            exchange.getRequestURI().getPath().equals("/task")
                                    || POD_TOKEN.equals(
                                            exchange.getRequestHeaders().getFirst("Authorization"));
                    exchange.sendResponseHeaders(known ? 200 : 401, keys.length);
                    exchange.getResponseBody().write(keys);
                    exchange.close();
                });
        agent.start();
        String prefix = identity + "/";
        String uri = "http://127.0.0.1:" + agent.getAddress().getPort();
        try (SidecarContainer sidecar =
                SidecarContainer.start(identity.of(spec(small, prefix, storage.endpoint()), uri))) {
            HttpCaller caller = sidecar.readyCaller();
            String id = taken(caller);

            Json job = upload(caller, id);

            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            assertThatItIsStored(sidecar, prefix, id);
        } finally {
            agent.stop(0);
        }
    }
}
