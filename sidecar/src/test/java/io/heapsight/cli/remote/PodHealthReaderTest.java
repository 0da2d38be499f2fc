/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.fleet.top.PodHealth;
import io.heapsight.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PodHealthReaderTest {
    private static final String GC =
            """
            {"overhead":{"wallRatio":0.02,"cpuRatio":null},"pauses":{"longestSeconds":0.25},
             "environment":{"throttledRatio":0.5}}
            """;

    @Test
    void answersOfASidecarAreSymptoms() throws IOException {
        JsonObject memory =
                JsonObject.parse(
                        """
                        {"container":{"workingSetBytes":96,"effectiveLimitBytes":100},
                         "forecast":{"verdict":"growing","bytesPerSecond":1000.0,
                          "bytesPerSecondInterval":[900.0,1100.0],"secondsToLimit":null,
                          "secondsToEnd":7200.0,"secondsToEndInterval":[3600.0,10800.0]}}
                        """);
        PodHealth health = PodHealthReader.of("web-1", memory, JsonObject.parse(GC), 1, 1);

        assertThat(health.cells())
                .containsExactly(
                        "web-1",
                        "96 %",
                        "3.4 MiB/h",
                        "2.0 h",
                        "2.0 %",
                        "-",
                        "250 ms",
                        "50 %",
                        "1",
                        "1",
                        "1 OOM kill; memory grows by 3.4 MiB an hour, full in 1.0 to 3.0 h; 96 % of"
                                + " its memory limit; 50 % of its CPU periods throttled");
    }

    @Test
    void pageCacheNearTheLimitIsNoDanger() throws IOException {
        String calm = "\"forecast\":{\"verdict\":\"flat\",\"bytesPerSecond\":null}}";
        JsonObject cache =
                JsonObject.parse(
                        """
                        {"container":{"workingSetBytes":97,"effectiveLimitBytes":100,"anonBytes":40,
                         "fileBytes":50,"shmemBytes":0,"kernelBytes":7},
                        """
                                + calm);
        JsonObject tmpfs =
                JsonObject.parse(
                        """
                        {"container":{"workingSetBytes":97,"effectiveLimitBytes":100,"anonBytes":40,
                         "fileBytes":50,"shmemBytes":50,"kernelBytes":7},
                        """
                                + calm);
        JsonObject gc = JsonObject.parse("{\"overhead\":{},\"pauses\":{},\"environment\":{}}");

        PodHealth cached = PodHealthReader.of("web-1", cache, gc, 0, 0);
        PodHealth held = PodHealthReader.of("web-2", tmpfs, gc, 0, 0);
        assertThat(cached.severity()).isLessThan(held.severity() / 2);
        assertThat(cached.cells().getLast())
                .isEqualTo("97 % of its memory limit, some of it page cache or a tmpfs");
        assertThat(held.cells().getLast()).isEqualTo("97 % of its memory limit");
    }

    @Test
    void unknownFiguresStayUnknown() throws IOException {
        JsonObject memory =
                JsonObject.parse(
                        """
                        {"container":{},"forecast":{"verdict":"unknown","bytesPerSecond":null}}
                        """);
        JsonObject gc = JsonObject.parse("{\"overhead\":{},\"pauses\":{},\"environment\":{}}");

        assertThat(PodHealthReader.of("web-1", memory, gc, Double.NaN, Double.NaN).cells())
                .containsOnly("web-1", "-");
    }
}
