/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.advice.Advice;
import io.heapsight.advice.TargetObservation;
import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ExportJob;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.ProfiledRuns;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.gc.GcActivities;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.histogram.HistogramDiff;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTrend;
import io.heapsight.histogram.SampleRows;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.job.SkippedPart;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jstat.Samples;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MemoryViews;
import io.heapsight.memory.TuningOption;
import io.heapsight.operation.AuditEntry;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationOutcome;
import io.heapsight.operation.Pause;
import io.heapsight.postmortem.DeathCause;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.SamplePostmortem;
import io.heapsight.profile.CallSite;
import io.heapsight.profile.FrameChange;
import io.heapsight.profile.FrameWeight;
import io.heapsight.profile.PackageShare;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRecord;
import io.heapsight.profile.ProfileTop;
import io.heapsight.recording.RecordingRecord;
import io.heapsight.recording.SampleRecordings;
import io.heapsight.report.AdviceReport;
import io.heapsight.report.AuditReport;
import io.heapsight.report.DoctorReport;
import io.heapsight.report.GcReport;
import io.heapsight.report.HeapDumpsReport;
import io.heapsight.report.HistogramDiffReport;
import io.heapsight.report.HistogramReport;
import io.heapsight.report.HistogramTrendReport;
import io.heapsight.report.JobReport;
import io.heapsight.report.JobsReport;
import io.heapsight.report.KeptReportList;
import io.heapsight.report.MemoryReport;
import io.heapsight.report.PostmortemReport;
import io.heapsight.report.PostmortemsReport;
import io.heapsight.report.Report;
import io.heapsight.report.RunReport;
import io.heapsight.report.RunsReport;
import io.heapsight.report.SampleSummary;
import io.heapsight.report.SamplesReport;
import io.heapsight.report.SharedJsonShapes;
import io.heapsight.report.TargetsReport;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.report.profile.ProfileDiffReport;
import io.heapsight.report.profile.ProfileReport;
import io.heapsight.report.profile.ProfilesReport;
import io.heapsight.report.recording.RecordingSummaryReport;
import io.heapsight.report.recording.RecordingsReport;
import io.heapsight.report.status.TargetHealthReport;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunListEntry;
import io.heapsight.run.RunSamples;
import io.heapsight.run.RunState;
import io.heapsight.run.RunTarget;
import io.heapsight.run.SampleRun;
import io.heapsight.safepoint.PauseEvent;
import io.heapsight.stats.Estimate;
import io.heapsight.status.TargetHealth;
import io.heapsight.trigger.KeptReport;
import io.heapsight.trigger.KeptReports;
import io.heapsight.unit.Problem;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Every document of a dump, a run or a death, in all its forms. */
final class SampleReports {
    static final String ID = "20261122T030000500Z-7";
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final Problem PROBLEM =
            new Problem(Problem.Kind.UNAVAILABLE, "It failed", "why", "what mends it");

    private static final RunLimits LIMITS =
            new RunLimits(
                    OptionalLong.of(1),
                    OptionalLong.of(1),
                    OptionalDouble.of(1),
                    OptionalDouble.of(1),
                    OptionalLong.of(1),
                    OptionalLong.of(1));

    private static final RunTarget NAMED =
            new RunTarget(7, "Shop", Optional.of("a.Shop"), Optional.of("25"), Optional.of("G1"));

    private final ReplayedTarget target;

    SampleReports(ReplayedTarget target) {
        this.target = target;
    }

