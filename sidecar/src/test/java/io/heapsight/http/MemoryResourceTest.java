/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code GET /memory} with class loaders, which the target counts at a safepoint. */
class MemoryResourceTest {
    private static final String STATISTICS =
            """
            ClassLoader         Parent              CLD*               Classes   ChunkSz   BlockSz  Type
            0x000000001b1c97e8  0x000000001b1c9d08  0x00007f5e98099c70       2     10240      5904  com.acme.Plugins
            0x0000000000000000  0x0000000000000000  0x00007f5e9805e330     970   4456448    654736  <boot class loader>
            Total = 2                                                      972   4466688    660640
            """;

    @TempDir Path data;
    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Shop");
        target.answering("VM.classloader_stats", () -> STATISTICS);
        api = RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of(target));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void loadersAreCountedOnRequestOnly() {
        assertThat(json("/memory").getJsonObject("classLoaders")).isNull();
        assertThat(target.wasAsked()).isFalse();

        JsonObject loaders = json("/memory?loaders=true").getJsonObject("classLoaders");
        assertThat(loaders.getLong("usedBytes")).isEqualTo(660_640);
        assertThat(loaders.getJsonArray("byClass").getJsonObject(1).getString("loaderClass"))
                .isEqualTo("com.acme.Plugins");
    }

    @Test
    void textHasTheTableOfLoaders() {
        assertThat(api.get("/memory?loaders=true").body())
                .contains("class loaders: 2 loaders with 972 classes use 645.2 KiB of metaspace")
                .contains("com.acme.Plugins");
    }

    @Test
    void oneCountIsPermittedInTheMinimumIntervalAndAudited() {
        assertThat(api.get("/memory?loaders=true").statusCode()).isEqualTo(200);

        HttpResponse<String> second = api.get("/memory?loaders=true");
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.body()).contains("HEAPSIGHT_MIN_INTERVAL_LOADERS");
        assertThat(api.get("/memory").statusCode()).isEqualTo(200);
        assertThat(api.get("/audit").body()).contains("loaders", "done", "refused");
    }

    @Test
    void jvmWithoutTheCommandIsAProblem() {
        target.answering("VM.classloader_stats", () -> "what?\n");

        HttpResponse<String> answer = api.get("/memory?loaders=true");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("The target did not count its class loaders");
    }

    private JsonObject json(String path) {
        String query = path.contains("?") ? "&format=json" : "?format=json";
        return new JsonObject(api.get(path + query).body());
    }
}
