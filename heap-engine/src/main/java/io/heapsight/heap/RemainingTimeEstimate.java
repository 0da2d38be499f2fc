/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Estimates the remaining time of a full analysis. The number of objects and the size of the dump
 * give the usual time of each phase. The completed phases show how much slower this machine is.
 * Thread-safe.
 */
public final class RemainingTimeEstimate {
    /**
     * The usual time of a phase, in milliseconds of one thread.
     *
     * @param fixed mostly the compilation of its code
     * @param perMillion for each million of objects
     * @param perGibibyte of the dump
     * @param even share of the phase during which its progress is even; 0 if it reports none
     * @param parallel share of the variable part that all threads do
     */
    private record Phase(
            String name,
            double fixed,
            double perMillion,
            double perGibibyte,
            double even,
            double parallel) {}

    /** The time of the first phases depends on the disk: they don't show the speed of the rest. */
    private static final int PREPARATIONS = 2;

    /** The phases in their order; decision 9 has the measurements. */
    private static final List<Phase> USUAL =
            List.of(
                    new Phase("checksum", 100, 0, 3000, 1, 0),
                    new Phase("inflating", 100, 0, 6000, 1, 0),
                    new Phase("indexing", 520, 60, 700, 0.5, 0.9),
                    new Phase("locating", 100, 60, 400, 1, 0.9),
                    new Phase("marking", 550, 95, 600, 0, 0.9),
                    new Phase("reading references", 270, 150, 0, 0, 0.9),
                    new Phase("dominators", 850, 650, 0, 0, 0.6),
                    new Phase("dominators of leaves", 35, 35, 0, 1, 0.9),
                    new Phase("turning references around", 230, 130, 0, 0, 0.9),
                    new Phase("retained sizes", 250, 110, 150, 1, 0.9),
                    new Phase("writing the index", 150, 170, 750, 1, 0.9),
                    new Phase("threads", 190, 0, 0, 0, 0),
                    new Phase("largest objects", 200, 35, 0, 0, 0),
                    new Phase("grouping objects", 650, 130, 0, 0, 0),
                    new Phase("suspects", 300, 95, 550, 1, 0.9),
                    new Phase("paths to suspects", 240, 15, 0, 0, 0),
                    new Phase("classifying garbage", 55, 5, 150, 0, 0.9),
                    new Phase("tracing garbage", 220, 25, 150, 0, 0.9));

    /** The phase that replaces all others if the memory is small. */
    private static final String COUNTING = "counting";

    private static final String INDEXING = "indexing";
    private static final String MARKING = "marking";

    private static final double MILLION = 1e6;
    private static final double GIBIBYTE = 1 << 30;

    /** Assumed until the objects are counted. */
    private static final double USUAL_BYTES_OF_OBJECT = 100;

    /** Maximum done share of a phase, as estimated from the elapsed time. */
    private static final double NEARLY = 0.95;

    /** A phase that waits for the disk takes this many times as long, or longer. */
    private static final double MUCH_SLOWER = 4;

    /** Share of the whole analysis below which the time of a phase may be chance. */
    private static final double IMPORTANT = 0.05;

    private static final double NANOS = 1e9;

    private final int threads;
    private final LongSupplier nanoTime;
    private final boolean[] begun = new boolean[USUAL.size()];

    /** Duration of each ended phase; 0 for the others. */
    private final long[] tookNanos = new long[USUAL.size()];

    private String name = "";
    private int place = -1;
    private long startedAt;
    private double reported;
    private double bytes;
    private double objects;

