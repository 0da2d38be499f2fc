/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Durations;
import java.time.Duration;
import java.util.Locale;

/** Formats figures for findings. */
final class GcFigureText {
    private GcFigureText() {}

    /** "12.3 %"; "0.03 %" below 1 %. */
    static String percent(double ratio) {
        return String.format(Locale.ROOT, ratio < 0.01 ? "%.2f %%" : "%.1f %%", 100 * ratio);
    }

    /** "31.2 ms", "1.25 s", "12 min 5 s". */
    static String seconds(double seconds) {
        if (seconds < 1) {
            return String.format(Locale.ROOT, "%.1f ms", 1e3 * seconds);
        }
        if (seconds < 120) {
            return String.format(Locale.ROOT, "%.2f s", seconds);
        }
        return Durations.words(Duration.ofSeconds(Math.round(seconds)));
    }

    static String bytes(double bytes) {
        return new ByteSize(Math.max(0, Math.round(bytes))).toString();
    }

    /** "12.5 MiB a second", "at least 12.5 MiB a second". */
    static String allocation(GcActivity.GcHeap heap) {
        return "%s%s a second"
                .formatted(
                        heap.isAllocatedAtLeast() ? "at least " : "",
                        bytes(heap.allocatedBytesPerSecond()));
    }

    /** "1 pause", "12 pauses". */
    static String count(double count, String noun) {
        return String.format(
                Locale.ROOT, "%,d %s%s", Math.round(count), noun, count == 1 ? "" : "s");
    }

    /** A size in the syntax of flags: "512m", "8192k". */
    static String flagSize(double bytes) {
        long kib = Math.round(Math.ceil(bytes / 1024));
        return kib % 1024 == 0 ? kib / 1024 + "m" : kib + "k";
    }

    /** "5.2 % of the time in pauses". */
    static String stopped(GcActivity seen) {
        double worst = seen.overhead().worstMinuteWallRatio();
        return Double.isNaN(seen.overhead().wallRatio())
                ? "the share of time in pauses is unknown"
                : "%s of the time in pauses%s"
                        .formatted(
                                percent(seen.overhead().wallRatio()),
                                Double.isNaN(worst)
                                        ? ""
                                        : ", %s in the worst minute".formatted(percent(worst)));
    }
}
