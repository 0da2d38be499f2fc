/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the methods of synthetic profiles with a count stack by stack. */
class ProfileFramesTest {
    private static final int BLOCKS = 4;
    private static final int SEED = 23;

    @Test
    void weightsEqualACountStackByStack() {
        Random random = new Random(SEED);
        for (int round = 0; round < 50; round++) {
            SampledProfile profile = profile(random, 30, 12);
            ProfileFrames frames = ProfileFrames.of(profile);
            assertThat(frames.framesLeftOut()).isZero();
            for (int block = 0; block < BLOCKS; block++) {
                int at = block;
                assertThat(frames.blocks()[at])
                        .isEqualTo(profile.stacks().stream().mapToLong(s -> s.weights()[at]).sum());
                for (ProfileFrames.Frame frame : frames.frames()) {
                    assertThat(frame.total()[at])
                            .as("seed %d, %s in block %d", SEED, frame.name(), at)
                            .isEqualTo(
                                    profile.stacks().stream()
                                            .filter(s -> s.frames().contains(frame.name()))
                                            .mapToLong(s -> s.weights()[at])
                                            .sum());
                    assertThat(frame.self()[at])
                            .as("seed %d, %s itself in block %d", SEED, frame.name(), at)
                            .isEqualTo(
                                    profile.stacks().stream()
                                            .filter(s -> s.frames().getLast().equals(frame.name()))
                                            .mapToLong(s -> s.weights()[at])
                                            .sum());
                }
            }
        }
    }

    @Test
    void callersPrecedeCalleesAndTheLargestFramesAreKept() {
        List<SampledStack> stacks = new ArrayList<>();
        for (int i = 0; i < 2 * ProfileFrames.MOST; i++) {
            stacks.add(stack(List.of("Main.main", "A.run", "Work" + i), new long[] {i + 1L}));
        }
        ProfileFrames frames =
                ProfileFrames.of(new SampledProfile(ProfileEvent.CPU, "ctimer", 9, 1, stacks));
        assertThat(frames.frames())
                .hasSize(ProfileFrames.MOST)
                .extracting(ProfileFrames.Frame::name)
                .startsWith("Main.main", "A.run", "Work1999", "Work1998");
        assertThat(frames.framesLeftOut()).isEqualTo(ProfileFrames.MOST + 2);
    }

    private static SampledProfile profile(Random random, int stacks, int methods) {
        List<SampledStack> all =
                IntStream.range(0, stacks)
                        .mapToObj(
                                _ -> {
                                    List<String> frames =
                                            random.ints(1 + random.nextInt(8), 0, methods)
                                                    .mapToObj(method -> "Method" + method)
                                                    .toList();
                                    long[] weights = random.longs(BLOCKS, 0, 50).toArray();
                                    return stack(frames, weights);
                                })
                        .toList();
        return new SampledProfile(ProfileEvent.ALLOC, "", 9, BLOCKS, all);
    }

    private static SampledStack stack(List<String> frames, long[] weights) {
        return new SampledStack(frames, new byte[frames.size()], weights, 1, 1);
    }
}
