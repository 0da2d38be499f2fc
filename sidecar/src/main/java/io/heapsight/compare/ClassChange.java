/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.histogram.InstanceCount;

/**
 * The objects of one class in base and candidate, as medians over the runs.
 *
 * @param name as HotSpot prints it
 * @param module without its version; empty if there is none
 */
public record ClassChange(String name, String module, Side base, Side candidate) {
    /**
     * One arm.
     *
     * @param start all objects at the start of the runs
     * @param stop all objects at the stop
     * @param unreachable garbage at the stop
     */
    public record Side(InstanceCount start, InstanceCount stop, InstanceCount unreachable) {}

    /** The change of a class. */
    public enum Kind {
        GREW,
        SHRANK,
        NEW,
        GONE,
        UNCHANGED
    }

    /** Classifies the change at the stop. */
    public Kind kind() {
        if (base.stop().instances() == 0) {
            return candidate.stop().instances() == 0 ? Kind.UNCHANGED : Kind.NEW;
        }
        if (candidate.stop().instances() == 0) {
            return Kind.GONE;
        }
        int grown = Long.compare(bytes(), 0);
        return grown == 0 ? Kind.UNCHANGED : grown > 0 ? Kind.GREW : Kind.SHRANK;
    }

    /** Candidate minus base, at the stop. */
    public long bytes() {
        return candidate.stop().bytes() - base.stop().bytes();
    }

    /** Candidate minus base, at the stop. */
    public long instances() {
        return candidate.stop().instances() - base.stop().instances();
    }

    /** Candidate minus base, of garbage at the stop. */
    public long unreachableBytes() {
        return candidate.unreachable().bytes() - base.unreachable().bytes();
    }
}
