/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code POST /trim} of a target with recorded answers. */
class TrimResourceTest {
    private static final String HELP =
            """
            The following commands are available:
            GC.heap_info
            System.native_heap_info
            System.trim_native_heap
            help

            For more information about a specific command use 'help <command>'.
            """;
    private static final String WITHOUT_INFO = HELP.replace("System.native_heap_info\n", "");
    private static final String WITHOUT_TRIM =
            WITHOUT_INFO.replace("System.trim_native_heap\n", "");

    @TempDir Path data;
    private Path process;
    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        process = Files.createDirectories(data.resolve("proc/7"));
        target = new ReplayedTarget(7, "Shop").seenIn(data.resolve("proc"));
        target.answering("help", () -> HELP)
                .answering("System.native_heap_info", () -> recorded("jdk-25"))
                .answering("System.trim_native_heap", () -> trimmed(106_116));
        resident(268_032);
        api = RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of(target));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void textHasTheKernelsFiguresAndTheJvmsWords() {
        assertThat(post().body())
                .startsWith("7 (Shop): gave back 158.1 MiB in ")
                .contains(
                        """

                        resident before: 261.8 MiB
                        resident after:  103.6 MiB
                        malloc before:   214.3 MiB in 16 arenas, 208.5 MiB of it freed by the program;
                                         1.1 MiB in large blocks
                        the JVM's words: Trim native heap: RSS+Swap: 261M->103M (-158M)
                        """)
                .doesNotContain("note: ");
    }

    @Test
    void jsonHasBytes() {
        JsonObject trim = json();

        assertThat(trim.getLong("schemaVersion")).isEqualTo(1);
        assertThat(trim.getJsonObject("before").getLong("residentBytes"))
                .isEqualTo(268_032L * 1024);
        assertThat(trim.getJsonObject("after").getLong("residentBytes")).isEqualTo(106_116L * 1024);
        assertThat(trim.getLong("returnedBytes")).isEqualTo((268_032L - 106_116) * 1024);
        assertThat(trim.getJsonObject("malloc").getLong("freeBytes")).isEqualTo(218_593_266);
    }

    @Test
    void oneTrimIsPermittedInTheMinimumIntervalAndAudited() {
        assertThat(post().statusCode()).isEqualTo(200);

        HttpResponse<String> second = post();
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.body()).contains("HEAPSIGHT_MIN_INTERVAL_TRIM");
        assertThat(api.get("/audit").body()).contains("trim", "done", "refused");
    }

    @Test
    void withoutAnythingToGiveBackANoteNamesTheReason() {
        target.answering("System.trim_native_heap", () -> trimmed(268_100));
        JsonObject trim = json();

        assertThat(trim.getLong("returnedBytes")).isEqualTo(-68L * 1024);
        assertThat(trim.getJsonArray("notes").toString()).contains("GET /memory shows where it is");
    }

    @Test
    void anotherAllocatorIsNamed() throws IOException {
        Files.writeString(
                process.resolve("maps"),
                "7f00-7f01 r-xp 00000000 fe:00 12 /usr/lib/libjemalloc.so.2\n");
        target.answering("System.trim_native_heap", () -> trimmed(268_032));

        assertThat(json().getJsonArray("notes").toString()).contains("libjemalloc.so.2");
    }

    @Test
    void jvmBeforeMallocInfoIsTrimmed() {
        target.onJdk("17.0.21").answering("help", () -> WITHOUT_INFO);

        assertThat(json().getJsonObject("malloc")).isNull();
    }

    @Test
    void earlyJdk11IsRefused() {
        target.onJdk("11.0.2").answering("help", () -> WITHOUT_TRIM);

        assertRefused(
                "7 (Shop): this JVM is JDK 11; System.trim_native_heap exists from JDK 17 on");
    }

    @Test
    void jvmWithoutTheCommandIsRefused() {
        target.onJdk("17.0.1").answering("help", () -> WITHOUT_TRIM);

        assertRefused("does not list System.trim_native_heap among its commands");
    }

    @Test
    void muslIsRefused() {
        target.answering("System.trim_native_heap", () -> "Not available.\n");

        assertRefused("does not run on glibc");
    }

    private void assertRefused(String words) {
        HttpResponse<String> refused = post();
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("The target can't trim its native heap", words);
    }

    private HttpResponse<String> post() {
        return api.call("POST", "/trim");
    }

    private JsonObject json() {
        return new JsonObject(api.call("POST", "/trim", "Accept", "application/json").body());
    }

    private String trimmed(long kibibytes) {
        resident(kibibytes);
        return "Trim native heap: RSS+Swap: 261M->103M (-158M)\n";
    }

    private void resident(long kibibytes) {
        try {
            Files.writeString(
                    process.resolve("smaps_rollup"),
                    "5588-7ffd ---p 00000000 00:00 0 [rollup]\nRss: %15d kB\nSwap: 0 kB\n"
                            .formatted(kibibytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String recorded(String jdk) {
        try (InputStream in =
                TrimResourceTest.class.getResourceAsStream("/malloc/" + jdk + ".xml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
