/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessMappedFileTest {
    private static final String MAPS =
            """
            7f0000000000-7f0000008000 rw-s 00000000 00:2f 1122593                    /tmp/hsperfdata_app/1
            7f0000010000-7f0000020000 r--p 00000000 00:2f 17                         /opt/my jdk/lib/server/libjvm.so
            7f0000020000-7f0000030000 r-xp 00010000 00:2f 17                         /opt/my jdk/lib/server/libjvm.so
            7f0000030000-7f0000040000 rw-p 00000000 00:00 0
            7f0000040000-7f0000050000 rw-s 00000000 00:2f 5                          /tmp/hsperfdata_app/9 (deleted)
            7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                          [stack]
            """;

    @Test
    void eachFileIsListedOnceWithItsInode() {
        assertThat(ProcessMappedFile.parse(MAPS))
                .containsExactly(
                        new ProcessMappedFile("/tmp/hsperfdata_app/1", 1122593, false),
                        new ProcessMappedFile("/opt/my jdk/lib/server/libjvm.so", 17, false),
                        new ProcessMappedFile("/tmp/hsperfdata_app/9", 5, true));
    }

    @Test
    void nameIsTheLastPart() {
        assertThat(ProcessMappedFile.parse(MAPS).get(1).name()).isEqualTo("libjvm.so");
    }

    @Test
    void malformedLinesAreSkipped() {
        assertThat(ProcessMappedFile.parse("/\nx y z /a\n1-2 r 0 0 nine /b\n")).isEmpty();
    }
}
