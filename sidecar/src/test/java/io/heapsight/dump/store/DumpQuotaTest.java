/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpQuotaTest {
    private static DumpRecord dump(int number, long bytes) {
        return new DumpRecord(
                "20261121T2219%05dZ-7".formatted(number),
                Instant.EPOCH,
                7,
                "Shop",
                bytes,
                false,
                false,
                Optional.empty(),
                "test");
    }

    @Test
    void boundsAreNamedInAnyOrder() {
        assertThat(DumpQuota.parse("count=5,bytes=10g")).isEqualTo(new DumpQuota(5, 10L << 30));
        assertThat(DumpQuota.parse("bytes=1k, count=2")).isEqualTo(new DumpQuota(2, 1024));
        assertThat(DumpQuota.parse("count=3")).isEqualTo(new DumpQuota(3, Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "count=0",
                "count=-1",
                "bytes=0",
                "count=1,count=2",
                "count=1,",
                "size=3",
                "count=99999999999999"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> DumpQuota.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oldestGoFirst() {
        List<DumpRecord> kept = List.of(dump(1, 10), dump(2, 10), dump(3, 10));

        assertThat(new DumpQuota(3, 30).excess(kept, 0, 0, _ -> false)).isEmpty();
        assertThat(new DumpQuota(3, 100).excess(kept, 1, 5, _ -> false))
                .containsExactly(kept.get(0));
        assertThat(new DumpQuota(9, 25).excess(kept, 1, 10, _ -> false))
                .containsExactly(kept.get(0), kept.get(1));
    }

    @Test
    void whatIsInUseStays() {
        List<DumpRecord> kept = List.of(dump(1, 10), dump(2, 10), dump(3, 10));

        assertThat(new DumpQuota(2, 100).excess(kept, 1, 0, kept.get(0)::equals))
                .containsExactly(kept.get(1), kept.get(2));
    }

    /** Of all sets of dumps that may go, the one that is left over is the newest part that fits. */
    @Test
    void whatStaysIsTheLongestNewestPartThatFits() {
        Random random = new Random(11);
        for (int round = 0; round < 1000; round++) {
            List<DumpRecord> kept = new ArrayList<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                kept.add(dump(kept.size(), 1 + random.nextInt(20)));
            }
            DumpQuota quota = new DumpQuota(1 + random.nextInt(8), 1 + random.nextInt(80));
            int fits = kept.size();
            while (fits > 0
                    && (fits > quota.count()
                            || kept.subList(kept.size() - fits, kept.size()).stream()
                                            .mapToLong(DumpRecord::bytes)
                                            .sum()
                                    > quota.bytes())) {
                fits--;
            }

            assertThat(quota.excess(kept, 0, 0, _ -> false))
                    .as("round %d", round)
                    .isEqualTo(kept.subList(0, kept.size() - fits));
        }
    }
}
