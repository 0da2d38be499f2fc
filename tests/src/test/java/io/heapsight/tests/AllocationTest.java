/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.tests.harness.AtOnce;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Compares estimated allocation with the count of the program's own MXBeans. */
@NeedsDocker
@Quiet
class AllocationTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final int SECONDS = 60;

    /** Targets started or queried at a time: more would blur each other's moments. */
    private static final AtOnce.Turns TURNS = new AtOnce.Turns(3);

    /**
     * A program to watch.
     *
     * @param perCent maximum deviation of the estimate from the program's count
     */
    private record Row(Jdk jdk, Collector collector, int mebibytesPerSecond, int perCent) {
        long bytesPerSecond() {
            return mebibytesPerSecond * MEBIBYTE;
        }
    }

    /** The program's count and the sidecar's estimate at one moment. */
    private record Allocated(double program, double estimate) {
        Allocated since(Allocated before) {
            return new Allocated(program - before.program, estimate - before.estimate);
        }
    }

    /**
     * At 4 MiB a second there are many samples per collection, and a region is some per cent of the
     * total; at 100, several collections per sample.
     */
    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Jdk jdk : Jdk.longTerm()) {
            for (Collector collector :
                    List.of(Collector.SERIAL, Collector.PARALLEL, Collector.G1)) {
                rows.add(new Row(jdk, collector, 100, 3));
            }
        }
        rows.add(new Row(Jdk.JDK_17, Collector.G1, 4, 15));
        rows.add(new Row(Jdk.JDK_25, Collector.G1, 4, 15));
        return rows;
    }

    /** All are watched in parallel, since a test mostly waits. */
    @TestFactory
    Stream<DynamicTest> allocationEqualsThatOfTheProgram() {
        List<Row> rows = rows();
        return AtOnce.run(rows.size(), rows, AllocationTest::compare);
    }

    private static void compare(Row row) throws Exception {
        Allocated total = ofAMinute(row);
        assertThat(total.estimate).isCloseTo(total.program, withinPercentage(row.perCent));
    }

    private static Allocated ofAMinute(Row row) throws Exception {
        try (Watched watched = TURNS.take(() -> Watched.start(row))) {
            Allocated before = TURNS.take(watched::firstEstimate);
            double enough = before.program + SECONDS * row.bytesPerSecond();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(4 * SECONDS))
                    .pollDelay(Duration.ofSeconds(SECONDS))
                    .pollInterval(Duration.ofSeconds(2))
                    .until(() -> TURNS.take(watched::program) >= enough);
            return TURNS.take(watched::now).since(before);
        }
    }

    /** An allocating program with its sidecar. */
    private record Watched(Row row, TargetContainer target, SidecarContainer sidecar)
            implements AutoCloseable {
        static Watched start(Row row) {
            TargetSpec churning =
                    TargetSpec.of(row.jdk, "Churn")
                            .with(row.collector)
                            .withFlags("-Xmx96m") // unseen at the ends: one eden at most
                            .withArguments(String.valueOf(row.bytesPerSecond()));
            TargetContainer target = TargetContainer.start(churning);
            try {
                return new Watched(row, target, SidecarContainer.beside(target));
            } catch (RuntimeException e) {
                target.close();
                throw e;
            }
        }

        Allocated firstEstimate() {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> !Double.isNaN(now().estimate));
            return now();
        }

        /**
         * Both at the moment of the last sample, which is up to a second ago: 2 % of the observed
         * time.
         */
        Allocated now() {
            double before = program();
            MetricsText page = MetricsText.of(sidecar.caller());
            double after = program();
            double since = page.value("heapsight_sample_age_seconds", "") * row.bytesPerSecond();
            return new Allocated(
                    (before + after) / 2 - since,
                    page.value("jvm_memory_allocated_bytes_total", ""));
        }

        double program() {
            return target.ask("beans").stream()
                    .filter(line -> line.startsWith("allocated\t"))
                    .mapToDouble(line -> Double.parseDouble(line.substring("allocated\t".length())))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void close() {
            sidecar.close();
            target.close();
        }
    }
}
