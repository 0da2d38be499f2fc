/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.CancelSignal;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histograms and garbage summaries of a recorded target, captured by rules. */
class KeptReportsResourceTest {
    @TempDir Path data;
    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Shop");
        api =
                RunningApi.of(
                        Map.of(
                                "HEAPSIGHT_DATA_DIR", data.toString(),
                                "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s",
                                "HEAPSIGHT_MIN_INTERVAL_GARBAGE", "0s"),
                        List.of(target));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    private JsonObject json(String path) {
        return new JsonObject(api.call("GET", path, "Accept", "application/json").body());
    }

    private List<Path> kept(String folder) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve(folder))) {
            return files.toList();
        }
    }

    @Test
    void histogramOfARuleIsStoredAsShown() throws Exception {
        assertThat(api.get("/histogram/kept").body())
                .isEqualTo(
                        "No class histogram stored: a trigger such as heap>95%:histogram takes"
                                + " one.\n");

        String path = api.reports.histograms().take(target, "rule leak", new CancelSignal());

        JsonObject shown = json("/histogram?top=100");
        assertThat(json(path).getJsonArray("classes")).isEqualTo(shown.getJsonArray("classes"));
        assertThat(api.get(path).body()).isEqualTo(api.get("/histogram?top=100").body());
        JsonObject listed = json("/histogram/kept").getJsonArray("histograms").getJsonObject(0);
        assertThat(path).isEqualTo("/histogram/kept/" + listed.getString("id"));
        assertThat(listed.getString("caller")).isEqualTo("rule leak");
        assertThat(kept("histograms")).hasSize(3);

        assertThat(api.call("DELETE", path).statusCode()).isEqualTo(200);

        assertThat(api.get(path).body())
                .contains("a rule with the action histogram takes one")
                .doesNotContain("POST");
        assertThat(kept("histograms")).isEmpty();
    }

    @Test
    void garbageSummaryOfARuleIsStored() throws Exception {
        String path = api.reports.histograms().takeGarbage(target, "rule leak", new CancelSignal());

        assertThat(path).startsWith("/garbage/kept/");
        JsonObject summary = json(path);
        JsonObject shown =
                new JsonObject(
                        api.call("POST", "/garbage?top=100", "Accept", "application/json").body());
        assertThat(summary.getJsonObject("totals")).isEqualTo(shown.getJsonObject("totals"));
        assertThat(json("/garbage/kept").getJsonArray("garbageSummaries")).hasSize(1);
        assertThat(kept("garbage")).hasSize(3);
    }

    @Test
    void histogramIsReturnedIfItCannotBeStored() throws Exception {
        Files.writeString(data.resolve("histograms"), "in the way");

        String path = api.reports.histograms().take(target, "rule leak", new CancelSignal());

        assertThat(path).isEmpty();
        assertThat(api.log)
                .anyMatch(line -> line.contains("class histogram is not stored"))
                .anyMatch(line -> line.contains("kind=histogram") && line.contains("outcome=done"));
    }
}
