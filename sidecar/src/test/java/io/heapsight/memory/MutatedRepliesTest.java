/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.HeapInfo;
import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.Mapping;
import io.heapsight.unit.Mutants;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Mutated answers of a target: impossible values are skipped, so that no derived figure is
 * negative.
 */
class MutatedRepliesTest {
    private static final OptionalLong NONE = OptionalLong.empty();

    @Test
    void mutatedHeapInfoIsSkipped() throws IOException {
        List<String> answers = new ArrayList<>();
        for (String jdk : List.of("8", "11", "17", "21", "25")) {
            for (String collector : List.of("serial", "parallel", "g1")) {
                answers.add(recorded("/heapinfo/jdk-" + jdk + "-" + collector + ".txt"));
            }
        }
        answers.add(recorded("/heapinfo/jdk-25-shenandoah.txt"));
        answers.add(recorded("/heapinfo/jdk-25-z.txt"));
        Mutants.ofTexts(answers)
                .areRead(
                        bytes -> {
                            HeapInfo info = HeapInfo.parse(text(bytes));
                            for (HeapInfo.Space space : HeapInfo.Space.values()) {
                                info.usage(space)
                                        .toOptional()
                                        .ifPresent(MutatedRepliesTest::isSound);
                            }
                            table(info.reserved().toOptional(), Optional.empty());
                        });
    }

    private static void isSound(HeapInfo.Usage usage) {
        assertThat(usage.usedBytes()).isNotNegative();
        assertThat(usage.committedBytes()).isNotNegative();
    }

    @Test
    void mutatedNativeMemorySummaryIsSkipped() throws IOException {
        Mutants.ofTexts(
                        List.of(
                                recorded("/smaps/25-g1nmt.native-memory.txt"),
                                recorded("/smaps/8-serial.native-memory.txt")))
                .areRead(
                        bytes -> {
                            Optional<NativeMemory> memory =
                                    NativeMemory.parse(text(bytes)).toOptional();
                            memory.ifPresent(
                                    found -> {
                                        assertThat(found.reservedBytes()).isNotNegative();
                                        assertThat(found.committedBytes()).isNotNegative();
                                    });
                            table(Optional.empty(), memory);
                        });
    }

    @Test
    void mutatedFlagsAreSkipped() throws IOException {
        List<String> answers = new ArrayList<>();
        for (String dump : List.of("g1-25", "serial-25", "no-compressed-oops-17")) {
            answers.add(recorded("/golden-dumps/" + dump + ".flags.txt"));
        }
        Mutants.ofTexts(answers)
                .areRead(
                        bytes -> {
                            HeapFlags flags = HeapFlags.parse(text(bytes));
                            flags.collector();
                            assertThat(flags.objectAlignmentInBytes().orElse(8)).isBetween(8, 256);
                        });
    }

    private static void table(Optional<HeapInfo.Range> heap, Optional<NativeMemory> memory) {
        Mapping malloc = new Mapping(4096, 12288, "rw-p", 0, "[heap]", 8192);
        Mapping anonymous = new Mapping(0xf0000000L, 0x100000000L, "rw-p", 0, "", 65536);
        MemoryTable table =
                MemoryTable.of(
                        new AddressSpace(List.of(malloc, anonymous), true),
                        new MemoryTable.Told(heap, NONE, NONE, NONE, memory));
        assertThat(table.rows()).allMatch(row -> row.residentBytes() >= 0);
        assertThat(table.rows()).allMatch(row -> row.committedBytes().orElse(0) >= 0);
        assertThat(table.rows().stream().mapToLong(MemoryTable.Row::residentBytes).sum())
                .isEqualTo(table.residentBytes());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String recorded(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(MutatedRepliesTest.class.getResourceAsStream(name), name)) {
            return text(in.readAllBytes());
        }
    }
}
