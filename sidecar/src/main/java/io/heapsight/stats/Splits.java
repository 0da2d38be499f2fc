/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.numbers.combinatorics.Combinations;

/**
 * The ways to split runs into a base and a candidate: all of them where they are few, else a sample
 * of them. The first one is the split that was measured.
 *
 * @param inBase for each split, whether a run is in the base
 * @param exact whether these are all
 */
record Splits(List<boolean[]> inBase, boolean exact) {
    /** 8 against 8 runs have 12,870 splits. */
    private static final int MOST = 20_000;

    private static final int DRAWN = 9_999;

    /** Of runs of which the first ones are the base. */
    static Splits of(int base, int candidate, long seed) {
        return count(base, candidate) <= MOST
                ? all(base, base + candidate)
                : drawn(base, base + candidate, seed);
    }

    /** How many there are. */
    static double count(int base, int candidate) {
        return BinomialCoefficientDouble.value(base + candidate, base);
    }

    private static Splits all(int base, int runs) {
        List<boolean[]> splits = new ArrayList<>();
        Iterator<int[]> chosen = Combinations.of(runs, base).iterator();
        while (chosen.hasNext()) {
            splits.add(membership(chosen.next(), base, runs));
        }
        int measured = 0;
        while (!isMeasured(splits.get(measured), base)) {
            measured++;
        }
        splits.addFirst(splits.remove(measured));
        return new Splits(splits, true);
    }

    private static boolean isMeasured(boolean[] split, int base) {
        for (int i = 0; i < base; i++) {
            if (!split[i]) {
                return false;
            }
        }
        return true;
    }

    private static Splits drawn(int base, int runs, long seed) {
        int[] order = new int[runs];
        Arrays.setAll(order, i -> i);
        List<boolean[]> splits = new ArrayList<>();
        splits.add(membership(order, base, runs));
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < DRAWN; i++) {
            shuffle(order, random);
            splits.add(membership(order, base, runs));
        }
        return new Splits(splits, false);
    }

    private static void shuffle(int[] order, SplittableRandom random) {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
    }

    private static boolean[] membership(int[] chosen, int base, int runs) {
        boolean[] in = new boolean[runs];
        for (int i = 0; i < base; i++) {
            in[chosen[i]] = true;
        }
        return in;
    }
}
