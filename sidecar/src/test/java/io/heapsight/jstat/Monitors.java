/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.time.Duration;
import java.util.Optional;

/** Followed targets that are sampled on request of a test. */
public final class Monitors {
    private Monitors() {}

    /** A monitor that keeps an hour. */
    public static TargetMonitor of(TargetConnection target, SteadyClock clock, EventLog log) {
        return new TargetMonitor(
                target.jvm().name(),
                target,
                new SamplerSettings(
                        Duration.ofSeconds(1),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        3600,
                        EcsTaskLimits.NONE),
                Runnable::run,
                clock,
                log);
    }

    /** Samples once. */
    public static void sample(TargetMonitor monitor, SteadyClock clock) {
        if (!monitor.sample(clock.nanoTime())) {
            throw new IllegalStateException(monitor.label() + " is gone");
        }
    }
}
