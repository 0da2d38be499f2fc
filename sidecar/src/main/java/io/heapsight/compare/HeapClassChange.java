/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

/**
 * The change of one class between two heap dumps.
 *
 * @param name as in Java source
 */
public record HeapClassChange(String name, Side base, Side candidate) {
    /**
     * The values in one dump.
     *
     * @param retainedBytes -1 if dominators were skipped
     * @param unreachableBytes -1 if reachability was skipped
     * @param garbageBytes lower bound; -1 if reachability was skipped
     */
    public record Side(
            long objects,
            long bytes,
            long unreachableBytes,
            long garbageBytes,
            long retainedBytes) {
        static final Side NONE = new Side(0, 0, 0, 0, 0);

        Side plus(Side other) {
            return new Side(
                    objects + other.objects,
                    bytes + other.bytes,
                    sum(unreachableBytes, other.unreachableBytes),
                    sum(garbageBytes, other.garbageBytes),
                    sum(retainedBytes, other.retainedBytes));
        }

        private static long sum(long one, long other) {
            return one < 0 || other < 0 ? -1 : one + other;
        }
    }

    /** Candidate minus base. */
    public long bytes() {
        return candidate.bytes() - base.bytes();
    }

    /** Candidate minus base. */
    public long objects() {
        return candidate.objects() - base.objects();
    }

    boolean differs() {
        return !base.equals(candidate);
    }
}
