/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /runs} over a replayed target: names, states, export and import. */
class RunsResourceTest {
    @TempDir private Path data;

    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget((int) ProcessHandle.current().pid(), "Shop");
        api = RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of(target));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void runIsRecordedStoppedShownAndRemoved() {
        assertThat(api.get("/runs").body()).contains("No runs stored");
        HttpResponse<String> started = put("/runs/INFO%231?label=level=INFO,image=app:1.4");
        assertThat(started.statusCode()).isEqualTo(200);
        assertThat(started.body()).contains("INFO#1", "recording", "level=INFO,image=app:1.4");
        assertThat(post("/runs/INFO%231/marks?records=100").statusCode()).isEqualTo(200);
        assertThat(post("/runs/INFO%231/stop").body()).contains("stopped");

        HttpResponse<String> shown = api.get("/runs/INFO%231");
        assertThat(shown.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(shown.body())
                .contains("INFO#1", "Shop", "records=100")
                .satisfies(text -> assertThat(text.lines()).allMatch(l -> l.length() <= 100));
        assertThat(api.get("/runs/INFO%231?format=json").body())
                .startsWith("{\"schemaVersion\":1,\"name\":\"INFO#1\"")
                .contains("\"labels\":{\"level\":\"INFO\",\"image\":\"app:1.4\"}", "\"stopped\":");

        assertThat(api.call("DELETE", "/runs/INFO%231").body()).contains("No runs stored");
        assertThat(api.get("/runs/INFO%231").statusCode()).isEqualTo(404);
    }

    @Test
    void forbiddenProfileIsRefusedBeforeTheRun() {
        HttpResponse<String> answer = put("/runs/A?profile=alloc");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("Profiling is disabled", "HEAPSIGHT_PROFILER=true");
        assertThat(put("/runs/A?profile=gpu").statusCode()).isEqualTo(400);
        assertThat(put("/runs/A?profile=cpu&profileSeconds=3601").statusCode()).isEqualTo(400);
        assertThat(api.get("/runs").body()).contains("No runs stored");
    }

    @Test
    void runThatEndsBeforeItsProfileSaysSo() throws Exception {
        Map<String, String> allowed =
                Map.of(
                        "HEAPSIGHT_DATA_DIR",
                        data.resolve("allowed").toString(),
                        "HEAPSIGHT_PROFILER",
                        "true");
        try (RunningApi profiling = RunningApi.of(allowed, List.of(target))) {
            assertThat(profiling.call("PUT", "/runs/A?profile=cpu").statusCode()).isEqualTo(200);
            assertThat(profiling.call("POST", "/runs/A/stop").statusCode()).isEqualTo(200);
            assertThat(profiling.get("/runs/A").body())
                    .contains("it has no profile: the run ended before its profile did");
        }
    }

    @Test
    void exportedRunIsImportedUnderAnotherName() {
        put("/runs/INFO?label=level=INFO");
        post("/runs/INFO/stop");
        String document = api.get("/runs/INFO", "Accept", "application/json").body();
        assertThat(api.put("/runs/LAPTOP%232/import", document).statusCode()).isEqualTo(200);
        assertThat(api.get("/runs/LAPTOP%232?format=json").body())
                .isEqualTo(document.replace("\"name\":\"INFO\"", "\"name\":\"LAPTOP#2\""));
        assertThat(api.put("/runs/INFO/import", document).statusCode()).isEqualTo(409);
    }

    @Test
    void foreignDocumentIsRefusedWithItsPosition() {
        HttpResponse<String> answer = api.put("/runs/A/import", "{\"schemaVersion\":2}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("schemaVersion 2 is not known", "/schemaVersion");
        assertThat(api.put("/runs/A/import", "").statusCode()).isEqualTo(400);
        String spaces = " ".repeat(300_000);
        assertThat(api.put("/runs/A/import", spaces + "[]" + spaces).statusCode()).isEqualTo(400);
        assertThat(api.get("/runs").body()).contains("No runs stored");
    }

    /** A parser that checks for four-byte characters reads beyond the end. */
    @Test
    void twoByteDocumentIsAnsweredAtOnce() {
        assertThat(api.put("/runs/A/import", "{}").body()).contains("no schemaVersion");
        assertThat(api.put("/runs/A/import", "\0").statusCode()).isEqualTo(400);
    }

    @Test
    void impossibleTransitionIsAConflict() {
        put("/runs/A");
        assertThat(put("/runs/A").statusCode()).isEqualTo(409);
        assertThat(api.call("DELETE", "/runs/A").statusCode()).isEqualTo(409);
        post("/runs/A/marks?records=5");
        assertThat(post("/runs/A/marks?records=4").statusCode()).isEqualTo(409);
        post("/runs/A/stop");
        assertThat(post("/runs/A/stop").statusCode()).isEqualTo(409);
        assertThat(post("/runs/A/marks?records=6").statusCode()).isEqualTo(409);
    }

    @Test
    void namesLabelsAndMarksAreChecked() {
        assertThat(put("/runs/A%2FB").statusCode()).isEqualTo(400);
        assertThat(put("/runs/..").statusCode()).isIn(400, 404, 405);
        assertThat(put("/runs/A%23").statusCode()).isEqualTo(400);
        assertThat(put("/runs/A?label=level").body()).contains("level=INFO");
        assertThat(post("/runs/A/marks").statusCode()).isEqualTo(400);
        assertThat(post("/runs/A/marks?records=1").statusCode()).isEqualTo(404);
        assertThat(post("/runs/A/stop").statusCode()).isEqualTo(404);
    }

    @Test
    void pastRunNeedsATimeSpanOfSamplesAndNothingElse() {
        String from = "from=2026-11-28T12:00:00Z";
        String to = "to=2026-11-28T12:05:00Z";
        assertThat(put("/runs/A?" + from).body()).contains("needs from and a later to");
        assertThat(put("/runs/A?" + from + "&to=2026-11-28T11:00:00Z").statusCode()).isEqualTo(400);
        assertThat(put("/runs/A?" + from + "&to=2026-13-28T12:00:00Z").body())
                .contains("a time such as 2026-11-28T12:00:00Z");
        assertThat(put("/runs/A?" + from + "&to=%2B1000000000-12-31T23:59:59Z").body())
                .contains("a time such as 2026-11-28T12:00:00Z");
        assertThat(put("/runs/A?garbage=true&" + from + "&" + to).statusCode()).isEqualTo(400);
        HttpResponse<String> unsampled = put("/runs/A?garbage=false&" + from + "&" + to);
        assertThat(unsampled.statusCode()).isEqualTo(503);
        assertThat(unsampled.body()).contains("is not sampled");
        assertThat(api.get("/runs").body()).contains("No runs stored");
    }

    private HttpResponse<String> put(String path) {
        return api.call("PUT", path);
    }

    private HttpResponse<String> post(String path) {
        return api.call("POST", path);
    }
}
