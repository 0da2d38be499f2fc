/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.ProcFs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadCpuTimesTest {
    @TempDir private Path proc;

    @Test
    void userAndSystemTimeOfATask() throws Exception {
        Path task = Files.createDirectories(proc.resolve("7/task/9"));
        Files.writeString(task.resolve("stat"), stat(1200, 34));
        ThreadCpuTimes times = ThreadCpuTimes.of(new ProcFs(proc), jvm(7));

        assertThat(times.cpuSeconds(OptionalInt.of(9))).hasValue(12.34);
        assertThat(times.cpuSeconds(OptionalInt.of(10))).isEmpty();
        assertThat(times.cpuSeconds(OptionalInt.empty())).isEmpty();
    }

    private static TargetJvm jvm(int pid) throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(pid, "Shop")) {
            return target.jvm();
        }
    }

    private static String stat(int user, int system) {
        return "9 (spin ning-1) R 1 1 1 0 -1 0 0 0 0 0 "
                + user
                + " "
                + system
                + " 0 0 20 0 9 0 5 0 0";
    }
}
