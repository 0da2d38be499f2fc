/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice;
import io.heapsight.advice.TargetObservation;
import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ExportJob;
import io.heapsight.compare.HeapComparison;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.ProfiledRuns;
import io.heapsight.doctor.CheckResult;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.doctor.Feature;
import io.heapsight.doctor.RequestedFeatures;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.job.SkippedPart;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MemoryViews;
import io.heapsight.memory.TuningOption;
import io.heapsight.operation.Pause;
import io.heapsight.postmortem.CrashLog;
import io.heapsight.postmortem.DeathCause;
import io.heapsight.postmortem.OutOfMemoryDumpOutcome;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.report.AdviceReport;
import io.heapsight.report.DoctorReport;
import io.heapsight.report.HeapDumpsReport;
import io.heapsight.report.JobReport;
import io.heapsight.report.JobsReport;
import io.heapsight.report.MemoryReport;
import io.heapsight.report.PostmortemReport;
import io.heapsight.report.PostmortemsReport;
import io.heapsight.report.Report;
import io.heapsight.report.RunReport;
import io.heapsight.report.RunsReport;
import io.heapsight.report.TargetsReport;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.report.comparison.HeapComparisonReport;
import io.heapsight.report.section.TerminalEscapingWriter;
import io.heapsight.run.Run;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunListEntry;
import io.heapsight.run.RunName;
import io.heapsight.run.RunSamples;
import io.heapsight.run.RunState;
import io.heapsight.run.RunTarget;
import io.heapsight.unit.Problem;
import io.heapsight.unit.Reading;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of targets and imports neither control a terminal nor forge a line. */
class HostileTextTest {
    private static final String EVIL = "x\u001b[31m\nFORGED\r\u202e\u2066\u200f\u009b\u007f";
    private static final String SHOWN =
            "x\\u001b[31m\\u000aFORGED\\u000d\\u202e\\u2066\\u200f\\u009b\\u007f";

    private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");
    private static final String ID = "20261122T030000000Z-7";
    private static final RunTarget TARGET =
            new RunTarget(7, EVIL, Optional.of(EVIL), Optional.of(EVIL), Optional.of(EVIL));
    private static final Run RUN =
            new Run(
                    new RunName("INFO"),
                    TARGET,
                    List.of(EVIL),
                    RunLimits.UNKNOWN,
                    Map.of(EVIL, EVIL),
                    NOW,
                    Optional.of(NOW),
                    RunSamples.NONE,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(EVIL));

    static Stream<Report> answersOfTargets() throws Exception {
        DumpRecord dump = new DumpRecord(ID, NOW, 7, EVIL, 1, false, false, Optional.empty(), EVIL);
        return Stream.concat(
                answersOfTarget(EVIL, EVIL),
                Stream.of(
                        new HeapDumpsReport(
                                List.of(new HeapDumpsReport.Row(dump, false, false)),
                                Optional.of(problem(EVIL))),
                        new JobReport(job()),
                        new JobsReport(List.of(job()))));
    }

    static Stream<Report> longAnswers() throws Exception {
        return answersOfTarget("Shop", "some words ".repeat(30).strip());
    }

    private static Stream<Report> answersOfTarget(String name, String said) throws Exception {
        TargetJvm jvm = new ReplayedTarget(7, name).jvm();
        Advice advice =
                new Advice(
                        Advice.Subject.HEAP_SIZE,
                        Advice.Conclusion.CHANGE,
                        said,
                        List.of(),
                        List.of(new Advice.Setting(TuningOption.MAX_HEAP, Optional.of(said), "1g")),
                        List.of(),
                        Advice.Certainty.LOW,
                        said);
        CheckResult finding =
                new CheckResult("same-uid", false, said, said, List.of(Feature.DUMP), said);
        return Stream.of(
                new AdviceReport(TargetObservation.nothing(jvm), List.of(advice)),
                new MemoryReport(MemoryViews.of(jvm), Optional.empty()),
                new DoctorReport(
                        new Diagnosis(
                                Optional.of(jvm),
                                List.of(finding),
                                RequestedFeatures.of(Map.of(), List.of()))),
                new TargetsReport(
                        List.of(
                                new TargetsReport.Row(
                                        jvm, Reading.missing(said), Optional.of(problem(said))))));
    }

