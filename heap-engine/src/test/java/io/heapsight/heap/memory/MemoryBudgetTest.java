/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryBudgetTest {
    @Test
    void refusesExcessAndNamesTheBytesNeeded() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(4096)) {
            budget.reserve(1024, "something");

            assertThatThrownBy(() -> budget.reserve(3584, "the object index"))
                    .isInstanceOf(BudgetExceededException.class)
                    .hasMessage("needs 3.5 KiB of 3.0 KiB for the object index");
            assertThat(budget.availableBytes()).isEqualTo(3072);
            assertThat(budget.peakBytes()).isEqualTo(1024);
        }
    }

    @Test
    void releasedMemoryCanBeReservedAgainAndIsZero() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(64)) {
            for (int i = 0; i < 3; i++) {
                MemorySegment segment = budget.reserve(64, "bytes");
                assertThat(segment.get(ValueLayout.JAVA_LONG, 56)).isZero();
                segment.fill((byte) 7);
                budget.release(segment);
            }

            assertThat(budget.availableBytes()).isEqualTo(64);
            assertThat(budget.peakBytes()).isEqualTo(64);
        }
    }

    @Test
    void releasedMemoryCannotBeReadOrReleasedAgain() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(64)) {
            MemorySegment segment = budget.reserve(8, "bytes");
            budget.release(segment);

            assertThatIllegalStateException()
                    .isThrownBy(() -> segment.get(ValueLayout.JAVA_LONG, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> budget.release(segment));
        }
    }

    @Test
    void emptyReservationsAreDistinct() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(64)) {
            MemorySegment first = budget.reserve(0, "nothing");
            MemorySegment second = budget.reserve(0, "nothing");
            budget.release(first);
            budget.release(second);

            assertThat(budget.availableBytes()).isEqualTo(64);
        }
    }

    @Test
    void spillsToAnUnnamedFileWhenMemoryIsExhausted(@TempDir Path work) throws Exception {
        try (MemoryBudget budget = new MemoryBudget(100, work)) {
            LongArray numbers = LongArray.reserveOrSpill(budget, 100_000, "numbers");
            assertThat(numbers.get(99_999)).isZero();
            numbers.set(99_999, Long.MIN_VALUE);

            assertThat(numbers.get(99_999)).isEqualTo(Long.MIN_VALUE);
            assertThat(budget.peakBytes()).isZero();
            assertThat(budget.peakSpilledBytes()).isEqualTo(800_000);
            assertThat(filesIn(work)).isZero();
            numbers.close();
        }
    }

    @Test
    void spillsOnlyTheExcess(@TempDir Path work) throws Exception {
        try (MemoryBudget budget = new MemoryBudget(104, work)) {
            IntArray.reserveOrSpill(budget, 25, "numbers");

            assertThat(budget.peakBytes()).isEqualTo(104);
            assertThat(budget.peakSpilledBytes()).isZero();
        }
    }

    @Test
    void namesTheReasonWhySpillingFailed(@TempDir Path work) {
        Path missing = work.resolve("missing");
        try (MemoryBudget budget = new MemoryBudget(100, missing)) {
            assertThatThrownBy(() -> budget.reserveOrSpill(200, "numbers"))
                    .isInstanceOf(BudgetExceededException.class)
                    .hasMessageContaining("needs 200 B of 100 B for numbers")
                    .hasMessageContaining(missing.toString());
        }
    }

    @Test
    void fileLeavesRoomOnItsDisk(@TempDir Path work) {
        try (MemoryBudget budget = new MemoryBudget(100, work)) {
            assertThatThrownBy(() -> budget.reserveOrSpill(1L << 60, "numbers"))
                    .isInstanceOf(BudgetExceededException.class)
                    .hasMessageContaining(
                            "could not hold it: its disk has", "64.0 MiB must stay free");
            assertThat(work).isEmptyDirectory();
        }
    }

    @Test
    void settingABitKeepsItsNeighbours() throws Exception {
        try (MemoryBudget budget = new MemoryBudget(1024);
                BitArray bits = BitArray.reserveOrSpill(budget, 130, "bits")) {
            assertThat(bits.set(63)).isTrue();
            assertThat(bits.set(129)).isTrue();

            assertThat(bits.set(129)).isFalse();
            assertThat(bits.get(128)).isFalse();
            assertThat(bits.get(64)).isFalse();
            assertThat(bits.get(63)).isTrue();
        }
    }

    private static long filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }
}
