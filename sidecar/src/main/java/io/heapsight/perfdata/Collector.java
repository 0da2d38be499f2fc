/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import org.jspecify.annotations.Nullable;

/** The garbage collector of a JVM. */
public enum Collector {
    SERIAL("Serial"),
    /** ParNew with the serial old collector; removed after JDK 9. */
    PAR_NEW("ParNew"),
    CMS("CMS"),
    PARALLEL("Parallel"),
    G1("G1"),
    /** ZGC without generations. */
    ZGC("ZGC"),
    ZGC_GENERATIONAL("ZGC generational"),
    SHENANDOAH("Shenandoah"),
    SHENANDOAH_GENERATIONAL("Shenandoah generational"),
    EPSILON("Epsilon"),
    /** Another collector, or unknown from the counters. */
    UNKNOWN("unknown");

    private final String title;

    Collector(String title) {
        this.title = title;
    }

    /** The name for users: "Serial", "G1", "ZGC generational". */
    public String title() {
        return title;
    }

    /** Whether the collector is Shenandoah, in either mode. */
    public boolean isShenandoah() {
        return this == SHENANDOAH || this == SHENANDOAH_GENERATIONAL;
    }

    /**
     * Detects the collector by the name of its policy or, without one (ZGC, Shenandoah, Epsilon),
     * by the names of its generations and spaces.
     */
    public static Collector of(Counters counters) {
        String policy = counters.text(CounterNames.GC_POLICY);
        return policy == null ? byGenerations(counters) : byPolicy(policy);
    }

    private static Collector byPolicy(String policy) {
        return switch (policy) {
            case "Copy:MSC" -> SERIAL;
            case "ParNew:MSC" -> PAR_NEW;
            case "ParNew:CMS", "Copy:CMS" -> CMS;
            case "ParScav:MSC" -> PARALLEL;
            case "GarbageFirst" -> G1;
            default -> UNKNOWN;
        };
    }

    private static Collector byGenerations(Counters counters) {
        String young = counters.text(CounterNames.generation(0) + ".name");
        String old = counters.text(CounterNames.generation(1) + ".name");
        if ("Heap".equals(old)) {
            return young == null ? EPSILON : shenandoah(counters);
        }
        if ("old".equals(old)) {
            return young == null ? ZGC : ZGC_GENERATIONAL;
        }
        return UNKNOWN;
    }

    /** Detects the mode by the flag, because the counters are the same in both modes. */
    private static Collector shenandoah(Counters counters) {
        @Nullable String flags = counters.text(CounterNames.VM_ARGS);
        return flags != null && flags.contains("ShenandoahGCMode=generational")
                ? SHENANDOAH_GENERATIONAL
                : SHENANDOAH;
    }
}
