/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice;
import io.heapsight.advice.Observation;
import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ExportJob;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.ProfiledRuns;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.histogram.ClassCount;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.HistogramDiff;
import io.heapsight.histogram.HistogramRows;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobRecord;
import io.heapsight.job.JobState;
import io.heapsight.job.Skipped;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jstat.Samples;
import io.heapsight.memory.MemoryViews;
import io.heapsight.operation.AuditEntry;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationOutcome;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.SamplePostmortem;
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
import io.heapsight.report.HeapDumpsReport;
import io.heapsight.report.HeapSummaryReport;
import io.heapsight.report.HistogramDiffReport;
import io.heapsight.report.HistogramReport;
import io.heapsight.report.JobReport;
import io.heapsight.report.JobsReport;
import io.heapsight.report.MemoryReport;
import io.heapsight.report.PostmortemReport;
import io.heapsight.report.PostmortemsReport;
import io.heapsight.report.Report;
import io.heapsight.report.RuleTrialsReport;
import io.heapsight.report.RulesReport;
import io.heapsight.report.RunReport;
import io.heapsight.report.RunsReport;
import io.heapsight.report.SampleSummary;
import io.heapsight.report.SamplesReport;
import io.heapsight.report.TargetsReport;
import io.heapsight.report.ThreadDumpsReport;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.report.profile.ProfileDiffReport;
import io.heapsight.report.profile.ProfileReport;
import io.heapsight.report.profile.ProfilesReport;
import io.heapsight.report.recording.RecordingSummaryReport;
import io.heapsight.report.recording.RecordingsReport;
import io.heapsight.run.Mark;
import io.heapsight.run.Run;
import io.heapsight.run.RunEntry;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunState;
import io.heapsight.run.RunTarget;
import io.heapsight.run.SampleRun;
import io.heapsight.stats.Estimate;
import io.heapsight.target.TargetJvm;
import io.heapsight.trigger.ActionResult;
import io.heapsight.trigger.FiringOutcome;
import io.heapsight.trigger.Limits;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.RuleStatus;
import io.heapsight.trigger.RuleTrial;
import io.heapsight.trigger.ThreadDumpRecord;
import io.heapsight.trigger.Trigger;
import io.heapsight.trigger.TriggerAction;
import io.heapsight.trigger.TriggerCounts;
import io.heapsight.unit.Problem;
import io.heapsight.unit.Reading;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every field that a JSON document has is in {@code /openapi.json}, and the other way round. */
class DocumentedFieldsTest {
    private static final String ID = "20261122T030000500Z-7";
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Problem PROBLEM =
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

    @TempDir private Path data;
    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Shop", "jdk-17");
        api =
                RunningApi.of(
                        Map.of(
                                "HEAPSIGHT_DATA_DIR",
                                data.toString(),
                                "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM",
                                "0s",
                                "HEAPSIGHT_MIN_INTERVAL_THREADS",
                                "0s",
                                "HEAPSIGHT_TRIGGERS",
                                "container_memory>90%:histogram"),
                        List.of(target));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void writtenFieldsAreTheDeclaredOnes() throws Exception {
        Map<String, List<String>> documents = new HashMap<>();
        reports()
                .forEach(
                        (path, all) ->
                                documents.put(path, all.stream().map(Report::json).toList()));
        documents.putAll(answers());
        Map<?, ?> openApi = new JsonObject(api.get("/openapi.json").body()).getMap();
        Map<?, ?> components = object(openApi, "components", "schemas");
        Map<String, List<String>> faults = new LinkedHashMap<>();
        object(openApi, "paths")
                .forEach(
                        (path, methods) ->
                                ((Map<?, ?>) methods)
                                        .forEach(
                                                (method, operation) -> {
                                                    Object schema = schema(operation);
                                                    List<String> written =
                                                            documents.getOrDefault(
                                                                    method + " " + path,
                                                                    documents.get(path));
                                                    if (schema instanceof Map<?, ?> its) {
                                                        faults.put(
                                                                method + " " + path,
                                                                faults(components, its, written));
                                                    }
                                                }));
        faults.put(
                "problem",
                faults(
                        components,
                        object(components, "Problem"),
                        List.of(
                                new ProblemDocument(PROBLEM, Optional.empty()).json(),
                                new ProblemDocument(PROBLEM, Optional.of(Duration.ZERO)).json())));

        faults.values().removeIf(List::isEmpty);
        assertThat(faults).as("fields that only one side has").isEmpty();
    }

