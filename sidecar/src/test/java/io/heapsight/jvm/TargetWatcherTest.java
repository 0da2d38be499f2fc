/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.ProcFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetWatcherTest {
    @TempDir private Path proc;
    private ProcFixture fixture;
    private TargetFinder finder;

    @BeforeEach
    void emptyProc() throws IOException {
        fixture = new ProcFixture(proc);
        finder = new TargetFinder(fixture.procFs(), new WorkerProcessPool());
    }

    @Test
    void absentTargetIsAwaited() throws IOException {
        TargetWatcher watcher = watch("");
        assertThat(watcher.poll().came()).isEmpty();
        fixture.jvm(7, 100, "java", "com.acme.Orders");
        assertThat(watcher.poll().came()).extracting(TargetJvm::name).containsExactly("Orders");
        assertThat(watcher.poll().came()).isEmpty();
    }

    @Test
    void samePidWithAnotherStartTimeIsARestart() throws IOException {
        TargetWatcher watcher = watch("");
        fixture.jvm(7, 100, "java", "com.acme.Orders");
        watcher.poll();
        fixture.jvm(7, 900, "java", "com.acme.Orders");
        TargetWatcher.Changes changes = watcher.poll();
        assertThat(changes.came()).isEmpty();
        assertThat(changes.went()).isEmpty();
        assertThat(changes.restarted()).hasSize(1);
        assertThat(changes.restarted().getFirst().before().startTicks()).isEqualTo(100);
        assertThat(changes.restarted().getFirst().after().startTicks()).isEqualTo(900);
    }

    @Test
    void endedTargetIsReported() throws IOException {
        TargetWatcher watcher = watch("");
        fixture.jvm(7, 100, "java", "com.acme.Orders");
        watcher.poll();
        Files.delete(fixture.of(7).resolve("stat"));
        assertThat(watcher.poll().went()).extracting(TargetJvm::pid).containsExactly(7);
    }

    @Test
    void newJvmBesideTheTargetIsFollowedOnceItHasStayed() throws IOException {
        TargetWatcher watcher = watch("");
        fixture.jvm(7, 100, "java", "com.acme.Orders");
        watcher.poll();
        fixture.jvm(8, 99_000, "java", "com.acme.HealthCheck");
        assertThat(watcher.poll().present()).extracting(TargetJvm::pid).containsExactly(7);

        fixture.uptime(1031);
        assertThat(watcher.poll().present()).extracting(TargetJvm::pid).containsExactly(7, 8);
    }

    @Test
    void severalAtTheStartAreAllFollowed() throws IOException {
        fixture.jvm(7, 100, "java", "com.acme.Orders");
        fixture.jvm(8, 99_900, "java", "com.acme.Billing");
        assertThat(watch("").poll().present()).extracting(TargetJvm::pid).containsExactly(7, 8);
    }

    @Test
    void targetNameIsOneShortLine() throws IOException {
        String hostile = "/app/\u001b[2J\n" + "x".repeat(100_000) + "\u202e.jar";
        fixture.jvm(7, 100, "java", "-jar", hostile);
        TargetJvm jvm = finder.find().getFirst();
        assertThat(jvm.name()).hasSizeLessThan(300).startsWith("\\u001b[2J\\u000axxx");
        assertThat(jvm.mainClass().orDash()).hasSizeLessThan(1100).doesNotContain("\n", "\u001b");
    }

    @Test
    void ownProcessesAndToolsAreNoTargets() throws IOException {
        fixture.jvm(7, 100, "java", "-cp", "x", "io.heapsight.Main", "serve");
        fixture.jvm(8, 100, "java", "-jar", "/opt/heapsight/heapsight.jar");
        fixture.jvm(9, 100, "/jdk/bin/jcmd", "7", "VM.version");
        fixture.jvm(10, 100, "java", "io.heapsight.attach.WorkerMain", "1000", "1000");
        fixture.jvm(11, 100, "java", "-jar", "/app/shop.jar");
        assertThat(finder.find()).extracting(TargetJvm::name).containsExactly("shop.jar");
    }

    @Test
    void unreadableMapMeansAGuessByName() throws IOException {
        fixture.jvm(7, 100, "/usr/bin/java", "-XX:+UseParallelGC", "com.acme.Orders");
        Files.delete(fixture.of(7).resolve("maps"));
        TargetJvm guess = finder.find().getFirst();
        assertThat(guess.vm()).isEqualTo(Vm.UNKNOWN);
        assertThat(guess.evidence()).contains("guess");
        assertThat(guess.collector().toOptional()).contains("Parallel");
    }

    @Test
    void openJ9IsNamedAndGetsNoCommand() throws IOException {
        fixture.jvm(7, 100, "java", "com.acme.Orders");
        Files.writeString(
                fixture.of(7).resolve("maps"),
                """
                7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/j9vm/libjvm.so
                7f0000030000-7f0000040000 r-xp 0 00:2f 18  /opt/jdk/lib/default/libj9vm29.so
                """);
        TargetJvm jvm = finder.find().getFirst();
        assertThat(jvm.vm()).isEqualTo(Vm.OPENJ9);
        assertThat(jvm.attachTarget().otherVm().orElseThrow()).contains("OpenJ9");
    }

    @Test
    void versionComesFromTheReleaseFileBesideTheLibrary() throws IOException {
        fixture.jvm(7, 100, "java", "com.acme.Orders");
        Path jdk = Files.createDirectories(fixture.of(7).resolve("root/opt/jdk"));
        Files.writeString(
                jdk.resolve("release"),
                "IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_VERSION=\"21.0.13\"\n");
        TargetJvm jvm = finder.find().getFirst();
        assertThat(jvm.jdkVersion().orDash()).isEqualTo("21.0.13");
        assertThat(jvm.vendor().orDash()).isEqualTo("Eclipse Adoptium");
        assertThat(jvm.javaMajor()).hasValue(21);
    }

    private TargetWatcher watch(String selector) {
        return new TargetWatcher(finder, TargetSelector.parse(selector));
    }
}
