/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The expected pause in answers, and requests that bound it. */
class PauseParametersTest {
    @TempDir private Path data;
    private ReplayedTarget target;

    @BeforeEach
    void open() throws Exception {
        target = new ReplayedTarget(7, "Shop");
    }

    @AfterEach
    void close() {
        target.close();
    }

    private RunningApi api(Map<String, String> more) throws Exception {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("HEAPSIGHT_DATA_DIR", data.toString());
        settings.put("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s");
        return RunningApi.of(settings, List.of(target));
    }

    @Test
    void tooShortAllowedPauseIsRefusedWithAnAlternative() throws Exception {
        try (RunningApi api = api(Map.of())) {
            assertThat(api.get("/histogram").headers().firstValue("X-Heapsight-Expected-Pause"))
                    .isPresent();

            HttpResponse<String> refused = api.get("/histogram?live=true&maxPause=0ms");

            assertThat(refused.statusCode()).isEqualTo(409);
            JsonObject problem = new JsonObject(refused.body());
            assertThat(problem.getString("detail"))
                    .startsWith("A histogram of live objects is expected to stop 7 (Shop) for")
                    .contains("?maxPause allows 0 ms");
            assertThat(problem.getString("remedy"))
                    .startsWith("Take a histogram of all objects")
                    .contains("(failureThreshold - 1) x periodSeconds");
            assertThat(api.get("/audit").body()).contains("refused");
        }
    }

    @Test
    void requestOverridesTheConfiguredPause() throws Exception {
        try (RunningApi api = api(Map.of("HEAPSIGHT_MAX_PAUSE", "1ms"))) {
            assertThat(api.call("POST", "/heapdumps?analyze=false").statusCode()).isEqualTo(409);
            assertThat(api.get("/histogram").statusCode()).isEqualTo(409);
            assertThat(api.call("POST", "/garbage").statusCode()).isEqualTo(409);
            assertThat(api.get("/histogram?maxPause=1h").statusCode()).isEqualTo(200);
        }
    }
}
