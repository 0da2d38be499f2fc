/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.ExportJob;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramDiff;
import io.heapsight.histogram.SampleRows;
import io.heapsight.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistogramReportTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final ClassHistogram LATER =
            histogram(
                    NOON,
                    new ClassHistogramRow("[B", "java.base@25.0.3", 146650, 6959248),
                    new ClassHistogramRow("com.acme.Order$Line", "", 1, 16));

    @Test
    void textEqualsJcmd() {
        assertThat(new HistogramReport(LATER, 10).text())
                .isEqualTo(
                        """
                         num     #instances         #bytes  class name (module)
                        -------------------------------------------------------
                           1:        146650        6959248  [B (java.base@25.0.3)
                           2:             1             16  com.acme.Order$Line
                        Total        146651        6959264
                        """);
    }

    @Test
    void topLimitsTheRowsButNotTheTotals() {
        assertThat(new HistogramReport(LATER, 1).json())
                .isEqualTo(
                        """
                        {"schemaVersion":1,"target":{"pid":7,"name":"com.acme.Shop"},\
                        "takenAt":"2026-11-21T12:00:00Z","live":false,\
                        "totals":{"instances":146651,"bytes":6959264},\
                        "classes":[{"name":"[B","module":"java.base","instances":146650,"bytes":6959248}]}
                        """);
    }

    @Test
    void diffShowsGrowth() {
        ClassHistogram base =
                histogram(
                        NOON.minusSeconds(60),
                        new ClassHistogramRow("[B", "java.base@25.0.3", 146000, 6900000));
        HistogramDiffReport report =
                new HistogramDiffReport(
                        new HistogramDiff(base, LATER, Duration.ofMillis(60_040)), 10);

        assertThat(report.text())
                .isEqualTo(
                        """
                        Growth from 2026-11-21T11:59:00Z to 2026-11-21T12:00:00Z (60.0 s)
                            +instances          +bytes     #instances          #bytes  class name
                                  +650          +59248         146650         6959248  [B
                                    +1             +16              1              16  com.acme.Order$Line
                                  +651          +59264         146651         6959264  Total
                        """);
        assertThat(report.json()).contains("\"bytesChange\":59248");
    }

    @Test
    void garbageReportsTheFullGc() {
        ClassHistogram live =
                histogram(NOON, new ClassHistogramRow("[B", "java.base@25.0.3", 100, 4000));
        HistogramGarbageReport report =
                new HistogramGarbageReport(
                        GarbageByClass.between(LATER, live, Optional.of("G1")), 1);

        assertThat(report.text())
                .isEqualTo(
                        """
                        Unreachable: 146551 objects, 6.6 MiB (99.9 % of the heap's objects by size); determined by a full GC.
                              #objects          #bytes    share  class name
                                146550         6955248  100.0 %  [B
                        """);
        assertThat(report.json())
                .contains("\"unreachable\":{\"objects\":146551,\"bytes\":6955264}", "\"notes\":[]");
    }

    @Test
    void garbageOfZgcIsUnknown() {
        HistogramGarbageReport report =
                new HistogramGarbageReport(
                        GarbageByClass.between(LATER, LATER, Optional.of("ZGC generational")), 1);

        assertThat(report.text())
                .startsWith(
                        """
                        ZGC generational lists reachable objects only, so garbage is unknown. \
                        Estimate it as the used heap minus what the last GC cycle left.
                        Unreachable: 0 objects, 0 B (0.0 % of the heap's objects by size).
                        """);
        assertThat(report.json())
                .contains("\"notes\":[\"ZGC generational lists reachable objects only");
    }

    @Test
    void runOfZgcHasNoFigureOfItsGarbage() {
        Run run = ExportJob.INFO.run("INFO", 1);

        assertThat(new RunReport(run).text().replaceAll("\\s+", " "))
                .contains("garbage at stop 43.8 KiB of");
        assertThat(
                        new RunReport(ExportJob.onJvm(run, "25.0.3", "ZGC generational"))
                                .text()
                                .replaceAll("\\s+", " "))
                .contains(
                        "garbage at stop ZGC generational lists reachable objects only, so garbage"
                                + " is unknown");
    }

    private static ClassHistogram histogram(Instant takenAt, ClassHistogramRow... rows) {
        return new ClassHistogram(7, "com.acme.Shop", takenAt, false, SampleRows.of(List.of(rows)));
    }
}
