/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jstat.table.JstatCell;
import io.heapsight.jstat.table.JstatOption;
import io.heapsight.jstat.table.JstatTable;
import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.perfdata.Recording;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded counters of JVMs of every JDK and collector. */
class CounterReaderTest {
    private static final Map<String, SampleField> GCUTIL =
            Map.of(
                    "S0", SampleField.SURVIVOR_0_PERCENT,
                    "S1", SampleField.SURVIVOR_1_PERCENT,
                    "E", SampleField.EDEN_PERCENT,
                    "O", SampleField.OLD_PERCENT,
                    "M", SampleField.METASPACE_PERCENT,
                    "CCS", SampleField.CLASS_SPACE_PERCENT);

    static Stream<Recording> recordings() {
        return Recording.all();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void percentagesEqualJstat(Recording recording) throws Exception {
        try (PerfDataFile counters = recording.counters()) {
            SampleValues row = read(counters);
            JstatTable table = JstatTable.of(JstatOption.GCUTIL, counters);
            for (JstatCell cell : table.cells(counters)) {
                SampleField signal = GCUTIL.get(cell.column());
                if (signal != null && cell.text().equals("-")) {
                    assertThat(row.get(signal)).as(cell.column()).isNaN();
                } else if (signal != null) {
                    assertThat(row.get(signal))
                            .as(cell.column())
                            .isEqualTo(cell.number(), Offset.offset(1e-9));
                }
            }
        }
    }

    /**
     * Between samples, the counters of an idle JVM are read once a second, all at once; those of
     * ZGC and Shenandoah more often, to see the end of a cycle.
     */
    @ParameterizedTest
    @MethodSource("recordings")
    void idleJvmIsLookedAtOnceASecond(Recording recording) throws Exception {
        try (PerfDataFile counters = recording.counters()) {
            CounterReader reader = new CounterReader(counters, null);
            long settled = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            long end = settled + TimeUnit.SECONDS.toNanos(20);
            int looks = 0;
            for (long now = System.nanoTime(); now < end; ) {
                long wait = reader.lookWhenDue(now);
                looks += now >= settled ? 1 : 0;
                now = wait < end - now ? now + Math.max(1, wait) : end;
            }
            boolean hasCycles = LiveSetMeter.Kind.of(Collector.of(counters)).isCycle();
            assertThat(looks).isLessThanOrEqualTo(hasCycles ? 120 : 21);
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void metaspaceBeforeTheFirstCollectionIsAbsentAndNever0(Recording recording) throws Exception {
        try (PerfDataFile counters = recording.counters()) {
            SampleValues row = read(counters);
            boolean written = counters.number("sun.gc.metaspace.capacity", 0) > 0;

            assertThat(row.get(SampleField.NONHEAP_USED_BYTES) > 0).isEqualTo(written);
            assertThat(row.get(SampleField.METASPACE_CAPACITY_BYTES) > 0).isEqualTo(written);
            assertThat(Double.isNaN(row.get(SampleField.METASPACE_PERCENT))).isEqualTo(!written);
            assertThat(new CounterReader(counters, null).pools())
                    .extracting(Sample.Pool::name)
                    .matches(names -> names.contains("Metaspace") == written);
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void figuresOfTheJvmArePresentOnEveryJdk(Recording recording) throws Exception {
        try (PerfDataFile counters = recording.counters()) {
            SampleValues row = read(counters);
            for (SampleField signal :
                    List.of(
                            SampleField.CLASSES_LOADED,
                            SampleField.THREADS,
                            SampleField.THREADS_STARTED,
                            SampleField.COMPILATION_SECONDS,
                            SampleField.HEAP_MAX_BYTES)) {
                assertThat(row.get(signal)).as(signal.name()).isPositive();
            }
            assertThat(row.get(SampleField.SAFEPOINT_SECONDS)).isNotNegative();
            assertThat(row.get(SampleField.CLASSES_UNLOADED)).isNotNegative();
        }
    }

    private static SampleValues read(Counters counters) {
        SampleValues row = new SampleValues();
        new CounterReader(counters, null).read(row);
        return row;
    }
}
