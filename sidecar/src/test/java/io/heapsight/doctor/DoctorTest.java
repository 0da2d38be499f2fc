/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.otlp.OtlpEnvironment;
import io.heapsight.proc.Capability;
import io.heapsight.profile.ProfilerConsent;
import io.heapsight.trigger.TriggerParser;
import io.heapsight.unit.EventLog;
import io.heapsight.webhook.WebhookFormat;
import io.heapsight.webhook.WebhookSettings;
import io.heapsight.webhook.WebhookUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each check on a fixture of /proc: first without faults, then with one change. */
class DoctorTest extends DoctorFixture {
    /** Offset in a counters file: 0 until the JVM has started. */
    private static final int ACCESSIBLE_AT = 7;

    @Test
    void sameUserHasNoFaults() throws Exception {
        Diagnosis diagnosis = examine();

        assertThat(diagnosis.findings()).allMatch(CheckResult::ok);
        assertThat(diagnosis.working()).containsExactly(Feature.values());
        assertThat(diagnosis.faults()).isEmpty();
        assertThat(diagnosis.findings())
                .extracting(CheckResult::id)
                .containsExactly(
                        "port",
                        "data-directory",
                        "analysis-memory",
                        "webhook",
                        "otlp",
                        "shared-pid-namespace",
                        "alive",
                        "running",
                        "same-uid",
                        "same-gid",
                        "hotspot",
                        "attach-enabled",
                        "capabilities",
                        "root-reachable",
                        "tmp-writable",
                        "sigquit-handled",
                        "security-label",
                        "perf-data",
                        "cgroup-visible",
                        "disk-room",
                        "dump-way",
                        "jvm-dump",
                        "pause",
                        "thread-dump",
                        "flight-recorder",
                        "recording-place",
                        "profiler",
                        "profiler-library",
                        "profiler-place",
                        "agent-loading",
                        "seccomp",
                        "perf-events");
    }

    @Test
    void unreachableWebhookIsReported() throws Exception {
        webhook = Optional.of(webhookTo("http://127.0.0.1:1/s3cret"));
        assertThat(find("webhook").found()).isEqualTo("127.0.0.1:1, as slack, not signed");
        webhook = Optional.of(webhookTo("http://169.254.169.254/s3cret"));
        assertThat(wrong("webhook").found()).startsWith("Clouds serve the credentials");
        assertThat(wrong("webhook").remedy()).contains("HEAPSIGHT_WEBHOOK_HOSTS");
        assertThat(examine().toString()).doesNotContain("s3cret");
        assertThat(examine().lacking()).isEmpty();
    }

    @Test
    void ignoredVariablesOfOpenTelemetryAreReported() throws Exception {
        otlp =
                OtlpEnvironment.read(
                        Optional.empty(),
                        Map.of(
                                "OTEL_EXPORTER_OTLP_ENDPOINT",
                                "http://127.0.0.1:4317",
                                "OTEL_EXPORTER_OTLP_PROTOCOL",
                                "grpc"));
        assertThat(wrong("otlp").found())
                .contains("OTEL_EXPORTER_OTLP_PROTOCOL is ignored: grpc is not supported");
        otlp = OtlpEnvironment.read(Optional.of(URI.create("http://127.0.0.1:4318")), Map.of());
        assertThat(find("otlp").found()).isEqualTo("http://127.0.0.1:4318, every 60 s");
        otlp = OtlpEnvironment.read(Optional.of(URI.create("http://no.such.invalid")), Map.of());
        assertThat(wrong("otlp").found())
                .isEqualTo("the host of http://no.such.invalid is unknown");
    }

