/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.ObjectStorage;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Files that JVMs write at an OutOfMemoryError, and the stored part of them. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
@StartsFirst
class JvmDumpsTest {
    private static final Duration LONG = Duration.ofMinutes(4);

    /** The file's name where only its folder is given. */
    private static final String PLAIN = "java_pid\\d+\\.hprof";

    private static final String EXIT = "-XX:+ExitOnOutOfMemoryError";

    @Test
    void dumpIsUploadedAnalysedAndNamedByItsPostmortem() {
        try (ObjectStorage storage = ObjectStorage.start();
                TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = SidecarContainer.start(storage.of(spec(pause)));
                TargetContainer ofJdk8 = leak(pause, Jdk.JDK_8, EXIT, "-XX:HeapDumpPath=/tmp");
                TargetContainer ofJdk17 =
                        leak(
                                pause,
                                Jdk.JDK_17,
                                EXIT,
                                "-XX:HeapDumpPath=/tmp",
                                "-XX:HeapDumpGzipLevel=1");
                TargetContainer crashing =
                        leak(
                                pause,
                                Jdk.JDK_25,
                                "-XX:+CrashOnOutOfMemoryError",
                                "-XX:HeapDumpPath=/tmp",
                                "-XX:ErrorFile=/tmp/crash_%p.log")) {
            assertThat(ofJdk8.awaitExit(LONG)).isEqualTo(3);
            assertThat(ofJdk17.awaitExit(LONG)).isEqualTo(3);
            crashing.awaitExit(LONG);
            HttpCaller caller = sidecar.caller();
            Map<Jdk, Json> dead =
                    assertAnalysed(
                            caller,
                            Map.of(
                                    Jdk.JDK_8, PLAIN,
                                    Jdk.JDK_17, PLAIN + "\\.gz",
                                    Jdk.JDK_25, PLAIN));
            for (Json each : dead.values()) {
                awaitStored(storage, each.at("heapDump", "id").text(), each.at("id").text());
            }

            Json crashed = Objects.requireNonNull(dead.get(Jdk.JDK_25));
            String whole = caller.get("/postmortems/" + crashed.at("id").text() + "/hs_err").body();
            assertThat(whole).contains("java_command: com.acme.Leak", "Environment Variables:");
            assertThat(whole).startsWith(crashed.at("crashLog", "text").text().substring(0, 99));
        }
    }

    @Test
    void dumpOfAnotherNameOrInASharedVolumeIsFound() {
        try (TargetContainer pause =
                        TargetContainer.start(TargetSpec.idle(Jdk.JDK_17).withVolume("/tmp"));
                SidecarContainer sidecar = beside(pause);
                TargetContainer named =
                        leak(pause, Jdk.JDK_11, EXIT, "-XX:HeapDumpPath=/tmp/oom.hprof");
                TargetContainer inSharedVolume =
                        TargetContainer.start(
                                leaking(pause, Jdk.JDK_21, EXIT, "-XX:HeapDumpPath=/tmp")
                                        .withVolumesOf(pause.id()))) {
            assertThat(named.awaitExit(LONG)).isEqualTo(3);
            assertThat(inSharedVolume.awaitExit(LONG)).isEqualTo(3);
            assertAnalysed(sidecar.caller(), Map.of(Jdk.JDK_11, "oom\\.hprof", Jdk.JDK_21, PLAIN));
        }
    }

    /**
     * Checks that each JDK's dump was found, and that its summary names the leak.
     *
     * @param files their names, as patterns
     * @return their post-mortems
     */
    private static Map<Jdk, Json> assertAnalysed(HttpCaller caller, Map<Jdk, String> files) {
        Map<Jdk, Json> all = new EnumMap<>(Jdk.class);
        files.forEach(
                (jdk, file) -> {
                    Json dead = postmortemOf(caller, jdk);
                    assertThat(dead.at("reason", "kind").text()).isEqualTo("out-of-memory-error");
                    assertThat(dead.at("heapDump", "file").text()).matches(file);
                    assertThat(dead.at("heapDump", "note").text()).contains("is stored: GET");
                    String id = dead.at("heapDump", "id").text();
                    assertThat(caller.get("/heapdumps").body())
                            .containsPattern(
                                    id + " .*written by the JVM at OutOfMemoryError, copied");
                    awaitSummary(caller, id);
                    all.put(jdk, dead);
                });
        assertThat(all.values())
                .extracting(dead -> dead.at("heapDump", "id").text())
                .doesNotHaveDuplicates();
        assertThat(caller.get("/heapdumps").body()).doesNotContain("not whole");
        return all;
    }

