/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.OwnHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.GoldenDump;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the JDK version in a dump with the answer of {@code VM.version}. */
class DumpedJdkTest {
    @ParameterizedTest
    @EnumSource
    void isTheVersionOfTheJvmThatWasDumped(GoldenDump golden)
            throws IOException, BudgetExceededException {
        try (MarkedHeap marked = MarkedHeap.of(golden.file())) {
            String version = DumpedJdk.of(marked.heap()).version().orElseThrow();

            assertThat(golden.version()).contains(version);
            assertThat(version).matches("(27|25|17)\\.0\\.\\d+.*");
        }
    }

    @Test
    void isOurOwnVersionInADumpOfOurselves(@TempDir Path directory)
            throws IOException, BudgetExceededException {
        try (MarkedHeap marked = MarkedHeap.of(OwnHeap.dumpInto(directory, this))) {
            DumpedJdk jdk = DumpedJdk.of(marked.heap());

            assertThat(jdk.version()).contains(System.getProperty("java.runtime.version"));
            assertThat(jdk.vendor()).contains(System.getProperty("java.vendor"));
        }
    }

    @Test
    void readsTheVersionOfJdk8() throws BudgetExceededException {
        DumpBuilder dump = new DumpBuilder();
        long version = OldStrings.ofJdk8(dump).string("1.8.0_412-b08");
        dump.addClass("sun.misc.Version").staticReference("java_runtime_version", version);

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            assertThat(DumpedJdk.of(marked.heap()))
                    .isEqualTo(new DumpedJdk(Optional.of("1.8.0_412-b08"), Optional.empty()));
        }
    }

    @Test
    void isUnknownIfTheDumpLacksIt() throws BudgetExceededException {
        try (MarkedHeap marked = MarkedHeap.of(new DumpBuilder())) {
            assertThat(DumpedJdk.of(marked.heap()))
                    .isEqualTo(new DumpedJdk(Optional.empty(), Optional.empty()));
        }
    }
}