    private static @Nullable Object schema(@Nullable Object operation) {
        String ok = object(operation, "responses").containsKey("200") ? "200" : "202";
        return at(operation, "responses", ok, "content", "application/json", "schema");
    }

    private static List<String> faults(
            Map<?, ?> components, Map<?, ?> schema, @Nullable List<String> documents) {
        if (documents == null) {
            return List.of("no document in this test");
        }
        return new WrittenJson(components)
                .faults(
                        schema,
                        documents.stream().map(text -> new JsonObject(text).getMap()).toList());
    }

    private static Map<?, ?> object(@Nullable Object tree, String... path) {
        return (Map<?, ?>) Objects.requireNonNull(at(tree, path));
    }

    private static @Nullable Object at(@Nullable Object tree, String... path) {
        Object at = tree;
        for (String name : path) {
            at = at instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return at;
    }

    /** What the server itself answers. */
    private Map<String, List<String>> answers() {
        Map<String, List<String>> answers = new HashMap<>();
        for (String path :
                List.of("/", "/healthz", "/readyz", "/config", "/gcutil", "/gcmetacapacity")) {
            answers.put(path, List.of(json("GET", path)));
        }
        answers.put("/rules/schema", List.of("{}")); // JSON Schema itself says what is in it
        answers.put("/openapi.json", List.of("{}")); // OpenAPI itself says what is in it
        api.triggers
                .tally()
                .add(Trigger.parseAll("container_memory>90%:histogram").getFirst(), firing());
        answers.put("/", List.of(json("GET", "/")));
        answers.put("/jstat/{option}", List.of(json("GET", "/jstat/gc")));
        answers.put("/threads", List.of(json("GET", "/threads?count=2&interval=1s")));
        answers.put("get /threads/kept/{id}", answers.get("/threads"));
        answers.put("/garbage", List.of(json("POST", "/garbage")));
        return answers;
    }

    private static TriggerCounts.Firing firing() {
        return new TriggerCounts.Firing(
                NOON,
                "Shop",
                0.91,
                "91.0%",
                FiringOutcome.DONE,
                List.of(
                        new ActionResult(
                                TriggerAction.HISTOGRAM, FiringOutcome.DONE, "/jobs/1", ""),
                        new ActionResult(
                                TriggerAction.HEAPDUMP, FiringOutcome.LEFT_OUT, "", "no room")));
    }

    private static Report rules(TargetJvm jvm) {
        Rule trigger = Trigger.parseAll("container_memory>90%:histogram").getFirst();
        Rule rule =
                new Rule(
                        "it",
                        "Shop",
                        trigger.condition(),
                        trigger.actions(),
                        new Limits(OptionalInt.of(1), Duration.ofHours(1), Optional.empty(), true),
                        1);
        TriggerCounts tally = new TriggerCounts(List.of(trigger, rule));
        tally.add(rule, firing());
        tally.add(
                rule,
                new TriggerCounts.Firing(
                        NOON, "Shop", Double.NaN, "", FiringOutcome.HELD_BACK, List.of()));
        return new RulesReport(
                tally.rows().stream()
                        .map(
                                row ->
                                        new RuleStatus(
                                                row,
                                                List.of(
                                                        new RuleStatus.OfTarget(
                                                                jvm,
                                                                0.5,
                                                                "50.0%",
                                                                Optional.of(NOON),
                                                                "it holds"),
                                                        new RuleStatus.OfTarget(
                                                                jvm,
                                                                Double.NaN,
                                                                "",
                                                                Optional.empty(),
                                                                "unknown"))))
                        .toList());
    }

    private static Report trials(TargetJvm jvm) {
        Rule trigger = Trigger.parseAll("container_memory>90%:histogram").getFirst();
        return new RuleTrialsReport(
                jvm,
                new RuleTrial.All(
                        NOON,
                        NOON,
                        1,
                        List.of(
                                new RuleTrial(
                                        trigger,
                                        List.of(
                                                new RuleTrial.Firing(NOON, "91.0%", true),
                                                new RuleTrial.Firing(NOON, "", false)),
                                        ""),
                                new RuleTrial(trigger, List.of(), "too low"))));
    }

    private String json(String method, String path) {
        return api.call(method, path, "Accept", "application/json").body();
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
        return new SamplesReport(jvm, NOON, fields, List.of(row), Optional.of(latest));
    }

    /** What takes a dump, a run or a death to make, in all its forms. */
    private Map<String, List<Report>> reports() throws Exception {
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
        ClassHistogram none =
                new ClassHistogram(7, "Shop", NOON, false, HistogramRows.of(List.of()));
        reports.put(
                "/histogram/diff",
                List.of(new HistogramDiffReport(new HistogramDiff(none, large, Duration.ZERO), 3)));
        reports.put("/rules", List.of(rules(jvm)));
        reports.put("/rules/test", List.of(trials(jvm)));
        reports.put("/memory", List.of(new MemoryReport(MemoryViews.of(jvm))));
        reports.put("/samples", List.of(samples(jvm)));
        reports.put("/advice", List.of(advice()));
        Run run = SampleRun.withEverything();
        Run limited = withLimits(run);
        reports.put("/runs/{name}", List.of(new RunReport(run), new RunReport(limited)));
        RunsReport runs =
                new RunsReport(
                        List.of(
                                new RunEntry(
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
                        "/profiles/{id}/upload",
                        "/threads/kept/{id}/upload",
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
        ThreadDumpsReport threads =
                new ThreadDumpsReport(
                        List.of(new ThreadDumpRecord(ID, NOON, 7, "Shop", 1, "trigger heap>90%")));
        reports.put("/threads/kept", List.of(threads));
        reports.put("/threads/kept/{id}", List.of(threads));
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

    private static Map<String, List<Report>> profiles(JobReport job) {
        ProfileTop top =
                new ProfileTop(
                        ProfileEvent.CPU,
                        "ctimer",
                        3,
                        3,
                        List.of(new FrameWeight("Shop.sell", 2, 3)));
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
                                        "directly")));
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
                        new ProfileReport(ID, top, Optional.of(new PackageShare("com", 1, 0.3)))),
                "get /profiles/diff",
                List.of(new ProfileDiffReport(side, side, List.of(change))));
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
                List.of(new Mark(run.started(), Mark.Kind.LINES, 1)),
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

    /** More classes than are kept. */
    private static ClassHistogram tooLarge() {
        SplittableRandom random = new SplittableRandom(7);
        List<ClassCount> rows = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            String name = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
            rows.add(new ClassCount(name + name.hashCode(), i == 0 ? "java.base" : "", 1, 16));
        }
        return new ClassHistogram(7, "Shop", NOON, false, HistogramRows.of(rows));
    }

    private AdviceReport advice() {
        Advice advice =
                new Advice(
                        Advice.Subject.HEAP_SIZE,
                        Advice.Conclusion.CHANGE,
                        "finding",
                        List.of(new Advice.Figure("liveSetBytes", 1)),
                        List.of(new Advice.Setting("-Xmx", Optional.of("2g"), "1g")),
                        Advice.Certainty.LOW,
                        "because");
        return new AdviceReport(Observation.nothing(target.jvm()), List.of(advice));
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

    private static JobRecord job() {
        return new JobRecord(
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
                List.of(new Skipped("summary", "why", "what mends it")));
    }
}
