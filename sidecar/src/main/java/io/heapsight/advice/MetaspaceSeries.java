/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.SampleField;
import java.util.Arrays;

/**
 * Estimates committed metaspace at each sample. Since JDK 11, counters are updated at collections,
 * while the class count is current. Growth between collections is distributed over the loaded
 * classes.
 *
 * @param classes number of loaded classes, by sample; NaN if unknown
 * @param committed bytes by sample; NaN if unknown
 */
@SuppressWarnings("ArrayRecordComponent")
record MetaspaceSeries(double[] classes, double[] committed) {
    static MetaspaceSeries of(TargetObservation seen) {
        double[] classes = seen.samples().values(SampleField.CLASSES_LOADED);
        double[] unloaded = seen.samples().values(SampleField.CLASSES_UNLOADED);
        Arrays.setAll(classes, i -> classes[i] - unloaded[i]);
        double[] counted = seen.samples().values(SampleField.NONHEAP_COMMITTED_BYTES);
        double now = seen.metaspaceCommittedBytes().orElse(0);
        double last = new NonNanValues(counted).last();
        boolean fresh = now == 0 || now <= last || new NonNanValues(classes).isEmpty();
        return new MetaspaceSeries(classes, fresh ? counted : until(now, classes, counted));
    }

    private static double[] until(double now, double[] classes, double[] counted) {
        NonNanValues loaded = new NonNanValues(classes);
        NonNanValues known = new NonNanValues(counted);
        double more = known.isEmpty() ? loaded.last() : loaded.increase();
        double grown = known.isEmpty() ? now : now - known.first();
        double perClass = more > 0 ? grown / more : 0;
        double[] bytes = new double[classes.length];
        Arrays.setAll(bytes, i -> now - perClass * (loaded.last() - classes[i]));
        return bytes;
    }
}
