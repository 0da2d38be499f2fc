/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.safepoint.StoppedTime;
import java.time.Duration;

/**
 * Measures the pause of a target during a command by the safepoint time in the target's counters.
 * Without counters, the duration of the command is an upper bound.
 */
final class PauseCounter {
    private static final double NANOS_PER_SECOND = 1e9;

    private final TargetConnection target;
    private final double secondsBefore;
    private final long startedNanos;

    private PauseCounter(TargetConnection target) {
        this.target = target;
        this.secondsBefore = safepointSeconds(target);
        this.startedNanos = System.nanoTime();
    }

    static PauseCounter start(TargetConnection target) {
        return new PauseCounter(target);
    }

    Duration stop() {
        double lasted = System.nanoTime() - startedNanos;
        double stopped = (safepointSeconds(target) - secondsBefore) * NANOS_PER_SECOND;
        return Duration.ofNanos((long) (stopped >= 0 && stopped <= lasted ? stopped : lasted));
    }

    /** Reads the counter; NaN if the target lacks it. */
    private static double safepointSeconds(TargetConnection target) {
        try {
            return target.counters()
                    .toOptional()
                    .map(counters -> StoppedTime.seconds(counters).getAsDouble())
                    .orElse(Double.NaN);
        } catch (CountersGoneException _) {
            return Double.NaN; // the target has ended
        }
    }
}