    /** By route path, with the method if there are several. */
    Map<String, List<Report>> all() throws Exception {
        TargetJvm jvm = target.jvm();
        Map<String, List<Report>> reports = new HashMap<>();
        reports.put("/targets", List.of(targets()));
        reports.put(
                "/doctor",
                List.of(
                        new DoctorReport(Diagnoses.of(Optional.of(jvm))),
                        new DoctorReport(Diagnoses.of(Optional.empty()))));
        ClassHistogram large = tooLarge();
        reports.put("/histogram", List.of(new HistogramReport(large, 3)));
        reports.put("get /histogram/kept/{id}", List.of(new HistogramReport(large, 3)));
        ClassHistogram none = new ClassHistogram(7, "Shop", NOON, false, SampleRows.of(List.of()));
        reports.put(
                "/histogram/diff",
                List.of(new HistogramDiffReport(new HistogramDiff(none, large, Duration.ZERO), 3)));
        reports.put("/histogram/last", List.of(trend(large)));
        reports.put("/status", List.of(status(jvm)));
        reports.put("/rules", List.of(SampleRules.standing(jvm)));
        reports.put("/rules/test", List.of(SampleRules.trials(jvm)));
        reports.put(
                "/memory",
                List.of(new MemoryReport(MemoryViews.of(jvm), Optional.of(MemoryViews.loaders()))));
        reports.put(
                "/gc",
                List.of(
                        new GcReport(
                                jvm.label(),
                                Optional.of(SharedJsonShapes.Target.of(jvm)),
                                GcActivities.explicit())));
        reports.put("/trim", SampleTrims.all());
        reports.put("/store", SampleStores.all());
        reports.put("/samples", List.of(samples(jvm)));
        reports.put("/advice", List.of(advice()));
        Run run = SampleRun.withEverything();
        Run limited = withLimits(run);
        reports.put(
                "/runs/{name}",
                List.of(
                        new RunReport(run),
                        new RunReport(limited),
                        new RunReport(run.with(resized(), Optional.empty()))));
        RunsReport runs =
                new RunsReport(
                        List.of(
                                new RunListEntry(
                                        run.name(),
                                        RunState.STOPPED,
                                        "Export",
                                        run.labels(),
                                        run.started(),
                                        run.stopped(),
                                        1)));
        for (String path :
                List.of(
                        "/runs",
                        "/runs/{name}/import",
                        "/runs/{name}/stop",
                        "/runs/{name}/marks")) {
            reports.put(path, List.of(runs));
        }
        reports.put("put /runs/{name}", List.of(runs));
        reports.put("delete /runs/{name}", List.of(runs));
        reports.put("/compare", List.of(new ComparisonReport(comparison(), 20)));
        Postmortem everything = SamplePostmortem.withEverything(ID);
        reports.put("/postmortems", List.of(new PostmortemsReport(List.of(everything.entry()))));
        reports.put(
                "/postmortems/{id}",
                List.of(
                        new PostmortemReport(everything),
                        new PostmortemReport(withLimits(everything))));
        JobReport job = new JobReport(job());
        for (String path :
                List.of(
                        "/jobs/{id}",
                        "/experiments",
                        "/experiments/{id}",
                        "/heapdumps/{id}/analysis",
                        "/heapdumps/{id}/mat-report",
                        "/heapdumps/{id}/upload",
                        "/recordings/{id}/upload",
                        "/gclog/{id}/upload",
                        "/profiles/{id}/upload",
                        "/threads/kept/{id}/upload",
                        "/histogram/kept/{id}/upload",
                        "/garbage/kept/{id}/upload",
                        "/postmortems/{id}/upload")) {
            reports.put(path, List.of(job));
        }
        reports.put("post /heapdumps", List.of(job));
        reports.put("/jobs", List.of(new JobsReport(List.of(job()))));
        AuditEntry refused =
                new AuditEntry(
                        NOON,
                        OperationKind.HISTOGRAM,
                        OperationOutcome.REFUSED,
                        "http 10.1.2.3",
                        7,
                        "Shop",
                        Duration.ZERO,
                        0,
                        Pause.NONE,
                        Optional.of("too soon"));
        reports.put("/audit", List.of(new AuditReport(List.of(refused))));
        DumpRecord dump =
                new DumpRecord(ID, NOON, 7, "Shop", 1, false, false, Optional.of("ab"), "directly");
        HeapDumpsReport dumps =
                new HeapDumpsReport(
                        List.of(new HeapDumpsReport.Row(dump, false, false)), Optional.of(PROBLEM));
        reports.put("/heapdumps", List.of(dumps));
        RecordingsReport recordings =
                new RecordingsReport(
                        List.of(
                                new RecordingsReport.Row(
                                        new RecordingRecord(ID, NOON, 7, "Shop", 60, 1, "profile"),
                                        false)));
        for (KeptReports.Kind kind : KeptReports.Kind.values()) {
            KeptReportList kept =
                    new KeptReportList(
                            kind, List.of(new KeptReport(ID, NOON, 7, "Shop", 1, "rule leak")));
            reports.put(kind.path(), List.of(kept));
            reports.put(kind.path() + "/{id}", List.of(kept));
        }
        reports.put("post /gclog", List.of(job));
        reports.put("/gclog", List.of(SampleGcLogs.all()));
        reports.put("/gclog/{id}", List.of(SampleGcLogs.all()));
        reports.put("get /gclog/{id}/summary", SampleGcLogs.summaries());
        reports.put("post /gclog/{id}/summary", List.of(job));
        reports.put("post /recordings", List.of(job));
        reports.put("post /recordings/{id}/summary", List.of(job));
        reports.put(
                "get /recordings/{id}/summary",
                List.of(new RecordingSummaryReport(SampleRecordings.complete(), 10)));
        reports.put("/recordings", List.of(recordings));
        reports.put("/recordings/{id}", List.of(recordings));
        reports.put("/heapdumps/{id}", List.of(dumps));
        reports.put(
                "/heapdumps/{id}/summary",
                List.of(
                        new HeapSummaryReport(SampleSummary.complete(), 20, 1000),
                        new HeapSummaryReport(SampleSummary.heldWithin(), 20, 1000),
                        new HeapSummaryReport(SampleSummary.histogramOnly(), 20, 1000)));
        reports.putAll(profiles(job));
        reports.putAll(SampleExploration.byRoute());
        return reports;
    }

