/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of version 2 in the layout of Docker, Kubernetes and systemd. */
class CgroupV2Test {
    private static final String TOP = "/sys/fs/cgroup";
    private static final String WHOLE = "35 31 0:32 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw";

    @TempDir private Path proc;

    private CgroupTree tree() {
        return new CgroupTree(proc, 7);
    }

    private CgroupTree dockerBesideOurs() throws IOException {
        return tree().in("0::/../docker-27e1.scope")
                .mounts(
                        "40 30 0:30 / / rw - overlay overlay rw",
                        "42 40 0:32 /../docker-27e1.scope /sys/fs/cgroup ro - cgroup2"
                                + " cgroup rw,nsdelegate");
    }

    private static String group(String memoryMax, String cpuMax) {
        return """
            cgroup.controllers: cpu io memory pids

            memory.current: 9000

            memory.stat:
            anon 4800
            file 4000
            kernel 200
            sock 20
            shmem 900
            swapcached 60
            zswap 8
            zswapped 30
            inactive_anon 1
            inactive_file 3000

            memory.max: %s

            memory.low: 0

            memory.high: max

            memory.swap.current: 70

            memory.events:
            low 0
            high 0
            max 5
            oom 3
            oom_kill 2
            oom_group_kill 0

            cpu.max: %s

            cpu.stat:
            usage_usec 1
            nr_periods 50
            nr_throttled 20
            throttled_usec 2500000

            cpu.pressure:
            some avg10=0.00 avg60=0.00 avg300=0.00 total=1500000
            full avg10=0.00 avg60=0.00 avg300=0.00 total=250000

            memory.pressure:
            some avg10=0.00 avg60=0.00 avg300=0.00 total=750000
            """
                .formatted(memoryMax, cpuMax);
    }

    @Test
    void kernelMemoryOfAnOldKernelIsTheSumOfItsParts() throws IOException {
        String old =
                group("12000", "max 100000")
                        .replace(
                                "kernel 200",
                                "kernel_stack 30\npagetables 40\npercpu 5\nslab 60\nslab_reclaimable 7");
        Cgroup found = dockerBesideOurs().group(TOP, old).found();

        assertThat(found.readMemory().parts().kernelBytes()).hasValue(135);
    }

    @Test
    void dockerContainerIsReadBesideOurs() throws IOException {
        Cgroup found = dockerBesideOurs().group(TOP, group("12000", "150000 100000")).found();

        assertThat(found.readMemory())
                .isEqualTo(
                        new MemoryReading(
                                9000,
                                6000,
                                new MemoryReading.Limits(
                                        OptionalLong.of(12000),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.empty()),
                                new MemoryReading.Parts(
                                        OptionalLong.of(4800),
                                        OptionalLong.of(4000),
                                        OptionalLong.of(900),
                                        OptionalLong.of(200),
                                        OptionalLong.of(20),
                                        OptionalLong.of(60),
                                        OptionalLong.of(70),
                                        OptionalLong.of(30),
                                        OptionalLong.of(8)),
                                new MemoryReading.Events(
                                        OptionalLong.of(0),
                                        OptionalLong.of(5),
                                        OptionalLong.of(2))));
        assertThat(found.readCpu())
                .isEqualTo(
                        new CpuBandwidth(
                                OptionalDouble.of(1.5),
                                OptionalDouble.empty(),
                                OptionalLong.of(50),
                                OptionalLong.of(20),
                                OptionalDouble.of(2.5)));
        assertThat(found.readPressure(PressureReading.Resource.CPU))
                .isEqualTo(new PressureReading(OptionalDouble.of(1.5), OptionalDouble.of(0.25)));
        assertThat(found.readPressure(PressureReading.Resource.MEMORY))
                .isEqualTo(new PressureReading(OptionalDouble.of(0.75), OptionalDouble.empty()));
        assertThat(found.readPressure(PressureReading.Resource.IO))
                .as("no such file")
                .isEqualTo(PressureReading.NONE);
    }

    @Test
    void tightestKubernetesSliceCounts() throws IOException {
        String pod = "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1.slice";
        String container = pod + "/cri-containerd-27e1.scope";
        CgroupTree tree =
                tree().in("0::" + container)
                        .mounts(WHOLE)
                        .group(TOP + container, group("max", "max 100000"))
                        .group(
                                TOP + pod,
                                group("10000", "50000 100000")
                                        .replace("nr_throttled 20", "nr_throttled 21"))
                        .group(TOP + "/kubepods.slice", group("99000", "400000 100000"));

        assertThat(tree.found().readMemory().limitBytes()).hasValue(10000);
        assertThat(tree.found().readCpu().limitCores()).hasValue(0.5);
        assertThat(tree.found().readCpu().throttledPeriods()).as("the pod's").hasValue(21);

        tree.group(TOP + container, group("8000", "max 100000"));
        assertThat(tree.found().readMemory().limitBytes()).as("changed since").hasValue(8000);
    }

