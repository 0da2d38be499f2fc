/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.advice.SuggestedHeapSize.Move;
import io.heapsight.jstat.SampleField;
import java.util.List;

/**
 * Advises on the maximum heap size, by the live set. In a heap twice the live set, half is free for
 * allocation between two collections of the old generation. With less, their cost rises as live /
 * (heap - live). See {@link HeapNeed} for its lower bound.
 */
final class HeapSizeAdvisor implements SizeAdvisor {
    private static final int MANY = 5;

    @Override
    public Advice advise(RecommendedSizes sizes) {
        ObservedMemory past = sizes.past();
        TargetObservation seen = past.seen();
        double max = past.now().heapMaxBytes();
        if (Double.isNaN(max)) {
            return Advice.unknown(Subject.HEAP_SIZE, "The maximum heap size is unknown.");
        }
        if (seen.series(SampleField.GC_PAUSE_SECONDS).isEmpty()) {
            return Advice.unknown(Subject.HEAP_SIZE, TargetObservation.NO_PAUSES);
        }
        if (seen.jvm().collector().toOptional().orElse("").equals("Epsilon")) {
            return Advice.unknown(
                    Subject.HEAP_SIZE,
                    "Epsilon never collects, so the live set is unknown. GET /histogram shows all"
                            + " objects; GET /histogram?live=true frees none.");
        }
        LiveSet live = past.live();
        if (live.readings() == 0) {
            return Advice.wait(
                    Subject.HEAP_SIZE,
                    "No collection of the old generation (or of a heap without generations) in %d min so far: wait for one, or run a full GC with GET /histogram?live=true."
                            .formatted(seen.span().toMinutes()));
        }
        double share = live.p95Bytes() / max;
        SuggestedHeapSize heap = sizes.heap();
        return new Advice(
                Subject.HEAP_SIZE,
                conclusion(heap, live, share),
                "After a collection of the old generation %s are in use, %s of the %s heap.%s"
                        .formatted(
                                SizeFormatter.words(live.p95Bytes()),
                                SizeFormatter.percent(share),
                                SizeFormatter.words(max),
                                reason(sizes)),
                List.of(
                        new Figure("liveSetBytes", live.p95Bytes()),
                        new Figure("heapMaxBytes", max),
                        new Figure("liveSetRatio", share),
                        new Figure("oldCollections", live.readings()),
                        new Figure("leftByLastCollectionsBytes", live.sinceBytes()),
                        new Figure("gcOverheadRatio", past.cost().mean()),
                        new Figure("busiestMinuteGcOverheadRatio", past.cost().worstMinute()),
                        new Figure("expectedGcOverheadRatio", past.cost().under(heap.bytes()))),
                heap.settings(),
                heap.refused(),
                certainty(live.readings()),
                live.readings() + " collections of the old generation; their 95th percentile");
    }

    private static Conclusion conclusion(SuggestedHeapSize heap, LiveSet live, double share) {
        if (heap.move() != Move.KEEP) {
            return Conclusion.CHANGE;
        }
        boolean waits =
                !heap.refused().isEmpty()
                        || (live.grows() && share >= SuggestedHeapSize.LEAST_LIVE);
        return waits ? Conclusion.WAIT : Conclusion.FINE;
    }

    /** Advises to replace -XX:InitialHeapSize by -Xms; empty if that option is not set. */
    private static String replaced(ObservedMemory past) {
        return past.seen().jvm().flags().value("-XX:InitialHeapSize=").isPresent()
                ? " Replace -XX:InitialHeapSize: a JVM does not start if it is below -Xms."
                : "";
    }

    private static String reason(RecommendedSizes sizes) {
        ObservedMemory past = sizes.past();
        SuggestedHeapSize heap = sizes.heap();
        return switch (heap.move()) {
            case MORE -> more(sizes);
            case LESS -> " A smaller heap is enough.";
            case INITIAL ->
                    " Collections take %s of the time in a heap of %s, below its maximum: start with a larger one."
                                    .formatted(
                                            SizeFormatter.percent(past.cost().mean()),
                                            SizeFormatter.words(past.cost().heapBytes()))
                            + replaced(past);
            case FIT ->
                    sizes.unfit()
                            .map(unfit -> " " + unfit.sentence())
                            .orElse(
                                    " The container's %s is too small for a full heap plus the memory outside it; this heap size fits."
                                            .formatted(past.now().heldWords()));
            case KEEP ->
                    heap.refused().stream()
                            .map(Refused::because)
                            .findFirst()
                            .map(because -> " " + because)
                            .orElse("");
        };
    }

    private static String more(RecommendedSizes sizes) {
        ObservedMemory past = sizes.past();
        SuggestedHeapSize heap = sizes.heap();
        String why =
                SuggestedHeapSize.collectsTooMuch(past)
                        ? " Collections take %s of the time."
                                .formatted(SizeFormatter.percent(past.cost().mean()))
                        : " Collections free little: set the heap to twice the live set.";
        String growth =
                past.live().grows()
                        ? " The live set grows from one collection to the next, so a larger heap may only postpone the OutOfMemoryError: GET /histogram/diff shows which classes grow."
                        : "";
        return why + growth + (heap.bytes() < heap.wantedBytes() ? tooSmall(past, heap) : "");
    }

    /** Describes why the heap does not get the size that it needs. */
    private static String tooSmall(ObservedMemory past, SuggestedHeapSize heap) {
        String needed = SizeFormatter.words(heap.wantedBytes());
        return Double.isNaN(past.now().heldBytes())
                ? " The machine has only %s for it, and it needs %s."
                        .formatted(SizeFormatter.words(past.seen().machineBytes()), needed)
                : " The %s is too small for the %s that it needs: raise %s first."
                        .formatted(
                                past.now().heldWords(),
                                needed,
                                past.now().isThrottledFirst() ? "it" : "the limit");
    }

    private static Certainty certainty(int collections) {
        if (collections >= MANY) {
            return Certainty.HIGH;
        }
        return collections > 1 ? Certainty.MEDIUM : Certainty.LOW;
    }
}
