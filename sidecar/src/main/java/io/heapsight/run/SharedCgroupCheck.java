/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SharedCgroup;

/** Detects from samples whether a target shares its control group with other processes. */
public final class SharedCgroupCheck {
    private SharedCgroupCheck() {}

    /**
     * Returns whether most samples show that other processes use memory of the control group, as
     * outside a container.
     */
    public static boolean isShared(RunSamples samples) {
        double[] anon = samples.values(SampleField.CONTAINER_MEMORY_ANON_BYTES);
        double[] resident = samples.values(SampleField.RESIDENT_BYTES);
        int more = 0;
        int known = 0;
        for (int i = 0; i < anon.length; i++) {
            if (!Double.isNaN(anon[i] + resident[i])) {
                known++;
                more += SharedCgroup.isEvident(anon[i], resident[i]) ? 1 : 0;
            }
        }
        return more * 2 > known;
    }
}
