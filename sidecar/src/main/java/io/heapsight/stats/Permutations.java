/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;
import org.apache.commons.numbers.combinatorics.Combinations;

/**
 * The permutations of a permutation test: all assignments of arms to runs, or a random sample if
 * there are many. The first one is the measured assignment.
 */
final class Permutations {
    /** 8 against 8 runs have 12,870. */
    private static final int MOST = 20_000;

    private static final int DRAWN = 9_999;

    private Permutations() {}

    /** Returns the number of rearrangements of whole arms. */
    static double count(int base, int candidate) {
        return BinomialCoefficientDouble.value(base + candidate, base);
    }

    /**
     * Rearranges whole arms.
     *
     * @param candidate for each run, whether it belongs to the candidate
     */
    static List<boolean[]> ofArms(boolean[] candidate, long seed) {
        List<boolean[]> all = new ArrayList<>();
        all.add(candidate.clone());
        int chosen = 0;
        for (boolean each : candidate) {
            chosen += each ? 1 : 0;
        }
        if (count(candidate.length - chosen, chosen) > MOST) {
            SplittableRandom random = new SplittableRandom(seed);
            boolean[] arms = candidate.clone();
            for (int i = 0; i < DRAWN; i++) {
                shuffle(arms, random);
                all.add(arms.clone());
            }
            return all;
        }
        Iterator<int[]> combinations = Combinations.of(candidate.length, chosen).iterator();
        while (combinations.hasNext()) {
            boolean[] arms = new boolean[candidate.length];
            int same = 0;
            for (int run : combinations.next()) {
                arms[run] = true;
                same += candidate[run] ? 1 : 0;
            }
            if (same < chosen) {
                all.add(arms);
            }
        }
        return all;
    }

    private static void shuffle(boolean[] arms, SplittableRandom random) {
        for (int i = arms.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            boolean kept = arms[i];
            arms[i] = arms[other];
            arms[other] = kept;
        }
    }
}
