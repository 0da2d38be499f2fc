/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.perfdata.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JstatTableTest {
    static Stream<Recording> recordings() {
        return Recording.all();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void linesEqualTheTargetsOwnJstat(Recording recording) {
        try (PerfDataFile counters = recording.counters()) {
            List<String> lines = new ArrayList<>();
            for (JstatOption option : JstatOption.values()) {
                lines.add("-" + option.optionName());
                JstatTable table = JstatTable.of(option, counters);
                lines.add(table.header());
                lines.add(table.row(counters));
            }
            assertThat(lines).isEqualTo(recording.jstatLines());
        }
    }

    @Test
    void cellsHoldNumbersTextAndMissingValues() {
        try (PerfDataFile counters = new Recording("jdk25-zgc").counters()) {
            List<JstatCell> cells = JstatTable.of(JstatOption.GCCAUSE, counters).cells(counters);
            assertThat(cell("S0", cells).text()).isEqualTo("-");
            assertThat(cell("S0", cells).number()).isNaN();
            assertThat(cell("O", cells).number()).isEqualTo(100.0);
            assertThat(cell("CGC", cells).number()).isPositive();
            assertThat(cell("LGCC", cells).number()).isNaN();
            assertThat(cell("LGCC", cells).text()).isEqualTo("System.gc()");
        }
    }

    @Test
    void everyOptionOfJstatIsKnownByName() {
        assertThat(JstatOption.named("gcutil")).contains(JstatOption.GCUTIL);
        assertThat(JstatOption.named("-gcmetacapacity")).contains(JstatOption.GCMETACAPACITY);
        assertThat(JstatOption.named("GCUTIL")).isEmpty();
        assertThat(JstatOption.named("gcpermcapacity")).isEmpty();
    }

    private static JstatCell cell(String heading, List<JstatCell> cells) {
        return cells.stream()
                .filter(cell -> cell.column().equals(heading))
                .findFirst()
                .orElseThrow();
    }
}
