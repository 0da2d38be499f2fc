/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.gclog.GcLogFileReader;
import io.heapsight.report.gclog.GcLogDiffReport;
import io.heapsight.report.gclog.GcLogReport;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcLogReportTest {
    private static GcLogReport report(String name) throws ProblemException {
        Path file = Path.of("src/test/resources/gclog/collected", name + ".log.gz");
        return new GcLogReport(name, GcLogFileReader.read(List.of(file), Progress.SILENT));
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
    void allocationOfAConcurrentCollectorIsALowerBound() throws Exception {
        assertThat(report("jdk21-zgen-gc").text()).contains("allocates at least");
        assertThat(report("jdk25-serial-gc").text()).doesNotContain("allocates at least");
    }

    @Test
    void recordedLogWithoutALineHasASummary(@TempDir Path folder) throws Exception {
        Path empty = Files.createFile(folder.resolve("gc.log"));
        GcLogReport report =
                new GcLogReport(
                        "Shop",
                        GcLogFileReader.readRecorded(
                                List.of(empty), OptionalLong.empty(), Progress.SILENT));
        StringWriter page = new StringWriter();
        StringWriter json = new StringWriter();
        report.writeHtml(page);
        report.writeJson(json);

        assertThat(report.text()).contains("note: The log has no collections.");
        assertThat(page.toString()).contains("The log has no collections.").doesNotContain("NaN");
        assertThat(json.toString()).contains("\"lines\":0").doesNotContain("NaN");
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

    /** The minimum after G1's cycles includes garbage; a full collection leaves none. */
    @Test
    void minimumIsNotComparedWithALiveSet(@TempDir Path folder) throws Exception {
        GcLogReport full = log(folder, "full", "Full (G1 Compaction Pause) 900M->300M(1024M)");
        GcLogReport mixed =
                log(
                        folder,
                        "mixed",
                        "Young (Mixed) (G1 Evacuation Pause) 900M->600M(1024M)",
                        "Young (Concurrent Start) (G1 Evacuation Pause) 900M->700M(1024M)");

        assertThat(new GcLogDiffReport(full, mixed).text())
                .contains("The live sets are not comparable")
                .containsPattern("live set \\(after a full collection\\) +300.0 MiB +- +-\n")
                .containsPattern("at most \\(minimum after a cycle\\) +- +600.0 MiB +-\n");
        assertThat(new GcLogDiffReport(mixed, mixed).text())
                .doesNotContain("not comparable")
                .containsPattern("minimum after a cycle\\) +600.0 MiB +600.0 MiB +0 %\n");
        assertThat(mixed.text()).contains("after the last of 1 cycle with mixed collections");
        assertThat(full.text()).contains("after the last of 1 collection of the whole heap");
    }

    /** Logs of ZGC lack what the program allocates while objects are relocated. */
    @Test
    void lowerBoundOfAllocationIsNotCompared() throws Exception {
        assertThat(new GcLogDiffReport(report("jdk21-g1-gc"), report("jdk21-z-gc")).text())
                .containsPattern("allocation +\\S+ MiB/s +- +-\n")
                .containsPattern("allocation at least +- +\\S+ MiB/s +-\n");
    }

    /** A minimum before the first full collection no longer counts. */
    @Test
    void fullCollectionReplacesTheMinimum(@TempDir Path folder) throws Exception {
        GcLogReport both =
                log(
                        folder,
                        "both",
                        "Young (Mixed) (G1 Evacuation Pause) 900M->200M(1024M)",
                        "Young (Concurrent Start) (G1 Evacuation Pause) 900M->200M(1024M)",
                        "Full (G1 Compaction Pause) 900M->300M(1024M)");

        assertThat(both.text())
                .contains(
                        "300.0 MiB after the last of 1 collection of the whole heap, at least 300");
    }

    private static GcLogReport log(Path folder, String name, String... pauses) throws Exception {
        List<String> lines = new ArrayList<>(List.of("[0.011s][info][gc] Using G1"));
        for (String pause : pauses) {
            int id = lines.size();
            lines.add("[%d.000s][info][gc] GC(%d) Pause %s 60.000ms".formatted(id, id, pause));
        }
        Path file = Files.write(folder.resolve(name + ".log"), lines);
        return new GcLogReport(name, GcLogFileReader.read(List.of(file), Progress.SILENT));
    }

    private static String page(GcLogDiffReport diff) throws IOException {
        StringWriter page = new StringWriter();
        diff.writeHtml(page);
        return page.toString();
    }
}
