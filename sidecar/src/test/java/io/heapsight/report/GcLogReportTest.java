/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.gclog.GcLogFiles;
import io.heapsight.report.gclog.GcLogDiffReport;
import io.heapsight.report.gclog.GcLogReport;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcLogReportTest {
    private static GcLogReport report(String name) throws ProblemException {
        Path file = Path.of("src/test/resources/gclog/collected", name + ".log.gz");
        return new GcLogReport(name, GcLogFiles.read(List.of(file), Progress.SILENT));
    }

    @Test
    void textNamesPausesPhasesAndSafepoints() throws Exception {
        assertThat(report("jdk25-g1-all").text())
                .startsWith("jdk25-g1-all: ")
                .contains("Pauses by kind and cause", "Young (Normal)", "G1 Evacuation Pause")
                .contains("Phases beside the program", "Concurrent Mark Cycle")
                .containsPattern("safepoints: \\d+ in total");
    }

    @Test
    void pageHasAChartOfEachFigureAndLoadsNothing() throws Exception {
        StringWriter page = new StringWriter();
        report("jdk25-g1-all").writeHtml(page);

        assertThat(page.toString().split("<svg ")).hasSize(5);
        assertThat(page.toString()).doesNotContain("<script", "NaN").contains("Longest pause");
    }

    @Test
    void jsonSaysThatUnknownPausesAreUnknown() throws Exception {
        StringWriter json = new StringWriter();
        report("jdk17-z-gc").writeJson(json);

        assertThat(json.toString())
                .contains("\"log\":{", "\"collector\":\"ZGC\"", "\"pauses\":{\"count\":null");
    }

    @Test
    void differenceHasBothFiguresAndTheChange() throws Exception {
        GcLogDiffReport diff =
                new GcLogDiffReport(report("jdk21-g1-gc"), report("jdk21-parallel-gc"));

        assertThat(diff.text())
                .startsWith("jdk21-parallel-gc against jdk21-g1-gc")
                .containsPattern("pauses +59 +63 +\\+6\\.8 %");
        assertThat(page(diff)).contains("Heap in use after collections");
    }

    private static String page(GcLogDiffReport diff) throws IOException {
        StringWriter page = new StringWriter();
        diff.writeHtml(page);
        return page.toString();
    }
}
