/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFsTest {
    @TempDir Path root;

    @Test
    void oomKillsOfTheMachineEqualVmstat() throws IOException {
        Path vmstat = root.resolve("vmstat");
        Files.writeString(vmstat, "pgfault 12\noom_kill 37\nnuma_hit 5\n");
        assertThat(new ProcFs(root).oomKills()).hasValue(37);
        Files.writeString(vmstat, "pgfault 12\n");
        assertThat(new ProcFs(root).oomKills()).isEmpty();
    }

    @Test
    void thisKernelCountsOomKills() throws IOException {
        assertThat(ProcFs.system().oomKills()).isPresent();
    }
}
