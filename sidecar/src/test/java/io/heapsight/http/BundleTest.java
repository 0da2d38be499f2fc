/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code GET /bundle}: an archive that tar reads, with a page that links its files. */
class BundleTest {
    private static final int BLOCK = 512;
    private static final String FOLDER = "heapsight-incident/";
    private static final String CANARY = "hunter2-of-this-test";

    @TempDir private Path folder;

    @Test
    void bundleHasAllEvidence() throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop");
                RunningApi api = RunningApi.of(settings(), List.of(target))) {
            HttpResponse<byte[]> answer = api.getBytes("/bundle?target=7", "Accept", "*/*");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/gzip");
            assertThat(answer.headers().firstValue("Content-Disposition").orElseThrow())
                    .matches("attachment; filename=\"heapsight-incident-[0-9TZ]+\\.tar\\.gz\"");
            Map<String, String> files = files(answer.body());
            assertThat(files)
                    .containsKeys(
                            "doctor.txt",
                            "gcutil.txt",
                            "threads.json",
                            "histogram.txt",
                            "histogram-diff.txt",
                            "config.json",
                            "postmortems.json",
                            "index.html");
            files.forEach(
                    (name, content) -> {
                        assertThat(content).as(name).isNotBlank().doesNotContain(CANARY);
                        if (name.endsWith(".json")) {
                            assertThat(new JsonObject(content).getInteger("schemaVersion"))
                                    .as(name)
                                    .isEqualTo(1);
                        }
                        if (!name.equals("index.html")) {
                            assertThat(files.get("index.html")).contains("<a href=\"" + name);
                        }
                    });
            assertThat(tarReads(answer.body())).contains(FOLDER + "index.html");
        }
    }

    @Test
    void targetIsNotContactedWithoutRequest() throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop");
                RunningApi api = RunningApi.of(settings(), List.of(target))) {
            Map<String, String> files =
                    files(api.getBytes("/bundle?ask=false", "Accept", "*/*").body());
            assertThat(files).containsKey("doctor.txt").doesNotContainKey("histogram.txt");
            assertThat(api.storeWasChecked).isFalse();
        }
    }

    @Test
    void missingPartsAreNamedOnThePage() throws Exception {
        try (RunningApi api = RunningApi.of(settings(), List.of())) {
            Map<String, String> files = files(api.getBytes("/bundle", "Accept", "*/*").body());
            assertThat(files).containsKeys("doctor.txt", "config.json");
            assertThat(files).doesNotContainKey("histogram.txt");
            assertThat(files.get("index.html")).contains("<td>histogram.txt</td>");
        }
    }

    private Map<String, String> settings() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), CANARY);
        return Map.of(
                "HEAPSIGHT_DATA_DIR",
                folder.resolve("data").toString(),
                "HEAPSIGHT_TOKEN_FILE",
                token.toString(),
                "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM",
                "0s",
                "HEAPSIGHT_MIN_INTERVAL_THREADS",
                "0s");
    }

    /** Reads an archive by the specification of its format. */
    private static Map<String, String> files(byte[] archive) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (DataInputStream in =
                new DataInputStream(new GZIPInputStream(new ByteArrayInputStream(archive)))) {
            byte[] header = new byte[BLOCK];
            in.readFully(header);
            while (header[0] != 0) {
                String name = new String(header, 0, 100, StandardCharsets.US_ASCII).trim();
                int size =
                        Integer.parseInt(new String(header, 124, 11, StandardCharsets.US_ASCII), 8);
                byte[] content = new byte[size];
                in.readFully(content);
                in.skipNBytes(Math.floorMod(-size, BLOCK));
                assertThat(name).startsWith(FOLDER);
                files.put(
                        name.substring(FOLDER.length()),
                        new String(content, StandardCharsets.UTF_8));
                in.readFully(header);
            }
        }
        return files;
    }

    private List<String> tarReads(byte[] archive) throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("bundle.tar.gz"), archive);
        Process tar =
                new ProcessBuilder("tar", "-tzf", file.toString())
                        .redirectErrorStream(true)
                        .start();
        try (InputStream out = tar.getInputStream()) {
            String said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(tar.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(tar.exitValue()).as(said).isZero();
            return said.lines().toList();
        }
    }
}
