/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.perfdata.Collector;

/**
 * Measures the live set of one JVM: the bytes in use after a collection that covers all objects.
 * Only looks outside of collections count, because in a pause the counters still have the values
 * from before it.
 *
 * <p>Some floating garbage is included: concurrent collectors keep objects that die while they
 * mark, and G1 keeps regions that are mostly alive.
 *
 * <p>Not thread-safe.
 */
final class LiveSetMeter {
    /** How a collector shows what lives. */
    enum Kind {
        /** A full collection stops the application and leaves the live set. */
        FULL,
        /**
         * Marking runs beside the application; memory is freed later, in steps: the old generation
         * falls to a low before it grows again.
         */
        LOW,
        /** Each cycle covers the heap, and the counters show at its end what it freed. */
        CYCLE,
        /** As {@link #CYCLE}, but the counters only show what was freed by the last pause. */
        RELOCATING,
        /** As {@link #CYCLE}; most cycles cover the young objects only. */
        YOUNG_CYCLES,
        /** Nothing is collected, or nothing is known. */
        NONE;

        /** Whether cycles run beside the application, so that their ends have to be looked for. */
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

    /** The counters at one moment. Reused, so that a look allocates nothing. */
    static final class Look {
        /** Whether a collection runs, or a pause of one. */
        boolean collecting;

        /** Whether a young collection, which promotes objects, came after the last full one. */
        boolean overtaken;

        /** Young collections since the JVM's start. */
        double young;

        /** Full collections since the JVM's start. */
        double full;

        /** Pauses or phases of concurrent cycles since the JVM's start. */
        double concurrent;

        /** In use in the old generation; in the heap, where there is none. */
        double oldBytes;

        /** In use in the young generation of a heap whose cycles also cover that; else 0. */
        double youngBytes;

        /**
         * In use in eden, where collections only update it: what a full collection leaves there.
         */
        double edenBytes;

        /** In use in the survivor spaces. */
        double survivorBytes;
    }

    /** G1 frees old regions in at most this many collections after a cycle. */
    private static final int MOST_MIXED = 10;

    /** Pauses of one cycle of CMS or G1. */
    private static final int PAUSES = 2;

    /**
     * A fall of the old generation between two young collections is a cleanup, where cycles are not
     * counted (G1 on JDK 8). At young collections it may be a large object that G1 reclaims alone.
     */
    private static final double FALL = 0.98;

    private static final int GROUP = 5;

    /**
     * Shenandoah updates the use of the heap a moment after the end of a cycle, at the latest after
     * 100 ms. So many looks wait for a fall.
     */
    private static final int MOST_AWAITING = 30;

    private final Kind kind;
    private boolean started;

    /**
     * Whether a collection was seen since the last look outside of one: ZGC of JDK 11 counts none.
     */
    private boolean collected;

    private double young;
    private double full;
    private double concurrent;
    private double told = Double.NaN;
    private double left = Double.NaN;

    /** The least in the young generation since the cycle began. */
    private double youngLeast = Double.POSITIVE_INFINITY;

    /** The least that a group of cycles left. */
    private double groupLeast = Double.POSITIVE_INFINITY;

    private int grouped;

    /** The most in use since the last cycle's end. */
    private double peak;

    /** Looks since a cycle's end that showed no fall yet; -1 for none. */
    private int awaiting = -1;

    /** Whether a cycle marked since the last low was reported. */
    private boolean open;

    private double top;
    private double low;
    private double youngAtLow;
    private int pauses;

    LiveSetMeter(Kind kind) {
        this.kind = kind;
    }

    /** Takes in a look. */
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

    /** Whether the next look should come soon. */
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

    /** The low is over when the next cycle begins, or when collections no longer free anything. */
    private void goOn(Look now, boolean counted) {
        boolean next = counted && pauses >= PAUSES;
        boolean whole = pauses >= PAUSES || Double.isNaN(now.concurrent);
        if (next || (whole && now.young >= youngAtLow + MOST_MIXED)) {
            tell(Math.min(low, withSurvivors(now)));
            open = false;
        }
    }

    /** The newest objects of a cache live in survivor spaces. */
    private static double withSurvivors(Look now) {
        return now.oldBytes + now.survivorBytes;
    }

    /** Of several collections since the last sample, the one that left the least floating. */
    private void tell(double bytes) {
        told = Double.isNaN(told) ? bytes : Math.min(told, bytes);
    }

    /** The live set by a collection since the last call; NaN for none. */
    double takeTold() {
        double bytes = told;
        told = Double.NaN;
        return bytes;
    }

    /** Left in the old generation (in the heap, where there is none) by any collection; or NaN. */
    double leftBytes() {
        return left;
    }
}
