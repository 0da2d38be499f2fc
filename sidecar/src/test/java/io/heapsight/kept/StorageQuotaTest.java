/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageQuotaTest {
    private record Kept(String id, String target, long bytes) implements KeptFile {}

    private static Kept file(int number, long bytes) {
        return new Kept("20261121T2219%05dZ-7".formatted(number), "Shop", bytes);
    }

    @Test
    void boundsAreNamedInAnyOrder() {
        assertThat(StorageQuota.parse("count=5,bytes=10g"))
                .isEqualTo(new StorageQuota(5, 10L << 30));
        assertThat(StorageQuota.parse("bytes=1k, count=2")).isEqualTo(new StorageQuota(2, 1024));
        assertThat(StorageQuota.parse("count=3")).isEqualTo(new StorageQuota(3, Long.MAX_VALUE));
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
        assertThatThrownBy(() -> StorageQuota.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oldestGoFirst() {
        List<Kept> kept = List.of(file(1, 10), file(2, 10), file(3, 10));

        assertThat(new StorageQuota(3, 30).excess(kept, 0, 0, KeptFile::bytes, _ -> false))
                .isEmpty();
        assertThat(new StorageQuota(3, 100).excess(kept, 1, 5, KeptFile::bytes, _ -> false))
                .containsExactly(kept.get(0));
        assertThat(new StorageQuota(9, 25).excess(kept, 1, 10, KeptFile::bytes, _ -> false))
                .containsExactly(kept.get(0), kept.get(1));
    }

    @Test
    void filesInUseStay() {
        List<Kept> kept = List.of(file(1, 10), file(2, 10), file(3, 10));

        assertThat(
                        new StorageQuota(2, 100)
                                .excess(kept, 1, 0, KeptFile::bytes, kept.get(0)::equals))
                .containsExactly(kept.get(1), kept.get(2));
    }

    /** Of all deletable sets of dumps, the remaining one is the newest part that fits. */
    @Test
    void newestFilesThatFitStay() {
        Random random = new Random(11);
        for (int round = 0; round < 1000; round++) {
            List<Kept> kept = new ArrayList<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                kept.add(file(kept.size(), 1 + random.nextInt(20)));
            }
            StorageQuota quota = new StorageQuota(1 + random.nextInt(8), 1 + random.nextInt(80));
            int fits = kept.size();
            while (fits > 0
                    && (fits > quota.count()
                            || kept.subList(kept.size() - fits, kept.size()).stream()
                                            .mapToLong(Kept::bytes)
                                            .sum()
                                    > quota.bytes())) {
                fits--;
            }

            assertThat(quota.excess(kept, 0, 0, KeptFile::bytes, _ -> false))
                    .as("round %d", round)
                    .isEqualTo(kept.subList(0, kept.size() - fits));
        }
    }
}
