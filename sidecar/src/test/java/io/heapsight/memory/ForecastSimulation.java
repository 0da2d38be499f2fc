/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jstat.MemoryHistory;
import io.heapsight.memory.Forecast.Verdict;
import io.heapsight.memory.RecordedMemory.Row;
import io.heapsight.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/** Simulates days of recorded programs, with and without a leak; also a program of its own. */
public final class ForecastSimulation {
    static final List<String> HEALTHY =
            List.of(
                    "idle-g1-25",
                    "bursts-g1-21",
                    "batch-parallel-17",
                    "lru-serial-25",
                    "lru-parallel-8",
                    "lru-shenandoah-21",
                    "steps-serial-25",
                    "teeth-g1-11",
                    "cache-zgc-25",
                    "warmup-g1-17",
                    "threads-serial-8",
                    "direct-g1-21",
                    "sessions-cms-8");

    static final double DAY = 24 * 3600;
    private static final double EVERY = 60;

    /** Of sorted values. */
    private static final double MOST = 0.8;

    /** Where a leak is. */
    enum Place {
        OUTSIDE,
        HEAP
    }

    /**
     * A leak on top of a recorded program.
     *
     * @param seconds from the start of the process to the end of memory
     */
    record Leak(String program, Place place, double seconds) {}

    static final List<Leak> LEAKS =
            List.of(
                    new Leak("lru-serial-25", Place.HEAP, 3 * 3600),
                    new Leak("lru-serial-25", Place.HEAP, 6 * 3600),
                    new Leak("lru-parallel-8", Place.HEAP, 8 * 3600),
                    new Leak("batch-parallel-17", Place.HEAP, DAY),
                    new Leak("teeth-g1-11", Place.OUTSIDE, 2400),
                    new Leak("lru-serial-25", Place.OUTSIDE, 3600),
                    new Leak("cache-zgc-25", Place.OUTSIDE, 4 * 3600),
                    new Leak("sessions-cms-8", Place.OUTSIDE, 12 * 3600),
                    new Leak("lru-shenandoah-21", Place.OUTSIDE, DAY),
                    new Leak("bursts-g1-21", Place.OUTSIDE, DAY));

    private ForecastSimulation() {}

    /** A forecast of an end, at a time of the day. */
    record Alarm(double seconds, Forecast forecast) {}

    /** Returns all alarms of a day, checked every minute. */
    static List<Alarm> alarms(String program, long seed) {
        RecordedMemory recorded = RecordedMemory.read(program);
        MemoryHistory history = new MemoryHistory();
        List<Alarm> alarms = new ArrayList<>();
        double next = EVERY;
        for (Row row : recorded.extended(DAY, new SplittableRandom(seed))) {
            RecordedMemory.add(history, row);
            if (row.seconds() >= next) {
                next = row.seconds() + EVERY;
                Forecast forecast =
                        MemoryForecast.of(history.rows(), recorded.ceilings(), 0).whole();
                if (forecast.verdict() == Verdict.GROWING) {
                    alarms.add(new Alarm(row.seconds(), forecast));
                }
            }
        }
        return alarms;
    }

    /** Returns the forecast after a share of the time. */
    static Forecast forecast(Leak leak, double share, long seed) {
        RecordedMemory recorded = RecordedMemory.read(leak.program());
        List<Row> rows = recorded.extended(leak.seconds() * share, new SplittableRandom(seed));
        double bytes = way(recorded, rows, leak.place());
        MemoryHistory history = new MemoryHistory();
        for (Row row : rows) {
            if (row.seconds() > leak.seconds() * share) {
                break;
            }
            double leaked = bytes * row.seconds() / leak.seconds();
            RecordedMemory.add(
                    history,
                    leak.place() == Place.HEAP ? row.plus(0, leaked) : row.plus(leaked, 0));
        }
        return MemoryForecast.of(history.rows(), recorded.ceilings(), 0).whole();
    }

    /** Returns the bytes left until memory is full, from the highest recorded level. */
    private static double way(RecordedMemory recorded, List<Row> rows, Place place) {
        double[] held =
                rows.subList(rows.size() / 2, rows.size()).stream()
                        .mapToDouble(place == Place.HEAP ? Row::kept : Row::charged)
                        .filter(bytes -> !Double.isNaN(bytes))
                        .sorted()
                        .toArray();
        double most = held.length == 0 ? 0 : held[(int) (MOST * (held.length - 1))];
        return (place == Place.HEAP ? recorded.heapMaxBytes : recorded.limitBytes) - most;
    }

    static Optional<Double> foretold(Forecast forecast) {
        return forecast.verdict() == Verdict.GROWING
                ? forecast.end().flatMap(Forecast.End::seconds).map(Estimate::value)
                : Optional.empty();
    }

    /** Prints one line per program; exits with 1 after a false alarm or a missed leak. */
    public static void main(String[] arguments) {
        int days = arguments.length == 0 ? 10 : Integer.parseInt(arguments[0]);
        int wrong = 0;
        for (String program : HEALTHY) {
            int alarms = 0;
            for (long seed = 1; seed <= days; seed++) {
                List<Alarm> found = alarms(program, seed);
                alarms += found.size();
                if (!found.isEmpty()) {
                    System.out.println("  seed " + seed + ": " + found.getFirst());
                }
            }
            wrong += alarms;
            System.out.printf(Locale.ROOT, "%-20s %d days, %d alarms%n", program, days, alarms);
        }
        for (Leak leak : LEAKS) {
            for (double share : new double[] {0.12, 0.2, 0.5, 0.8}) {
                wrong += printed(leak, share, days);
            }
        }
        System.exit(wrong == 0 ? 0 : 1);
    }

    private static int printed(Leak leak, double share, int days) {
        int good = 0;
        List<String> answers = new ArrayList<>();
        double truth = (1 - share) * leak.seconds();
        for (long seed = 1; seed <= days; seed++) {
            Forecast forecast = forecast(leak, share, seed);
            Optional<Double> seconds = foretold(forecast);
            boolean near = seconds.filter(it -> it > truth / 2 && it < truth * 2).isPresent();
            good += near ? 1 : 0;
            answers.add(
                    seconds.map(it -> "%.2f".formatted(it / truth))
                            .orElse(forecast.verdict().label()));
        }
        System.out.printf(
                Locale.ROOT,
                "%-18s %-8s %6.0f s, %2.0f %% gone: %d of %d within a factor of two %s%n",
                leak.program(),
                leak.place(),
                leak.seconds(),
                100 * share,
                good,
                days,
                answers);
        return days - good;
    }
}
