/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import static io.heapsight.gc.GcFigureText.bytes;
import static io.heapsight.gc.GcFigureText.count;
import static io.heapsight.gc.GcFigureText.percent;
import static io.heapsight.gc.GcFigureText.seconds;
import static io.heapsight.gc.GcFigureText.stopped;

import io.heapsight.gc.GcFinding.Kind;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.summary.Severity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Rules about the container: CPUs and memory that the collector lacks. */
final class ContainerRules {
    /**
     * Collectors with long pauses of several threads. The JVM starts one GC thread per CPU up to
     * {@link #WITH_A_THREAD_EACH} CPUs, then five for eight more CPUs; for Shenandoah, half as
     * many.
     */
    private static final Set<String> PARALLEL = Set.of("Parallel", "G1", "CMS");

    private static final double WITH_A_THREAD_EACH = 8;

    private ContainerRules() {}

    /** Pauses are long because GC threads wait, whatever the heap's size. */
    static Optional<GcFinding> withoutCpu(GcActivity seen) {
        Occurrences waits = seen.troubles().of(Trouble.PAUSE_WITHOUT_CPU);
        if (!(waits.count() >= GcThresholds.SEVERAL)) {
            return Optional.empty();
        }
        // Of shorter pauses, only the sum of their CPU times is exact.
        double explaining = GcThresholds.EXPLAINING_SHARE * seen.pauses().seconds();
        boolean areMost =
                waits.seconds() >= explaining || seen.overhead().cpuSeconds() < explaining;
        Severity felt = CauseRules.severity(seen, waits);
        return Optional.of(
                new GcFinding(
                        Kind.WITHOUT_CPU,
                        areMost && felt != Severity.INFORMATION ? Severity.HIGH : felt,
                        areMost
                                ? seen.overhead().wallRatio()
                                : waits.seconds() / seen.periodSeconds(),
                        "GC threads did not run in long pauses: CPU limit, busy node or swap.",
                        List.of(
                                "%s with less than half a CPU, %s in total, longest %s"
                                        .formatted(
                                                count(waits.count(), "pause"),
                                                seconds(waits.seconds()),
                                                seconds(waits.longestSeconds())),
                                "%s of CPU time in pauses of %s"
                                        .formatted(
                                                seconds(seen.overhead().cpuSeconds()),
                                                seconds(seen.pauses().seconds())),
                                cpus(seen),
                                stopped(seen)),
                        "Raise the CPU limit, or the CPU request on a busy node, and keep the JVM out of swap: heapsight gc of the running JVM shows which.",
                        ""));
    }

    /** The CPU limit stops the container, also during pauses. */
    static Optional<GcFinding> throttling(GcActivity seen) {
        GcEnvironment at = seen.environment();
        if (!(at.throttledRatio() > GcThresholds.MUCH_THROTTLING) || !isFelt(seen)) {
            return Optional.empty();
        }
        boolean isSerious = seen.overhead().wallRatio() >= GcThresholds.MUCH_WALL;
        return Optional.of(
                new GcFinding(
                        Kind.CPU_THROTTLING,
                        isSerious ? Severity.HIGH : Severity.MEDIUM,
                        seen.overhead().wallRatio(),
                        "The container's CPU limit throttles it, which stretches pauses.",
                        List.of(
                                percent(at.throttledRatio())
                                        + " of the scheduler's periods throttled",
                                cpus(seen),
                                longest(seen),
                                stopped(seen)),
                        "Raise the container's CPU limit, or remove it and keep the request: heapsight advice suggests a value.",
                        "resources.limits.cpu"));
    }

    /** More GC threads than CPUs: a limit was lowered, or a flag is wrong. */
    static Optional<GcFinding> threadsOverCpus(GcActivity seen) {
        GcEnvironment at = seen.environment();
        double whole = Math.ceil(at.cpus());
        if (!(threads(seen) >= GcThresholds.THREADS_PER_CPU * whole) || !isFelt(seen)) {
            return Optional.empty();
        }
        return Optional.of(
                new GcFinding(
                        Kind.TOO_FEW_CPUS,
                        Severity.MEDIUM,
                        seen.overhead().wallRatio(),
                        "The collector has more threads than CPUs: they wait for each other in each pause.",
                        List.of(cpus(seen), longest(seen), stopped(seen)),
                        "Set the number of threads to that of CPUs, or raise the CPU limit.",
                        "-XX:ParallelGCThreads=%.0f".formatted(whole) + concurrent(at, whole)));
    }

    /**
     * A flag with the JVM's default number of concurrent threads; empty if it is not necessary. G1
     * and Shenandoah don't start with more concurrent threads than threads for pauses.
     */
    private static String concurrent(GcEnvironment at, double parallel) {
        return at.concurrentThreads() > parallel
                ? " -XX:ConcGCThreads=%.0f".formatted(Math.max(1, Math.floor((parallel + 2) / 4)))
                : "";
    }

