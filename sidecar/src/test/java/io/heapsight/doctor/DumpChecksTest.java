/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.Capability;
import io.heapsight.trigger.TriggerParser;
import java.nio.file.Files;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The checks for heap dumps and their analyses. */
class DumpChecksTest extends DoctorFixture {
    @Test
    void heapOfUnknownSizeIsNotZeroBytes() throws Exception {
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/libjvm.so\n");
        targetWithoutTmp();
        Files.delete(fixture.of(JVM).resolve("ns/mnt"));
        assertThat(wrong("dump-way").found())
                .contains("as much as its heap, of unknown size (no counters)")
                .contains("ns/mnt: no such file or directory")
                .doesNotContain("0 B");
    }

    @Test
    void dataDirectoryThatIsNoFolderGetsAVolumeToSet() throws Exception {
        dataDirectory = Files.writeString(data.resolve("file"), "").resolve("below");
        assertThat(wrong("data-directory").remedy())
                .contains("mountPath: /var/lib/heapsight", "docker run -v heapsight:");
        assertThat(examine().works(Feature.RUN)).isFalse();
    }

    @Test
    void smallLimitLeavesNoMemoryForAnAnalysis() throws Exception {
        memoryLimit = OptionalLong.of(64 << 20);
        assertThat(wrong("analysis-memory").remedy()).contains("docker run --memory 256m");
        assertThat(examine().lacking()).containsExactly(Feature.ANALYSIS);
    }

    @Test
    void heapThatDoesNotFitGetsAVolumeToSet() throws Exception {
        write("self/mountinfo", "1 0 0:1 / / rw - tmpfs tmpfs rw\n");
        write("7/root/sys/fs/cgroup/memory.max", "1049600\n");
        assertThat(wrong("disk-room").found()).contains("is memory", "1.0 KiB");
        assertThat(wrong("disk-room").remedy()).contains("not medium: Memory");
    }

    @Test
    void roomForADumpFollowsTheCountedObjects() throws Exception {
        String before = find("disk-room").found();
        pauses.counted(JVM, 1000, 100); // little of the heap is in use
        assertThat(before).contains(" for about ");
        assertThat(find("disk-room").found()).contains(" for about ").isNotEqualTo(before);
    }

    @Test
    void dumpIsDirectThroughTheTargetOrImpossible() throws Exception {
        assertThat(find("dump-way").found())
                .startsWith("direct write into the sidecar's file system: the target shares");
        namespaces(Integer.toString(JVM), "4026532000");
        assertThat(find("dump-way").found()).contains("the target may follow /proc/");
        fixture.self(1000, 1000, Capability.CHOWN.mask());
        assertThat(find("dump-way").found()).startsWith("through /tmp of the target, because");
        write("7/mountinfo", Files.readString(proc.resolve("7/mountinfo")) + TMPFS);
        write("7/root/sys/fs/cgroup/memory.max", "1049600\n");
        assertThat(find("dump-way").found()).startsWith("through a FIFO in /tmp of the target");
        countersFile("jdk25");
        assertThat(wrong("dump-way").remedy()).contains("HEAPSIGHT_DUMP_DIR");
    }

    @Test
    void dumpOnOutOfMemoryErrorIsPredicted() throws Exception {
        String on = "-XX:+HeapDumpOnOutOfMemoryError";
        Files.createDirectories(proc.resolve("7/root/dumps"));
        command("java", on, "-XX:HeapDumpPath=/dumps", "Main");
        assertThat(find("jvm-dump").found()).isEqualTo("the JVM writes /dumps/java_pid1.hprof");
        command("java", on, "-XX:HeapDumpPath=/dumps/%p.hprof", "Main");
        assertThat(find("jvm-dump").found()).isEqualTo("the JVM writes /dumps/1.hprof");

        command("java", "Main");
        assertThat(wrong("jvm-dump").remedy())
                .contains("JAVA_TOOL_OPTIONS=-XX:+HeapDumpOnOutOfMemoryError", "docker run -e");
        assertThat(examine().lacking()).isEmpty();
        command("java", on, "-XX:HeapDumpPath=/nowhere/x.hprof", "Main");
        assertThat(wrong("jvm-dump").found()).contains("nowhere: no such file or directory");
        assertThat(wrong("jvm-dump").remedy()).contains("emptyDir", "-XX:HeapDumpPath=/dumps");
        write("7/root/dumps/java_pid1.hprof", "of an earlier process");
        command("java", on, "-XX:HeapDumpPath=/dumps", "Main");
        assertThat(wrong("jvm-dump").found())
                .contains("/dumps/java_pid1.hprof exists already, and the JVM does not overwrite");
        assertThat(wrong("jvm-dump").remedy())
                .as("a restarted container keeps the name of its pod and its volumes")
                .startsWith("fetch and delete it")
                .doesNotContain("POD_NAME", "separate folder");
    }

    /** At an OutOfMemoryError the heap has its maximum size; from JDK 22 on parts are merged. */
    @Test
    void dumpOnOutOfMemoryErrorNeedsRoomForTheMaximumHeap() throws Exception {
        String on = "-XX:+HeapDumpOnOutOfMemoryError";
        Files.createDirectories(proc.resolve("7/root/dumps"));
        command("java", on, "-XX:HeapDumpPath=/dumps", "-Xmx100000g", "Main");
        assertThat(wrong("jvm-dump").found())
                .startsWith("the JVM would write /dumps/java_pid1.hprof: ")
                .endsWith("are free there; the dump may need 117.2 TiB");
        assertThat(wrong("jvm-dump").remedy()).contains("emptyDir: {sizeLimit: 204800001Mi}");
        countersFile("jdk25");
        assertThat(wrong("jvm-dump").found()).endsWith("may need 234.4 TiB");
    }

    @Test
    void roomForAMaximumHeapOfUnknownSizeIsNotChecked() throws Exception {
        write("7/maps", "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/libjvm.so\n");
        Files.delete(fixture.of(JVM).resolve("root/tmp/hsperfdata_app/1"));
        Files.createDirectories(proc.resolve("7/root/dumps"));
        command("java", "-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=/dumps", "Main");
        assertThat(find("jvm-dump").found())
                .isEqualTo(
                        "the JVM writes /dumps/java_pid1.hprof; the room is not checked: the"
                                + " maximum heap size is unknown");
    }

    @Test
    void onlyRequestedFeaturesAreFaults() throws Exception {
        dataDirectory = Files.writeString(data.resolve("file"), "").resolve("below");
        triggers = TriggerParser.parseAll("container_memory>90%:histogram");
        assertThat(examine().faults()).isEmpty();
        triggers = TriggerParser.parseAll("heap>90%:heapdump");
        assertThat(examine().faults())
                .extracting(CheckResult::id)
                .containsExactly("data-directory");
        memoryLimit = OptionalLong.of(64 << 20);
        assertThat(examine().faults())
                .extracting(CheckResult::id)
                .containsExactly("data-directory", "analysis-memory");
    }
}
