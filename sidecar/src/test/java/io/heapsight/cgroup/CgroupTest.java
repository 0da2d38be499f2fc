/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the files of control groups look like, on hosts and in containers. */
class CgroupTest {
    private static final int PID = 7;
    private static final String MOUNT = "root/sys/fs/cgroup/";
    private static final String STAT_1 =
            "inactive_file 1\nhierarchical_memory_limit %s\ntotal_inactive_file 3000\n";
    private static final String STAT_2 = "anon 5000\nfile 4000\ninactive_file 3000\n";

    @TempDir private Path proc;

    private void file(String path, String text) throws IOException {
        Path file = proc.resolve(Integer.toString(PID)).resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void group2(String folder, String max) throws IOException {
        file(MOUNT + folder + "memory.current", "9000\n");
        file(MOUNT + folder + "memory.stat", STAT_2);
        file(MOUNT + folder + "memory.max", max + "\n");
    }

    private Reading<Cgroup> found() {
        return Cgroup.find(new ProcFs(proc), PID);
    }

    private MemoryReading memory() throws IOException {
        return found().toOptional().orElseThrow().memory();
    }

    @Test
    void containerOfVersion1HasItsOwnGroupAtTheTop() throws IOException {
        file("cgroup", "5:devices:/docker/27e1\n4:memory:/docker/27e1\n0::/docker/27e1\n");
        file(MOUNT + "memory/memory.usage_in_bytes", "9000\n");
        file(MOUNT + "memory/memory.stat", STAT_1.formatted("12000"));

        assertThat(memory()).isEqualTo(new MemoryReading(9000, 6000, OptionalLong.of(12000)));
        assertThat(memory().usedRatio()).isEqualTo(0.5);
    }

    @Test
    void processOnTheHostOfVersion1IsInAGroupBelow() throws IOException {
        file("cgroup", "3:cpu,memory:/a/b\n");
        file(MOUNT + "memory/memory.usage_in_bytes", "1\n");
        file(MOUNT + "memory/a/b/memory.usage_in_bytes", "9000\n");
        file(MOUNT + "memory/a/b/memory.stat", STAT_1.formatted("9223372036854771712"));

        assertThat(memory()).isEqualTo(new MemoryReading(9000, 6000, OptionalLong.empty()));
        assertThat(memory().usedRatio()).isNaN();
    }

    @Test
    void containerOfVersion2WithANamespaceOfItsOwnIsSeenBesideOurs() throws IOException {
        file("cgroup", "0::/../cri-27e1.scope\n");
        group2("", "12000");

        assertThat(memory()).isEqualTo(new MemoryReading(9000, 6000, OptionalLong.of(12000)));
    }

    @Test
    void tightestLimitOfTheChainCounts() throws IOException {
        file("cgroup", "0::/pod/container\n");
        group2("pod/container/", "max");
        group2("pod/", "10000");
        file(MOUNT + "memory.stat", STAT_2); // the root of all groups has neither use nor limit

        assertThat(memory().limitBytes()).hasValue(10000);

        group2("pod/container/", "8000");
        assertThat(memory().limitBytes()).as("changed since").hasValue(8000);
    }

    @Test
    void groupWithoutAnyLimitHasNone() throws IOException {
        file("cgroup", "0::/\n");
        group2("", "max");

        assertThat(memory().limitBytes()).isEmpty();
        assertThat(memory().usedRatio()).isNaN();
    }

    @Test
    void whatCannotBeReadIsMissingWithItsReason() throws IOException {
        assertThat(found()).isInstanceOf(Reading.Missing.class);

        file("cgroup", "0::/pod\n");
        assertThat(found().map(Cgroup::toString)).isInstanceOf(Reading.Missing.class);

        file("cgroup", "5:devices:/docker/27e1\n");
        assertThat(found()).isEqualTo(Reading.missing("the kernel has no memory controller"));
    }
}
