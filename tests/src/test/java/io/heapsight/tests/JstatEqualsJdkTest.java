/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jstat.table.JstatOption;
import io.heapsight.jstat.table.JstatTable;
import io.heapsight.perfdata.PerfDataException;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares our lines of all options with those of the target's own jstat, header and digits. */
@NeedsDocker
class JstatEqualsJdkTest {
    private static final List<String> OPTIONS =
            Arrays.stream(JstatOption.values()).map(JstatOption::optionName).toList();

    static Stream<Arguments> jdksAndCollectors() {
        return Cover.jdksWith(Collector.values());
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("jdksAndCollectors")
    void jstatIsEqualForAStoppedJvmBeforeItsFirstCollectionAndAtWork(Jdk jdk, Collector collector)
            throws PerfDataException {
        TargetSpec churning = TargetSpec.of(jdk, "Churn").with(collector).withArguments("1000000");
        try (TargetContainer target = TargetContainer.start(churning)) {
            target.pause();
            assertLinesEqual(target);
            target.resume();
            target.ask("gc");
            target.pause();
            assertLinesEqual(target);
        }
    }

    private static void assertLinesEqual(TargetContainer target) throws PerfDataException {
        String copied = target.exec("sh", "-c", "base64 -w0 /tmp/hsperfdata_app/1").outOrThrow();
        List<String> theirs = target.jstatOfEach(OPTIONS).outOrThrow().lines().toList();
        List<String> ours = new ArrayList<>();
        try (PerfDataFile counters = PerfDataFile.of(Base64.getDecoder().decode(copied.strip()))) {
            for (JstatOption option : JstatOption.values()) {
                ours.add("-" + option.optionName());
                JstatTable table = JstatTable.of(option, counters);
                ours.add(table.header());
                ours.add(table.row(counters));
            }
        }
        assertThat(ours).isEqualTo(theirs);
    }
}
