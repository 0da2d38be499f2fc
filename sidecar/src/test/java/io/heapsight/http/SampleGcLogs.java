/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.gclog.GcLogFileReader;
import io.heapsight.gclog.TargetGcLog;
import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.report.Report;
import io.heapsight.report.gclog.GcLogReport;
import io.heapsight.report.recording.GcLogsReport;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import io.heapsight.vmlog.GcLogRecord;
import io.heapsight.vmlog.GcLogRequest;
import io.heapsight.vmlog.GcLogTaker;
import io.heapsight.vmlog.GcLogger;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** GC logs in each state. */
final class SampleGcLogs {
    private SampleGcLogs() {}

    static GcLogsReport all() {
        TargetJvm jvm = MadeJvm.named("Shop").jvm();
        return new GcLogsReport(
                List.of(
                        GcLogsReport.Row.of(
                                new GcLogRecord(
                                        SampleReports.ID,
                                        SampleReports.NOON,
                                        7,
                                        "Shop",
                                        600,
                                        1,
                                        GcLogger.End.SIZE,
                                        false,
                                        OptionalLong.empty()),
                                true),
                        GcLogsReport.Row.of(
                                new GcLogTaker.Running(
                                        SampleReports.ID,
                                        SampleReports.NOON,
                                        jvm,
                                        GcLogRequest.USUAL)),
                        GcLogsReport.Row.of(
                                jvm,
                                new TargetGcLog(
                                        "/tmp/gc.log",
                                        List.of(
                                                new TargetGcLog.LogPart(
                                                        Path.of("/tmp/gc.log"), 1, 0.1))))));
    }

    /** Summaries of recorded logs, which together have every field. */
    static List<Report> summaries() {
        return Stream.concat(
                        Stream.of(
                                        "jdk25-g1-all",
                                        "jdk21-z-gc",
                                        "jdk11-shenandoah-gc",
                                        "collected/jdk17-serial-all")
                                .map(SampleGcLogs::summary),
                        Stream.of(damaged()))
                .<Report>map(each -> each)
                .toList();
    }

    private static GcLogReport summary(String name) {
        try {
            URL log = SampleGcLogs.class.getResource("/gclog/" + name + ".log.gz");
            return report(name, Path.of(Objects.requireNonNull(log).toURI()));
        } catch (ProblemException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A full heap, and a line that was cut. */
    private static GcLogReport damaged() {
        try {
            Path log = Files.createTempFile("gc", ".log");
            try {
                StringBuilder text = new StringBuilder("[0.5s][info][gc] GC(0) Pause Full (S\n");
                for (int i = 1; i < 60; i++) {
                    text.append(
                            "[%d.0s][info][gc] GC(%d) Pause Full (System.gc()) 30M->29M(30M) 500.0ms\n"
                                    .formatted(i, i));
                }
                Files.writeString(log, text);
                return report("damaged", log);
            } finally {
                Files.delete(log);
            }
        } catch (ProblemException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static GcLogReport report(String name, Path log) throws ProblemException {
        return new GcLogReport(name, GcLogFileReader.read(List.of(log), Progress.SILENT));
    }
}
