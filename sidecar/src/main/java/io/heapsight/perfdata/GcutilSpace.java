/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/** The spaces of {@code jstat -gcutil}, by their headings. */
public enum GcutilSpace {
    /** Survivor space 0; missing on ZGC, Shenandoah and Epsilon. */
    S0(CounterNames.space(0, 1)),
    /** Survivor space 1; G1 has only this one. */
    S1(CounterNames.space(0, 2)),
    /** Eden; the young generation on generational ZGC. */
    E(CounterNames.space(0, 0)),
    /** The old generation, or the heap if there are no generations. */
    O(CounterNames.space(1, 0)),
    /** Metaspace, including the compressed class space. */
    M(CounterNames.METASPACE),
    /** The compressed class space. */
    CCS(CounterNames.COMPRESSED_CLASS_SPACE);

    private final String prefix;

    GcutilSpace(String prefix) {
        this.prefix = prefix;
    }

    /** The name of the counter of its used bytes. */
    public String usedCounter() {
        return prefix + ".used";
    }

    /** The name of the counter of its committed bytes. */
    public String capacityCounter() {
        return prefix + ".capacity";
    }
}