    /**
     * Creates an estimate of an analysis that has not begun.
     *
     * @param threads of the analysis
     * @param nanoTime monotonic
     */
    public RemainingTimeEstimate(int threads, LongSupplier nanoTime) {
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    /** Receives a report, as {@link io.heapsight.unit.Progress#at}. */
    public synchronized void at(String phase, long done, long total) {
        if (!phase.equals(name)) {
            long now = nanoTime.getAsLong();
            end(now);
            begin(phase, total, now);
        }
        double share = total > 0 ? Math.min(1, (double) done / total) : 0;
        reported = Math.max(reported, share);
    }

    private void end(long now) {
        if (isKnown() && place >= PREPARATIONS) {
            tookNanos[place] = now - startedAt;
        }
    }

    /** An unknown or repeated phase has no weight; indexing starts the analysis again. */
    private void begin(String phase, long total, long now) {
        name = phase;
        startedAt = now;
        reported = 0;
        if (phase.equals(INDEXING)) {
            Arrays.fill(tookNanos, 0);
            place = -1;
        }
        for (int i = place + 1; i < USUAL.size(); i++) {
            if (USUAL.get(i).name().equals(phase)) {
                place = i;
                begun[i] = true;
            }
        }
        if (phase.equals(MARKING)) {
            objects = total;
        } else if (bytes == 0 || phase.equals(INDEXING)) {
            bytes = total;
            objects = total / USUAL_BYTES_OF_OBJECT;
        }
    }

    /** Returns the share of the analysis that is done, from 0 to 1. */
    public synchronized double share() {
        return isCount() ? reported : 1 - weightLeft() / weightFrom(0);
    }

    /**
     * Estimates the seconds until the analysis ends; empty until the dump is indexed, and if the
     * analysis waits for the disk.
     */
    public synchronized OptionalLong secondsLeft() {
        if (waitsForDisk()) {
            return OptionalLong.empty();
        }
        double left = isCount() ? nanosOfCount() : nanosPerWeight() * weightLeft();
        return left <= 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(1, Math.round(left / NANOS)));
    }

    /**
     * Returns whether an important phase takes much longer than the first one predicts: its tables
     * are in files. How long later phases wait depends on the order of the objects.
     */
    private boolean waitsForDisk() {
        double usual = tookNanos[PREPARATIONS] / weight(PREPARATIONS);
        double least = IMPORTANT * weightFrom(PREPARATIONS);
        for (int i = PREPARATIONS + 1; i <= place && usual > 0; i++) {
            long took = i == place && isKnown() ? nanoTime.getAsLong() - startedAt : tookNanos[i];
            if (weight(i) >= least && took > MUCH_SLOWER * usual * weight(i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isCount() {
        return name.equals(COUNTING);
    }

    private double nanosOfCount() {
        long passed = nanoTime.getAsLong() - startedAt;
        return reported == 0 ? 0 : passed * (1 - reported) / reported;
    }

    private double weightLeft() {
        double later = weightFrom(place + 1);
        return isKnown() ? later + (1 - doneOfPhase()) * weight(place) : later;
    }

    /** Returns 0 if unknown. */
    private double nanosPerWeight() {
        double weight = 0;
        for (int i = 0; i < tookNanos.length; i++) {
            weight += tookNanos[i] > 0 ? weight(i) : 0;
        }
        return weight > 0 ? Arrays.stream(tookNanos).sum() / weight : 0;
    }

    /**
     * Returns the done share of the current phase, as reported or as estimated from the elapsed
     * time.
     */
    private double doneOfPhase() {
        double even = USUAL.get(place).even();
        double expected = even < 1 ? nanosPerWeight() * weight(place) : 0;
        double byTime = expected > 0 ? (nanoTime.getAsLong() - startedAt) / expected : 0;
        return Math.max(even * reported, Math.min(NEARLY, byTime));
    }

    private boolean isKnown() {
        return place >= 0 && USUAL.get(place).name().equals(name);
    }

    private double weight(int phase) {
        Phase usual = USUAL.get(phase);
        double variable =
                usual.perMillion() * objects / MILLION + usual.perGibibyte() * bytes / GIBIBYTE;
        return usual.fixed() + variable * (1 - usual.parallel() + usual.parallel() / threads);
    }

    private double weightFrom(int phase) {
        double sum = 0;
        for (int i = phase; i < USUAL.size(); i++) {
            boolean skipped = i < PREPARATIONS && i < place && !begun[i];
            sum += skipped ? 0 : weight(i);
        }
        return sum;
    }
}
