/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.json.JsonObject;
import io.heapsight.store.read.DumpSuspect;
import io.heapsight.store.read.StoredDump;
import io.heapsight.store.read.StoredDumps;
import io.heapsight.summary.Severity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The suspects of a fleet, in one table. */
class SharedSuspectsReportTest {
    private final List<StoredDump> dumps = new ArrayList<>();

    private static DumpSuspect suspect(Severity severity, String place, long mebibytes) {
        return new DumpSuspect(
                severity,
                place,
                mebibytes << 20,
                0.5,
                place + " holds " + mebibytes + " MiB.",
                "Bound it.");
    }

    private void dump(String pod, int number, DumpSuspect... suspects) {
        dumps.add(
                new StoredDump(
                        pod + "/" + number + ".hprof.gz",
                        pod,
                        StoredDump.Summary.THERE,
                        Optional.of(Instant.EPOCH),
                        "",
                        List.of(suspects)));
    }

    private void without(String name, StoredDump.Summary summary, String reason) {
        dumps.add(new StoredDump(name, name, summary, Optional.empty(), reason, List.of()));
    }

    private SharedSuspectsReport report(int rows) {
        return new SharedSuspectsReport(new StoredDumps("s3://dumps", dumps, false), rows);
    }

    @Test
    void partialSummaryIsNoDumpWithoutSuspect() {
        without("a/1.hprof", StoredDump.Summary.PARTIAL, "idom needs 152.9 MiB of 3.0 MiB");

        assertThat(report(20).text())
                .contains(
                        "Suspects of a/1.hprof were not searched: idom needs 152.9 MiB of 3.0 MiB.")
                .doesNotContain("No suspect in");
        assertThat(report(20).isComplete()).isFalse();
    }

    @Test
    void oneLeakOfTwoReleasesIsOneSuspectAndDumpsAreCountedOnce() {
        dump("a", 1, suspect(Severity.HIGH, "Job.run(Job.java:12)", 10));
        dump(
                "b",
                1,
                suspect(Severity.HIGH, "Job.run(Job.java:14)", 30),
                suspect(Severity.HIGH, "Job.run(Job.java:15)", 20));

        assertThat(report(20).text())
                .contains("high       2/2      2  30.0 MiB  50.0 %  Job.run(Job.java:14)")
                .doesNotContain("Job.java:12");
    }

    @Test
    void severeSuspectsComeFirstThenThoseInManyPods() {
        dump("a", 1, suspect(Severity.HIGH, "Cache.MAP", 10), suspect(Severity.MEDIUM, "Log", 90));
        dump("a", 2, suspect(Severity.HIGH, "Cache.MAP", 30));
        dump("b", 1, suspect(Severity.HIGH, "Cache.MAP", 20));
        dump("c", 1, suspect(Severity.HIGH, "Session.ALL", 80));
        dump("d", 1);

        assertThat(report(20).text())
                .isEqualTo(
                        """
                        5 heap dumps of 4 pods below s3://dumps

                        SEVERITY  PODS  DUMPS   LARGEST   SHARE  SUSPECT
                        high       2/4      3  30.0 MiB  50.0 %  Cache.MAP
                        high       1/4      1  80.0 MiB  50.0 %  Session.ALL
                        medium     1/4      1  90.0 MiB  50.0 %  Log

                        Cache.MAP holds 30 MiB.
                          Bound it.
                          In a, b.

                        Session.ALL holds 80 MiB.
                          Bound it.
                          In c.

                        Log holds 90 MiB.
                          Bound it.
                          In a.

                        No suspect in d/1.hprof.gz.
                        """);
        assertThat(report(20).isComplete()).isTrue();
    }

    @Test
    void missingAndUnreadableSummariesAreNamed() {
        without("a.hprof", StoredDump.Summary.MISSING, "");
        without("b.hprof", StoredDump.Summary.UNREADABLE, "not a JSON object");

        assertThat(report(20).text())
                .contains("No suspects.")
                .contains("No summary of a.hprof.")
                .contains("The summary of b.hprof is unreadable: not a JSON object.")
                .contains("heapsight analyze URL --upload-summary");
        assertThat(report(20).isComplete()).isFalse();
    }

    @Test
    void moreSuspectsThanRowsAreCounted() {
        dump("a", 1, suspect(Severity.HIGH, "One", 10), suspect(Severity.HIGH, "Two", 20));

        assertThat(report(1).text()).contains("Two").contains("1 more").doesNotContain("One");
    }

    @Test
    void theDocumentHasSuspectsAndDumps() throws Exception {
        dump("a", 1, suspect(Severity.HIGH, "Cache.MAP", 10));
        dump("b", 1, suspect(Severity.HIGH, "Cache.MAP", 20));

        JsonObject read = JsonObject.parse(report(20).json());

        JsonObject suspect = read.items(JsonObject.class, "suspects").getFirst();
        assertThat(suspect.integer("podCount")).isEqualTo(2);
        assertThat(suspect.integer("bytes")).isEqualTo(20 << 20);
        assertThat(suspect.integer("leastBytes")).isEqualTo(10 << 20);
        assertThat(read.items(JsonObject.class, "dumps")).hasSize(2);
    }
}
