/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.profile.FrameChange.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles of a synthetic program, whose methods run for seconds at a time. */
class ProfileComparisonTest {
    private static final int METHODS = 40;
    private static final int BLOCKS = 20;
    private static final int SAMPLES_PER_BLOCK = 150;
    private static final int PAIRS = 400;

    /** Binomial(400, 0.05): 20, and three standard deviations more. */
    private static final int MOST_FALSE = 33;

    /**
     * A program whose methods' shares are autoregressive over time.
     *
     * @param memory correlation of a block with the one before
     * @param wobble standard deviation of the logarithm of a method's share
     */
    @SuppressWarnings("ArrayRecordComponent") // read only
    private record Program(double memory, double wobble, double[] shares) {
        static Program usual(double memory, double wobble) {
            double[] shares = new double[METHODS];
            for (int i = 0; i < METHODS; i++) {
                shares[i] = 1.0 / (i + 2);
            }
            return new Program(memory, wobble, shares);
        }

        /** The same program with one method scaled. */
        Program with(int method, double factor) {
            double[] changed = shares.clone();
            changed[method] *= factor;
            return new Program(memory, wobble, changed);
        }

        SampledProfile profile(Random random) {
            long[][] counts = new long[METHODS][BLOCKS];
            double[] state = new double[METHODS];
            for (int i = 0; i < METHODS; i++) {
                state[i] = random.nextGaussian();
            }
            for (int block = 0; block < BLOCKS; block++) {
                double[] weights = new double[METHODS];
                double sum = 0;
                for (int i = 0; i < METHODS; i++) {
                    state[i] =
                            memory * state[i]
                                    + Math.sqrt(1 - memory * memory) * random.nextGaussian();
                    weights[i] = shares[i] * Math.exp(wobble * state[i]);
                    sum += weights[i];
                }
                for (int sample = 0; sample < SAMPLES_PER_BLOCK; sample++) {
                    counts[draw(weights, sum * random.nextDouble())][block]++;
                }
            }
            List<SampledStack> stacks = new ArrayList<>();
            for (int i = 0; i < METHODS; i++) {
                long samples = 0;
                for (long each : counts[i]) {
                    samples += each;
                }
                List<String> frames = List.of("Main.main", "Part" + i % 7 + ".run", "Work" + i);
                stacks.add(
                        new SampledStack(
                                frames, new byte[3], counts[i], samples, (double) samples));
            }
            return new SampledProfile(ProfileEvent.CPU, "ctimer", 30, BLOCKS, stacks);
        }

        private static int draw(double[] weights, double at) {
            double left = at;
            for (int i = 0; i < METHODS - 1; i++) {
                left -= weights[i];
                if (left < 0) {
                    return i;
                }
            }
            return METHODS - 1;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 0.6})
    void equalProgramsAreCalledChangedInOneOfTwentyAtMost(double memory) {
        Random random = new Random(19);
        Program program = Program.usual(memory, 0.4);
        int wrong = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            List<FrameChange> changes =
                    ProfileComparison.between(program.profile(random), program.profile(random));
            wrong += changes.stream().anyMatch(FrameChange::isReal) ? 1 : 0;
        }
        assertThat(wrong).isLessThanOrEqualTo(MOST_FALSE);
    }

    @Test
    void halvedMethodIsTheLargestDecreaseAndSignificant() {
        Random random = new Random(20);
        Program base = Program.usual(0.3, 0.2);
        int found = 0;
        for (int pair = 0; pair < 40; pair++) {
            FrameChange first =
                    ProfileComparison.between(
                                    base.profile(random), base.with(0, 0.4).profile(random))
                            .stream()
                            .filter(each -> each.frame().startsWith("Work"))
                            .findFirst()
                            .orElseThrow();
            found += first.frame().equals("Work0") && first.verdict() == Verdict.SHRANK ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(36);
    }

    @Test
    void intervalHoldsTheTrueChange() {
        Random random = new Random(21);
        Program program = Program.usual(0.3, 0.3);
        int held = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            FrameChange change =
                    ProfileComparison.between(program.profile(random), program.profile(random))
                            .stream()
                            .filter(each -> each.frame().equals("Work0"))
                            .findFirst()
                            .orElseThrow();
            held += change.change().excludesZero() ? 0 : 1;
        }
        assertThat(held).isBetween((int) (0.92 * PAIRS), PAIRS);
    }

    @Test
    void profilesWithoutTimesAreNotJudged() {
        List<String> frames = List.of("Main.main", "Work.run");
        SampledProfile base = untimed(frames, 900, List.of("Main.main"), 100);
        SampledProfile candidate = untimed(frames, 100, List.of("Main.main"), 900);

        assertThat(ProfileComparison.between(base, candidate))
                .extracting(FrameChange::verdict)
                .containsOnly(Verdict.NOT_JUDGED);
        assertThat(ProfileComparison.between(base, candidate).getFirst())
                .satisfies(
                        change -> {
                            assertThat(change.frame()).isEqualTo("Work.run");
                            assertThat(change.change().value()).isEqualTo(-0.8);
                        });
    }

    @Test
    void emptyProfilesHaveNoChanges() {
        SampledProfile nothing = new SampledProfile(ProfileEvent.LOCK, "", 0, BLOCKS, List.of());
        assertThat(ProfileComparison.between(nothing, nothing)).isEmpty();
    }

    private static SampledProfile untimed(
            List<String> one, long oneCount, List<String> other, long otherCount) {
        return new SampledProfile(
                ProfileEvent.CPU,
                "",
                0,
                1,
                List.of(stack(one, oneCount), stack(other, otherCount)));
    }

    private static SampledStack stack(List<String> frames, long count) {
        return new SampledStack(
                frames, new byte[frames.size()], new long[] {count}, count, (double) count);
    }
}
