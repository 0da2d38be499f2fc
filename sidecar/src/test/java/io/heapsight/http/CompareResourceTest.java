/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.ExportJob;
import io.heapsight.report.RunReport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /compare} of imported runs. */
class CompareResourceTest {
    @TempDir private Path data;

    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        api = RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of());
        for (int i = 1; i <= 4; i++) {
            keep("INFO", i, ExportJob.INFO);
            keep("WARN", i, ExportJob.WARN);
        }
    }

    private void keep(String arm, int number, ExportJob job) {
        String run = new RunReport(job.run(arm + "#" + number, 10L * arm.length() + number)).json();
        assertThat(api.put("/runs/" + arm + "%23" + number + "/import", run).statusCode())
                .isEqualTo(200);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void armsAreComparedWithAllTheirRuns() {
        String text = api.get("/compare?base=INFO&candidate=WARN").body();
        assertThat(text).startsWith("WARN against INFO (4 runs each)");
        assertThat(text).containsPattern("cpu.utilisation .* better");
        assertThat(text.lines()).allMatch(line -> line.length() <= 100);
        assertThat(api.get("/compare?base=INFO&candidate=WARN&format=json").body())
                .startsWith("{\"schemaVersion\":1,\"base\":{\"name\":\"INFO\"")
                .contains(
                        "\"comparable\":true",
                        "\"metric\":\"output.bytes\"",
                        "\"verdict\":\"better\"");
        HttpResponse<String> page =
                api.get("/compare?base=INFO&candidate=WARN", "Accept", "text/html");
        assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(page.body()).contains("<svg", "WARN against INFO");
    }

    @Test
    void oneRunIsNamedInFull() {
        assertThat(api.get("/compare?base=INFO%231&candidate=WARN%232").body())
                .startsWith("WARN#2 against INFO#1 (1 run each)");
        assertThat(api.get("/compare?base=INFO%231&candidate=WARN").body())
                .startsWith("WARN against INFO#1 (4 runs against 1)");
    }

    @Test
    void missingRunIsReportedWithExistingOnes() {
        HttpResponse<String> none = api.get("/compare?base=INFO&candidate=DEBUG");
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(none.body()).contains("DEBUG", "INFO#1, INFO#2");
        assertThat(api.get("/compare?base=INFO").statusCode()).isEqualTo(400);
        assertThat(api.get("/compare?base=INFO").body()).contains("candidate");
        assertThat(api.get("/compare?base=INFO&candidate=WARN&subject=mood").statusCode())
                .isEqualTo(400);
        assertThat(api.get("/compare?base=INFO&candidate=WARN&subject=limits,load").statusCode())
                .isEqualTo(200);
    }

    @Test
    void rowsAndRelevanceAreSelectable() {
        String arms = "/compare?base=INFO&candidate=WARN&format=";
        assertThat(api.get(arms + "csv&row=duration,gc.*&relevant=2%25").body())
                .contains("duration,seconds,")
                .contains("gc.overhead,ratio,")
                .doesNotContain("output.bytes");
        assertThat(api.get(arms + "markdown").body()).startsWith("### WARN against INFO");
        assertThat(api.get(arms + "text&relevant=0%25").statusCode()).isEqualTo(400);
        assertThat(api.get(arms + "text&row=speed").statusCode()).isEqualTo(400);
    }
}
