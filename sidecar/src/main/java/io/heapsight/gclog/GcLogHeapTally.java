/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.gc.GcCauseClassifier;
import io.heapsight.gclog.GcLogSummary.GcLogHeap;
import io.heapsight.gclog.GcLogSummary.LiveSource;

/**
 * Adds up the figures of the heap in a log. Allocation is the growth from the end of each
 * collection to the start of the next one.
 */
final class GcLogHeapTally {
    private final GcLogTimeline timeline;

    /** Larger steps are growth of the heap; Parallel's size varies with its survivor spaces. */
    private static final double CAPACITY_VARIATION = 1.1;

    /** The JVM enlarges a heap after fewer full collections, if it can. */
    private static final int FULLS_AT_MAXIMUM = 3;

    private double mostUsed = Double.NaN;
    private double mostCapacity = Double.NaN;
    private double lastCapacity = Double.NaN;
    private double lastAfter = Double.NaN;
    private double firstAt = Double.NaN;
    private double lastAt = Double.NaN;
    private double finishedSeconds;
    private double allocated;
    private boolean isAtLeast;
    private double promoted = Double.NaN;
    private long grownId = Long.MIN_VALUE;
    private double grownBytes;
    private final G1LiveSetEstimate minimum = new G1LiveSetEstimate();
    private double live = Double.NaN;
    private LiveSource liveSource = LiveSource.CYCLE;
    private double leastLive = Double.NaN;
    private long liveReadings;
    private double cpuSeconds = Double.NaN;
    private long updatedId = Long.MIN_VALUE;
    private boolean zTables;
    private GcCycleKind lateKind = GcCycleKind.CONCURRENT;
    private String lateName = "";
    private String lateCause = "";
    private boolean isLate;
    private double fullCapacity = Double.NaN;
    private int fulls;

    GcLogHeapTally(GcLogTimeline timeline) {
        this.timeline = timeline;
    }

    /** Starts the heap of another JVM. */
    void restart() {
        finishedSeconds += Double.isNaN(firstAt) ? 0 : lastAt - firstAt;
        firstAt = Double.NaN;
        lastAfter = Double.NaN;
        updatedId = Long.MIN_VALUE;
        minimum.restart();
        liveSource = LiveSource.CYCLE;
        fullCapacity = Double.NaN;
        fulls = 0;
        forgetLive();
    }

    private void forgetLive() {
        live = Double.NaN;
        leastLive = Double.NaN;
        liveReadings = 0;
    }

    /**
     * @param cause of the pause, or else of its cycle
     */
    void pause(double at, GcLogEvent.Pause pause, String cause) {
        if (pause.name().startsWith("Final Update Refs")) {
            updatedId = pause.id();
        }
        isLate = pause.heap().isEmpty() && pause.id() == GcLogEvent.NO_ID;
        lateKind = pause.kind();
        lateName = pause.name();
        lateCause = cause;
        if (pause.heap().isPresent()) {
            HeapChange heap = pause.heap().get();
            change(at, heap);
            live(pause.kind(), pause.name(), heap);
            full(pause.kind(), cause, heap.capacityBytes());
        }
        if (pause.kind() == GcCycleKind.YOUNG && grownId == pause.id()) {
            promote(at, grownBytes);
        }
        grownId = Long.MIN_VALUE;
    }

    private void live(GcCycleKind kind, String name, HeapChange heap) {
        double least = minimum.pause(kind, name, heap.afterBytes());
        if (kind == GcCycleKind.FULL) {
            if (liveSource == LiveSource.G1_MINIMUM) {
                forgetLive(); // a minimum is no live set
            }
            live(LiveSource.FULL_COLLECTION, heap.afterBytes());
        } else if (!Double.isNaN(least) && liveSource != LiveSource.FULL_COLLECTION) {
            // Between full collections of a full heap, the minimum may exceed the live set by half.
            live(LiveSource.G1_MINIMUM, least);
        }
    }

    /** Counts full collections for lack of memory at the largest size of the heap. */
    private void full(GcCycleKind kind, String cause, double capacity) {
        if (kind != GcCycleKind.FULL
                || GcCauseClassifier.isRequested(cause)
                || Double.isNaN(capacity)) {
            return;
        }
        if (!(capacity <= CAPACITY_VARIATION * fullCapacity)) {
            fullCapacity = capacity;
            fulls = 0;
        }
        fulls += capacity * CAPACITY_VARIATION >= fullCapacity ? 1 : 0;
    }

    /**
     * Returns the largest size of the heap, which is probably the maximum, if full collections that
     * were not requested ran at this size; otherwise NaN.
     */
    double capacityOfFullCollections() {
        boolean isMost = mostCapacity <= CAPACITY_VARIATION * fullCapacity;
        return isMost && fulls >= FULLS_AT_MAXIMUM ? mostCapacity : Double.NaN;
    }

