/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.unit.ByteSize;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A working set that clearly exceeds the sum of the JVM's memory, mapped files and kernel memory.
 * The rest may be active page cache, a tmpfs or shared memory. No metric of cAdvisor distinguishes
 * them, and the kernel can reclaim only page cache.
 *
 * @param workingSet highest working set of the pod
 * @param unexplained largest unexplained part at any time
 */
record UnexplainedMemory(PodHistory past, double workingSet, double unexplained) {
    /** Share of the working set above which the rest counts. */
    private static final double MUCH = 0.1;

    /**
     * Finds the pod with the highest working set among those with unexplained memory; empty if no
     * pod has any.
     */
    static Optional<UnexplainedMemory> of(List<PodHistory> pasts) {
        return pasts.stream()
                .map(UnexplainedMemory::of)
                .filter(each -> each.unexplained > 0)
                .max(Comparator.comparingDouble(UnexplainedMemory::workingSet));
    }

    private static UnexplainedMemory of(PodHistory past) {
        double[] workingSet = past.values(SizingFigure.WORKING_SET_BYTES);
        double[] held = PodObservationBuilder.held(past);
        double[] shared = PodObservationBuilder.shared(past);
        double[] mapped = past.values(SizingFigure.MAPPED_FILE_BYTES);
        double[] kernel = past.values(SizingFigure.KERNEL_BYTES);
        double most = 0;
        for (int i = 0; i < held.length; i++) {
            double files = Math.max(0, orZero(mapped[i]) - shared[i]);
            double rest = workingSet[i] - held[i] - files - orZero(kernel[i]);
            most = rest > MUCH * workingSet[i] ? Math.max(most, rest) : most;
        }
        return new UnexplainedMemory(past, past.max(SizingFigure.WORKING_SET_BYTES), most);
    }

    /** Returns the reason why a limit must hold the whole working set. */
    String because() {
        return "%s: %s of its working set (up to %s) are neither memory of the JVM nor mapped files. They may be a tmpfs or shared memory, or active page cache, so the limit holds them."
                .formatted(past.pod().name(), words(unexplained), words(workingSet));
    }

    private static String words(double bytes) {
        return new ByteSize(Math.round(bytes)).toString();
    }
}
