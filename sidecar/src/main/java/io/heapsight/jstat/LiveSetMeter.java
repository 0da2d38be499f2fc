/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.perfdata.Collector;

/**
 * Measures the live set of one JVM: the bytes in use after a collection of all objects. Only
 * readings outside collections count, because the counters contain earlier values during a pause.
 *
 * <p>Some floating garbage is included: concurrent collectors keep objects that die during marking,
 * and G1 keeps regions that are mostly alive.
 *
 * <p>Not thread-safe.
 */
final class LiveSetMeter {
    /** The way in which a collector shows the live set. */
    enum Kind {
        /** A full collection stops the application and leaves the live set. */
        FULL,
        /**
         * Marking is concurrent, and memory is freed later in steps: the old generation falls to a
         * minimum before it grows again.
         */
        LOW,
        /** Each cycle covers the heap, and the counters show the freed memory at its end. */
        CYCLE,
        /** Like {@link #CYCLE}, but the counters only show memory freed until the last pause. */
        RELOCATING,
        /** Like {@link #CYCLE}, but most cycles cover only young objects. */
        YOUNG_CYCLES,
        /** No collections, or an unknown collector. */
        NONE;

        /** Whether cycles are concurrent, so that their ends must be polled for. */
        boolean isCycle() {
            return this == CYCLE || this == RELOCATING || this == YOUNG_CYCLES;
        }

        static Kind of(Collector collector) {
            return switch (collector) {
                case SERIAL, PAR_NEW, PARALLEL -> FULL;
                case G1, CMS -> LOW;
                case SHENANDOAH -> CYCLE;
                case ZGC, ZGC_GENERATIONAL -> RELOCATING;
                case SHENANDOAH_GENERATIONAL -> YOUNG_CYCLES;
                case EPSILON, UNKNOWN -> NONE;
            };
        }
    }

    /** The counters at one moment. Reused, so that a reading allocates nothing. */
    static final class Look {
        /** Whether a collection or one of its pauses is running. */
        boolean collecting;

        /** Whether a young collection, which may promote objects, followed the last full one. */
        boolean overtaken;

        /** Young collections since the JVM's start. */
        double young;

        /** Full collections since the JVM's start. */
        double full;

        /** Pauses or phases of concurrent cycles since the JVM's start. */
        double concurrent;

        /** Bytes in use in the old generation, or in the heap if there is none. */
        double oldBytes;

        /** Bytes in use in the young generation of a heap whose cycles also cover it; else 0. */
        double youngBytes;

        /**
         * Bytes in use in eden, if only collections update the counter: what remains after a full
         * collection.
         */
        double edenBytes;

        /** Bytes in use in the survivor spaces. */
        double survivorBytes;
    }

    /** Maximum number of collections after a cycle in which G1 frees old regions. */
    private static final int MOST_MIXED = 10;

    /** Pauses of one cycle of CMS or G1. */
    private static final int PAUSES = 2;

    /**
     * A decrease of the old generation to this share between two young collections is a cleanup, if
     * cycles are not counted (G1 on JDK 8). A young collection of G1 may reclaim just a large
     * object.
     */
    private static final double FALL = 0.98;

    private static final int GROUP = 5;

    /**
     * Maximum number of readings that wait for a decrease: Shenandoah updates the use of the heap
     * up to 100 ms after the end of a cycle.
     */
    private static final int MOST_AWAITING = 30;

    private final Kind kind;
    private boolean started;

    /**
     * Whether a collection was seen since the last reading outside a collection: ZGC of JDK 11
     * doesn't count them.
     */
    private boolean collected;

    private double young;
    private double full;
    private double concurrent;
    private double told = Double.NaN;
    private double left = Double.NaN;

    /** The minimum use of the young generation since the cycle began. */
    private double youngLeast = Double.POSITIVE_INFINITY;

    /** The minimum use after a group of cycles. */
    private double groupLeast = Double.POSITIVE_INFINITY;

    private int grouped;

    /** The maximum use since the last cycle's end. */
    private double peak;

    /** Readings since a cycle's end without a decrease; -1 for none. */
    private int awaiting = -1;

    /** Whether a cycle has marked since the last reported minimum. */
    private boolean open;

    private double top;
    private double low;
    private double youngAtLow;
    private int pauses;

    LiveSetMeter(Kind kind) {
        this.kind = kind;
    }

