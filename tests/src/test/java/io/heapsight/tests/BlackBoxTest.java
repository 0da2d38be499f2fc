/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The last recording of killed targets, and recording targets after the end of the sidecar. */
@NeedsDocker
@StartsFirst
class BlackBoxTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final Duration LONG = Duration.ofMinutes(3);

    /** Bytes with type metadata: the header alone is written at the start. */
    private static final String CHUNKS =
            "for chunk in /tmp/2*_*/*.jfr; do"
                    + " test ! -f $chunk -o $(stat -c %s $chunk 2>/dev/null || echo 0) -lt 50000 || echo $chunk; done";

    /** A flush per second on a busy machine. */
    private static final Duration LOST = Duration.ofSeconds(3);

    /** A chunk ends every 10 seconds. */
    private static final Duration LOST_BY_OLD_JDKS = Duration.ofSeconds(15);

    @TempDir private Path folder;

    @ParameterizedTest
    @EachLongTermJdk
    @Execution(ExecutionMode.CONCURRENT)
    void lastSecondsBeforeAKillAreStoredAndNothingStaysInTheTarget(Jdk jdk) throws Exception {
        TargetSpec program = TargetSpec.of(jdk, "Recorded").withFlags("-Xmx256m");
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = beside(pause, "com.acme.Recorded");
                TargetContainer target =
                        TargetContainer.start(program.inPidNamespaceOf(pause.id()))) {
            awaitRecording(sidecar, "Recorded");
            awaitChunks(target, flushes(jdk) ? 1 : 2);
            Instant killedAt = Instant.now();
            target.signal("KILL");

            Json dead = postmortemOf(sidecar, "Recorded");
            List<RecordedEvent> events = eventsOf(sidecar, dead);
            assertLastSecondsAreThere(jdk, events, killedAt);
            assertThat(events).anyMatch(BlackBoxTest::isHot);
            String id = dead.at("recording").text();
            assertThat(sidecar.caller().get("/postmortems/" + dead.at("id").text()).body())
                    .contains("/recordings/" + id);
            assertThat(sidecar.caller().get("/recordings").body()).contains(id, "black box");
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> summary(sidecar, id).contains("com.acme.Recorded.hot"));
            assertThat(target.changedFiles()).noneMatch(BlackBoxTest::isOfFlightRecorder);
        }
    }

    @ParameterizedTest
    @EachLongTermJdk
    @Execution(ExecutionMode.CONCURRENT)
    void lastSecondsBeforeAnOomKillAreStored(Jdk jdk) throws Exception {
        TargetSpec program =
                TargetSpec.of(jdk, "Leak")
                        .withArguments("8000", "150000")
                        .withMemory(160 * MEBIBYTE)
                        .withFlags("-Xmx600m");
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = beside(pause, "com.acme.Leak");
                TargetContainer target =
                        TargetContainer.start(program.inPidNamespaceOf(pause.id()))) {
            assertThat(target.awaitExit(LONG)).isEqualTo(137);
            Instant killedAt = Instant.now();

            Json dead = postmortemOf(sidecar, "Leak");
            assertThat(dead.at("reason", "kind").text()).isEqualTo("oom-kill");
            assertLastSecondsAreThere(jdk, eventsOf(sidecar, dead), killedAt);
            assertThat(target.changedFiles()).noneMatch(BlackBoxTest::isOfFlightRecorder);
        }
    }

    /**
     * The target continues; there is one recording, in the same folder, with the earlier events.
     */
    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_8", "JDK_25"})
    void killedSidecarsBlackBoxIsTakenOverAndEndsWithTheSidecar(Jdk jdk) {
        TargetSpec program = TargetSpec.of(jdk, "Recorded").withFlags("-Xmx256m");
        try (TargetContainer target = TargetContainer.start(program);
                SidecarContainer sidecar = beside(target, "*")) {
            awaitRecording(sidecar, "Recorded");
            awaitChunks(target, 1);
            String first = chunks(target).getFirst();
            sidecar.killAndStartAgain();
            awaitRecording(sidecar, "Recorded");
            assertThat(recordings(target)).containsOnlyOnce("heapsight-black-box");
            assertThat(chunks(target)).contains(first);

            sidecar.signal("KILL");
            sidecar.awaitExit(LONG);
            try (SidecarContainer without = SidecarContainer.beside(target)) {
                without.readyCaller();
                Awaitility.await()
                        .atMost(LONG)
                        .until(() -> !recordings(target).contains("heapsight"));
                assertThat(chunks(target)).isEmpty();
            }

            sidecar.startAgain();
            awaitRecording(sidecar, "Recorded");
            sidecar.signal("TERM");
            sidecar.awaitExit(LONG);
            assertThat(recordings(target)).doesNotContain("heapsight");
            assertThat(chunks(target)).isEmpty();
            assertThat(target.isRunning()).isTrue();
        }
    }

    @Test
    void sharedRepositoryIsNeitherMovedNorEmptied() throws Exception {
        TargetSpec program =
                TargetSpec.of(Jdk.JDK_21, "Recorded")
                        .withFlags(
                                "-Xmx256m",
                                "-XX:StartFlightRecording:name=theirs",
                                "-XX:FlightRecorderOptions:repository=/var/tmp");
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = beside(pause, "com.acme.Recorded");
                TargetContainer target =
                        TargetContainer.start(program.inPidNamespaceOf(pause.id()))) {
            awaitRecording(sidecar, "Recorded");
            Instant killedAt = Instant.now();
            target.signal("KILL");
            assertLastSecondsAreThere(
                    Jdk.JDK_21, eventsOf(sidecar, postmortemOf(sidecar, "Recorded")), killedAt);
            assertThat(target.changedFiles())
                    .anyMatch(file -> file.matches("/var/tmp/2[0-9_]+/[0-9_]+\\.jfr"));
        }
    }

    @Test
    void recordingStopsBeforeTheTargetsDiskIsFull() {
        TargetSpec program =
                TargetSpec.of(Jdk.JDK_17, "Recorded")
                        .withFlags("-Xmx256m")
                        .withTmpfs("/small", "size=120m,mode=1777");
        try (TargetContainer target = TargetContainer.start(program);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                blackBox(target, "*")
                                        .withEnvironment("HEAPSIGHT_DUMP_DIR", "/small"))) {
            awaitRecording(sidecar, "Recorded");
            target.exec("sh", "-c", "head -c 85000000 /dev/zero > /small/filler").outOrThrow();
            Awaitility.await().atMost(LONG).until(() -> !recordings(target).contains("heapsight"));
            Awaitility.await().atMost(LONG).until(() -> running(sidecar, "Recorded") == 0);
            assertThat(sidecar.output())
                    .contains("a JVM exits if its disk fills up while it records");
            assertThat(target.isRunning()).isTrue();
        }
    }

    private static SidecarContainer beside(TargetContainer pause, String targets) {
        return SidecarContainer.start(blackBox(pause, targets));
    }

    private static SidecarSpec blackBox(TargetContainer beside, String targets) {
        return SidecarSpec.beside(beside)
                .withHeapDumps()
                .withEnvironment("HEAPSIGHT_TARGET", targets)
                .withEnvironment("HEAPSIGHT_BLACK_BOX", "10m");
    }

    private static boolean flushes(Jdk jdk) {
        return jdk != Jdk.JDK_8 && jdk != Jdk.JDK_11;
    }

    private static void awaitRecording(SidecarContainer sidecar, String target) {
        Awaitility.await().atMost(LONG).until(() -> running(sidecar, target) == 1);
    }

    private static double running(SidecarContainer sidecar, String target) {
        return MetricsText.of(sidecar.caller())
                .find("heapsight_black_box_running", "target=\"" + target + "\"")
                .orElse(Double.NaN);
    }

    /** Readable chunks. */
    private static void awaitChunks(TargetContainer target, int count) {
        Awaitility.await()
                .atMost(LONG)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> chunks(target).size() >= count);
    }

    private static List<String> chunks(TargetContainer target) {
        return target.exec("sh", "-c", CHUNKS).outOrThrow().lines().toList();
    }

    private static String recordings(TargetContainer target) {
        return target.jcmd(Integer.toString(target.pid()), "JFR.check").outOrThrow();
    }

    private static Json postmortemOf(SidecarContainer sidecar, String target) {
        HttpCaller caller = sidecar.caller();
        Awaitility.await()
                .atMost(LONG)
                .until(() -> caller.get("/postmortems").body().contains(" " + target + " "));
        Json entry =
                Json.parse(caller.getJson("/postmortems").body())
                        .at("postmortems")
                        .items()
                        .getFirst();
        return Json.parse(caller.getJson("/postmortems/" + entry.at("id").text()).body());
    }

    /** Read by the JDK's own reader; its tool opens it, too. */
    private List<RecordedEvent> eventsOf(SidecarContainer sidecar, Json postmortem)
            throws IOException, InterruptedException {
        assertThat(postmortem.toString()).as(sidecar.output()).contains("recording=");
        Path file = folder.resolve("kept.jfr");
        try (InputStream bytes =
                sidecar.caller().getStream("/recordings/" + postmortem.at("recording").text())) {
            Files.copy(bytes, file);
        }
        Path jfr = Path.of(System.getProperty("java.home"), "bin", "jfr");
        Process summary =
                new ProcessBuilder(jfr.toString(), "summary", file.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(summary.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(summary.waitFor()).as(said).isZero();
        return RecordingFile.readAllEvents(file);
    }

    private static void assertLastSecondsAreThere(
            Jdk jdk, List<RecordedEvent> events, Instant killedAt) {
        Instant last =
                events.stream()
                        .map(RecordedEvent::getEndTime)
                        .max(Comparator.naturalOrder())
                        .orElseThrow();
        assertThat(last)
                .isAfter(killedAt.minus(flushes(jdk) ? LOST : LOST_BY_OLD_JDKS))
                .isBefore(killedAt.plusSeconds(1));
    }

    private static boolean isHot(RecordedEvent event) {
        if (!event.getEventType().getName().equals("jdk.ExecutionSample")
                || event.getStackTrace() == null) {
            return false;
        }
        RecordedFrame top = event.getStackTrace().getFrames().getFirst();
        return top.getMethod().getType().getName().equals("com.acme.Recorded")
                && top.getMethod().getName().contains("hot");
    }

    private static String summary(SidecarContainer sidecar, String recording) {
        return sidecar.caller().get("/recordings/" + recording + "/summary").body();
    }

    private static boolean isOfFlightRecorder(String path) {
        return path.matches(".*(\\.jfr|\\.part|/\\d{4}(_\\d\\d){5}_\\d+)");
    }
}
