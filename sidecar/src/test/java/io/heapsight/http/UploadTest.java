/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.proc.MountedFolder;
import io.heapsight.unit.Problem;
import io.heapsight.upload.ScriptedStorage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code POST /heapdumps/ID/upload}, as a job and as a request. */
class UploadTest {
    private static final byte[] BYTES = "JAVA PROFILE 1.0.2, and more".getBytes(US_ASCII);
    private static final String SHA256 =
            "c15e1d1b5ab0bf1ff4ebf5b4f9f8b9dd15e6e1cf5a9a3e3d0e6b7ac7f1bd9b4f";

    @TempDir private Path folder;
    private RunningApi api;
    private HttpClient client;

    @BeforeEach
    void serve() throws Exception {
        api = RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", folder.toString()), List.of());
        client = HttpClient.newHttpClient();
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    private DumpRecord keep() throws IOException {
        return keep(api, BYTES);
    }

    private static DumpRecord keep(RunningApi api, byte[] bytes) throws IOException {
        DumpStore store = api.dumps().store();
        Files.createDirectories(store.folder());
        String id = store.newId(Instant.now(), 7);
        DumpRecord dump =
                new DumpRecord(
                        id,
                        Instant.now(),
                        7,
                        "Shop",
                        bytes.length,
                        false,
                        false,
                        Optional.of(SHA256),
                        "test");
        store.add(dump, Files.write(store.partOf(id), bytes));
        return dump;
    }

    private HttpResponse<String> post(String id, String body) throws Exception {
        return post(api, id + "/upload", body);
    }

    private HttpResponse<String> post(RunningApi api, String path, String body) throws Exception {
        URI uri = URI.create("http://127.0.0.1:%d/heapdumps/%s".formatted(api.port(), path));
        return client.send(
                HttpRequest.newBuilder(uri)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JobSnapshot end(HttpResponse<String> started) {
        return end(api, started);
    }

    private static JobSnapshot end(RunningApi api, HttpResponse<String> started) {
        assertThat(started.statusCode()).as(started.body()).isEqualTo(202);
        String path = started.headers().firstValue("Location").orElseThrow();
        return Awaitility.await()
                .until(
                        () -> api.jobs().find(path.substring("/jobs/".length())).orElseThrow(),
                        job -> job.state().isFinal());
    }

    private static String url(ScriptedStorage storage) {
        return "http://127.0.0.1:%d/b/shop?X-Amz-Signature=secret".formatted(storage.port());
    }

    @Test
    void jobShowsTheDestinationWithoutSignature() throws Exception {
        DumpRecord dump = keep();
        try (ScriptedStorage storage = ScriptedStorage.of(ScriptedStorage.Connection::stores)) {
            JobSnapshot job = end(post(dump.id(), url(storage)));

            assertThat(job.state()).isEqualTo(JobState.DONE);
            assertThat(job.result()).contains(url(storage).replaceFirst("\\?.*", ""));
            assertThat(storage.stored.getFirst()).isEqualTo(BYTES);
            assertThat(api.log)
                    .anyMatch(line -> line.contains("uploaded") && line.contains(SHA256))
                    .noneMatch(line -> line.contains("secret"));
            assertThat(api.get("/jobs/" + job.id()).body())
                    .contains("stored as http://127.0.0.1")
                    .doesNotContain("secret");
            assertThat(Files.readString(folder.resolve("jobs").resolve(job.id() + ".json")))
                    .doesNotContain("secret");
        }
    }

    @Test
    void refusalOfTheStorageFailsTheJob() throws Exception {
        DumpRecord dump = keep();
        try (ScriptedStorage storage =
                ScriptedStorage.of(
                        it ->
                                it.answers(
                                        "403 Forbidden",
                                        "<Error><Code>AccessDenied</Code></Error>"))) {
            JobSnapshot job = end(post(dump.id(), url(storage)));

            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.problem().map(Problem::detail).orElse(""))
                    .contains("status 403 (AccessDenied)");
        }
    }

    @Test
    void cancelledUploadEndsWithoutAnswerOfTheStorage() throws Exception {
        DumpRecord dump = keep();
        try (ScriptedStorage storage = ScriptedStorage.of(silent -> silent.in().readAllBytes())) {
            HttpResponse<String> started = post(dump.id(), url(storage));
            Awaitility.await().until(() -> !storage.heads.isEmpty());

            String path = started.headers().firstValue("Location").orElseThrow();
            assertThat(api.call("DELETE", path).statusCode()).isEqualTo(202);

            assertThat(end(started).state()).isEqualTo(JobState.CANCELLED);
            assertThat(api.dumps().store().uses().contains(dump.id())).isFalse();
        }
    }

    @Test
    void redactedCopyDoesNotFillTheDisk() throws Exception {
        try (MountedFolder disk = MountedFolder.memory(folder, 40);
                RunningApi small =
                        RunningApi.of(
                                Map.of("HEAPSIGHT_DATA_DIR", disk.path().toString()), List.of())) {
            DumpRecord dump = keep(small, new DumpBuilder().bytes());

            String path = dump.id() + "/upload?redact=true";
            JobSnapshot job = end(small, post(small, path, "http://127.0.0.1:1/b"));

            assertThat(job.problem().map(Problem::detail).orElse(""))
                    .contains("its disk has", "64.0 MiB must stay free");
            assertThat(small.dumps().store().folder())
                    .isDirectoryNotContaining("glob:**redacted**");
        }
    }

    @Test
    void forbiddenHostGetsNothing() throws Exception {
        DumpRecord dump = keep();

        assertThat(post(dump.id(), "").statusCode()).isEqualTo(409);
        assertThat(post(dump.id(), "http://169.254.169.254/latest/api/token").statusCode())
                .isEqualTo(400);
        assertThat(post("20261121T221930120Z-7", "https://host/dump").statusCode()).isEqualTo(404);
        assertThat(api.jobs().list()).isEmpty();
    }
}
