/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jstat.table.JstatOption;
import io.heapsight.report.JstatReport;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JstatHistoryTest {
    private static JstatReport row(int pid, String row) {
        return new JstatReport(
                pid, "Shop", JstatOption.GCUTIL, Instant.EPOCH, "  YGC", row, List.of());
    }

    @Test
    void newestRowIsTheFirst() {
        JstatHistory history = new JstatHistory(true);
        history.with(row(7, "  1"));
        history.with(row(7, "  2"));
        assertThat(history.with(row(7, "  3")).text()).isEqualTo("  YGC\n  3\n  2\n  1\n");
    }

    @Test
    void restartedJvmBeginsAnew() {
        JstatHistory history = new JstatHistory(true);
        history.with(row(7, "  1"));
        assertThat(history.with(row(8, "  0")).text()).isEqualTo("  YGC\n  0\n");
    }

    @Test
    void outputThatIsNotRedrawnHasOneRowEach() {
        JstatHistory history = new JstatHistory(false);
        history.with(row(7, "  1"));
        assertThat(history.with(row(7, "  2")).text()).isEqualTo("  YGC\n  2\n");
        assertThat(history.with(row(7, "  3")).json()).contains("\"pid\":7").endsWith("}\n");
    }

    @Test
    void historyIsBounded() {
        JstatHistory history = new JstatHistory(true);
        for (int i = 0; i < 300; i++) {
            history.with(row(7, "  " + i));
        }
        assertThat(history.with(row(7, "  end")).text().lines()).hasSize(201).doesNotContain("  0");
    }
}
