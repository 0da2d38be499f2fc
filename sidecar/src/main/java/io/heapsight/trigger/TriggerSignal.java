/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import java.util.Locale;

/** The ratio, 0 to 1, that a trigger compares with its threshold. */
public enum TriggerSignal {
    /** Working set of the target's control group, of its tightest limit. */
    CONTAINER_MEMORY,
    /** Use of the heap, of its maximum. */
    HEAP,
    /** Use of the old generation (of the heap, where there is none) after the last collection. */
    OLD_AFTER_GC,
    /** Use of metaspace, of {@code -XX:MaxMetaspaceSize}; no value where that isn't given. */
    METASPACE,
    /** Stop-the-world collection, of the last minute. */
    GC_OVERHEAD;

    /** As the configuration spells it: "old_after_gc". */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
