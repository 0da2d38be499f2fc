/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The end of a child process. */
class PidFdTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration NOW = Duration.ZERO;

    @Test
    void reportsTheEndAndItsStatus() throws Exception {
        Process child = new ProcessBuilder("sleep", "60").start();
        try (PidFd fd = PidFd.open((int) child.pid()).orElseThrow()) {
            assertThat(fd.endsWithin(NOW)).isFalse();
            assertThat(fd.waitStatus()).isEmpty();
            child.destroyForcibly();
            assertThat(fd.endsWithin(LONG)).isTrue();
            child.waitFor();
            // Kernels before 6.15 don't keep it.
            fd.waitStatus()
                    .ifPresent(
                            status ->
                                    assertThat(ExitStatus.of(status))
                                            .isEqualTo(new ExitStatus.Signalled(SignalNames.KILL)));
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void endedProcessHasNone() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("true").start();
        child.waitFor();
        assertThat(PidFd.open((int) child.pid())).isEmpty();
    }
}
