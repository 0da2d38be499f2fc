/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class HeapsightGcLogNamesTest {
    private static final Instant END = Instant.parse("2026-11-28T07:00:00Z");

    private static final String COMMAND_LINE =
            "/tmp/heapsight-" + HeapsightGcLogNames.commandLineId(END, 7) + ".cli.gc.log";

    @Test
    void logOfTheCommandLineIsALeftoverAfterItsEnd() {
        assertThat(HeapsightGcLogNames.isOverdue(COMMAND_LINE, END)).isFalse();
        assertThat(HeapsightGcLogNames.isOverdue(COMMAND_LINE, END.plusMillis(1))).isTrue();
        assertThat(HeapsightGcLogNames.isOverdue(COMMAND_LINE + ".0", END.plusMillis(1))).isTrue();
        assertThat(HeapsightGcLogNames.isOfSidecar(COMMAND_LINE)).isFalse();
    }

    @Test
    void openFilesAreRecognisedWithAndWithoutTheirName() {
        String ours = "/var/lib/heapsight/gclogs/20261128T064715829Z-7.live.gc.log";

        assertThat(HeapsightGcLogNames.ofOpenFile(ours)).contains(ours);
        assertThat(HeapsightGcLogNames.ofOpenFile(ours + " (deleted)")).contains(ours);
        assertThat(HeapsightGcLogNames.ofOpenFile(COMMAND_LINE)).contains(COMMAND_LINE);
        assertThat(HeapsightGcLogNames.ofOpenFile("/tmp/gc.log")).isEmpty();
        assertThat(HeapsightGcLogNames.ofOpenFile("socket:[4026532]")).isEmpty();
        assertThat(HeapsightGcLogNames.ofOpenFile("")).isEmpty();
    }
}
