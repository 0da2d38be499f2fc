/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.List;

/** A garbage collector and the flags that select it. */
public enum Collector {
    SERIAL("-XX:+UseSerialGC"),
    PARALLEL("-XX:+UseParallelGC"),
    G1("-XX:+UseG1GC"),
    CMS("-XX:+UseConcMarkSweepGC"),
    ZGC("-XX:+UseZGC"),
    ZGC_GENERATIONAL("-XX:+UseZGC -XX:+ZGenerational"),
    SHENANDOAH("-XX:+UseShenandoahGC"),
    EPSILON("-XX:+UseEpsilonGC");

    /** Separated by blanks. */
    private final String flags;

    Collector(String flags) {
        this.flags = flags;
    }

    List<String> flags() {
        return List.of(flags.split(" ", -1));
    }
}
