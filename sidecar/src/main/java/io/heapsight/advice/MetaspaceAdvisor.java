/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.Signal;
import java.util.List;

/**
 * Metaspace. Its maximum holds what is committed, so a quarter more than that at its peak is
 * suggested; MetaspaceSize, up to which no collection is run for its sake, is that peak. Beside it
 * the rule that many teams have: 20 to 25 % of -Xmx, whatever is measured.
 */
final class MetaspaceAdvisor implements Advisor {
    private static final double RESERVE = 1.25;
    private static final double NEAR = 0.9;
    private static final double LEAST_BY_RULE = 0.2;
    private static final double MOST_BY_RULE = 0.25;
    private static final double SETTLED = 1.02;

    /** Tools and agents that come later load classes, too: a smaller maximum saves nothing. */
    private static final double LEAST_MAXIMUM = 32 << 20;

    @Override
    public Advice advise(Observation seen) {
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.METASPACE, seen.tooShort().get());
        }
        Series committed = seen.series(Signal.NONHEAP_COMMITTED_BYTES);
        if (committed.isEmpty() && seen.series(Signal.GC_PAUSE_SECONDS).isEmpty()) {
            return Advice.unknown(
                    Subject.METASPACE, "Without counters the JVM tells nothing of metaspace.");
        }
        if (committed.isEmpty()) {
            return Advice.wait(
                    Subject.METASPACE,
                    "The JVM tells of metaspace at a collection, and has run none: wait for the"
                            + " first.");
        }
        double peak = committed.max();
        double max = seen.flagBytes("MaxMetaspaceSize", "-XX:MaxMetaspaceSize=");
        double initial = seen.flagBytes("MetaspaceSize", "-XX:MetaspaceSize=");
        double heapMax = seen.heapMaxBytes();
        boolean grows = peak > SETTLED * committed.maxOfFirstHalf();
        return new Advice(
                Subject.METASPACE,
                peak > NEAR * max ? Conclusion.CHANGE : Conclusion.FINE,
                finding(peak, max, grows),
                List.of(
                        new Figure(
                                "metaspaceUsedBytes", seen.series(Signal.NONHEAP_USED_BYTES).max()),
                        new Figure("metaspaceCommittedBytes", peak),
                        new Figure("maxMetaspaceBytes", max),
                        new Figure("maxMetaspaceUsedRatio", peak / max),
                        new Figure("ruleOfThumbLowBytes", LEAST_BY_RULE * heapMax),
                        new Figure("ruleOfThumbHighBytes", MOST_BY_RULE * heapMax)),
                List.of(
                        new Setting(
                                "-XX:MaxMetaspaceSize",
                                Sizes.flagIfAny(max),
                                Sizes.flag(Math.max(LEAST_MAXIMUM, RESERVE * peak))),
                        new Setting(
                                "-XX:MetaspaceSize",
                                Sizes.flagIfAny(initial),
                                Sizes.flag(
                                        Double.isNaN(initial) ? peak : Math.max(initial, peak)))),
                grows ? Certainty.LOW : seen.certainty(),
                grows
                        ? "classes are still being loaded: wait until it stands still"
                        : seen.seenFor());
    }

    private static String finding(double peak, double max, boolean grows) {
        String measured = "Metaspace takes " + Sizes.words(peak) + (grows ? " and grows" : "");
        if (Double.isNaN(max)) {
            return measured
                    + "; it has no maximum, so that a leak of classes ends at the container's"
                    + " limit.";
        }
        return measured
                + ", %s of its maximum%s"
                        .formatted(
                                Sizes.percent(peak / max),
                                peak > NEAR * max
                                        ? ": a few more classes and it throws OutOfMemoryError."
                                        : ".");
    }
}