    @Test
    void dumpOfASurvivingJvmIsStoredAndAnUnstorableOneIsReported() {
        try (TargetContainer pause = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                SidecarContainer sidecar = beside(pause);
                TargetContainer caught =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_21, "Caught")
                                        .withFlags(
                                                "-Xmx24m",
                                                "-XX:+HeapDumpOnOutOfMemoryError",
                                                "-XX:HeapDumpPath=/tmp")
                                        .inPidNamespaceOf(pause.id()));
                TargetContainer nowhere =
                        leak(pause, Jdk.JDK_25, EXIT, "-XX:HeapDumpPath=/nowhere/oom.hprof")) {
            HttpCaller caller = sidecar.readyCaller();
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> caller.get("/heapdumps").body().contains(" Caught "));
            assertThat(caught.isRunning()).isTrue();
            assertThat(caught.exec("sh", "-c", "ls -l /tmp").out())
                    .as("its own is left there")
                    .contains(".hprof");
            assertThat(caller.getJson("/doctor?target=" + caught.pid()).body())
                    .contains("hprof exists already, and the JVM does not overwrite files");

            assertThat(nowhere.awaitExit(LONG)).isEqualTo(3);
            Json dead = postmortemOf(caller, Jdk.JDK_25);
            assertThat(dead.at("heapDump", "note").text())
                    .contains(
                            "/nowhere/oom.hprof, was not stored: its folder could not be opened",
                            "-XX:HeapDumpPath=/dumps",
                            "emptyDir");
        }
    }

    private static SidecarContainer beside(TargetContainer pause) {
        return SidecarContainer.start(spec(pause));
    }

    private static SidecarSpec spec(TargetContainer pause) {
        return SidecarSpec.beside(pause)
                .withDataVolume()
                .withEnvironment("HEAPSIGHT_TARGET", "*")
                .withEnvironment("HEAPSIGHT_TRIGGERS", "off");
    }

    /** The dump, and the post-mortem that names it. */
    private static void awaitStored(ObjectStorage storage, String dump, String postmortem) {
        Awaitility.await()
                .atMost(LONG)
                .until(
                        () ->
                                storage.find(dump + ".heapdump/manifest.json").isPresent()
                                        && storage.find(postmortem + ".json")
                                                .map(key -> new String(storage.bytes(key), UTF_8))
                                                .filter(text -> text.contains(dump))
                                                .isPresent());
    }

    private static TargetContainer leak(TargetContainer pause, Jdk jdk, String... flags) {
        return TargetContainer.start(leaking(pause, jdk, flags));
    }

    private static TargetSpec leaking(TargetContainer pause, Jdk jdk, String... flags) {
        return TargetSpec.of(jdk, "Leak")
                .withArguments("20000")
                .withFlags("-Xmx24m", "-XX:+HeapDumpOnOutOfMemoryError")
                .withFlags(flags)
                .inPidNamespaceOf(pause.id());
    }

    private static void awaitSummary(HttpCaller caller, String id) {
        Awaitility.await()
                .atMost(LONG)
                .until(() -> caller.get("/heapdumps/" + id + "/summary").statusCode() == 200);
        assertThat(caller.get("/heapdumps/" + id + "/summary").body()).contains("com.acme.Leak");
    }

    /** The post-mortem once it has the outcome of the heap dump. */
    private static Json postmortemOf(HttpCaller caller, Jdk jdk) {
        return Awaitility.await()
                .atMost(LONG)
                .until(
                        () ->
                                Json.parse(caller.getJson("/postmortems").body())
                                        .at("postmortems")
                                        .items()
                                        .stream()
                                        .filter(
                                                each ->
                                                        each.at("target", "jdk")
                                                                .text()
                                                                .matches(
                                                                        "(1\\.)?"
                                                                                + jdk.version()
                                                                                + "\\b.*"))
                                        .map(
                                                each ->
                                                        Json.parse(
                                                                caller.getJson(
                                                                                "/postmortems/"
                                                                                        + each.at(
                                                                                                        "id")
                                                                                                .text())
                                                                        .body()))
                                        .filter(
                                                dead ->
                                                        !dead.at("heapDump", "note")
                                                                .text()
                                                                .contains("being copied"))
                                        .findFirst()
                                        .orElse(null),
                        dead -> dead != null);
    }
}
