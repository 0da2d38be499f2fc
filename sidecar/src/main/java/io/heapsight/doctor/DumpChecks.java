/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.dump.capture.DumpPrecheck;
import io.heapsight.dump.capture.DumpPrecheckResult;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.KeptFolder;
import io.heapsight.postmortem.OutOfMemoryDumpPrecheck;
import io.heapsight.unit.ProblemException;
import java.util.List;

/**
 * Checks the storage folder of heap dumps, their transfer into it, and the resources for their
 * analysis.
 *
 * @param folder the storage folder
 * @param forecast predicts the path of a dump
 * @param memory of an analysis
 */
record DumpChecks(KeptFolder folder, DumpPrecheck forecast, AnalysisMemory memory) {
    private static final Feature[] KEPT = {
        Feature.DUMP, Feature.RUN, Feature.RECORDING, Feature.PROFILE
    };

    CheckResult dataDirectory() {
        String id = "data-directory";
        String expected = "a folder that the sidecar can write to";
        return folder.obstacle()
                .map(problem -> CheckResult.wrong(id, problem, expected, KEPT))
                .orElseGet(
                        () ->
                                CheckResult.ok(
                                        id, folder.existing() + " is writable", expected, KEPT));
    }

    CheckResult analysisMemory() {
        String id = "analysis-memory";
        String expected = "8 MiB for its tables, in addition to its JVM";
        try {
            return CheckResult.ok(
                    id, memory.available() + " for its tables", expected, Feature.ANALYSIS);
        } catch (ProblemException e) {
            return CheckResult.wrong(id, e.problem(), expected, Feature.ANALYSIS);
        }
    }

    List<CheckResult> of(TargetConnection target) {
        DumpPrecheckResult dump = forecast.of(target, folder.existing());
        return List.of(room(dump), way(dump.way(), target), ofJvm(target));
    }

    private static CheckResult room(DumpPrecheckResult dump) {
        String id = "disk-room";
        String expected =
                "the committed heap plus a fifth, more for many small objects; twice that from JDK"
                        + " 22 on";
        return dump.noRoom()
                .map(problem -> CheckResult.wrong(id, problem, expected, Feature.DUMP))
                .orElseGet(() -> CheckResult.ok(id, dump.room(), expected, Feature.DUMP));
    }

    private static CheckResult way(DumpPrecheckResult.Way way, TargetConnection target) {
        String id = "dump-way";
        String expected =
                "a direct write into the sidecar's file system, or free space or a FIFO in the"
                        + " target's";
        return way.either(
                description ->
                        CheckResult.ok(id, description + leftOut(target), expected, Feature.DUMP),
                problem -> CheckResult.wrong(id, problem, expected, Feature.DUMP));
    }

    /** Describes SapMachine's redaction at the source. */
    private static String leftOut(TargetConnection target) {
        return target.jvm()
                .flags()
                .switchedOn("LimitPrimArrayContentInHeapDump")
                .map(flag -> "; contents of primitive arrays are skipped (" + flag.text() + ")")
                .orElse("");
    }

    /** Checks the JVM's own dump at an OutOfMemoryError, on which no other feature depends. */
    private static CheckResult ofJvm(TargetConnection target) {
        String id = "jvm-dump";
        String expected =
                "-XX:+HeapDumpOnOutOfMemoryError, and a path from which the dump can be copied";
        OutOfMemoryDumpPrecheck.Result dump = OutOfMemoryDumpPrecheck.of(target);
        return dump.kept()
                .either(
                        where -> CheckResult.ok(id, where, expected),
                        why -> CheckResult.wrong(id, why, expected, dump.remedy()));
    }
}