    @Test
    void threadedSystemdServiceUsesMemoryOfItsParent() throws IOException {
        CgroupTree tree =
                tree().in("0::/system.slice/shop.service/workers")
                        .mounts(WHOLE)
                        .group(TOP + "/system.slice", group("max", "max 100000"))
                        .group(TOP + "/system.slice/shop.service", group("12000", "max 100000"))
                        .group(
                                TOP + "/system.slice/shop.service/workers",
                                """
                                cgroup.controllers: cpu

                                cgroup.type: threaded

                                cpu.max: 20000 100000

                                cpu.stat:
                                nr_periods 9
                                nr_throttled 8
                                throttled_usec 7
                                """);

        assertThat(tree.found().readMemory().limitBytes()).hasValue(12000);
        assertThat(tree.found().readCpu().limitCores()).hasValue(0.2);
        assertThat(tree.found().readCpu().throttledPeriods()).hasValue(8);
    }

    @Test
    void softLimitIsTheReservationOrElseHigh() throws IOException {
        CgroupTree tree =
                tree().in("0::/a")
                        .mounts(WHOLE)
                        .group(TOP + "/a", group("max", "max 100000"))
                        .group(TOP + "/a", "memory.high: 7000");
        assertThat(tree.found().readMemory().limits().softBytes()).hasValue(7000);

        tree.group(TOP + "/a", "memory.low: 5000");
        assertThat(tree.found().readMemory().limits().softBytes()).hasValue(5000);
    }

    /** Kubernetes' MemoryQoS: 300 of 400 MiB, and a request of 200 MiB. */
    @Test
    void memoryHighIsSeenBesideAReservation() throws IOException {
        MemoryReading memory =
                tree().in("0::/pod/container")
                        .mounts(WHOLE)
                        .group(TOP + "/pod", group("max", "max 100000"))
                        .group(TOP + "/pod", "memory.swap.max: 0")
                        .group(
                                TOP + "/pod/container",
                                group("419430400", "max 100000").replace("high 0", "high 5230"))
                        .group(
                                TOP + "/pod/container",
                                """
                                memory.high: 314572800

                                memory.low: 209715200

                                memory.min: 104857600

                                memory.swap.max: 1073741824
                                """)
                        .found()
                        .readMemory();

        assertThat(memory.limits())
                .isEqualTo(
                        new MemoryReading.Limits(
                                OptionalLong.of(419430400),
                                OptionalLong.of(314572800),
                                OptionalLong.of(209715200),
                                OptionalLong.of(104857600),
                                OptionalLong.of(0)));
        assertThat(memory.events().high()).hasValue(5230);
    }

    @Test
    void eventsAreThoseOfTheTightestMemoryHigh() throws IOException {
        MemoryReading memory =
                tree().in("0::/pod/container")
                        .mounts(WHOLE)
                        .group(
                                TOP + "/pod",
                                group("max", "max 100000").replace("high 0", "high 77"))
                        .group(TOP + "/pod", "memory.high: 7000")
                        .group(TOP + "/pod/container", group("12000", "max 100000"))
                        .group(TOP + "/pod/container", "memory.high: 9000")
                        .found()
                        .readMemory();

        assertThat(memory.limits().highBytes()).hasValue(7000);
        assertThat(memory.events().high()).hasValue(77);
        assertThat(memory.events().oomKills()).as("of the container").hasValue(2);
    }

    private static final String POD = "/kubepods.slice/kubepods-pod1.slice";
    private static final String SCOPE = "/cri-containerd-27e1.scope";

    /** The container sees only its own group; the slice above it has a lower limit. */
    private CgroupTree inPrivateNamespace(String path, String root) throws IOException {
        return tree().in("0::" + path)
                .mounts("42 40 0:32 " + root + " /node" + POD + SCOPE + " ro - cgroup2 cgroup rw")
                .group("/node" + POD + SCOPE, group("524288000", "100000 100000"))
                .group("/node" + POD + SCOPE, "cgroup.type: domain")
                .group("/node" + POD, group("367001600", "40000 100000"))
                .group("/node" + POD, "cgroup.type: domain")
                .group("/node/kubepods.slice", group("max", "max 100000"))
                .group("/node/kubepods.slice", "cgroup.type: domain")
                .group("/node/system.slice", group("max", "max 100000"))
                .group("/node", "cgroup.controllers: cpu io memory pids");
    }

