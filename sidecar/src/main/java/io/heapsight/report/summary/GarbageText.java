/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import io.heapsight.report.section.NumberText;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import io.heapsight.unit.ByteSize;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Formats the summary's line about garbage: its amount, and unreachable objects that are not
 * garbage.
 */
final class GarbageText {
    private final HeapSummary summary;
    private final Garbage garbage;
    private final long heapBytes;

    /**
     * @param split of the summary's totals
     */
    GarbageText(HeapSummary summary, Garbage garbage, Totals.Split split) {
        this.summary = summary;
        this.garbage = garbage;
        this.heapBytes = split.reachable().bytes() + split.unreachable().bytes();
    }

    /**
     * Returns text such as "5.0 to 5.3 % of the heap: 1,000 to 1,100 objects, 2 MiB to 2.1 MiB; 40
     * % of it byte[]".
     */
    String amount() {
        Total least = garbage.atLeast();
        Total most = garbage.atMost();
        if (!summary.file().whole()) {
            return "unknown because a part of the dump is missing: nothing in the rest reaches "
                    + NumberText.plural(most.objects(), "object")
                    + ", "
                    + percent(most)
                    + " of its bytes";
        }
        String much;
        if (least.equals(most)) {
            much =
                    "%s of the heap: %s, %s%s"
                            .formatted(
                                    percent(least),
                                    NumberText.plural(least.objects(), "object"),
                                    NumberText.bytes(least.bytes()),
                                    garbage.source() == Garbage.Source.HISTOGRAMS
                                            ? ", as the JVM counted it"
                                            : "");
        } else if (least.objects() == 0) {
            much =
                    "at most %s of the heap: %s, %s"
                            .formatted(
                                    percent(most),
                                    NumberText.plural(most.objects(), "object"),
                                    NumberText.bytes(most.bytes()));
        } else {
            much =
                    "%s of the heap: %s to %s, %s to %s"
                            .formatted(
                                    percents(),
                                    NumberText.count(least.objects()),
                                    NumberText.plural(most.objects(), "object"),
                                    new ByteSize(least.bytes()),
                                    new ByteSize(most.bytes()));
        }
        return largest().map(of -> much + "; " + of).orElse(much);
    }

    private String percents() {
        String from = percent(garbage.atLeast());
        String to = percent(garbage.atMost());
        return from.equals(to) ? from : from.replace(" %", "") + " to " + to;
    }

    private String percent(Total part) {
        return NumberText.percent(NumberText.share(part.bytes(), heapBytes));
    }

    private Optional<String> largest() {
        return summary.classes().stream()
                .max(Comparator.comparingLong(GarbageText::bytes))
                .filter(row -> bytes(row) > 0)
                .map(
                        row ->
                                "%s of it %s"
                                        .formatted(
                                                NumberText.percent(
                                                        NumberText.share(
                                                                bytes(row),
                                                                garbage.atLeast().bytes())),
                                                row.name()));
    }

    private static long bytes(ClassRow row) {
        return row.totals().split().map(split -> split.garbage().bytes()).orElse(0L);
    }

    /** Describes unreachable objects that HotSpot may hold; empty if there are none. */
    Optional<String> unreachable() {
        if (garbage.undecided().isEmpty() || !summary.file().whole()) {
            return Optional.empty();
        }
        String holders =
                garbage.undecided().stream()
                        .map(row -> percent(row.total()) + " " + row.holder().words())
                        .collect(Collectors.joining(", "));
        return Optional.of(
                "%s by the references in the dump, as Eclipse MAT counts it; parts of the heap may be held by objects that no dump shows: %s"
                        .formatted(percent(garbage.unreachable()), holders));
    }
}
