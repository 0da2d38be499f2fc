/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.JavaVersion;
import io.heapsight.perfdata.LongCounter;
import java.util.function.DoubleSupplier;

/**
 * Reads a JVM's time in safepoints since its start, including collections and the time to reach
 * safepoints. It is the "Total" of {@code -Xlog:safepoint} and the "stopped" time of JDK 8.
 */
public final class StoppedTime {
    /**
     * The first release in which {@link CounterNames#SAFEPOINT_TIME} begins when all threads have
     * stopped.
     */
    private static final int WITHOUT_SYNC_SINCE = 13;

    private StoppedTime() {}

    /** Returns whether the counter of the time in safepoints lacks the time to reach them. */
    static boolean isWithoutSync(Counters counters) {
        return JavaVersion.feature(counters).orElse(WITHOUT_SYNC_SINCE) >= WITHOUT_SYNC_SINCE;
    }

    /** Returns a source of the time in seconds, which returns NaN if a counter is missing. */
    public static DoubleSupplier seconds(Counters counters) {
        double perSecond = counters.number(CounterNames.TICKS_PER_SECOND, 0);
        if (perSecond > 0
                && counters.find(CounterNames.SAFEPOINT_TIME) instanceof LongCounter time
                && counters.find(CounterNames.SAFEPOINT_SYNC_TIME) instanceof LongCounter sync) {
            return isWithoutSync(counters)
                    ? () -> (time.value() + sync.value()) / perSecond
                    : () -> time.value() / perSecond;
        }
        return () -> Double.NaN;
    }
}
