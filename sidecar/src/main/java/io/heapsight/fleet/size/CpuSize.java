/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.memory.TuningOption;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The CPU request and limit of a workload. The request is the use that the busiest pod exceeds in 5
 * % of the steps. It is not lowered below what starts and collections need on a busy node, where a
 * pod gets only its request. A limit is only raised: to the CPUs that pods used, plus those lost to
 * throttling, at their start and peaks. A lower limit saves nothing and slows the next start.
 *
 * @param daily 95th percentiles of the use, by pod and day
 * @param throttledRatio largest share of throttled periods of a pod; NaN if unknown
 * @param startCores CPUs in use in the first minutes of a pod; NaN if no start was seen
 * @param uncappedRequestCores request that the figures suggest, before refusals; NaN if unknown
 * @param settings including unchanged ones
 */
public record CpuSize(
        DailyPeaks daily,
        double throttledRatio,
        double startCores,
        double uncappedRequestCores,
        List<Setting> settings,
        List<Refused> refused) {
    private static final double MUCH_THROTTLED = 0.05;
    private static final double LEAST_CORES = 0.01;

    private static final String BUSY_NODE =
            "A busy node gives a pod only its request: with less than a quarter of the CPUs of its"
                    + " start, or a tenth of its limit, starts and collections take too long.";

    /** Minimum of a lowered request. */
    private static final double LEAST_LOWERED_CORES = 0.1;

    /** With this share of the limit, a collection takes at most ten times longer on a busy node. */
    private static final double LIMIT_SHARE = 0.1;

    /** Share of the CPUs in use at a start that a lowered request must cover. */
    private static final double START_SHARE = 0.25;

    /** Share of the present request below which a lower one is suggested. */
    private static final double MUCH_LESS = 0.8;

    private static final Duration START = Duration.ofMinutes(5);

    static CpuSize of(List<PodHistory> pods, int running, Optional<String> notLess) {
        DailyPeaks daily = DailyPeaks.of(pods, CpuSize::usedCores, DailyPeaks::p95, running);
        double throttled = throttled(pods);
        double start = start(pods);
        List<Setting> settings = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        double limit = latest(pods, SizingFigure.CPU_LIMIT_CORES);
        double enough = throttled > MUCH_THROTTLED ? Math.max(limit, demand(pods)) : limit;
        double wanted = Math.max(LEAST_CORES, daily.most());
        if (daily.count() > 0) {
            Optional<String> because =
                    throttled > MUCH_THROTTLED
                            ? Optional.of(
                                    "The pods were throttled in %s of their CPU periods: what they need is only visible without throttling."
                                            .formatted(percent(throttled)))
                            : notLess;
            double request = latest(pods, SizingFigure.CPU_REQUEST_CORES);
            settings.add(
                    new Setting(
                            TuningOption.CPU_REQUEST,
                            Double.isNaN(request)
                                    ? Optional.empty()
                                    : Optional.of(coresWithin(limit, request)),
                            coresWithin(
                                    enough,
                                    request(
                                            request,
                                            wanted,
                                            least(Double.isNaN(start) ? request : start, limit),
                                            because,
                                            refused))));
        }
        if (!Double.isNaN(limit)) {
            settings.add(new Setting(TuningOption.CPU_LIMIT, coresIfAny(limit), cores(enough)));
        }
        return new CpuSize(daily, throttled, start, wanted, settings, refused);
    }

    /**
     * Returns the minimum of a lowered request, for starts and collections on a busy node.
     *
     * @param start CPUs in use at a start; the CPU request if the window contains no start
     */
    private static double least(double start, double limit) {
        return Math.max(
                LEAST_LOWERED_CORES,
                Math.max(LIMIT_SHARE * orZero(limit), START_SHARE * orZero(start)));
    }

    /**
     * Returns the request: raised as needed, lowered at most to the minimum.
     *
     * @param because reason why nothing may be lowered; empty if lowering is allowed
     * @param refused receives the refused settings
     */
    private static double request(
            double present,
            double wanted,
            double least,
            Optional<String> because,
            List<Refused> refused) {
        double lower = Math.max(wanted, least);
        if (Double.isNaN(present)) {
            return lower;
        }
        if (wanted > present) {
            return wanted;
        }
        if (wanted < MUCH_LESS * present && (because.isPresent() || least > wanted)) {
            refused.add(
                    new Refused(
                            TuningOption.CPU_REQUEST.line(cores(wanted)),
                            because.orElse(BUSY_NODE)));
        }
        return because.isEmpty() && lower < MUCH_LESS * present ? lower : present;
    }

    private static String percent(double ratio) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * ratio);
    }

    /** Returns the mean CPUs in use in each step. */
    static double[] usedCores(PodHistory pod) {
        double[] rises = pod.rises(SizingFigure.CPU_SECONDS);
        long[] times = pod.epochMillis();
        for (int i = 1; i < rises.length; i++) {
            rises[i] = rises[i] * 1000 / (times[i] - times[i - 1]);
        }
        return withinLimit(pod, rises);
    }

    private static double[] busiestCores(PodHistory pod) {
        return withinLimit(pod, pod.values(SizingFigure.CPU_CORES));
    }

    /**
     * Returns CPUs in use, at most the limit. Samples are up to a quarter of a minute late, so the
     * rise in a step may contain seconds of the step before.
     */
    private static double[] withinLimit(PodHistory pod, double[] used) {
        double[] limits = pod.values(SizingFigure.CPU_LIMIT_CORES);
        Arrays.setAll(used, i -> used[i] > limits[i] ? limits[i] : used[i]);
        return used;
    }

    /** Returns the use in the busiest minutes plus the CPUs lost to throttling in them. */
    private static double demand(List<PodHistory> pods) {
        double most = 0;
        for (PodHistory pod : pods) {
            double[] used = busiestCores(pod);
            double[] refused = pod.values(SizingFigure.THROTTLED_CORES);
            for (int i = 0; i < used.length; i++) {
                double demand = used[i] + orZero(refused[i]);
                most = demand > most ? demand : most;
            }
        }
        return most;
    }

    private static double throttled(List<PodHistory> pods) {
        return pods.stream()
                .filter(pod -> pod.rise(SizingFigure.CPU_PERIODS) > 0)
                .mapToDouble(
                        pod ->
                                pod.rise(SizingFigure.THROTTLED_PERIODS)
                                        / pod.rise(SizingFigure.CPU_PERIODS))
                .filter(ratio -> !Double.isNaN(ratio))
                .max()
                .orElse(Double.NaN);
    }

    private static double start(List<PodHistory> pods) {
        return pods.stream()
                .mapToDouble(CpuSize::startOf)
                .filter(cores -> !Double.isNaN(cores))
                .max()
                .orElse(Double.NaN);
    }

    private static double startOf(PodHistory pod) {
        double started = 1000 * pod.last(SizingFigure.START_SECONDS);
        double[] used = busiestCores(pod);
        long[] times = pod.epochMillis();
        double most = Double.NaN;
        for (int i = 1; i < used.length; i++) {
            boolean starts = times[i] >= started && times[i - 1] <= started + START.toMillis();
            most = starts && used[i] >= 0 && !(used[i] <= most) ? used[i] : most;
        }
        return most;
    }

    /** Returns the largest value of a setting among the running pods; NaN if unset or unknown. */
    static double latest(List<PodHistory> pods, SizingFigure setting) {
        return pods.stream()
                .filter(PodHistory::isRunning)
                .mapToDouble(pod -> pod.last(setting))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    private static Optional<String> coresIfAny(double cores) {
        return Double.isNaN(cores) ? Optional.empty() : Optional.of(cores(cores));
    }

    /** Formats as in a manifest, rounded up to a hundredth: "250m", "1.5". */
    static String cores(double cores) {
        double rounded = Math.ceil(Math.round(1e6 * cores) / 1e4) / 100;
        return rounded < 1
                ? Math.round(1000 * rounded) + "m"
                : new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                        .format(rounded);
    }

    /**
     * Formats a request, capped at the limit as Kubernetes requires. A limit of NaN is no limit.
     */
    private static String coresWithin(double limit, double cores) {
        boolean isAbove = parse(cores(cores)) > limit;
        return isAbove ? (long) Math.floor(1000 * limit + 1e-6) + "m" : cores(cores);
    }

    /** Parses a quantity of {@link #cores}. */
    static double parse(String cores) {
        return cores.endsWith("m")
                ? Double.parseDouble(cores.substring(0, cores.length() - 1)) / 1000
                : Double.parseDouble(cores);
    }

    /** Returns the median of the CPUs in use over all pods and steps; NaN if unknown. */
    static double typical(List<PodHistory> pods) {
        double[] all =
                pods.stream()
                        .flatMapToDouble(pod -> Arrays.stream(usedCores(pod)))
                        .filter(value -> !Double.isNaN(value))
                        .sorted()
                        .toArray();
        return all.length == 0 ? Double.NaN : all[all.length / 2];
    }
}