    private static WebhookSettings webhookTo(String url) {
        return new WebhookSettings(
                WebhookUrl.parse(url),
                WebhookFormat.SLACK,
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    @Test
    void manualHasARowForEachCheck() throws Exception {
        consent = ProfilerConsent.NATIVEMEM;
        List<String> ids =
                new ArrayList<>(examine().findings().stream().map(CheckResult::id).toList());
        ids.add(ids.indexOf("alive"), "one-target");
        ids.add(ids.indexOf("webhook"), AnalysisJobsCheck.ID);
        ids.addAll(ids.indexOf("cgroup-visible"), List.of("native-image", "gc-log"));
        List<String> rows =
                Files.readAllLines(Path.of("..", "docs", "doctor.md")).stream()
                        .filter(line -> line.matches("\\| `[a-z-]+` \\|.*\\|.*\\|.*\\|"))
                        .map(line -> line.split("`")[1])
                        .toList();
        assertThat(rows).isEqualTo(ids);
    }

    @Test
    void otherUserGetsTheLinesForKubernetesDockerAndEcs() throws Exception {
        fixture.self(1001, 1000, 0);
        CheckResult user = wrong("same-uid");
        assertThat(user.found()).isEqualTo("uid 1001");
        assertThat(user.expected()).isEqualTo("uid 1000");
        assertThat(user.remedy())
                .contains("runAsUser: 1000", "docker run --user 1000:1000")
                .contains("\"user\": \"1000:1000\"");
        assertThat(examine().works(Feature.HISTOGRAM)).isFalse();
        assertThat(examine().works(Feature.CONTAINER)).isTrue();
    }

    @Test
    void otherGroupGetsTheLineToSet() throws Exception {
        fixture.self(1000, 1001, 0);
        assertThat(wrong("same-gid").remedy()).contains("runAsGroup: 1000");
    }

    @Test
    void rootThatCannotChangeUserGetsTheCapabilitiesToAdd() throws Exception {
        fixture.self(0, 0, Capability.SYS_PTRACE.mask());
        assertThat(wrong("same-uid").remedy()).contains("--cap-add SETUID --cap-add SETGID");
    }

    @Test
    void missingCapabilitiesCloseTheTarget() throws Exception {
        fixture.target(JVM, 1000, 1000, Capability.CHOWN.mask(), 0x4);
        closeRoot();
        assertThat(wrong("capabilities").found()).isEqualTo("the target also has CHOWN");
        assertThat(wrong("root-reachable").remedy()).contains("docker run --cap-drop ALL");
        assertThat(find("security-label").ok()).isTrue();
    }

    @Test
    void securityLabelIsNamedIfTheSameUserIsRefused() throws Exception {
        write("self/attr/current", "system_u:system_r:container_t:s0:c1,c2\n");
        write("7/attr/current", "system_u:system_r:container_t:s0:c3,c4\n");
        assertThat(find("security-label").ok()).isTrue();
        closeRoot();
        assertThat(wrong("security-label").found()).contains("s0:c1,c2", "s0:c3,c4");
        assertThat(wrong("security-label").remedy()).contains("seLinuxOptions");
    }

    @Test
    void targetWithoutTmpGetsTheMountToSet() throws Exception {
        targetWithoutTmp();
        assertThat(wrong("tmp-writable").remedy()).contains("docker run --tmpfs /tmp");
        assertThat(examine().works(Feature.DUMP)).isFalse();
    }

    @Test
    void disabledAttachLeavesTheCounters() throws Exception {
        // Recorded counters say that attach is enabled: without them, the command line decides.
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/libjvm.so\n");
        command("java", "-XX:+DisableAttachMechanism", "Main");
        assertThat(wrong("attach-enabled").found())
                .isEqualTo("-XX:+DisableAttachMechanism in the command line");
        assertThat(examine().against(Feature.COUNTERS))
                .extracting(CheckResult::id)
                .doesNotContain("attach-enabled");
        assertThat(examine().lacking()).contains(Feature.OF_COMMANDS);
    }

    @Test
    void oldProcessWithoutSigQuitHandlerIsAFault() throws Exception {
        fixture.target(JVM, 1000, 1000, 0, 0);
        assertThat(wrong("sigquit-handled").remedy()).contains("-XX:+StartAttachListener");
    }

    @Test
    void openJ9IsNotHotSpot() throws Exception {
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/libj9vm29.so\n");
        assertThat(wrong("hotspot").found()).contains("OpenJ9");
    }

    @Test
    void nativeImageHasNoHistogramAndIsSupported() throws Exception {
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /app/orders\n");
        byte[] file = new byte[142];
        byte[] names = "\0.svm_heap\0".getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2}, 0, file, 0, 5);
        file[40] = 64; // offset of the section headers
        file[58] = 64; // size of a section header
        file[60] = 1;
        file[64 + 24] = (byte) 128; // offset of the names
        file[64 + 32] = (byte) names.length;
        System.arraycopy(names, 0, file, 128, names.length);
        Files.write(fixture.of(JVM).resolve("exe"), file);
        assertThat(find("hotspot").ok()).isTrue();
        assertThat(wrong("native-image").remedy()).contains("--enable-monitoring=jcmd,heapdump");
        assertThat(wrong("perf-data").remedy()).contains("--enable-monitoring=jvmstat");
        assertThat(examine().works(Feature.HISTOGRAM)).isFalse();
        assertThat(examine().works(Feature.THREADS)).isTrue();
    }

    @Test
    void disabledCountersNameTheFlag() throws Exception {
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/libjvm.so\n");
        command("java", "-XX:-UsePerfData", "Main");
        assertThat(wrong("perf-data").remedy()).contains("remove -XX:-UsePerfData from");
        assertThat(examine().lacking()).containsExactly(Feature.COUNTERS);
        assertThat(find("disk-room").found()).contains("of unknown size (no counters)");
    }

    /** Half a minute after its start, throttled, before the JVM handles signals. */
    @Test
    void unfinishedCountersAreNotCalledDamaged() throws Exception {
        fixture.target(JVM, 1000, 1000, 0, 0);
        Path file = fixture.of(JVM).resolve("root/tmp/hsperfdata_app/1");
        byte[] counters = Files.readAllBytes(file);
        counters[ACCESSIBLE_AT] = 0;
        Files.write(file, counters);
        assertThat(wrong("perf-data").found()).contains("still starting", "still writing");
        assertThat(wrong("perf-data").remedy())
                .contains("try again in a few seconds", "throttling")
                .doesNotContain("damaged", "restart");
    }

