/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.fleet.top.PodHealth;
import io.heapsight.json.JsonObject;
import io.heapsight.stats.Estimate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads the symptoms of a pod from the answers of its sidecar. */
final class PodHealthReader {
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double LEVEL = 0.95;

    private PodHealthReader() {}

    /**
     * Reads the symptoms.
     *
     * @param memory the answer of {@code GET /memory}
     * @param gc the answer of {@code GET /gc}
     * @param oomKills as Kubernetes reports them; NaN if unknown
     * @param restarts as Kubernetes reports them; NaN if unknown
     */
    static PodHealth of(
            String pod, JsonObject memory, JsonObject gc, double oomKills, double restarts)
            throws IOException {
        JsonObject container = memory.object("container");
        double limit = number(container, "effectiveLimitBytes");
        JsonObject overhead = gc.object("overhead");
        return new PodHealth(
                pod,
                number(container, "workingSetBytes") / limit,
                heldBytes(container) / limit,
                leak(memory.object("forecast")),
                number(overhead, "wallRatio"),
                number(overhead, "cpuRatio"),
                number(gc.object("pauses"), "longestSeconds"),
                number(gc.object("environment"), "throttledRatio"),
                oomKills,
                restarts);
    }

    /** Returns the memory that the kernel can't reclaim; NaN if unknown. */
    private static double heldBytes(JsonObject container) throws IOException {
        double held =
                number(container, "anonBytes")
                        + number(container, "shmemBytes")
                        + container.optionalNumber("kernelBytes").orElse(0);
        return Math.min(held, number(container, "workingSetBytes"));
    }

    private static double number(JsonObject object, String name) throws IOException {
        return object.optionalNumber(name).orElse(Double.NaN);
    }

    private static Optional<PodHealth.Leak> leak(JsonObject forecast) throws IOException {
        OptionalDouble slope = forecast.optionalNumber("bytesPerSecond");
        if (!forecast.text("verdict").equals("growing") || slope.isEmpty()) {
            return Optional.empty();
        }
        Optional<Estimate> limit = estimate(forecast, "secondsToLimit");
        Optional<Estimate> end = limit.isPresent() ? limit : estimate(forecast, "secondsToEnd");
        return Optional.of(
                new PodHealth.Leak(
                        "memory",
                        estimate(forecast, "bytesPerSecond")
                                .orElseThrow()
                                .map(each -> SECONDS_PER_HOUR * each),
                        end.map(it -> it.map(each -> each / SECONDS_PER_HOUR))));
    }

    private static Optional<Estimate> estimate(JsonObject forecast, String name)
            throws IOException {
        OptionalDouble value = forecast.optionalNumber(name);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        List<Number> interval = forecast.optionalItems(Number.class, name + "Interval");
        double low = interval.size() == 2 ? interval.get(0).doubleValue() : value.getAsDouble();
        double high = interval.size() == 2 ? interval.get(1).doubleValue() : value.getAsDouble();
        return Optional.of(new Estimate(value.getAsDouble(), low, high, LEVEL));
    }
}