    private static Report trend(ClassHistogram newest) {
        HistogramHistory history = new HistogramHistory(4);
        history.add(newest, "http");
        history.add(newest, "http");
        return new HistogramTrendReport(HistogramTrend.of(history, newest.pid()).orElseThrow(), 3);
    }

    private static Report status(TargetJvm jvm) {
        return new TargetHealthReport(
                TargetHealth.of(
                        new TargetHealth.Sources(
                                MemoryViews.of(jvm),
                                GcActivities.explicit(),
                                TargetObservation.nothing(jvm),
                                Diagnoses.of(Optional.of(jvm)),
                                List.of(
                                        SamplePostmortem.bare(ID, DeathCause.Kind.OOM_KILL)
                                                .entry()),
                                List.of())));
    }

    private static Map<String, List<Report>> profiles(JobReport job) {
        ProfileTop top =
                new ProfileTop(
                        ProfileEvent.CPU,
                        "ctimer",
                        3,
                        3,
                        0,
                        List.of(new FrameWeight("Shop.sell", 2, 3)),
                        List.of());
        ProfileTop live =
                new ProfileTop(
                        ProfileEvent.LIVE,
                        "",
                        3,
                        3 << 19,
                        0,
                        List.of(new FrameWeight("byte[]", 3 << 19, 3 << 19)),
                        List.of(new CallSite("Shop.sell", "byte[]", 3 << 19, 3)));
        ProfilesReport kept =
                new ProfilesReport(
                        List.of(
                                new ProfileRecord(
                                        ID,
                                        NOON,
                                        7,
                                        "Shop",
                                        top.event(),
                                        top.engine(),
                                        30,
                                        1,
                                        3,
                                        true,
                                        "directly",
                                        Optional.empty())));
        ProfileDiffReport.Side side = new ProfileDiffReport.Side(ID, "cpu", "samples", 3, 3);
        FrameChange change =
                new FrameChange(
                        "Shop.sell",
                        0.1,
                        0.2,
                        new Estimate(0.1, 0, 0.2, 0.95),
                        1,
                        FrameChange.Verdict.NO_EVIDENCE);
        return Map.of(
                "get /profiles",
                List.of(kept),
                "delete /profiles/{id}",
                List.of(kept),
                "post /profiles",
                List.of(job),
                "get /profiles/{id}",
                List.of(
                        new ProfileReport(ID, top, Optional.empty()),
                        new ProfileReport(ID, live, Optional.empty()),
                        new ProfileReport(ID, top, Optional.of(new PackageShare("com", 1, 0.3)))),
                "get /profiles/diff",
                List.of(new ProfileDiffReport(side, side, List.of(change))));
    }

    /** In a container whose memory limit rose. */
    private static RunSamples resized() {
        RunSamples.Builder samples = new RunSamples.Builder(1 << 20);
        for (int second = 0; second < 2; second++) {
            samples.begin(NOON.plusSeconds(second).toEpochMilli());
            samples.put(RunColumn.of(SampleField.CONTAINER_MEMORY_USAGE_BYTES), 1000);
            samples.put(
                    RunColumn.of(SampleField.CONTAINER_MEMORY_LIMIT_BYTES), 2000 + 500.0 * second);
        }
        return samples.build();
    }

