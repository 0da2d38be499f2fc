/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import java.util.List;

/** A workload of two pods that are much too large. */
public final class MadeWorkload {
    private MadeWorkload() {}

    public static WorkloadSize named(String name) {
        return of("Deployment", name);
    }

    public static WorkloadSize of(String kind, String name) {
        return WorkloadSizing.of(
                new WorkloadId("shop", kind, name),
                "app",
                List.of(new MadePod("web-1").past(), new MadePod("web-2").past()));
    }

    /** Returns one whose CPU use is even, which it notes. */
    public static WorkloadSize withoutPeak(String name) {
        MadePod pod =
                new MadePod("web-1").set(SizingFigure.CPU_SECONDS, hours -> 3600 * 0.2 * hours);
        return WorkloadSizing.of(
                new WorkloadId("shop", "Deployment", name), "app", List.of(pod.past()));
    }
}
