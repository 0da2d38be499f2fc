/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.ServerClass;
import io.heapsight.memory.TuningOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Warns that a JVM may select another collector under the suggested limits. Metrics contain no JVM
 * flags, so a flag that sets the collector is not visible.
 */
final class CollectorChangeWarning {
    private CollectorChangeWarning() {}

    /** Returns the warning; empty if the collector stays the same. */
    static Optional<String> sentence(List<Setting> memory, List<Setting> cpu) {
        boolean before = isServer(memory, cpu, Setting::current);
        boolean after = isServer(memory, cpu, setting -> Optional.of(setting.suggested()));
        if (before == after) {
            return Optional.empty();
        }
        return Optional.of(
                after
                        ? "If no flag sets the collector, the JVM may select G1 or Parallel instead of Serial with these limits, and need more memory: add -XX:+UseSerialGC to keep it."
                        : "If no flag sets the collector, the JVM may select Serial with these limits: set the present collector in its flags.");
    }

    private static boolean isServer(
            List<Setting> memory, List<Setting> cpu, Function<Setting, Optional<String>> value) {
        return ServerClass.isServer(
                limit(cpu, TuningOption.CPU_LIMIT, value, CpuSize::parse),
                limit(memory, TuningOption.MEMORY_LIMIT, value, WorkloadSize::bytes));
    }

    /** Returns a limit; NaN for none. */
    private static double limit(
            List<Setting> settings,
            TuningOption option,
            Function<Setting, Optional<String>> value,
            ToDoubleFunction<String> parsed) {
        return settings.stream()
                .filter(each -> each.option() == option)
                .findFirst()
                .flatMap(value)
                .map(parsed::applyAsDouble)
                .orElse(Double.NaN);
    }
}
