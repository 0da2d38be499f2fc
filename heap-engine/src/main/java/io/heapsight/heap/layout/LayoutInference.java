/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import io.heapsight.hprof.BasicType;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Infers the object layout of the dumped JVM from the distances between its objects: the HotSpot
 * layout with sizes that agree with most distances.
 *
 * <p>A size equal to the smallest distance of its class, or of arrays of its length, supports a
 * layout. A larger size contradicts it, because objects don't overlap. A smaller size says nothing:
 * objects in between may be missing from the dump.
 */
public final class LayoutInference {
    /** The releases to try for an unknown JDK: one per packing and array format. */
    private static final int[] JDKS = {25, 27, 21, 17, 11, 8};

    private static final int[] REFERENCES = {Integer.BYTES, Long.BYTES};
    private static final int[] HEADERS = {
        ObjectLayout.SMALL_HEADER, ObjectLayout.COMPACT_HEADER, ObjectLayout.WIDE_HEADER
    };

    /** The most instances of a class that count, so that no single class decides. */
    private static final long MOST_VOTES = 16;

    private static final int CONTRADICTION = 4;
    private static final int FIRST_WITH_COMPACT_HEADERS = 24;

    private final List<Sample> samples = new ArrayList<>();
    private final ArrayDistances arrays;

    /**
     * @param arrays distances of arrays
     */
    public LayoutInference(ArrayDistances arrays) {
        this.arrays = arrays;
    }

    private record Sample(
            String className, int superIndex, FieldCounts declared, ObservedSize observed) {}

    /**
     * A layout with its evidence.
     *
     * @param agreeing classes and array lengths with a computed size equal to the observed one
     * @param contradicting classes and array lengths with a computed size above the observed one
     */
    public record Finding(ObjectLayout layout, long agreeing, long contradicting, long votes) {
        /** Returns a text for the user: "1,203 distances between objects agree, 2 do not". */
        public String evidence() {
            return Thousands.of(agreeing)
                    + " distances between objects agree, "
                    + Thousands.of(contradicting)
                    + " do not";
        }
    }

    /**
     * Adds a class, after its super class.
     *
     * @param superIndex the position of the super class in the order of these calls; -1 for none
     */
    public void add(String className, int superIndex, FieldCounts declared, ObservedSize observed) {
        if (superIndex >= samples.size()) {
            throw new IllegalArgumentException(className + " comes before its super class");
        }
        samples.add(new Sample(className, superIndex, declared, observed));
    }

    /**
     * The layout that agrees best.
     *
     * @param jdk the feature release; 0 if unknown
     * @return empty if no distance gives evidence
     */
    public Optional<Finding> find(int jdk) {
        @Nullable Finding best = null;
        long largest = Math.min(ObjectLayout.LARGEST_ALIGNMENT, commonAlignment());
        for (int release : jdk > 0 ? new int[] {jdk} : JDKS) {
            for (int header : HEADERS) {
                for (int reference : REFERENCES) {
                    if (isPossible(release, header, reference)) {
                        best = better(best, bestAlignment(reference, header, release, largest));
                    }
                }
            }
        }
        return best == null || best.agreeing == 0 ? Optional.empty() : Optional.of(best);
    }

    private static boolean isPossible(int jdk, int header, int reference) {
        return switch (header) {
            case ObjectLayout.COMPACT_HEADER -> jdk >= FIRST_WITH_COMPACT_HEADERS;
            case ObjectLayout.SMALL_HEADER ->
                    reference == Integer.BYTES || jdk >= FieldPacking.FIRST_BEST_FIT;
            default -> jdk < ObjectLayout.FIRST_COMPACT;
        };
    }

    private static Finding better(@Nullable Finding a, Finding b) {
        return a == null || b.votes > a.votes ? b : a;
    }

    /** Computes unaligned sizes once for all alignments. */
    private Finding bestAlignment(int reference, int header, int jdk, long largest) {
        ObjectLayout layout = new ObjectLayout(reference, header, Long.BYTES, jdk);
        InstanceSizes sizes = new InstanceSizes(layout);
        List<InstanceSizes.Shape> shapes = new ArrayList<>(samples.size());
        long[] bytes = new long[samples.size()];
        for (Sample sample : samples) {
            InstanceSizes.@Nullable Shape superShape =
                    sample.superIndex < 0 ? null : shapes.get(sample.superIndex);
            InstanceSizes.Shape shape = sizes.shape(sample.className, superShape, sample.declared);
            bytes[shapes.size()] = sizes.instanceBytes(shape);
            shapes.add(shape);
        }
        Finding best = count(layout, bytes);
        for (int alignment = 2 * Long.BYTES; alignment <= largest; alignment *= 2) {
            best = better(best, count(new ObjectLayout(reference, header, alignment, jdk), bytes));
        }
        return best;
    }

    /** The largest power of 2 that divides all distances: an upper bound of the alignment. */
    private long commonAlignment() {
        long all = 0;
        for (Sample sample : samples) {
            if (sample.observed.timesSmallest() > 0) {
                all |= sample.observed.smallestDistance();
            }
        }
        for (BasicType type : BasicType.values()) {
            for (int length = 0; length < ArrayDistances.LENGTHS; length++) {
                if (arrays.times(type, length) > 0) {
                    all |= arrays.smallest(type, length);
                }
            }
        }
        return all == 0 ? Long.BYTES : Long.lowestOneBit(all);
    }

    private Finding count(ObjectLayout layout, long[] instanceBytes) {
        Tally tally = new Tally();
        for (int i = 0; i < instanceBytes.length; i++) {
            ObservedSize observed = samples.get(i).observed;
            tally.add(
                    layout.align(instanceBytes[i]),
                    observed.smallestDistance(),
                    observed.timesSmallest());
        }
        for (BasicType type : BasicType.values()) {
            for (int length = 0; length < ArrayDistances.LENGTHS; length++) {
                tally.add(
                        layout.arrayBytes(type, length),
                        arrays.smallest(type, length),
                        arrays.times(type, length));
            }
        }
        return new Finding(layout, tally.agreeing, tally.contradicting, tally.votes);
    }

    private static final class Tally {
        long agreeing;
        long contradicting;
        long votes;

        void add(long computed, long distance, long times) {
            if (times == 0 || distance > computed) {
                return;
            }
            long weight = Math.min(times, MOST_VOTES);
            if (distance == computed) {
                agreeing++;
                votes += weight;
            } else {
                contradicting++;
                votes -= CONTRADICTION * weight;
            }
        }
    }
}
