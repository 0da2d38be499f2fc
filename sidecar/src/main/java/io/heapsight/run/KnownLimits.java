/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.ByteSize;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a target may use, by its last sample and its options. */
public final class KnownLimits {
    private KnownLimits() {}

    /** As far as they are known. */
    public static RunLimits of(TargetJvm jvm, Optional<Sample> last) {
        OptionalLong heap = bytes(last, SampleField.HEAP_MAX_BYTES);
        double cores =
                last.map(sample -> sample.value(SampleField.CONTAINER_CPU_LIMIT_CORES))
                        .orElse(Double.NaN);
        return new RunLimits(
                bytes(last, SampleField.CONTAINER_MEMORY_LIMIT_BYTES),
                bytes(last, SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES),
                Double.isNaN(cores) ? OptionalDouble.empty() : OptionalDouble.of(cores),
                OptionalDouble.empty(),
                heap.isPresent() ? heap : flag(jvm, "-Xmx"),
                flag(jvm, "-XX:MaxMetaspaceSize="));
    }

    private static OptionalLong bytes(Optional<Sample> last, SampleField field) {
        double bytes = last.map(sample -> sample.value(field)).orElse(Double.NaN);
        return bytes > 0 ? OptionalLong.of((long) bytes) : OptionalLong.empty();
    }

    private static OptionalLong flag(TargetJvm jvm, String prefix) {
        try {
            return jvm.flags()
                    .value(prefix)
                    .map(text -> OptionalLong.of(ByteSize.parse(text).bytes()))
                    .orElse(OptionalLong.empty());
        } catch (IllegalArgumentException _) {
            return OptionalLong.empty(); // the JVM would not have started with it
        }
    }
}
