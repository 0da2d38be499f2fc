/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.ObjectStorage;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a sidecar has uploaded to an S3 service is listed, fetched and analysed from there. */
@NeedsDocker
class StoreReadTest {
    private static ObjectStorage storage;
    private static TargetContainer target;

    @BeforeAll
    static void start() {
        storage = ObjectStorage.start();
        target =
                TargetContainer.start(
                        TargetSpec.of(Jdk.JDK_21, "Leak")
                                .withArguments("10", "60000")
                                .withFlags("-Xmx256m"));
    }

    @AfterAll
    static void end() {
        target.close();
        storage.close();
    }

    private static SidecarSpec spec() {
        return SidecarSpec.beside(target)
                .withHeapDumps()
                .withMemory(512L << 20)
                .withEnvironment("HEAPSIGHT_STORE", "s3://dumps/read")
                .withEnvironment("HEAPSIGHT_STORE_ENDPOINT", storage.endpoint())
                .withEnvironment("HEAPSIGHT_STORE_PATH_STYLE", "true")
                .withEnvironment("HOSTNAME", "shop-7c9")
                .withEnvironment("AWS_ACCESS_KEY_ID", "AKIATEST")
                .withEnvironment("AWS_SECRET_ACCESS_KEY", "s3cr3t-key-of-this-test");
    }

    @Test
    void anUploadedDumpIsListedAndAnalysedFromTheStore() {
        try (SidecarContainer sidecar = SidecarContainer.start(spec())) {
            HttpCaller caller = sidecar.readyCaller();
            Json job = DumpJob.start(caller, "/heapdumps?analyze=false").awaitEnd();
            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
            String id = DumpJob.newestDump(caller).at("id").text();
            Json upload = DumpJob.start(caller, "/heapdumps/" + id + "/upload").awaitEnd();
            assertThat(upload.at("state").text()).as(upload.toString()).isEqualTo("done");

            Json evidence =
                    Json.parse(caller.getJson("/store").body()).at("evidence").items().getFirst();
            assertThat(evidence.at("id").text()).isEqualTo(id);
            assertThat(evidence.at("pod").text()).endsWith("shop-7c9");
            assertThat(evidence.at("state").text()).isEqualTo("complete");

            String shown = sidecar.heapsight("store", "show", id).outOrThrow();
            assertThat(shown).contains("complete").contains(id + ".hprof.gz");

            String dump = upload.at("result").text() + "/" + id + ".hprof.gz";
            String summary = sidecar.heapsight("analyze", dump, "--keep").outOrThrow();
            assertThat(summary).contains("File      " + dump).contains("com.acme.Order");

            sidecar.heapsight("analyze", dump, "--upload-summary", "--keep-index").outOrThrow();
            Ran explored = sidecar.heapsight("heap", dump, "classes", "--top", "100000");
            assertThat(explored.outOrThrow()).contains("com.acme.Order");
            assertThat(explored.err()).doesNotContain("analysed");

            String plan = sidecar.heapsight("analyze", dump, "--plan").outOrThrow();
            assertThat(plan).contains("everything").contains("requests:");

            String missing = sidecar.heapsight("analyze", dump + "x").err();
            assertThat(missing).contains("The object does not exist");
            assertThat(summary + shown + missing + sidecar.output())
                    .doesNotContain("s3cr3t-key-of-this-test");
        }
    }

    @Test
    void aPresignedUrlIsReadWithoutShowingItsSignature() {
        try (SidecarContainer sidecar = SidecarContainer.start(spec())) {
            HttpCaller caller = sidecar.readyCaller();
            DumpJob.start(caller, "/heapdumps?analyze=false").awaitEnd();
            String id = DumpJob.newestDump(caller).at("id").text();
            Json upload = DumpJob.start(caller, "/heapdumps/" + id + "/upload").awaitEnd();
            String key =
                    upload.at("result").text().replace("s3://dumps/", "") + "/" + id + ".hprof.gz";
            String url = storage.presigned("get", "dumps", key);

            String summary = sidecar.heapsight("analyze", url, "--only", "histogram").outOrThrow();

            assertThat(summary).contains(id + ".hprof.gz").contains("com.acme.Order");
            assertThat(summary).doesNotContain("Signature");
        }
    }
}
