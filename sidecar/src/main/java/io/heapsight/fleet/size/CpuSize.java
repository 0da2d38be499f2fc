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
 * The CPU request and limit of a workload. The request is the use that the busiest pod exceeds in
 * one step of twenty, and not less than a start and collections need on a busy node, where a pod
 * gets nothing else. A limit is only raised: to the CPUs that pods used, and lost to throttling,
 * at their start and at their peaks. A lower limit saves nothing and slows the next start.
 *
 * @param daily 95th percentiles of the use, by pod and day
 * @param throttledRatio largest share of throttled periods of a pod; NaN if unknown
 * @param startCores CPUs in use in the first minutes of a pod; NaN if no start was seen
 * @param uncappedRequestCores request by the figures alone, without refusals; NaN if unknown
 * @param settings with those that stay
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

    /** With this share of the limit, a collection takes at most ten times longer on a busy node. */
    private static final double LEAST_OF_LIMIT = 0.1;

    private static final double LEAST_WITHOUT_LIMIT = 0.1;

    private static final String BUSY_NODE =
            "On a busy node, a pod gets only its request: with less, its start and its collections"
                    + " would take more than ten times longer.";

    /** Below this share of the request, less is suggested. */
    private static final double MUCH_LESS = 0.8;

    private static final Duration START = Duration.ofMinutes(5);

    static CpuSize of(List<PodHistory> pods, int running, Optional<String> notLess) {
        DailyPeaks daily = DailyPeaks.of(pods, CpuSize::usedCores, DailyPeaks::p95, running);
        double throttled = throttled(pods);
        double start = start(pods);
        List<Setting> settings = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        double request = latest(pods, SizingFigure.CPU_REQUEST_CORES);
        double limit = latest(pods, SizingFigure.CPU_LIMIT_CORES);
        double wanted = Math.max(LEAST_CORES, daily.most());
        if (daily.count() > 0) {
            boolean censored = throttled > MUCH_THROTTLED;
            double enough = Math.max(wanted, leastForCollections(request, limit));
            boolean less = enough < MUCH_LESS * request;
            Optional<String> because =
                    censored
                            ? Optional.of(
                                    "The pods were throttled in %s of their CPU periods: what they need is only visible without throttling."
                                            .formatted(percent(throttled)))
                            : notLess;
            double chosen = Double.isNaN(request) || enough > request || less ? enough : request;
            if (less && because.isPresent()) {
                refused.add(
                        new Refused(TuningOption.CPU_REQUEST.line(cores(wanted)), because.get()));
                chosen = request;
            } else if (wanted < Math.min(chosen, MUCH_LESS * orInfinity(request))) {
                refused.add(new Refused(TuningOption.CPU_REQUEST.line(cores(wanted)), BUSY_NODE));
            }
            settings.add(new Setting(TuningOption.CPU_REQUEST, coresIfAny(request), cores(chosen)));
        }
        if (!Double.isNaN(limit)) {
            double enough = throttled > MUCH_THROTTLED ? Math.max(limit, demand(pods)) : limit;
            settings.add(new Setting(TuningOption.CPU_LIMIT, coresIfAny(limit), cores(enough)));
        }
        return new CpuSize(daily, throttled, start, wanted, settings, refused);
    }

    /** Returns the smallest request, at most the present one. */
    private static double leastForCollections(double request, double limit) {
        double least = Double.isNaN(limit) ? LEAST_WITHOUT_LIMIT : LEAST_OF_LIMIT * limit;
        return Math.min(orInfinity(request), least);
    }

    private static double orInfinity(double cores) {
        return Double.isNaN(cores) ? Double.POSITIVE_INFINITY : cores;
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
        return rises;
    }

    /** Returns the busiest minutes' use and what throttling refused in them. */
    private static double demand(List<PodHistory> pods) {
        double most = 0;
        for (PodHistory pod : pods) {
            double[] used = pod.values(SizingFigure.CPU_CORES);
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
        double[] used = pod.values(SizingFigure.CPU_CORES);
        long[] times = pod.epochMillis();
        double most = Double.NaN;
        for (int i = 1; i < used.length; i++) {
            boolean starts = times[i] >= started && times[i - 1] <= started + START.toMillis();
            most = starts && !(used[i] <= most) ? used[i] : most;
        }
        return most;
    }

    /** Returns a setting of the running pods: the largest; NaN if unset or unknown. */
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

    /** Parses a quantity of {@link #cores}. */
    static double parse(String cores) {
        return cores.endsWith("m")
                ? Double.parseDouble(cores.substring(0, cores.length() - 1)) / 1000
                : Double.parseDouble(cores);
    }

    /** Returns the value of a figure that no pod's figures exceed in most steps. */
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