    @Test
    void invisibleParentGroupIsReported() throws IOException {
        Cgroup found =
                inPrivateNamespace("/.." + SCOPE, "/.." + SCOPE)
                        .ownMounts("42 40 0:32 / /sys/fs/cgroup ro - cgroup2 cgroup rw")
                        .found();

        assertThat(found.readMemory().limitBytes()).hasValue(524288000);
        assertThat(found.above().areHidden()).isTrue();
        assertThat(found.above().sentences())
                .singleElement()
                .asString()
                .contains("are not visible", "mount the node's /sys/fs/cgroup");
    }

    /** The sidecar runs in the host's cgroup namespace, or beside the containers. */
    @Test
    void tighterParentCountsIfOurMountShowsTheHierarchy() throws IOException {
        CgroupTree tree = inPrivateNamespace(POD + SCOPE, POD + SCOPE);
        tightestIsOfThePod(
                tree.ownMounts("42 40 0:32 / " + tree.seenAt("/node") + " ro - cgroup2 cgroup rw"));
    }

    /**
     * By the path of the sidecar's own group, three below the root, the node's mount begins above.
     */
    @Test
    void tighterParentCountsIfTheNodesGroupsAreMounted() throws IOException {
        CgroupTree tree = inPrivateNamespace("/.." + SCOPE, "/.." + SCOPE);
        tightestIsOfThePod(
                tree.ownMounts(
                        "41 40 0:32 / /sys/fs/cgroup ro - cgroup2 cgroup rw",
                        "42 40 0:32 /../../.. "
                                + tree.seenAt("/node")
                                + " ro - cgroup2 cgroup rw"));
    }

    private static void tightestIsOfThePod(CgroupTree tree) throws IOException {
        Cgroup found = tree.found();
        assertThat(found.readMemory().limitBytes()).hasValue(367001600);
        assertThat(found.readMemory().usageBytes()).as("the container's").isEqualTo(9000);
        assertThat(found.readCpu().limitCores()).hasValue(0.4);
        assertThat(found.above().areHidden()).isFalse();
        assertThat(found.above().sentences())
                .containsExactly(
                        "the tightest memory limit is that of a control group above the"
                                + " container's: 350.0 MiB of /kubepods.slice/kubepods-pod1.slice",
                        "the tightest CPU limit is that of a control group above the"
                                + " container's: 0.4 CPUs of /kubepods.slice/kubepods-pod1.slice");
    }

    /** A group of that name in another container. */
    @Test
    void differentGroupIsNotUsed() throws IOException {
        CgroupTree tree = inPrivateNamespace("/.." + SCOPE, "/.." + SCOPE);
        tree.group("/other/a/b" + SCOPE, group("1000", "max 100000"));

        Cgroup found =
                tree.ownMounts(
                                "42 40 0:32 /../../.. "
                                        + tree.seenAt("/other")
                                        + " ro - cgroup2 cgroup rw")
                        .found();

        assertThat(found.readMemory().limitBytes()).hasValue(524288000);
        assertThat(found.above().areHidden()).isTrue();
    }

    @Test
    void groupWithoutLimitsHasNone() throws IOException {
        Cgroup found =
                tree().in("0::/").mounts(WHOLE).group(TOP, group("max", "max 100000")).found();

        assertThat(found.readMemory().limits())
                .isEqualTo(
                        new MemoryReading.Limits(
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty()));
        assertThat(found.readCpu().limitCores()).isEmpty();
    }

    @Test
    void removedGroupSaysSo() throws IOException {
        CgroupTree tree =
                tree().in("0::/a").mounts(WHOLE).group(TOP + "/a", group("max", "max 100000"));
        Cgroup found = tree.found();
        tree.without(TOP + "/a/memory.current");

        assertThatThrownBy(found::readMemory).isInstanceOf(IOException.class);
    }

    @Test
    void unreadableFileIsMissingWithItsReason() throws IOException {
        assertThat(reason()).startsWith("the control group can't be read");

        tree().in("0::/../a").mounts(WHOLE).group("/sys/fs/a", group("max", "max 100000"));
        assertThat(reason()).as("beside our own, invisible").contains("not mounted");

        tree().in("0::/a");
        assertThat(reason()).endsWith("/sys/fs/cgroup shows no memory.current");

        tree().in("5:devices:/docker/27e1");
        assertThat(reason()).isEqualTo("the kernel has no memory controller");
    }

    private String reason() {
        return switch (Cgroup.find(new ProcFs(proc), 7)) {
            case Reading.Missing<Cgroup>(String reason) -> reason;
            case Reading.Present<Cgroup>(Cgroup group) -> throw new AssertionError(group);
        };
    }
}
