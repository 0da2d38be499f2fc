/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.cgroup.EcsTaskLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of the sampler.
 *
 * @param interval between two samples
 * @param heapInfoInterval between two {@code GC.heap_info}, if counters are stale or missing;
 *     empty: never
 * @param codeCacheInterval between two {@code Compiler.codecache}, if there are counters; empty:
 *     never
 * @param attachTimeout of one command
 * @param samplesKept of each target, in memory
 * @param taskLimits of the ECS task, if any
 */
public record SamplerSettings(
        Duration interval,
        Optional<Duration> heapInfoInterval,
        Optional<Duration> codeCacheInterval,
        Duration attachTimeout,
        int samplesKept,
        EcsTaskLimits taskLimits) {
    public SamplerSettings {
        if (interval.isZero() || interval.isNegative() || samplesKept < 1) {
            throw new IllegalArgumentException(interval + ", " + samplesKept + " samples");
        }
    }
}
