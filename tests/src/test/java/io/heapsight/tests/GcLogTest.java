/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static com.github.dockerjava.api.model.Capability.DAC_OVERRIDE;
import static com.github.dockerjava.api.model.Capability.KILL;
import static com.github.dockerjava.api.model.Capability.SYS_PTRACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Switches the GC log of a program on that has log outputs of its own. The lines are those of that
 * log; the JVM's list of outputs is the same before and after, to the byte.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class GcLogTest {
    private static final String OWN_LOG = "-Xlog:gc*:file=/tmp/own.log::filecount=2,filesize=";
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir private Path folder;

    static List<Jdk> jdks() {
        return Cover.jdks(0).stream().filter(jdk -> jdk != Jdk.JDK_8).toList();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void logHasTheLinesOfTheProgramsOwnAndLeavesThatAlone(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(program(jdk));
                SidecarContainer sidecar = sidecar(target)) {
            HttpCaller caller = sidecar.attachedCaller();
            String before = outputs(target);
            DumpJob job = DumpJob.start(caller, "/gclog?seconds=5");
            assertThat(outputs(target)).contains(".gc.log all=off,gc*=info,safepoint=info ");
            assertThat(caller.post("/gclog").statusCode()).isEqualTo(409);
            assertThat(caller.get("/histogram?top=1").statusCode()).isEqualTo(200);
            assertThat(caller.get("/gclog").body()).contains("on: /jobs/");
            Json ended = job.awaitEnd();

            assertThat(ended.at("state").text()).as(ended.toString()).isEqualTo("done");
            assertThat(outputs(target)).isEqualTo(before);
            assertThat(target.heapsightFiles()).isEmpty();
            Json log = stored(caller);
            assertThat(log.at("end").text()).isEqualTo("time");
            assertThat(log.at("whole").isTrue()).isTrue();
            List<String> pauses = pauses(caller.get("/gclog/" + log.at("id").text()).body());
            assertThat(pauses).hasSizeGreaterThan(3);
            assertThat(pauses(caller.get("/gclog/target").body()))
                    .containsSubsequence(pauses)
                    .hasSizeGreaterThan(pauses.size());
            assertThat(log.at("summary").isTrue()).isTrue();
            for (String id : List.of(log.at("id").text(), "target")) {
                String summary = "/gclog/" + id + "/summary";
                assertThat(caller.get(summary).body()).contains("pauses: ");
                assertThat(Json.parse(caller.getJson(summary).body()).at("collector").text())
                        .isEqualTo("Serial");
            }
            assertThat(sidecar.dataFiles("gclogs")).noneMatch(name -> name.contains("live"));
            Said.assertUntouched(target);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void logOfAKilledSidecarIsEndedByTheNext(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(program(jdk));
                SidecarContainer sidecar = sidecar(target)) {
            HttpCaller caller = sidecar.attachedCaller();
            String before = outputs(target);
            DumpJob _ = DumpJob.start(caller, "/gclog?seconds=3600");
            assertThat(outputs(target)).isNotEqualTo(before);
            sidecar.killAndStartAgain();

            Awaitility.await()
                    .atMost(LONG)
                    .untilAsserted(() -> assertThat(outputs(target)).isEqualTo(before));
            Awaitility.await().atMost(LONG).until(() -> target.heapsightFiles().isEmpty());
            Json again = DumpJob.start(sidecar.readyCaller(), "/gclog?seconds=1").awaitEnd();
            assertThat(again.at("state").text()).as(again.toString()).isEqualTo("done");
            assertThat(outputs(target)).isEqualTo(before);
            Said.assertUntouched(target);
        }
    }

    /** In the sidecar's file system, and in that of the target's container, which ends with it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void logOfAKilledTargetHasItsLastLines(boolean inTheTarget) throws IOException {
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = SidecarContainer.start(beside(pause, inTheTarget));
                TargetContainer target =
                        TargetContainer.start(
                                program(Jdk.JDK_21, OWN_LOG + "64m")
                                        .inPidNamespaceOf(pause.id()))) {
            HttpCaller caller = sidecar.readyCaller();
            DumpJob job = DumpJob.start(caller, "/gclog?seconds=3600");
            assertThat(target.heapsightFiles().isEmpty()).isEqualTo(!inTheTarget);
            int before = pauses(target.exec("cat", "/tmp/own.log").out()).size();
            Awaitility.await()
                    .atMost(LONG)
                    .until(
                            () ->
                                    pauses(target.exec("cat", "/tmp/own.log").out()).size()
                                            > before + 10);
            target.signal("KILL");

            Json ended = job.awaitEnd();
            assertThat(ended.at("state").text()).as(ended.toString()).isEqualTo("done");
            Json log = stored(caller);
            assertThat(log.at("end").text()).isEqualTo("target-ended");
            List<String> pauses = pauses(caller.get("/gclog/" + log.at("id").text()).body());
            Path ownLog = folder.resolve("own.log");
            target.copyOut("/tmp/own.log", ownLog);
            List<String> own = pauses(Files.readString(ownLog));
            assertThat(pauses.getLast()).isEqualTo(own.getLast());
        }
    }

    @Test
    void commandPrintsTheLogAndEndsIt() {
        try (TargetContainer target = TargetContainer.start(program(Jdk.JDK_11));
                SidecarContainer sidecar = sidecar(target)) {
            sidecar.readyCaller();
            String before = outputs(target);
            Ran ran = sidecar.heapsight("gc", "log", "--duration", "3s");

            assertThat(ran.exitCode()).as(ran.err()).isZero();
            assertThat(pauses(ran.out())).isNotEmpty();
            assertThat(outputs(target)).isEqualTo(before);
            assertThat(target.heapsightFiles()).isEmpty();
        }
    }

    @Test
    void jdk8IsRefusedInPlainWords() {
        try (TargetContainer target =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_8, "Churn").withFlags("-Xmx32m"));
                SidecarContainer sidecar = sidecar(target)) {
            HttpResponse<String> refused = sidecar.readyCaller().post("/gclog");

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
            assertThat(refused.body()).contains("JDK 8, which has no VM.log", "-Xloggc:");
            Said.assertUntouched(target);
        }
    }

    /** Its own log is renamed every few seconds. */
    private static TargetSpec program(Jdk jdk) {
        return program(jdk, OWN_LOG + "64k");
    }

    private static TargetSpec program(Jdk jdk, String ownLog) {
        return TargetSpec.of(jdk, "Churn")
                .with(Collector.SERIAL)
                .withFlags("-Xmx32m", ownLog)
                .withArguments(Integer.toString(64 << 20));
    }

    private static SidecarContainer sidecar(TargetContainer target) {
        return SidecarContainer.start(
                SidecarSpec.beside(target)
                        .withHeapDumps()
                        .withEnvironment("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s"));
    }

    /** A target may not write files of a sidecar that is another user. */
    private static SidecarSpec beside(TargetContainer pause, boolean inTheTarget) {
        SidecarSpec spec =
                SidecarSpec.beside(pause)
                        .withHeapDumps()
                        .withEnvironment("HEAPSIGHT_TARGET", "com.acme.Churn");
        return inTheTarget
                ? spec.withUser("0:0").withAddedCapabilities(SYS_PTRACE, KILL, DAC_OVERRIDE)
                : spec;
    }

    private static String outputs(TargetContainer target) {
        return target.jcmd(Integer.toString(target.pid()), "VM.log", "list").outOrThrow();
    }

    private static Json stored(HttpCaller caller) {
        return Json.parse(caller.getJson("/gclog").body()).at("gclogs").items().getFirst();
    }

    /** Number and result of each pause, which are equal in both logs. */
    private static List<String> pauses(String log) {
        return log.lines()
                .filter(line -> line.matches(".*GC\\(\\d+\\) Pause .*ms"))
                .map(line -> line.substring(line.indexOf("GC(")))
                .toList();
    }
}
