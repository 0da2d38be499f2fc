/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jvm.MadeJvm;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TrimNoteTest {
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void largeArenasCanBeTrimmedFromJdk17On() {
        assertThat(note("17.0.21", 100))
                .contains(
                        "malloc's arenas hold 100.0 MiB, used or freed: POST /trim gives the freed"
                                + " part back to the kernel");
        assertThat(note("11.0.33", 100)).isEmpty();
    }

    @Test
    void smallArenasAreNotWorthATrim() {
        assertThat(note("25.0.3", 10)).isEmpty();
    }

    private static Optional<String> note(String jdk, long mebibytes) {
        MemoryTable.Row malloc =
                new MemoryTable.Row(
                        MemoryPart.MALLOC,
                        mebibytes * MEBIBYTE,
                        OptionalLong.empty(),
                        MemoryTable.Source.SMAPS);
        MemoryTable.Row rest =
                new MemoryTable.Row(
                        MemoryPart.REST,
                        200 * MEBIBYTE,
                        OptionalLong.empty(),
                        MemoryTable.Source.DIFFERENCE);
        return MemoryObserver.trimNote(
                MadeJvm.named("Shop").jdkVersion(jdk).jvm(),
                new MemoryTable(
                        List.of(malloc, rest), List.of(), List.of(), (200 + mebibytes) * MEBIBYTE));
    }
}
