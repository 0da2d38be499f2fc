/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MemoryView;
import io.heapsight.memory.MemoryViews;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The container in {@code GET /memory}. */
class MemoryReportTest {
    private static final OptionalLong NONE = OptionalLong.empty();
    private static final TargetJvm JVM = MadeJvm.named("Shop").jvm();

    private static OptionalLong mebibytes(long count) {
        return OptionalLong.of(count << 20);
    }

    private static String text(MemoryView.Container container) {
        return new MemoryReport(MemoryViews.of(JVM, container), Optional.empty())
                .text()
                .replaceAll("\\s+", " ");
    }

    @Test
    void containerAboveMemoryHighIsNotFarFromItsLimit() {
        String text =
                text(
                        new MemoryView.Container(
                                mebibytes(400),
                                mebibytes(300),
                                mebibytes(200),
                                NONE,
                                NONE,
                                mebibytes(330),
                                mebibytes(320),
                                mebibytes(310),
                                mebibytes(10),
                                NONE,
                                mebibytes(5),
                                NONE,
                                NONE,
                                NONE,
                                NONE,
                                NONE));

        assertThat(text)
                .contains(
                        "the kernel throttles the container above memory.high, 300.0 MiB (its limit"
                                + " is 400.0 MiB), its working set 106.7 % of it");
    }

    @Test
    void memoryHighAboveTheLimitIsIgnored() {
        String text =
                text(
                        new MemoryView.Container(
                                mebibytes(400),
                                mebibytes(500),
                                NONE,
                                NONE,
                                NONE,
                                mebibytes(330),
                                mebibytes(320),
                                NONE,
                                NONE,
                                NONE,
                                NONE,
                                NONE,
                                NONE,
                                NONE,
                                NONE,
                                NONE));

        assertThat(text)
                .contains("the container's limit is 400.0 MiB, its working set 80.0 % of it");
    }

    /** 97 MiB were charged for unmapped pages that were not yet written to swap. */
    @Test
    void usageAddsUpWhileTheMachineSwaps() {
        MemoryView.Container container =
                new MemoryView.Container(
                        mebibytes(400),
                        NONE,
                        NONE,
                        NONE,
                        mebibytes(1024),
                        mebibytes(398),
                        mebibytes(390),
                        mebibytes(280),
                        mebibytes(10),
                        NONE,
                        mebibytes(8),
                        mebibytes(1),
                        mebibytes(97),
                        mebibytes(210),
                        mebibytes(150),
                        mebibytes(6));

        assertThat(text(container))
                .contains(
                        "kernel 8.0 MiB, sockets 1.0 MiB, being swapped 97.0 MiB,"
                                + " other 2.0 MiB")
                .contains(
                        "swap: 210.0 MiB of at most 1.0 GiB are swapped out: not in the rows above")
                .contains("zswap holds 150.0 MiB of it in memory, as 6.0 MiB of the kernel's");
        assertThat(container.otherBytes()).isEqualTo(mebibytes(398 - 280 - 10 - 8 - 1 - 97));
    }

    @Test
    void remappedSwapCacheIsCountedOnce() {
        MemoryView.Container container =
                new MemoryView.Container(
                        mebibytes(400),
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        mebibytes(300),
                        mebibytes(300),
                        mebibytes(280),
                        mebibytes(10),
                        NONE,
                        mebibytes(8),
                        NONE,
                        mebibytes(50),
                        mebibytes(60),
                        NONE,
                        NONE);

        assertThat(container.swapCacheBytes()).isEqualTo(mebibytes(2));
        assertThat(container.otherBytes()).isEqualTo(mebibytes(0));
    }
}
