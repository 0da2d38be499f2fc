/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static io.heapsight.unit.NanFigures.known;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jvm.TargetJvm;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/**
 * The limits of a target: at the start of a run, or now. A limit is empty if it is not set or
 * unknown.
 *
 * @param memoryBytes hard limit of the container
 * @param softMemoryBytes soft limit of the container
 * @param cpuCores CPU quota of the container
 * @param cpuShareCores CPUs that the container's shares or weight reserve for it
 * @param heapMaxBytes maximum heap size
 * @param metaspaceMaxBytes {@code -XX:MaxMetaspaceSize}
 */
public record RunLimits(
        OptionalLong memoryBytes,
        OptionalLong softMemoryBytes,
        OptionalDouble cpuCores,
        OptionalDouble cpuShareCores,
        OptionalLong heapMaxBytes,
        OptionalLong metaspaceMaxBytes) {
    /** Limits that are all unknown. */
    public static final RunLimits UNKNOWN =
            new RunLimits(
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty());

    /** Reads the limits from the last sample and the options of a target. */
    public static RunLimits of(TargetJvm jvm, Optional<Sample> last) {
        return of(jvm, field -> last.map(sample -> sample.value(field)).orElse(Double.NaN));
    }

    /**
     * Reads the limits from figures and the options of a target.
     *
     * @param figures NaN if missing
     */
    static RunLimits of(TargetJvm jvm, ToDoubleFunction<SampleField> figures) {
        // Counters omit a survivor space, which Parallel resizes: only an option is exact.
        OptionalLong set = whole(jvm.flags().maxHeapBytes());
        return new RunLimits(
                bytes(figures, SampleField.CONTAINER_MEMORY_LIMIT_BYTES),
                bytes(figures, SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES),
                cores(figures, SampleField.CONTAINER_CPU_LIMIT_CORES),
                cores(figures, SampleField.CONTAINER_CPU_SHARE_CORES),
                set.isPresent() ? set : bytes(figures, SampleField.HEAP_MAX_BYTES),
                whole(jvm.flags().bytes("-XX:MaxMetaspaceSize=")));
    }

    private static OptionalDouble cores(ToDoubleFunction<SampleField> figures, SampleField field) {
        return known(figures.applyAsDouble(field));
    }

    private static OptionalLong bytes(ToDoubleFunction<SampleField> figures, SampleField field) {
        double bytes = figures.applyAsDouble(field);
        return bytes > 0 ? OptionalLong.of((long) bytes) : OptionalLong.empty();
    }

    private static OptionalLong whole(OptionalDouble bytes) {
        return bytes.isPresent()
                ? OptionalLong.of((long) bytes.getAsDouble())
                : OptionalLong.empty();
    }
}
