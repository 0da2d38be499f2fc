/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The results of an analysis for a whole heap dump.
 *
 * <pre>{@code
 * HeapReport report = dump.report();
 * System.out.println(report.reachable().bytes() + " of " + report.all().bytes() + " bytes are live");
 * report.skipped().forEach(each -> System.out.println("not analyzed: " + each));
 * }</pre>
 *
 * @param takenAt when the JVM wrote the dump
 * @param jdk version of that JVM, if known
 * @param collector its garbage collector, such as {@code G1}, if known
 * @param areSizesExact whether sizes follow from the JVM's flags ({@link DumpOptions#withVmFlags});
 *     otherwise they follow from the distances of objects in the dump
 * @param all all objects of the dump, including filler of the JVM that is neither reachable nor
 *     garbage
 * @param reachable objects that a GC root reaches
 * @param garbage amount of garbage
 * @param suspects leak suspects, the most pressing first
 * @param warnings human-readable warnings about the file, such as where it is cut
 * @param skipped parts of the analysis that were skipped, with the reason, as text
 */
public record HeapReport(
        Instant takenAt,
        Optional<String> jdk,
        Optional<String> collector,
        boolean areSizesExact,
        ObjectCount all,
        ObjectCount reachable,
        GarbageInterval garbage,
        List<LeakSuspect> suspects,
        List<String> warnings,
        List<String> skipped) {
    /** Copies the lists. */
    public HeapReport {
        suspects = List.copyOf(suspects);
        warnings = List.copyOf(warnings);
        skipped = List.copyOf(skipped);
    }
}