    /** The heap of a pause of JDK 8's G1 follows the pause. */
    void late(double at, GcLogEvent.HeapOfPause late) {
        if (!isLate) {
            return;
        }
        isLate = false;
        change(at, late.heap());
        live(lateKind, lateName, late.heap());
        full(lateKind, lateCause, late.heap().capacityBytes());
        if (lateKind == GcCycleKind.YOUNG) {
            promote(at, late.oldGrowthBytes());
        }
    }

    void phase(double at, GcLogEvent.Phase phase) {
        phase.heap().ifPresent(heap -> change(at, heap));
        if (phase.heap().isPresent()
                && phase.id() == updatedId
                && phase.name().startsWith("Concurrent cleanup")
                && !phase.name().endsWith("(Young)")) {
            live(LiveSource.CYCLE, phase.heap().get().afterBytes());
        }
        // The sweep of CMS frees memory concurrently.
        isAtLeast |=
                phase.name().equals("Concurrent Sweep") || phase.name().equals("Concurrent sweep");
    }

    void cycle(double at, GcLogEvent.Cycle cycle) {
        if (cycle.heap().isEmpty()) {
            return;
        }
        HeapChange heap = cycle.heap().get();
        boolean isMajor = cycle.name().startsWith("Major");
        if (!cycle.name().startsWith("Minor")) {
            live(LiveSource.CYCLE, heap.afterBytes());
        }
        if (zTables) {
            timeline.heap(at, heap);
            used(heap);
            return;
        }
        isAtLeast = true;
        if (isMajor) {
            // Minor ones have run since its start.
            timeline.heap(at, heap);
            used(heap);
            reading(at);
            lastAfter = heap.afterBytes();
        } else {
            change(at, heap);
        }
    }

    void zHeap(double at, GcLogEvent.ZHeap heap) {
        zTables = true;
        isAtLeast = true;
        change(at, new HeapChange(heap.beforeBytes(), heap.afterBytes(), heap.capacityBytes()));
        if (!Double.isNaN(heap.allocatedBytes())) {
            allocate(at, heap.allocatedBytes());
        }
        if (!Double.isNaN(heap.promotedBytes())) {
            promote(at, heap.promotedBytes());
        }
    }

    void oldGrowth(GcLogEvent.OldGrowth growth) {
        if (!Double.isNaN(growth.bytes())) {
            grownId = growth.id();
            grownBytes = growth.bytes();
        }
    }

    void cpu(double seconds) {
        cpuSeconds = seconds + orZero(cpuSeconds);
    }

    /** Returns whether the log has the CPU time of pauses, as logs with details have. */
    boolean hasCpuTime() {
        return !Double.isNaN(cpuSeconds);
    }

    private void change(double at, HeapChange heap) {
        timeline.heap(at, heap);
        used(heap);
        reading(at);
        if (heap.beforeBytes() > lastAfter) {
            allocate(at, heap.beforeBytes() - lastAfter);
        }
        lastAfter = heap.afterBytes();
    }

    private void used(HeapChange heap) {
        mostUsed = most(mostUsed, heap.beforeBytes());
        mostCapacity = most(mostCapacity, heap.capacityBytes());
        lastCapacity = Double.isNaN(heap.capacityBytes()) ? lastCapacity : heap.capacityBytes();
    }

    private void reading(double at) {
        firstAt = Double.isNaN(firstAt) ? at : firstAt;
        lastAt = at;
    }

    private void allocate(double at, double bytes) {
        allocated += bytes;
        timeline.allocated(at, bytes);
    }

    private void promote(double at, double bytes) {
        if (!Double.isNaN(bytes)) {
            double grown = Math.max(0, bytes);
            promoted = grown + orZero(promoted);
            timeline.promoted(at, grown);
        }
    }

    private void live(LiveSource source, double bytes) {
        liveSource = source;
        live = bytes;
        leastLive = Double.isNaN(leastLive) ? bytes : Math.min(leastLive, bytes);
        liveReadings++;
    }

    private static double most(double a, double b) {
        return Double.isNaN(a) || b > a ? b : a;
    }

    GcLogHeap figures(String collector) {
        double seconds = finishedSeconds + (Double.isNaN(firstAt) ? 0 : lastAt - firstAt);
        return new GcLogHeap(
                mostUsed,
                mostCapacity,
                lastCapacity,
                allocated,
                seconds,
                isAtLeast || collector.equals("CMS"),
                promoted,
                live,
                liveSource,
                leastLive,
                liveReadings,
                cpuSeconds);
    }
}
