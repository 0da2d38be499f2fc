/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.otlp.OtlpEnvironment;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.proc.ProcFixture;
import io.heapsight.profile.AsyncProfiler;
import io.heapsight.profile.ProfilerConsent;
import io.heapsight.profile.ProfilerLibrary;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.trigger.Rule;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import io.heapsight.webhook.WebhookSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A fixture of /proc with a JVM on which everything works, and the doctor that examines it. */
abstract class DoctorFixture {
    static final int JVM = 7;
    static final long LONG_AGO = 100;
    static final String TMPFS = "9 1 0:9 / /tmp rw - tmpfs tmpfs rw\n";

    /** The head of an ELF file: its type, and from byte 18 on its architecture. */
    static final String X64_PROGRAM = "\177ELF" + "\0".repeat(14) + "\76\0";

    static final ByteSize TABLES = ByteSize.parse("64m");

    @TempDir Path proc;
    @TempDir Path data;

    ProcFixture fixture;
    int port;
    OptionalLong memoryLimit = OptionalLong.empty();
    Path dataDirectory = Path.of("");
    List<Rule> triggers = List.of();
    Map<Feature, String> keys = Map.of();
    ProfilerConsent consent = ProfilerConsent.TRUE;
    Optional<WebhookSettings> webhook = Optional.empty();
    OtlpEnvironment.Result otlp = OtlpEnvironment.Result.NONE;
    PauseEstimator pauses = new PauseEstimator(Optional.empty());
    OtlpPushCounts pushes = new OtlpPushCounts();

    @BeforeEach
    void jvmOnWhichEverythingWorks() throws IOException {
        dataDirectory = data;
        fixture = new ProcFixture(proc);
        fixture.jvm(JVM, LONG_AGO, "java", "-XX:+HeapDumpOnOutOfMemoryError", "Main");
        Files.createSymbolicLink(fixture.of(JVM).resolve("cwd"), Path.of("/tmp"));
        countersFile("jdk21");
        cgroup();
        for (String process : List.of("self", Integer.toString(JVM))) {
            namespaces(process, "4026531836");
        }
        write("sys/kernel/perf_event_paranoid", "1\n");
        write("7/root/opt/jdk/lib/jfr/default.jfc", "");
        write("7/exe", X64_PROGRAM);
        write("native/linux-x64/libasyncProfiler.so", "");
    }

    CheckResult find(String id) throws Exception {
        return examine().findings().stream()
                .filter(finding -> finding.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + id));
    }

    CheckResult wrong(String id) throws Exception {
        CheckResult finding = find(id);
        assertThat(finding.ok()).as(finding.toString()).isFalse();
        return finding;
    }

    Diagnosis examine() throws IOException {
        Diagnosis diagnosis = diagnosis();
        assertThat(diagnosis.findings())
                .noneMatch(finding -> finding.toString().contains("Exception"));
        return diagnosis;
    }

    Diagnosis diagnosis() throws IOException {
        Doctor doctor =
                new Doctor(
                        fixture.procFs(),
                        new Doctor.Plan(
                                new PortCheck(InetAddress.getLoopbackAddress(), port, false),
                                new WebhookCheck(webhook),
                                new OtlpCheck(otlp, pushes),
                                dataDirectory,
                                Optional.empty(),
                                new AnalysisMemory(
                                        fixture.procFs(),
                                        memoryLimit.isEmpty()
                                                ? Optional.of(TABLES)
                                                : Optional.empty(),
                                        () -> memoryLimit),
                                captures(),
                                new PauseCheck(pauses),
                                RequestedFeatures.of(keys, triggers)));
        try (WorkerProcessPool workers = new WorkerProcessPool()) {
            List<TargetJvm> found = new TargetFinder(fixture.procFs(), workers).find();
            TargetJvm jvm = new TargetSelector.Unnamed().one(found);
            try (TargetConnection target =
                    new TargetConnector(fixture.procFs(), workers).connect(jvm)) {
                return doctor.examine(target);
            }
        } catch (ProblemException e) {
            return doctor.withoutTarget(e.problem());
        }
    }

    private CaptureChecks captures() {
        ByteSize most = ByteSize.parse("24m");
        return new CaptureChecks(
                FlightRecorder.ofSidecar(Optional.empty(), most, Duration.ZERO),
                new AsyncProfiler(
                        fixture.procFs(),
                        new ProfilerLibrary(proc.resolve("native")),
                        Optional.empty(),
                        most,
                        Duration.ZERO),
                consent);
    }

    /** Recorded counters of a JDK. */
    void countersFile(String jdk) throws IOException {
        Path folder = fixture.of(JVM).resolve("root/tmp/hsperfdata_app");
        Files.createDirectories(folder);
        String recorded = "/hsperfdata/" + jdk + "-serial.hsperfdata.gz";
        try (InputStream in =
                new GZIPInputStream(DoctorFixture.class.getResourceAsStream(recorded))) {
            Files.write(folder.resolve("1"), in.readAllBytes());
        }
        write(
                "7/maps",
                """
                7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/server/libjvm.so
                7f0000030000-7f0000040000 rw-s 0 00:2f 18  /tmp/hsperfdata_app/1
                """);
    }

    void cgroup() throws IOException {
        write("7/cgroup", "0::/\n");
        write(
                "7/mountinfo",
                """
                1 0 0:1 / / rw - overlay overlay rw
                2 1 0:2 / /sys/fs/cgroup ro - cgroup2 cgroup rw
                """);
        write("self/mountinfo", "1 0 0:1 / / rw - overlay overlay rw\n");
        write("7/root/sys/fs/cgroup/memory.current", "1048576\n");
        write("7/root/sys/fs/cgroup/memory.max", "max\n");
        write("7/root/sys/fs/cgroup/memory.stat", "anon 4096\n");
    }

    void namespaces(String process, String mount) throws IOException {
        Path folder = proc.resolve(process).resolve("ns");
        Files.createDirectories(folder);
        Files.deleteIfExists(folder.resolve("mnt"));
        Files.deleteIfExists(folder.resolve("pid"));
        Files.createSymbolicLink(folder.resolve("mnt"), Path.of("mnt:[" + mount + "]"));
        Files.createSymbolicLink(folder.resolve("pid"), Path.of("pid:[4026531837]"));
    }

    void targetWithoutTmp() throws IOException {
        Files.delete(fixture.of(JVM).resolve("root/tmp/hsperfdata_app/1"));
        Files.delete(fixture.of(JVM).resolve("root/tmp/hsperfdata_app"));
        Files.delete(fixture.of(JVM).resolve("root/tmp"));
    }

    void command(String... words) throws IOException {
        write("7/cmdline", String.join("\0", words) + "\0");
    }

    void closeRoot() throws IOException {
        Files.move(fixture.of(JVM).resolve("root"), fixture.of(JVM).resolve("closed"));
    }

    void write(String file, String text) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
