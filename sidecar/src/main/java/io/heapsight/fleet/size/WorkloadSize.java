/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.memory.TuningOption;
import io.heapsight.unit.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The sizes of one workload.
 *
 * @param container of the JVM; empty if it is unknown
 * @param pods number of pods with a history
 * @param present settings of each pod at the end of the window
 * @param seen length of the longest pod history
 * @param settings of JVM and memory, including unchanged ones
 * @param refused settings that a pod would not, or might not, have survived
 * @param held peaks of memory that can't be reclaimed
 * @param workingSet 95th percentiles of the working set
 * @param uncappedRequestBytes memory request that the figures suggest, before refusals; NaN if
 *     unknown
 * @param cpu request and limit
 * @param risk in sentences
 * @param certainty by the length of the window
 * @param isTooSmall whether its limit does not hold a full heap, or a pod was OOM-killed
 * @param notes OOM kills, restarts, short pasts
 */
public record WorkloadSize(
        WorkloadId workload,
        String container,
        int pods,
        List<Present> present,
        Duration seen,
        List<Setting> settings,
        List<Refused> refused,
        DailyPeaks held,
        DailyPeaks workingSet,
        double uncappedRequestBytes,
        CpuSize cpu,
        String risk,
        Certainty certainty,
        boolean isTooSmall,
        List<String> notes) {
    private static final double GIBIBYTE = 1L << 30;

    /** The settings of one running pod; NaN if unset or unknown. */
    public record Present(double requestBytes, double limitBytes, double requestCores) {
        static Present of(PodHistory past) {
            return new Present(
                    past.last(SizingFigure.MEMORY_REQUEST_BYTES),
                    past.last(SizingFigure.MEMORY_LIMIT_BYTES),
                    past.last(SizingFigure.CPU_REQUEST_CORES));
        }
    }

    public WorkloadSize {
        present = List.copyOf(present);
        settings = List.copyOf(settings);
        refused = List.copyOf(refused);
        notes = List.copyOf(notes);
    }

    /** Returns a setting of JVM, memory or CPU; empty if nothing is known about it. */
    public Optional<Setting> setting(TuningOption option) {
        return settings.stream()
                .filter(each -> each.option() == option)
                .findFirst()
                .or(
                        () ->
                                cpu.settings().stream()
                                        .filter(each -> each.option() == option)
                                        .findFirst());
    }

    /** Returns whether anything should change. */
    public boolean changes() {
        return settings.stream().anyMatch(Setting::isChange)
                || cpu.settings().stream().anyMatch(Setting::isChange);
    }

    /** Returns whether the maximum heap size falls. */
    boolean lowersHeap() {
        return setting(TuningOption.MAX_HEAP)
                .filter(each -> each.current().isPresent())
                .filter(each -> bytes(each.suggested()) < bytes(each.current().orElseThrow()))
                .isPresent();
    }

    /** Returns whether a setting is too small. */
    public boolean needsMore() {
        return isTooSmall
                || settings.stream()
                        .filter(each -> each.option() != TuningOption.MAX_RAM_PERCENTAGE)
                        .anyMatch(each -> isMore(each, WorkloadSize::bytes))
                || cpu.settings().stream().anyMatch(each -> isMore(each, CpuSize::parse));
    }

    private static boolean isMore(Setting setting, ToDoubleFunction<String> value) {
        return setting.current().isPresent()
                && value.applyAsDouble(setting.suggested())
                        > value.applyAsDouble(setting.current().get());
    }

    /** Returns the number of pods at the end of the window. */
    public int running() {
        return present.size();
    }

    /**
     * Returns the GiB by which the memory requests of its running pods fall; negative if they rise.
     */
    public double savedGibibytes() {
        return saved(TuningOption.SOFT_LIMIT, WorkloadSize::bytes, Present::requestBytes)
                / GIBIBYTE;
    }

    /** Returns the GiB by which the limits of its running pods fall. */
    public double savedLimitGibibytes() {
        return saved(TuningOption.MEMORY_LIMIT, WorkloadSize::bytes, Present::limitBytes)
                / GIBIBYTE;
    }

    /**
     * Returns the CPUs by which the CPU requests of its running pods fall; negative if they rise.
     */
    public double savedCores() {
        return saved(TuningOption.CPU_REQUEST, CpuSize::parse, Present::requestCores);
    }

    /**
     * Returns the sum over the running pods, as their settings differ during a rollout; 0 if the
     * largest stays.
     */
    private double saved(
            TuningOption option, ToDoubleFunction<String> value, ToDoubleFunction<Present> own) {
        Optional<Setting> setting = setting(option).filter(Setting::isChange);
        if (setting.isEmpty()) {
            return 0;
        }
        double suggested = value.applyAsDouble(setting.get().suggested());
        return present.stream()
                .mapToDouble(pod -> own.applyAsDouble(pod) - suggested)
                .filter(saved -> !Double.isNaN(saved))
                .sum();
    }

    /** Returns the bytes of a setting: "512Mi". */
    public static double bytes(String size) {
        return ByteSize.parse(size).bytes();
    }

    /** Returns the CPUs of a setting: "250m". */
    public static double cores(String cores) {
        return CpuSize.parse(cores);
    }
}