    @Test
    void countersUnfinishedLongAfterTheStartAreDamaged() throws Exception {
        Path file = fixture.of(JVM).resolve("root/tmp/hsperfdata_app/1");
        byte[] counters = Files.readAllBytes(file);
        counters[ACCESSIBLE_AT] = 0;
        Files.write(file, counters);
        assertThat(wrong("perf-data").remedy()).contains("damaged");
    }

    @Test
    void slowlyStartingJvmIsStillStarting() throws Exception {
        fixture.target(JVM, 1000, 1000, 0, 0);
        fixture.uptime(200);
        assertThat(wrong("sigquit-handled").found()).contains("not handled yet");
        assertThat(wrong("sigquit-handled").remedy()).contains("try again in a few seconds");
    }

    @Test
    void gcLogIsRequestedWithoutCounters() throws Exception {
        assertThat(examine().findings()).extracting(CheckResult::id).doesNotContain("gc-log");
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/libjvm.so\n");
        command("java", "-XX:-UsePerfData", "Main");
        assertThat(wrong("gc-log").remedy()).contains("filecount=2,filesize=5m");
        command("java", "-XX:-UsePerfData", "-Xlog:gc:/tmp/gc.log", "Main");
        assertThat(wrong("gc-log").found()).contains("/tmp/gc.log can't be read");
        write("7/root/tmp/gc.log", "");
        assertThat(find("gc-log").ok()).isTrue();
    }

    @Test
    void missingCountersAreNotBlamedOnDisabledAttach() throws Exception {
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/libjvm.so\n");
        command("java", "-XX:+DisableAttachMechanism", "Main");
        assertThat(wrong("perf-data").remedy()).contains("try again in a few seconds");
    }

    @Test
    void userWithoutANameGetsTheLinesToSet() throws Exception {
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/libjvm.so\n");
        Files.createDirectories(fixture.of(JVM).resolve("root/etc"));
        write("7/root/etc/passwd", "root:x:0:0:root:/root:/bin/sh\n");
        assertThat(wrong("perf-data").found()).contains("its uid 1000 has no entry");
        assertThat(wrong("perf-data").remedy())
                .contains("set runAsUser to a user of its image", "app:x:1000:1000:");
        assertThat(examine().works(Feature.HISTOGRAM)).isTrue();
    }

    @Test
    void unmountedControlGroupIsAFault() throws Exception {
        write("7/mountinfo", "1 0 0:1 / / rw - overlay overlay rw\n");
        assertThat(wrong("cgroup-visible").remedy()).contains("/sys/fs/cgroup");
        assertThat(examine().lacking()).containsExactly(Feature.CONTAINER);
    }

    @Test
    void portInUseByAnotherProgramIsAFault() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = other.getLocalPort();
            Thread.ofVirtual().start(() -> answerOnce(other, "HTTP/1.0 200 OK\r\n\r\nhello\n"));
            assertThat(wrong("port").remedy()).contains("HEAPSIGHT_PORT=" + (port + 1));
        }
    }

    @Test
    void portOfASidecarIsFine() throws Exception {
        try (ServerSocket sidecar = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = sidecar.getLocalPort();
            Thread.ofVirtual()
                    .start(
                            () ->
                                    answerOnce(
                                            sidecar,
                                            "HTTP/1.0 200 OK\r\n\r\nalive: the sidecar answers\n"));
            assertThat(find("port").found()).isEqualTo("a sidecar answers on " + port);
        }
    }

    @Test
    void withoutAnyJvmTheNamespaceIsNamed() throws Exception {
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /usr/bin/sleep\n");
        Diagnosis diagnosis = examine();
        assertThat(diagnosis.target()).isEmpty();
        assertThat(diagnosis.findings().getLast().remedy())
                .contains("shareProcessNamespace: true", "--pid=container:", "\"pidMode\"");
        assertThat(diagnosis.faults()).extracting(CheckResult::id).contains("shared-pid-namespace");
    }

    @Test
    void severalJvmsAreListed() throws Exception {
        fixture.jvm(8, LONG_AGO, "java", "Other");
        CheckResult last = examine().findings().getLast();
        assertThat(last.id()).isEqualTo("one-target");
        assertThat(last.found()).contains("7 (RecordedProgram)", "8 (Other)");
    }

    @Test
    void eventsNameWorkingFeaturesAndEachFault() throws Exception {
        dataDirectory = Files.writeString(data.resolve("file"), "").resolve("below");
        triggers = TriggerParser.parseAll("heap>90%:heapdump");
        List<String> lines = new ArrayList<>();
        EventLog log = new EventLog(lines::add, EventLog.Format.TEXT, () -> Instant.EPOCH);
        new DiagnosisLog(log).write(examine());
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst())
                .contains("INFO doctor target=\"7 (RecordedProgram)\" works=")
                .endsWith("lacks=dump,run,recording,profile");
        assertThat(lines.getLast())
                .contains("WARN doctor", "check=data-directory", "mountPath: /var/lib/heapsight");
    }

    private static void answerOnce(ServerSocket server, String answer) {
        try (var caller = server.accept()) {
            caller.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
