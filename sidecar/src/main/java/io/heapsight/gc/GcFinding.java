/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import io.heapsight.summary.Severity;
import java.util.List;

/**
 * A problem of a collector, and its remedy.
 *
 * @param costRatio share of the period that it costs the program; NaN if unknown
 * @param conclusion a sentence
 * @param evidence measured figures, one each
 * @param remedy what to do, in a sentence
 * @param line the flag or limit to change: "-XX:+ExplicitGCInvokesConcurrent", "-Xmx" where only
 *     {@code heapsight advice} knows a safe value; "" for none
 */
public record GcFinding(
        Kind kind,
        Severity severity,
        double costRatio,
        String conclusion,
        List<String> evidence,
        String remedy,
        String line) {
    public GcFinding {
        evidence = List.copyOf(evidence);
    }

    /**
     * The kind of problem. At equal severity and cost, the kind declared first is the most
     * important.
     */
    public enum Kind {
        WITHOUT_CPU("GC threads without CPU"),
        HEAP_TOO_SMALL("heap too small"),
        CPU_THROTTLING("CPU throttling"),
        SWAP("swap"),
        TOO_FEW_CPUS("too few CPUs"),
        TOO_FEW_THREADS("too few GC threads"),
        MEMORY_PRESSURE("memory pressure"),
        ALLOCATION_STALLS("allocation stalls"),
        FULL_CYCLES("full cycles"),
        DEGENERATED_CYCLES("degenerated cycles"),
        CONCURRENT_MODE_FAILURE("concurrent mode failure"),
        EVACUATION_FAILURE("evacuation failure"),
        HUMONGOUS_ALLOCATION("humongous allocation"),
        EXPLICIT_GC("System.gc()"),
        METADATA_FULL("metaspace full"),
        METADATA_THRESHOLD("metadata threshold"),
        CODE_CACHE("code cache"),
        PREMATURE_PROMOTION("premature promotion"),
        FULL_COLLECTIONS("full collections"),
        CPU_COST("CPU cost"),
        ALLOCATION_RATE("allocation rate"),
        LONG_PAUSES("long pauses"),
        /** Threads of the program stop late; the collector is not the cause. */
        TIME_TO_SAFEPOINT("time to safepoint"),
        STRING_DEDUPLICATION("string deduplication"),
        DIAGNOSTIC_GC("diagnostics");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The text in reports. */
        public String words() {
            return words;
        }
    }
}