    private static Problem problem(String said) {
        return new Problem(Problem.Kind.UNAVAILABLE, "It failed", said, said);
    }

    static Stream<Report> answersOfWhatIsKept() throws Exception {
        DeathCause reason =
                new DeathCause(DeathCause.Kind.CRASH, DeathCause.Certainty.CERTAIN, List.of(EVIL));
        Postmortem death =
                new Postmortem(
                        ID,
                        TARGET,
                        NOW,
                        reason,
                        RunLimits.UNKNOWN,
                        List.of(EVIL),
                        List.of(),
                        Optional.empty(),
                        Optional.of(new CrashLog(EVIL, "x\u001b[31m\u202e")),
                        Optional.of(EVIL),
                        Optional.of(new OutOfMemoryDumpOutcome(EVIL, 1, Optional.of(EVIL), EVIL)),
                        List.of(EVIL));
        return Stream.of(
                new RunReport(RUN),
                new RunsReport(
                        List.of(
                                new RunListEntry(
                                        RUN.name(),
                                        RunState.STOPPED,
                                        EVIL,
                                        RUN.labels(),
                                        NOW,
                                        Optional.of(NOW),
                                        1))),
                new ComparisonReport(comparison(), 20),
                new HeapComparisonReport(
                        new HeapComparison(EVIL, EVIL, List.of(EVIL), List.of(), List.of()), 20),
                new PostmortemReport(death),
                new PostmortemsReport(
                        List.of(new Postmortem.Entry(ID, TARGET, NOW, reason, Optional.of(EVIL)))));
    }

    private static JobSnapshot job() {
        return new JobSnapshot(
                ID,
                JobKind.HEAPDUMP,
                EVIL,
                "",
                JobState.FAILED,
                1,
                EVIL,
                OptionalLong.empty(),
                NOW,
                Optional.of(NOW),
                Optional.of(EVIL),
                Optional.of(problem(EVIL)),
                List.of(new SkippedPart("summary", EVIL, EVIL)),
                Pause.NONE);
    }

    private static Run profiled(Run run) {
        return ProfiledRuns.with(run, EVIL, run.name().text().hashCode());
    }

    private static Comparison comparison() throws Exception {
        return Comparison.between(
                Arm.of(List.of(MeasuredRun.alone(profiled(ExportJob.INFO.run("WARN", 1))))),
                Arm.of(List.of(MeasuredRun.alone(profiled(RUN)))),
                Comparison.Terms.USUAL);
    }

    @ParameterizedTest
    @MethodSource({"answersOfTargets", "answersOfWhatIsKept"})
    void nameIsShownAndNotObeyed(Report report) throws IOException {
        StringWriter out = new StringWriter();
        report.writeText(new TerminalEscapingWriter(out));

        assertThat(out.toString().replaceAll("\\s", "")).contains("\\u0");
        isHarmless(out.toString());
    }

    @ParameterizedTest
    @MethodSource({"answersOfTargets", "answersOfWhatIsKept"})
    void asJsonItIsHarmlessToo(Report report) {
        isHarmless(report.json());
    }

    @ParameterizedTest
    @MethodSource("longAnswers")
    void sentencesFitEightyColumns(Report report) {
        assertThat(report.text().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void exportedTablesAreHarmless() throws Exception {
        ComparisonReport report = new ComparisonReport(comparison(), 20);
        isHarmless(report.markdown());
        isHarmless(report.csv().replace("\r\n", "\n"));
    }

    @Test
    void escapesEqualThoseOfTheLog() {
        assertThat(VisibleText.of(EVIL)).isEqualTo(SHOWN);
    }

    private static void isHarmless(String text) {
        assertThat(text.codePoints().filter(c -> c != '\n' && VisibleText.isHidden(c))).isEmpty();
        assertThat(text.lines()).noneMatch(line -> line.strip().startsWith("FORGED"));
    }
}
