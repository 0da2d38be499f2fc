/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The first line of /proc/stat. */
class HostCpuTest {
    @Test
    void busyIsNeitherIdleNorIoWait() throws IOException {
        HostCpu before = parse("cpu  100 10 50 800 40 0 0 0 90 0\ncpu0 1 2 3 4 5 6 7 8\n");
        HostCpu after = parse("cpu  160 10 70 900 50 4 6 0 95 0\n");
        assertThat(before).isEqualTo(new HostCpu(160, 1000));
        assertThat(after.busyRatioSince(before)).isEqualTo(90.0 / 200);
        assertThat(after.busyRatioSince(after)).isNaN();
    }

    @Test
    void foreignFileIsRefused() {
        assertThatThrownBy(() -> parse("processes 1\n")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> parse("cpu  1 2 x 4 5\n")).hasMessageContaining("not a number");
    }

    private static HostCpu parse(String text) throws IOException {
        return HostCpu.parse(text.getBytes(StandardCharsets.US_ASCII));
    }
}
