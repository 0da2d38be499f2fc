/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.memory.MallocInfo;
import io.heapsight.proc.ResidentMemory;
import io.heapsight.report.Report;
import io.heapsight.report.TrimReport;
import io.heapsight.trim.NativeHeapTrim;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Results of trims with every field, and with as few as possible. */
final class SampleTrims {
    private SampleTrims() {}

    static List<Report> all() {
        NativeHeapTrim full =
                new NativeHeapTrim(
                        7,
                        "Shop",
                        SampleReports.NOON,
                        resident(268_032, OptionalLong.of(4096)),
                        resident(106_116, OptionalLong.of(0)),
                        Duration.ofMillis(31),
                        "Trim native heap: RSS+Swap: 261M->103M (-158M)",
                        Reading.of(new MallocInfo(16, 224_665_600, 218_593_266, 1_167_360)),
                        List.of());
        NativeHeapTrim little =
                new NativeHeapTrim(
                        7,
                        "Shop",
                        SampleReports.NOON,
                        Reading.missing("why"),
                        Reading.missing("why"),
                        Duration.ofMillis(31),
                        "Trim native heap: (no details available).",
                        Reading.missing("why"),
                        List.of("why"));
        return List.of(new TrimReport(full), new TrimReport(little));
    }

    private static Reading<ResidentMemory> resident(long kibibytes, OptionalLong swap) {
        return Reading.of(
                new ResidentMemory(1024 * kibibytes, swap, ResidentMemory.Source.SMAPS_ROLLUP));
    }
}
