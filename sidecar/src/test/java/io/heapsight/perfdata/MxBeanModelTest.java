/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the model with the MXBeans of the same JVM. */
class MxBeanModelTest {
    static Stream<Recording> recordings() {
        return Recording.all();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void collectorEqualsTheRecordedOne(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            MxBeanModel model = MxBeanModel.of(counters);
            assertThat(model.collector()).isEqualTo(collectorIn(recording.name()));
            assertThat(recording.name()).startsWith("jdk" + model.feature() + "-");
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void poolsEqualTheBeansExceptCodeCacheAndGenerationalShenandoah(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            Set<String> beans = new HashSet<>();
            for (List<String> bean : recording.beans("pool")) {
                if (!bean.getFirst().startsWith("Code")) {
                    beans.add(bean.getFirst());
                }
            }
            if (recording.name().endsWith("shenandoah-generational")) {
                beans.removeIf(name -> name.startsWith("Shenandoah"));
            }
            if (recording.name().equals("jdk11-zgc")) {
                beans.add("Metaspace");
            }
            assertThat(MxBeanModel.of(counters).pools())
                    .extracting(MemoryPool::name)
                    .containsExactlyInAnyOrderElementsOf(beans);
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void fillLevelIsOfTheOldGenerationOrTheHeap(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            MxBeanModel model = MxBeanModel.of(counters);
            double used = model.oldPool().map(MemoryPool::usedBytes).orElse(model.heapUsedBytes());
            double max = model.oldPool().map(MemoryPool::maxBytes).orElse(model.heapMaxBytes());
            assertThat(used / max).isBetween(0.0, 1.0);
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void committedAndMaxOfHeapPoolsEqualTheBeans(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            for (MemoryPool pool : MxBeanModel.of(counters).pools()) {
                List<String> bean = recording.bean("pool", pool.name());
                // ZGC's counters change with its cycles, those of the class spaces with a GC.
                if (pool.area() == MemoryPool.Area.HEAP && !pool.name().startsWith("ZGC ")) {
                    assertThat(pool.committedBytes())
                            .as(pool.name() + " committed")
                            .isCloseTo(Double.parseDouble(bean.get(1)), slack(recording));
                }
                double max = Double.parseDouble(bean.get(2));
                if (max < 0) {
                    assertThat(pool.maxBytes()).as(pool.name() + " max").isNaN();
                } else {
                    assertThat(pool.maxBytes())
                            .as(pool.name() + " max")
                            .isCloseTo(max, slack(recording));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void heapEqualsTheMemoryBean(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            MxBeanModel model = MxBeanModel.of(counters);
            List<String> heap = recording.bean("area", "heap");
            assertThat(model.heapCommittedBytes())
                    .isCloseTo(Double.parseDouble(heap.get(1)), slack(recording));
            assertThat(model.heapMaxBytes())
                    .isCloseTo(Double.parseDouble(heap.get(2)), slack(recording));
        }
    }

    static Stream<Recording> recordingsWithAFullCollection() {
        return Recording.all().filter(recording -> !recording.name().endsWith("-idle"));
    }

    @ParameterizedTest
    @MethodSource("recordingsWithAFullCollection")
    void usedOldBytesEqualTheBeansAfterAFullCollection(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            for (MemoryPool pool : MxBeanModel.of(counters).pools()) {
                if (pool.name().endsWith("Old Gen") || pool.name().equals("Tenured Gen")) {
                    assertThat(pool.usedBytes())
                            .as(pool.name())
                            .isEqualTo(
                                    Double.parseDouble(
                                            recording.bean("pool", pool.name()).getFirst()));
                }
            }
        }
    }

    /**
     * Parallel's two survivor spaces may differ in size; while both are empty, neither is in use.
     */
    private static Offset<Double> slack(Recording recording) {
        return within(recording.name().contains("parallel") ? 1.0 * (1 << 20) : 0.0);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void collectionsEqualTheBeansToTheMillisecond(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            for (CollectorCounts gc : MxBeanModel.of(counters).collectors()) {
                List<String> bean = recording.bean("gc", gc.name());
                assertThat(gc.count()).as(gc.name()).isEqualTo(Double.parseDouble(bean.get(0)));
                // On some JDKs the bean truncates each collection to milliseconds.
                double seconds = Double.parseDouble(bean.get(1)) / 1000;
                assertThat(gc.seconds())
                        .as(gc.name())
                        .isCloseTo(seconds, within(0.001 * (1 + gc.count())));
            }
        }
    }

    static Stream<Recording> recordingsOfShenandoah() {
        return Recording.all().filter(recording -> recording.name().contains("shenandoah"));
    }

    @ParameterizedTest
    @MethodSource("recordingsOfShenandoah")
    void concurrentPhasesOfShenandoahDoNotStopTheProgram(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            double ticks = counters.number(CounterNames.TICKS_PER_SECOND, 0);
            double phases = counters.number(CounterNames.collector(1) + ".time", 0) / ticks;
            double safepoints = counters.number(CounterNames.SAFEPOINT_TIME, 0) / ticks;

            assertThat(MxBeanModel.of(counters).stopTheWorldSeconds())
                    .isEqualTo(safepoints)
                    .isPositive()
                    .isNotEqualTo(phases);
        }
    }

    private static Collector collectorIn(String name) {
        String gc = name.substring(name.indexOf('-') + 1);
        return switch (gc) {
            case "serial", "serial-idle", "serial-no-class-space" -> Collector.SERIAL;
            case "parallel" -> Collector.PARALLEL;
            case "g1", "g1-concurrent" -> Collector.G1;
            case "cms" -> Collector.CMS;
            case "parnew" -> Collector.PAR_NEW;
            case "zgc" -> name.matches("jdk2[567]-.*") ? Collector.ZGC_GENERATIONAL : Collector.ZGC;
            case "zgc-generational" -> Collector.ZGC_GENERATIONAL;
            case "shenandoah" -> Collector.SHENANDOAH;
            case "shenandoah-generational" -> Collector.SHENANDOAH_GENERATIONAL;
            case "epsilon" -> Collector.EPSILON;
            default -> throw new IllegalArgumentException(name);
        };
    }
}
