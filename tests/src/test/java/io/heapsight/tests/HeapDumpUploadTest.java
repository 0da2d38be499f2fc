/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Uploads of heap dumps from a pod to S3-compatible storage. */
@NeedsDocker
class HeapDumpUploadTest {
    private static final String SECRET = "hunter2-of-this-test";

    private static ObjectStorage storage;
    private static TargetContainer target;
    private static SidecarContainer sidecar;
    private static HttpCaller caller;

    /** A dump without analysis. */
    private static Json dump;

    @BeforeAll
    static void takeADump() {
        storage = ObjectStorage.start();
        target =
                TargetContainer.start(
                        TargetSpec.idle(Jdk.JDK_21, Collector.SERIAL)
                                .withFlags("-Dpassword=" + SECRET));
        sidecar = SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps());
        caller = sidecar.readyCaller();
        Json job = DumpJob.start(caller, "/heapdumps?analyze=false").awaitEnd();
        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
        dump = DumpJob.newestDump(caller);
    }

    @AfterAll
    static void end() {
        for (AutoCloseable each : new AutoCloseable[] {sidecar, target, storage}) {
            close(each);
        }
    }

    private static void close(AutoCloseable each) {
        try {
            if (each != null) {
                each.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Json uploaded(String query, String url) {
        String path = "/heapdumps/" + dump.at("id").text() + "/upload" + query;
        return DumpJob.of(caller, caller.post(path, url)).awaitEnd();
    }

    @Test
    void storageHasTheSameBytesAndNoOutputHasTheSignature() {
        String url = storage.presigned("put", "dumps", "shop.hprof");

        Json job = uploaded("", url);

        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
        assertThat(job.at("result").text()).isEqualTo(url.substring(0, url.indexOf('?')));
        assertThat(storage.stored("shop.hprof"))
                .isEqualTo(
                        new ObjectStorage.Stored(
                                dump.at("bytes").number(), dump.at("sha256").text()));
        assertThat(sidecar.output())
                .contains("heap dump uploaded", dump.at("sha256").text())
                .doesNotContain("X-Amz-Signature");
        assertThat(caller.getJson("/jobs").body()).doesNotContain("X-Amz-Signature");
    }

    @Test
    void refusalOfTheStorageFailsTheJob() {
        Json job = uploaded("", storage.presigned("put", "not-there", "shop.hprof"));

        assertThat(job.at("state").text()).isEqualTo("failed");
        assertThat(job.at("problem", "detail").text())
                .contains("status 404 (NoSuchBucket: The specified bucket does not exist)")
                .doesNotContain("X-Amz-Signature");
    }

    @Test
    void uploadIsRedacted() throws Exception {
        Json job = uploaded("?redact=true", storage.presigned("put", "dumps", "redacted.hprof.gz"));

        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
        String dumped = new String(object("redacted.hprof.gz"), StandardCharsets.ISO_8859_1);
        assertThat(dumped.length()).isEqualTo((int) dump.at("bytes").number());
        assertThat(dumped)
                .startsWith("JAVA PROFILE")
                .contains("com/acme/Order")
                .doesNotContain(SECRET);
        assertThat(sidecar.dataFiles("heapdumps")).noneMatch(name -> name.contains("redacted"));
        assertThat(sidecar.children()).isEmpty();
    }

    private static byte[] object(String key) throws Exception {
        URI uri = URI.create(storage.presigned("get", "dumps", key));
        try (HttpClient client = HttpClient.newHttpClient()) {
            byte[] body =
                    client.send(
                                    HttpRequest.newBuilder(uri).build(),
                                    HttpResponse.BodyHandlers.ofByteArray())
                            .body();
            return new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
        }
    }
}
