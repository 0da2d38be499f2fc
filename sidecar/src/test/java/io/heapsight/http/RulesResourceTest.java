/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.json.JsonTreeWriter;
import io.heapsight.jstat.Monitors;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.trigger.RulesSchema;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesResourceTest {
    private static final Path PUBLISHED = Path.of("../docs/rules.schema.json");

    @TempDir private Path folder;
    private final SteadyClock clock =
            SteadyClock.system(EventLog.to(System.err, EventLog.Format.TEXT));
    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Shop");
        Path rules =
                Files.writeString(
                        folder.resolve("rules.yaml"),
                        """
                        rules:
                        - {name: busy, when: threads > 1 for 1h, actions: [histogram]}
                        - {name: other, target: 8, when: threads > 1, actions: [threads]}
                        """);
        api =
                RunningApi.of(
                        Map.of(
                                "HEAPSIGHT_RULES",
                                rules.toString(),
                                "HEAPSIGHT_DATA_DIR",
                                folder.toString()),
                        List.of(target));
        TargetMonitor monitor =
                Monitors.of(target, clock, EventLog.to(System.err, EventLog.Format.TEXT));
        Monitors.sample(monitor, clock);
        api.triggers.sampled(monitor);
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void rulesShowTheirStateAndReason() {
        assertThat(api.get("/rules").body().replaceAll("\\s+", " "))
                .contains("container_memory>90%:histogram: container.memory > 90% ")
                .contains("busy: threads > 1 for 1h actions histogram fired 0 times ")
                .containsPattern(
                        "7 \\(Shop\\): now [0-9]+; holds since .*; does not fire: it has held for")
                .contains("does not fire: it is for the target 8");
        assertThat(api.get("/rules?format=json").body())
                .contains("\"name\":\"busy\",\"condition\":\"threads > 1 for 1h\"")
                .contains("\"whyNot\":\"it is for the target 8\"");
        HttpResponse<String> page = api.call("GET", "/rules", "Accept", "text/html");
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(page.body()).contains("<h2>Rules</h2>", "threads &gt; 1 for 1h", "Last firings");
    }

    @Test
    void invalidRulesAreRefusedWithTheLine() {
        HttpResponse<String> answer =
                api.post("/rules/test", "rules:\n- {name: a, when: threads > x}\n");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("line 2: \\\"threads > x\\\": x is not the level");
    }

    @Test
    void servedSchemaEqualsTheManual() throws Exception {
        String written = JsonTreeWriter.write(RulesSchema.schema().tree());
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PUBLISHED, written);
        }
        assertThat(api.get("/rules/schema").body())
                .isEqualTo(written)
                .isEqualTo(Files.readString(PUBLISHED));
    }
}
