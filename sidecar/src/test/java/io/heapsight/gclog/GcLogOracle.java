/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A second reader of logs of unified logging: one regular expression a figure. */
record GcLogOracle(
        List<Double> pauses,
        double allocatedBytes,
        double seconds,
        long full,
        double fullSeconds,
        long safepoints) {
    private static final Pattern PAUSE =
            Pattern.compile("GC\\((\\d+)\\) (?:\\w: )?Pause (.*?)(?: \\d+M->\\S+)? ([\\d.]+)ms$");
    private static final Pattern HEAP =
            Pattern.compile(
                    "GC\\(\\d+\\) (?:Pause|Concurrent).* (\\d+)M->(\\d+)M\\(\\d+M\\) [\\d.]+ms$");
    private static final Pattern UPTIME = Pattern.compile("\\[(\\d+\\.\\d+)s\\]");

    static GcLogOracle of(String text) {
        List<Double> pauses = new ArrayList<>();
        long lastFull = -1;
        double allocated = 0;
        long after = Long.MAX_VALUE;
        double first = Double.NaN;
        double last = Double.NaN;
        long full = 0;
        double fullSeconds = 0;
        for (String line : text.split("\n")) {
            Matcher uptime = UPTIME.matcher(line);
            if (uptime.find()) {
                last = Double.parseDouble(uptime.group(1));
                first = Double.isNaN(first) ? last : first;
            }
            boolean isAround = false;
            Matcher pause = PAUSE.matcher(line);
            if (pause.find()) {
                double seconds = Double.parseDouble(pause.group(3)) / 1e3;
                long id = Long.parseLong(pause.group(1));
                // A full collection within a young one is logged first.
                isAround = pause.group(2).startsWith("Young") && lastFull > id;
                pauses.add(isAround ? seconds - pauses.getLast() : seconds);
                if (pause.group(2).startsWith("Full")) {
                    full++;
                    fullSeconds += seconds;
                    lastFull = id;
                } else if (isAround) {
                    lastFull = -1;
                }
            }
            Matcher heap = HEAP.matcher(line);
            if (!isAround && heap.find()) {
                allocated += Math.max(0, Long.parseLong(heap.group(1)) - after);
                after = Long.parseLong(heap.group(2));
            }
        }
        long safepoints =
                Arrays.stream(text.split("\n"))
                        .filter(line -> line.matches(".*(Safepoint \".*Total:|were stopped: ).*"))
                        .count();
        return new GcLogOracle(
                pauses, allocated * (1 << 20), last - first, full, fullSeconds, safepoints);
    }

    double sum() {
        return pauses.stream().mapToDouble(Double::doubleValue).sum();
    }

    double longest() {
        return pauses.isEmpty() ? 0 : Collections.max(pauses);
    }

    /** By nearest rank. */
    double quantile(double share) {
        List<Double> sorted = pauses.stream().sorted().toList();
        return sorted.isEmpty()
                ? Double.NaN
                : sorted.get((int) Math.ceil(share * sorted.size() - 1e-9) - 1);
    }
}
