/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.perfdata.CounterUnit;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.perfdata.PerfCounter;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.perfdata.Recording;
import io.heapsight.perfdata.StringCounter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Traces of real JVMs, polled at every change of a counter, also within pauses. Each begins with
 * the figures of the GC log.
 */
class LiveSetTraceTest {
    private static final double MEBI = 1 << 20;
    private static final double KIBI = 1 << 10;

    private static final Map<String, String> NAMES =
            Map.of(
                    "old", "sun.gc.generation.1.space.0.used",
                    "eden", "sun.gc.generation.0.space.0.used",
                    "s0", "sun.gc.generation.0.space.1.used",
                    "s1", "sun.gc.generation.0.space.2.used",
                    "cause", "sun.gc.cause");

    /** The counters of a recording, some of them replaced by the trace. */
    private record Traced(Counters base, Map<String, PerfCounter> traced) implements Counters {
        @Override
        public @Nullable PerfCounter find(String name) {
            PerfCounter counter = traced.get(name);
            return counter == null ? base.find(name) : counter;
        }

        @Override
        public Collection<PerfCounter> all() {
            return base.all();
        }
    }

    private static final class TracedCounter implements LongCounter {
        private final String name;
        private long value;

        TracedCounter(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long value() {
            return value;
        }

        @Override
        public CounterUnit units() {
            return CounterUnit.NONE;
        }
    }

    private static final class Text implements StringCounter {
        private String value = "";

        @Override
        public String name() {
            return "sun.gc.cause";
        }

        @Override
        public String value() {
            return value;
        }
    }

    /**
     * @param least of the live set in MiB, by the log
     * @param most of it
     * @param readings minimum number
     */
    @ParameterizedTest
    @CsvSource({
        "jdk25-serial, jdk25-serial, 65, 66, 6",
        "jdk25-serial-large, jdk25-serial, 96, 97, 1",
        "jdk25-parallel, jdk25-parallel, 65, 66, 3",
        "jdk25-g1, jdk25-g1, 62, 65, 2",
        "jdk25-zgc, jdk25-zgc, 68, 74, 3",
        "jdk17-zgc, jdk17-zgc, 72, 96, 3",
        "jdk25-shenandoah, jdk25-shenandoah, 67, 72, 8",
        "jdk8-cms, jdk8-cms, 41, 54, 3",
        "jdk8-g1, jdk8-g1, 64, 68, 1"
    })
    void everyReadingIsTheLiveSetOfTheLog(
            String trace, String recording, double least, double most, int readings)
            throws Exception {
        List<Double> told = replay(trace, recording);

        assertThat(told).hasSizeGreaterThanOrEqualTo(readings);
        assertThat(told).allSatisfy(bytes -> assertThat(bytes / MEBI).isBetween(least, most));
    }

    private static List<Double> replay(String trace, String recording) throws Exception {
        Map<String, PerfCounter> traced = new HashMap<>();
        List<Double> told = new ArrayList<>();
        try (PerfDataFile base = PerfDataFile.of(new Recording(recording).bytes())) {
            Counters counters = new Traced(base, traced);
            LiveSetCounters live = null;
            for (String line : lines(trace)) {
                String[] words = line.split(" ");
                for (int i = 1; i < words.length; i++) {
                    set(traced, words[i]);
                }
                if (live == null) {
                    MxBeanModel model = MxBeanModel.of(counters);
                    LiveSetMeter meter = new LiveSetMeter(LiveSetMeter.Kind.of(model.collector()));
                    live = new LiveSetCounters(counters, model, meter);
                }
                live.look((long) (Double.parseDouble(words[0]) * 1e6));
                double bytes = live.meter().takeTold();
                if (!Double.isNaN(bytes)) {
                    told.add(bytes);
                }
            }
        }
        return told;
    }

    /**
     * {@code old=77824} in KiB, {@code c2.n=12} collections, {@code c2.in=2341341} microseconds.
     */
    private static void set(Map<String, PerfCounter> traced, String word) {
        String name = word.substring(0, word.indexOf('='));
        String value = word.substring(word.indexOf('=') + 1);
        String full = NAMES.getOrDefault(name, collector(name));
        if (name.equals("cause")) {
            ((Text) traced.computeIfAbsent(full, _ -> new Text())).value = value.replace('_', ' ');
            return;
        }
        TracedCounter number = (TracedCounter) traced.computeIfAbsent(full, TracedCounter::new);
        number.value = (long) (Long.parseLong(value) * (name.startsWith("c") ? 1 : KIBI));
    }

    private static String collector(String name) {
        return "sun.gc.collector."
                + name.substring(1)
                        .replaceFirst("\\.n$", ".invocations")
                        .replaceFirst("\\.in$", ".lastEntryTime")
                        .replaceFirst("\\.out$", ".lastExitTime");
    }

    private static List<String> lines(String trace) throws IOException {
        String file = "/live-set/" + trace + ".trace";
        try (InputStream in = LiveSetTraceTest.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
