/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.Capability;
import io.heapsight.profile.ProfilerConsent;
import io.heapsight.trigger.TriggerParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checks for thread dumps, recordings and profiles. */
class CaptureChecksTest extends DoctorFixture {
    private static final String LIBJVM =
            "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/server/libjvm.so\n";

    @Test
    void threadDumpNamesItsKindsOfThreads() throws Exception {
        countersFile("jdk17");
        assertThat(find("thread-dump").found()).isEqualTo("all threads (Thread.print)");
        countersFile("jdk21");
        assertThat(find("thread-dump").found())
                .contains("mounted virtual threads")
                .contains("with ?virtual=true all virtual threads (Thread.dump_to_file)");
    }

    @Test
    void flightRecorderMayBeSwitchedOff() throws Exception {
        command("java", "-XX:-FlightRecorder", "Main");
        assertThat(wrong("flight-recorder").found())
                .isEqualTo(
                        "7 (RecordedProgram) runs with -XX:-FlightRecorder in the command line.");
        assertThat(wrong("flight-recorder").remedy())
                .contains("the line `- -XX:-FlightRecorder`", "_JAVA_OPTIONS=-XX:+FlightRecorder");
        assertThat(examine().lacking()).containsExactly(Feature.RECORDING);
        assertThat(examine().faults()).isEmpty();
        triggers = TriggerParser.parseAll("heap>90%:recording");
        assertThat(examine().faults())
                .extracting(CheckResult::id)
                .containsExactly("flight-recorder");
        triggers = List.of();
        keys = Map.of(Feature.RECORDING, "HEAPSIGHT_BLACK_BOX");
        assertThat(examine().faults())
                .extracting(CheckResult::id)
                .containsExactly("flight-recorder");
    }

    @Test
    void runtimeWithoutFlightRecorderIsReported() throws Exception {
        Files.delete(proc.resolve("7/root/opt/jdk/lib/jfr/default.jfc"));
        Files.delete(proc.resolve("7/root/opt/jdk/lib/jfr"));
        write("7/root/opt/jdk/lib/server/libjvm.so", "");
        assertThat(wrong("flight-recorder").remedy()).contains("8u262", "--add-modules jdk.jfr");
    }

    @Test
    void oracleJdk8HasToBeUnlocked() throws Exception {
        countersFile("jdk8");
        write(
                "7/maps",
                Files.readString(proc.resolve("7/maps"))
                        .replace("lib/server", "jre/lib/amd64/server"));
        write("7/root/opt/jdk/jre/lib/amd64/server/libjvm.so", "");
        write("7/root/opt/jdk/jre/lib/jfr/default.jfc", "");
        assertThat(find("flight-recorder").ok()).isTrue();
        write("7/root/opt/jdk/release", "JAVA_VERSION=\"1.8.0_202\"\nBUILD_TYPE=\"commercial\"\n");
        assertThat(wrong("flight-recorder").remedy()).contains("-XX:+UnlockCommercialFeatures");
        command("java", "-XX:+UnlockCommercialFeatures", "Main");
        assertThat(find("flight-recorder").ok()).isTrue();
    }

    @Test
    void recordingNeedsDiskSpaceInTheTarget() throws Exception {
        assertThat(find("recording-place").found())
                .isEqualTo("through /tmp of the target, because it records there; up to 24.0 MiB");
        write("7/mountinfo", Files.readString(proc.resolve("7/mountinfo")) + TMPFS);
        write("7/root/sys/fs/cgroup/memory.max", "1049600\n");
        assertThat(wrong("recording-place").remedy()).contains("HEAPSIGHT_DUMP_DIR");
        assertThat(examine().lacking()).contains(Feature.RECORDING);
    }

    @Test
    void profilesAreDisabledByDefault() throws Exception {
        consent = ProfilerConsent.FALSE;
        assertThat(wrong("profiler").remedy()).contains("docker run -e HEAPSIGHT_PROFILER=true");
        assertThat(examine().lacking()).containsExactly(Feature.PROFILE);
        assertThat(examine().faults()).isEmpty();
    }

    @Test
    void profilerDoesNotSupportMusl() throws Exception {
        write(
                "7/maps",
                Files.readString(proc.resolve("7/maps"))
                        + LIBJVM.replace(
                                "/opt/jdk/lib/server/libjvm.so", "/lib/ld-musl-x86_64.so.1"));
        assertThat(wrong("profiler-library").remedy()).contains("an image with glibc");
        assertThat(examine().findings())
                .extracting(CheckResult::id)
                .doesNotContain("profiler-place");
    }

    @Test
    void profilerCannotBeLoadedFromNoexecMount() throws Exception {
        assertThat(find("profiler-place").found()).startsWith("direct write into the sidecar's");
        namespaces(Integer.toString(JVM), "4026532000");
        fixture.self(1000, 1000, Capability.CHOWN.mask());
        assertThat(find("profiler-place").found()).startsWith("through /tmp of the target");
        write(
                "7/mountinfo",
                Files.readString(proc.resolve("7/mountinfo"))
                        + "9 1 0:9 / /tmp rw,noexec - ext4 /dev/sdb rw\n");
        assertThat(wrong("profiler-place").found()).contains("on a mount that is noexec");
        assertThat(wrong("profiler-place").remedy()).contains("docker run --tmpfs /tmp:exec");
        assertThat(examine().lacking()).containsExactly(Feature.PROFILE);
    }

    @Test
    void agentsMayBeSwitchedOff() throws Exception {
        command("java", "-XX:-EnableDynamicAgentLoading", "Main");
        assertThat(wrong("agent-loading").remedy()).contains("-XX:+EnableDynamicAgentLoading");
        assertThat(examine().lacking()).containsExactly(Feature.PROFILE);
    }

    @Test
    void profilesUseATimerWithoutPerfEvents() throws Exception {
        write("sys/kernel/perf_event_paranoid", "2\n");
        assertThat(wrong("perf-events").remedy())
                .contains("use a timer (ctimer)", "kernel.perf_event_paranoid=1");
        Path status = fixture.of(JVM).resolve("status");
        Files.writeString(status, Files.readString(status) + "Seccomp:\t2\n");
        assertThat(wrong("seccomp").found()).isEqualTo("the target has a filter, the sidecar none");
        assertThat(examine().lacking()).isEmpty();
    }

    @Test
    void unreachableTargetIsNotJudged() throws Exception {
        targetWithoutTmp();
        assertThat(examine().findings())
                .extracting(CheckResult::id)
                .contains("thread-dump", "seccomp")
                .doesNotContain("flight-recorder", "profiler-place");
        assertThat(examine().lacking()).contains(Feature.OF_COMMANDS);
    }
}
