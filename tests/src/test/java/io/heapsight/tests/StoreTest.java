/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.ObjectStorage;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Evidence sent to a bucket, from a container with minimal size and permissions. */
@NeedsDocker
class StoreTest {
    private static final String IN_THE_HEAP = "hunter2-of-this-test";
    private static final String CREDENTIAL = "s3cr3t-key-of-this-test";

    private static ObjectStorage storage;
    private static TargetContainer target;

    @BeforeAll
    static void start() {
        storage = ObjectStorage.start();
        target =
                TargetContainer.start(
                        TargetSpec.of(Jdk.JDK_21, "Leak")
                                .withArguments("10", System.getProperty("store.orders", "60000"))
                                .withFlags(
                                        "-Xmx" + System.getProperty("store.heap", "256m"),
                                        "-Dpassword=" + IN_THE_HEAP));
    }

    @AfterAll
    static void end() {
        target.close();
        storage.close();
    }

    private static SidecarSpec spec(String prefix) {
        return SidecarSpec.beside(target)
                .withHeapDumps()
                .withMemory(192L << 20)
                .withEnvironment("HEAPSIGHT_STORE", "s3://dumps/" + prefix)
                .withEnvironment("HEAPSIGHT_STORE_ENDPOINT", storage.endpoint())
                .withEnvironment("HEAPSIGHT_STORE_PATH_STYLE", "true")
                .withEnvironment("HOSTNAME", "shop-7c9");
    }

    private static SidecarSpec withKeys(SidecarSpec spec) {
        return spec.withEnvironment("AWS_ACCESS_KEY_ID", "AKIATEST")
                .withEnvironment("AWS_SECRET_ACCESS_KEY", CREDENTIAL);
    }

    private static String taken(HttpCaller caller) {
        Json job = DumpJob.start(caller, "/heapdumps?analyze=false").awaitEnd();
        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
        return DumpJob.newestDump(caller).at("id").text();
    }

    private static String key(Json job, String name) {
        return job.at("result").text().replace("s3://dumps/", "") + "/" + name;
    }

    private static byte[] inflated(String key) throws IOException {
        return new GZIPInputStream(new ByteArrayInputStream(storage.bytes(key))).readAllBytes();
    }

    @Test
    void dumpMatchesItsManifestAndCredentialsStaySecret() throws Exception {
        try (SidecarContainer sidecar = SidecarContainer.start(withKeys(spec("redacted")))) {
            HttpCaller caller = sidecar.readyCaller();
            String id = taken(caller);
            DumpJob upload = DumpJob.start(caller, "/heapdumps/" + id + "/upload");
            upload.awaitPhase("redacting");
            String commandLine = commandLine(sidecar);

            Json job = upload.awaitEnd();

            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            String dump = key(job, id + ".hprof.gz");
            assertThat(dump).startsWith("redacted/shop-7c9/");
            Json manifest = Json.parse(new String(storage.bytes(key(job, "manifest.json")), UTF_8));
            Json object = manifest.at("objects").items().getLast();
            assertThat(storage.stored(dump))
                    .isEqualTo(
                            new ObjectStorage.Stored(
                                    object.at("bytes").number(), object.at("sha256").text()));
            assertThat(new String(inflated(dump), ISO_8859_1))
                    .startsWith("JAVA PROFILE")
                    .contains("com/acme/Order")
                    .doesNotContain(IN_THE_HEAP);
            assertThat(commandLine).contains("--store=s3://dumps/redacted");
            assertThat(caller.get("/metrics").body())
                    .contains("heapsight_store_uploads_total{outcome=\"done\",} 1.0");
            assertThat(caller.get("/audit").body()).contains("upload");
            for (String place : List.of("/metrics", "/config", "/audit", "/jobs")) {
                assertThat(caller.getJson(place).body()).doesNotContain(CREDENTIAL);
            }
            assertThat(commandLine + sidecar.output()).doesNotContain(CREDENTIAL, "AKIATEST");
            assertThat(sidecar.dataFiles("uploads")).isEmpty();
            assertThat(sidecar.children()).isEmpty();
        }
    }

    private static String commandLine(SidecarContainer sidecar) throws IOException {
        long child = sidecar.children("store-child").getFirst();
        return Files.readString(Path.of("/proc", Long.toString(child), "cmdline"));
    }