    private static Run withLimits(Run run) {
        return new Run(
                run.name(),
                NAMED,
                run.flags(),
                LIMITS,
                run.labels(),
                run.started(),
                run.stopped(),
                run.samples(),
                List.of(new ProgressMark(run.started(), ProgressMark.Kind.LINES, 1)),
                run.heapAtStart(),
                run.heapAtStop(),
                run.profile(),
                run.warnings());
    }

    private static Postmortem withLimits(Postmortem postmortem) {
        return new Postmortem(
                postmortem.id(),
                NAMED,
                postmortem.diedAt(),
                postmortem.reason(),
                LIMITS,
                postmortem.flags(),
                postmortem.samples(),
                postmortem.histogram(),
                postmortem.crashLog(),
                postmortem.recording(),
                postmortem.heapDump(),
                postmortem.kept());
    }

    private TargetsReport targets() {
        return new TargetsReport(
                List.of(
                        new TargetsReport.Row(target.jvm(), Reading.of("ok"), Optional.empty()),
                        new TargetsReport.Row(
                                target.jvm(), Reading.missing("gone"), Optional.of(PROBLEM))));
    }

    /** More classes than are stored. */
    private static ClassHistogram tooLarge() {
        SplittableRandom random = new SplittableRandom(7);
        List<ClassHistogramRow> rows = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            String name = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
            rows.add(
                    new ClassHistogramRow(
                            name + name.hashCode(), i == 0 ? "java.base" : "", 1, 16));
        }
        return new ClassHistogram(7, "Shop", NOON, false, SampleRows.of(rows));
    }

    private AdviceReport advice() {
        Advice advice =
                new Advice(
                        Advice.Subject.HEAP_SIZE,
                        Advice.Conclusion.CHANGE,
                        "finding",
                        List.of(new Advice.Figure("liveSetBytes", 1)),
                        List.of(new Advice.Setting(TuningOption.MAX_HEAP, Optional.of("2g"), "1g")),
                        List.of(new Advice.Refused("-Xmx64m", "because")),
                        Advice.Certainty.LOW,
                        "because");
        return new AdviceReport(TargetObservation.nothing(target.jvm()), List.of(advice));
    }

    private static Comparison comparison() throws Exception {
        return Comparison.between(
                arm("INFO", ExportJob.INFO), arm("WARN", ExportJob.WARN), Comparison.Terms.USUAL);
    }

    private static Arm arm(String name, ExportJob job) {
        return Arm.of(
                IntStream.rangeClosed(1, 4)
                        .mapToObj(
                                i ->
                                        MeasuredRun.repeated(
                                                ProfiledRuns.with(
                                                        job.labelled(Map.of("level", name))
                                                                .run(name + "#" + i, 9 + i),
                                                        "Export.run",
                                                        (name + i).hashCode())))
                        .toList());
    }

    private static JobSnapshot job() {
        return new JobSnapshot(
                ID,
                JobKind.HEAPDUMP,
                "Shop",
                "http 127.0.0.1",
                JobState.FAILED,
                1,
                "writing",
                OptionalLong.of(3),
                NOON,
                Optional.of(NOON),
                Optional.of("/heapdumps/" + ID),
                Optional.of(PROBLEM),
                List.of(new SkippedPart("summary", "why", "what mends it")),
                new Pause(
                        Optional.of(Duration.ofMillis(520)), Optional.of(Duration.ofMillis(480))));
    }

    private static SamplesReport samples(TargetJvm jvm) {
        List<SampleField> fields = List.of(SampleField.HEAP_USED_BYTES, SampleField.CPU_SECONDS);
        SampleRing.Row row = new SampleRing.Row(NOON.toEpochMilli(), List.of(1.5, Double.NaN));
        Sample latest =
                Samples.of(
                        0,
                        Map.of(),
                        List.of(new Sample.Pool("Eden Space", 1, 2, Double.NaN)),
                        List.of(new Sample.Collector("Copy", 3, 0.5)));
        SamplesReport.Pause pause =
                new SamplesReport.Pause(
                        NOON, new PauseEvent(12.5, "Copy", "Allocation Failure", 1, 0.003));
        return new SamplesReport(
                jvm, NOON, fields, List.of(row), Optional.of(latest), List.of(pause));
    }
}
