/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageQuota;
import io.heapsight.kept.StorageRetention;
import io.heapsight.proc.ProcFs;
import io.heapsight.recording.JmcRuleVerdicts.Severity;
import io.heapsight.recording.JmcRuleVerdicts.Verdict;
import io.heapsight.recording.RecordingSummary.Kind;
import io.heapsight.recording.RecordingSummary.OldObjects;
import io.heapsight.recording.RecordingSummary.Row;
import io.heapsight.recording.RecordingSummary.Table;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Summaries of recordings for tests of documents. */
public final class SampleRecordings {
    private SampleRecordings() {}

    /** Requested black boxes without target. */
    public static ContinuousRecordings continuousRecordings(Path dataDirectory, EventLog events)
            throws IOException {
        RecordingStore store = RecordingStore.open(dataDirectory);
        return new ContinuousRecordings(
                Optional.of(Duration.ofMinutes(10)),
                new ContinuousRecordings.Bounds(
                        ByteSize.parse("64m"), Optional.empty(), Duration.ofSeconds(5)),
                new StorageRetention<>(
                        store.files(), StorageQuota.NONE, "recording", "recording", events),
                new RecordingSummaries(
                        Jobs.open(dataDirectory, events, SteadyClock.system(events)),
                        store.files(),
                        new AnalysisMemory(ProcFs.system(), Optional.empty(), OptionalLong::empty)),
                events);
    }

    /** A summary with every field and hostile names. */
    public static RecordingSummary complete() {
        List<Table> tables =
                Stream.of(Kind.values())
                        .map(
                                kind ->
                                        new Table(
                                                kind,
                                                List.of(
                                                        new Row("<b>\u001b[31mA.a()", 3, 300, 200),
                                                        new Row("B.b(int)", 1, 100, 100)),
                                                new Row("others", 2, 50, 30)))
                        .toList();
        return new RecordingSummary(
                "shop.jfr",
                1 << 20,
                Optional.of("OpenJDK 64-Bit Server VM 25"),
                Optional.of(Instant.parse("2026-11-24T12:00:00Z")),
                Duration.ofSeconds(60),
                1234,
                tables,
                List.of(
                        new OldObjects(
                                "byte[]",
                                List.of(
                                        "java.util.HashMap$Node.value",
                                        "com.acme.Leak.MAP (static)"),
                                7,
                                Optional.of("com.acme.Leak.fill()"))),
                List.of("a note"),
                verdicts());
    }

    private static JmcRuleVerdicts verdicts() {
        return new JmcRuleVerdicts(
                List.of(
                        new Verdict(
                                "Allocations.class",
                                "Allocated Classes",
                                "heap",
                                Severity.WARNING,
                                Optional.of(82.5),
                                "The most allocated type is likely '<b>\u001b[31mA'",
                                Optional.of("Look at where it is allocated.\nThen reduce it."),
                                Optional.of("Allocate less.")),
                        new Verdict(
                                "Exceptions",
                                "Thrown Exceptions",
                                "exceptions",
                                Severity.INFORMATION,
                                Optional.empty(),
                                "7 exceptions",
                                Optional.empty(),
                                Optional.empty()),
                        new Verdict(
                                "FullGc",
                                "Full GC",
                                "garbage_collection",
                                Severity.OK,
                                Optional.of(0.0),
                                "",
                                Optional.empty(),
                                Optional.empty())),
                List.of("GC Stall (GcStall): failed"),
                Optional.of("Of the newest 12 MiB only."));
    }
}