    /** At most half as many GC threads as CPUs: a flag, or a limit that was lower at the start. */
    static Optional<GcFinding> tooFewThreads(GcActivity seen) {
        double whole = Math.ceil(seen.environment().cpus());
        double threads = threads(seen);
        boolean areFew = threads >= 1 && threads <= whole / GcThresholds.CPUS_PER_THREAD;
        boolean isFelt =
                seen.overhead().wallRatio() >= GcThresholds.LITTLE_WALL || PauseRules.areLong(seen);
        if (!areFew || !isFelt || !PARALLEL.contains(seen.collector())) {
            return Optional.empty();
        }
        double own = Math.min(whole, WITH_A_THREAD_EACH);
        own += Math.floor(5 * (whole - own) / 8);
        return Optional.of(
                new GcFinding(
                        Kind.TOO_FEW_THREADS,
                        seen.overhead().wallRatio() >= GcThresholds.MUCH_WALL
                                        || PauseRules.areLong(seen)
                                ? Severity.MEDIUM
                                : Severity.INFORMATION,
                        seen.overhead().wallRatio(),
                        "The collector has fewer threads than CPUs, which stretches pauses.",
                        List.of(cpus(seen), longest(seen), stopped(seen)),
                        "Remove -XX:ParallelGCThreads and a smaller -XX:ActiveProcessorCount: the JVM starts %.0f GC threads on these CPUs. If the CPU limit was raised later, restart the JVM."
                                .formatted(own),
                        ""));
    }

    /** Tasks of the container wait for CPUs without being throttled. */
    static Optional<GcFinding> cpuPressure(GcActivity seen) {
        GcEnvironment at = seen.environment();
        boolean isThrottled = at.throttledRatio() > GcThresholds.MUCH_THROTTLING;
        if (!(at.cpuPressureRatio() > GcThresholds.MUCH_CPU_PRESSURE)
                || isThrottled
                || !isFelt(seen)) {
            return Optional.empty();
        }
        return Optional.of(
                new GcFinding(
                        Kind.TOO_FEW_CPUS,
                        Severity.MEDIUM,
                        seen.overhead().wallRatio(),
                        "Tasks of the container wait for a CPU, which stretches pauses.",
                        List.of(
                                percent(at.cpuPressureRatio())
                                        + " of the time some task waited for a CPU",
                                cpus(seen),
                                longest(seen)),
                        "Give the container more CPUs (raise its request), or move it to a less busy node.",
                        "resources.requests.cpu"));
    }

    /** Pages of the container are in swap; a collection reads them back. */
    static Optional<GcFinding> swap(GcActivity seen) {
        GcEnvironment at = seen.environment();
        double least = GcThresholds.MUCH_SWAP * seen.heap().capacityBytes();
        if (!(at.swapBytes() > least) || !isFelt(seen)) {
            return Optional.empty();
        }
        return Optional.of(
                new GcFinding(
                        Kind.SWAP,
                        Severity.HIGH,
                        seen.overhead().wallRatio(),
                        "Part of the container's memory is in swap, and collections read it back.",
                        List.of(bytes(at.swapBytes()) + " in swap", longest(seen)),
                        "Raise the container's memory limit: heapsight advice suggests a value, heapsight memory shows where the memory is.",
                        "resources.limits.memory"));
    }

    /** Tasks wait for memory: the kernel reclaims pages. */
    static Optional<GcFinding> memoryPressure(GcActivity seen) {
        GcEnvironment at = seen.environment();
        if (!(at.memoryPressureRatio() > GcThresholds.MUCH_MEMORY_PRESSURE) || !isFelt(seen)) {
            return Optional.empty();
        }
        return Optional.of(
                new GcFinding(
                        Kind.MEMORY_PRESSURE,
                        Severity.MEDIUM,
                        seen.overhead().wallRatio(),
                        "Tasks of the container wait for memory, which stretches pauses.",
                        List.of(
                                percent(at.memoryPressureRatio())
                                        + " of the time some task waited for memory",
                                longest(seen)),
                        "Raise the container's memory limit: heapsight advice suggests a value.",
                        "resources.limits.memory"));
    }

    /** Whether pauses are long or frequent enough to be noticed. */
    private static boolean isFelt(GcActivity seen) {
        return seen.overhead().wallRatio() >= GcThresholds.LITTLE_WALL
                || seen.pauses().longestSeconds() >= GcThresholds.LONG_PAUSE_SECONDS;
    }

    private static String cpus(GcActivity seen) {
        double known = seen.environment().cpus();
        String cpus =
                Double.isNaN(known)
                        ? "an unknown number of CPUs"
                        : String.format(Locale.ROOT, "%.2f CPUs", known);
        double threads = threads(seen);
        return Double.isNaN(threads) ? cpus : count(threads, "GC thread") + " on " + cpus;
    }

    /**
     * The number of GC threads; NaN if unknown. Serial has one thread, and its flag is 0 or
     * ignored.
     */
    private static double threads(GcActivity seen) {
        return seen.collector().equals("Serial")
                ? Double.NaN
                : seen.environment().parallelThreads();
    }

    private static String longest(GcActivity seen) {
        return Double.isNaN(seen.pauses().longestSeconds())
                ? "the longest pause is unknown"
                : "longest pause " + seconds(seen.pauses().longestSeconds());
    }
}