    /** -Dstore.orders=1900000 -Dstore.heap=1000m makes it a dump of 1 GB. */
    @Test
    void unredactedDumpIsIdenticalAndFitsIntoTheContainer() throws Exception {
        try (SidecarContainer sidecar =
                SidecarContainer.start(
                        withKeys(spec("whole"))
                                .withEnvironment("HEAPSIGHT_STORE_REDACT", "false"))) {
            HttpCaller caller = sidecar.readyCaller();
            String id = taken(caller);

            DumpJob upload = DumpJob.start(caller, "/heapdumps/" + id + "/upload");
            long anonymous = 0;
            while (upload.now().at("state").text().equals("running")) {
                anonymous = Math.max(anonymous, sidecar.anonymousBytesWithChildren());
            }
            Json job = upload.awaitEnd();

            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            Path dump = sidecar.dataFolder("heapdumps").resolve(id + ".hprof");
            try (InputStream stored =
                            new GZIPInputStream(storage.stream(key(job, id + ".hprof.gz")));
                    InputStream kept = Files.newInputStream(dump)) {
                assertThat(stored).hasSameContentAs(kept);
            }
            assertThat(sidecar.memoryPeakBytes()).isLessThanOrEqualTo(192L << 20);
            assertThat(anonymous).isBetween(1L, 150L << 20);
            assertThat(sidecar.output()).doesNotContain("SIGKILL");
            System.out.printf(
                    "a dump of %,d bytes: %,d bytes anonymous, %,d bytes with files at the peak%n",
                    Files.size(dump), anonymous, sidecar.memoryPeakBytes());
        }
    }

    @Test
    void interruptedUploadIsCompleteOrAbsentAndResumesAtTheNextStart() throws Exception {
        try (SidecarContainer sidecar =
                SidecarContainer.start(
                        withKeys(spec("ended"))
                                .withEnvironment("HEAPSIGHT_STORE_REDACT", "false"))) {
            HttpCaller caller = sidecar.readyCaller();
            String id = taken(caller);
            DumpJob.start(caller, "/heapdumps/" + id + "/upload").awaitPhase("sending");

            sidecar.signal("TERM");

            assertThat(sidecar.awaitExit(Duration.ofSeconds(25))).isZero();
            assertThat(storage.unfinished("ended/")).isZero();
            assertThat(storage.keys("ended/"))
                    .as("with its manifest, or absent")
                    .satisfiesAnyOf(
                            keys -> assertThat(keys).isEmpty(),
                            keys -> assertThat(keys).hasSize(2));
            sidecar.startAgain();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !sidecar.hasDataFile("uploads", id));
            assertThat(storage.find(id + ".heapdump/manifest.json")).isPresent();
        }
    }

    /** Together they would not fit into the container. */
    @Test
    void uploadPreemptsTheAnalysis() throws Exception {
        try (SidecarContainer sidecar = SidecarContainer.start(withKeys(spec("before")))) {
            HttpCaller caller = sidecar.readyCaller();
            String id = taken(caller);
            DumpJob analysis = DumpJob.start(caller, "/heapdumps/" + id + "/analysis");
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> !sidecar.children("analysis-child").isEmpty());

            Json upload = DumpJob.start(caller, "/heapdumps/" + id + "/upload").awaitEnd();

            assertThat(upload.at("state").text()).as(upload.toString()).isEqualTo("done");
            Json analysed = analysis.awaitEnd();
            assertThat(analysed.at("state").text()).as(analysed.toString()).isEqualTo("done");
            assertThat(sidecar.output()).contains("analysis paused for an upload heapdump=" + id);
            assertThat(caller.get("/heapdumps/" + id + "/summary").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void missingSettingsAreReported() throws Exception {
        SidecarSpec spec =
                withKeys(spec("x")).withEnvironment("HEAPSIGHT_STORE", "s3://not-there/x");
        try (SidecarContainer sidecar = SidecarContainer.start(spec)) {
            HttpCaller caller = sidecar.readyCaller();
            String id = taken(caller);

            Json job = DumpJob.start(caller, "/heapdumps/" + id + "/upload").awaitEnd();

            assertThat(job.at("problem", "detail").text())
                    .startsWith("s3://not-there/x/shop-7c9/")
                    .contains("status 404 (NoSuchBucket");
            assertThat(job.at("problem", "remedy").text()).contains("HEAPSIGHT_STORE");
        }
    }
}
