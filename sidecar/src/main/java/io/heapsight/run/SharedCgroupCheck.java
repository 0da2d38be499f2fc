/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.SampleField;

/** Detects from samples whether a target shares its control group with other processes. */
public final class SharedCgroupCheck {
    private static final double FACTOR = 1.2;
    private static final double BYTES = 32 << 20;

    private SharedCgroupCheck() {}

    /**
     * Returns whether other processes use memory in it, as for a target outside a container. In
     * most samples, such a group has clearly more anonymous memory than the target's resident
     * memory.
     */
    public static boolean isShared(RunSamples samples) {
        double[] anon = samples.values(SampleField.CONTAINER_MEMORY_ANON_BYTES);
        double[] resident = samples.values(SampleField.RESIDENT_BYTES);
        int more = 0;
        int known = 0;
        for (int i = 0; i < anon.length; i++) {
            if (!Double.isNaN(anon[i] + resident[i])) {
                known++;
                more += anon[i] > FACTOR * resident[i] + BYTES ? 1 : 0;
            }
        }
        return more * 2 > known;
    }
}
