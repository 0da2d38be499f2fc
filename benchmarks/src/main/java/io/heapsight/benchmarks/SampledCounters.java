/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.PerfCounter;
import io.heapsight.perfdata.PerfDataFile;
import java.util.List;

/** The counters that one sample reads. */
final class SampledCounters {
    private static final List<String> PREFIXES =
            List.of(
                    "sun.gc.",
                    "java.cls.",
                    "sun.cls.loadedBytes",
                    "sun.cls.sharedLoadedBytes",
                    "sun.cls.time",
                    "java.threads.",
                    "java.ci.",
                    "sun.ci.total",
                    "sun.rt.safepoint",
                    "sun.rt.applicationTime",
                    "sun.os.hrt.frequency");

    private SampledCounters() {}

    /** All numbers that gcutil, gcmetacapacity or a metric shows. */
    static List<String> of(PerfDataFile file) {
        return file.all().stream()
                .filter(LongCounter.class::isInstance)
                .map(PerfCounter::name)
                .filter(name -> PREFIXES.stream().anyMatch(name::startsWith))
                .filter(name -> !name.contains("agetable"))
                .toList();
    }
}
