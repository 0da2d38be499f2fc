/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.cgroup.Cgroup;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.Signal;
import io.heapsight.proc.ProcFs;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Finds what a target may use. */
final class KnownLimits {
    private KnownLimits() {}

    /**
     * @param procFs by which the target's control group may be read
     * @param last of its samples, which tells how far the heap may grow
     */
    static RunLimits of(TargetJvm jvm, ProcFs procFs, Optional<Sample> last) {
        OptionalLong heap =
                last.map(sample -> sample.value(Signal.HEAP_MAX_BYTES))
                        .filter(bytes -> bytes > 0)
                        .map(bytes -> OptionalLong.of(bytes.longValue()))
                        .orElseGet(() -> flag(jvm, "-Xmx"));
        return new RunLimits(
                memory(jvm, procFs),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                heap,
                flag(jvm, "-XX:MaxMetaspaceSize="));
    }

    private static OptionalLong memory(TargetJvm jvm, ProcFs procFs) {
        try {
            return Cgroup.find(procFs, jvm.pid()) instanceof Reading.Present<Cgroup>(var cgroup)
                    ? cgroup.memory().limitBytes()
                    : OptionalLong.empty();
        } catch (IOException _) {
            return OptionalLong.empty(); // the target is going
        }
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