    /** Processes a reading. */
    void look(Look now) {
        peak = Math.max(peak, now.oldBytes + now.youngBytes);
        if (now.collecting) {
            collected = true;
            if (started && now.concurrent > concurrent) {
                youngLeast = Math.min(youngLeast, now.youngBytes);
            }
            return;
        }
        if (started) {
            settled(now);
        } else if (now.young > 0 || now.full > 0 || now.concurrent > 0) {
            left = now.oldBytes;
        }
        started = true;
        collected = false;
        young = now.young;
        full = now.full;
        concurrent = now.concurrent;
    }

    private void settled(Look now) {
        boolean isFull = now.full > full;
        if (isFull || now.young > young || now.concurrent > concurrent) {
            left = now.oldBytes;
        }
        if (isFull) {
            open = false;
        }
        if (isFull && !now.overtaken) {
            tell(now.oldBytes + now.edenBytes + now.survivorBytes);
        }
        if (kind == Kind.LOW) {
            low(now, isFull);
        } else if (kind.isCycle()) {
            cycle(now);
        }
    }

    private void cycle(Look now) {
        if (now.concurrent > concurrent || (collected && Double.isNaN(now.concurrent))) {
            awaiting = 0;
        }
        if (awaiting < 0) {
            return;
        }
        boolean fell = now.oldBytes + now.youngBytes < FALL * peak;
        if (fell || kind == Kind.RELOCATING || awaiting >= MOST_AWAITING) {
            cycle(now.oldBytes + Math.min(now.youngBytes, youngLeast));
            left = now.oldBytes;
            youngLeast = Double.POSITIVE_INFINITY;
            peak = 0;
            awaiting = -1;
        } else {
            awaiting++;
        }
    }

    /** Whether the next reading is due soon. */
    boolean isAwaiting() {
        return awaiting >= 0;
    }

    private void cycle(double bytes) {
        if (kind != Kind.YOUNG_CYCLES) {
            tell(bytes);
            return;
        }
        groupLeast = Math.min(groupLeast, bytes);
        grouped++;
        if (grouped >= GROUP) {
            tell(groupLeast);
            grouped = 0;
            groupLeast = Double.POSITIVE_INFINITY;
        }
    }

    private void low(Look now, boolean isFull) {
        boolean counted = now.concurrent > concurrent;
        boolean fell = !isFull && now.oldBytes < FALL * top;
        top = fell || isFull ? now.oldBytes : Math.max(top, now.oldBytes);
        if (open) {
            goOn(now, counted);
        }
        boolean cleanup = fell && now.young <= young && Double.isNaN(now.concurrent);
        if (!open && (counted || cleanup)) {
            open(now);
        }
        if (open && withSurvivors(now) <= low) {
            low = withSurvivors(now);
            youngAtLow = now.young;
        }
        if (open && counted) {
            pauses += (int) Math.min(PAUSES, now.concurrent - concurrent);
        }
    }

    private void open(Look now) {
        open = true;
        low = withSurvivors(now);
        youngAtLow = now.young;
        pauses = 0;
    }

    /**
     * Continues an open cycle. The minimum is final when the next cycle begins, or when collections
     * free nothing more.
     */
    private void goOn(Look now, boolean counted) {
        boolean next = counted && pauses >= PAUSES;
        boolean whole = pauses >= PAUSES || Double.isNaN(now.concurrent);
        if (next || (whole && now.young >= youngAtLow + MOST_MIXED)) {
            double least = Math.min(low, withSurvivors(now));
            tell(least);
            left = Math.min(left, least);
            open = false;
        }
    }

    /** Adds the survivor spaces, which contain the newest objects of a cache. */
    private static double withSurvivors(Look now) {
        return now.oldBytes + now.survivorBytes;
    }

    /**
     * Records a live set. Of several collections since the last sample, the one with the least
     * floating garbage counts.
     */
    private void tell(double bytes) {
        told = Double.isNaN(told) ? bytes : Math.min(told, bytes);
    }

    /** Returns the live set of a collection since the last call; NaN for none. */
    double takeTold() {
        double bytes = told;
        told = Double.NaN;
        return bytes;
    }

    /**
     * Use of the old generation after any collection (of the heap, if there is no old generation);
     * or NaN.
     */
    double leftBytes() {
        return left;
    }
}
