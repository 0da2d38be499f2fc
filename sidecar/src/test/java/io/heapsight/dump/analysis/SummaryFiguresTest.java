/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.dump.analysis.SummaryFigures.ClassBytes;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryFiguresTest {
    @TempDir private Path folder;

    @Test
    void shareExcludesFillerAndMergesClassesOfOneName() throws IOException {
        SummaryFigures figures =
                read(
                        """
                        {"schemaVersion":1,"layout":{"bytes":9},"totals":{"all":{"objects":9,"bytes":1100},
                         "reachable":{"objects":5,"bytes":750},"unreachable":{"objects":4,"bytes":250},
                         "filler":{"objects":1,"bytes":100}},
                         "classes":[
                          {"name":"a.A","bytes":1,"unreachableBytes":100,"retainedBytes":5,"x":{"bytes":1}},
                          {"name":"a.B","bytes":1,"unreachableBytes":90,"retainedBytes":40},
                          {"name":"a.A","bytes":1,"unreachableBytes":20,"retainedBytes":null},
                          {"name":"a.C","bytes":1,"unreachableBytes":0,"retainedBytes":7}],
                         "threads":[{"name":"main"}]}
                        """,
                        2);

        assertThat(figures.unreachable()).isEqualTo(new Total(4, 250));
        assertThat(Totals.unreachableShare(figures.unreachable().bytes(), figures.heapBytes()))
                .isEqualTo(0.25);
        assertThat(figures.unreachableClasses())
                .containsExactly(new ClassBytes("a.A", 120), new ClassBytes("a.B", 90));
        assertThat(figures.retaining())
                .containsExactly(new ClassBytes("a.B", 40), new ClassBytes("a.C", 7));
    }

    @Test
    void summaryWithoutReachabilityShowsNoGarbage() throws IOException {
        SummaryFigures figures =
                read(
                        """
                        {"totals":{"all":{"objects":1,"bytes":16},"unreachable":null},
                         "classes":[{"name":"a.A","unreachableBytes":null,"retainedBytes":null}]}
                        """,
                        2);

        assertThat(figures.unreachable()).isEqualTo(Total.NONE);
        assertThat(figures.unreachableClasses()).isEmpty();
        assertThat(figures.bounds()).isEmpty();
        assertThat(figures.retaining()).isEmpty();
    }

    @Test
    void garbageHasBounds() throws IOException {
        SummaryFigures figures =
                read(
                        """
                        {"totals":{"all":{"objects":9,"bytes":1000},"unreachable":{"objects":4,"bytes":250}},
                         "garbage":{"atLeast":{"objects":2,"bytes":100},"atMost":{"objects":3,"bytes":150},
                          "undecided":[{"holder":"vm","objects":1,"bytes":50}]},
                         "classes":[{"name":"a.A","unreachableBytes":250,"garbageObjects":2,"garbageBytes":100}]}
                        """,
                        2);

        assertThat(figures.bounds())
                .hasValue(new SummaryFigures.Bounds(new Total(2, 100), new Total(3, 150)));
        assertThat(figures.heapdump()).isEqualTo("20261122T030000500Z-7");
    }

    private SummaryFigures read(String json, int top) throws IOException {
        Path file = Files.writeString(folder.resolve("summary.json"), json);
        DumpRecord dump =
                new DumpRecord(
                        "20261122T030000500Z-7",
                        Instant.EPOCH,
                        7,
                        "Shop",
                        100,
                        false,
                        false,
                        Optional.empty(),
                        "");
        return SummaryFigures.of(SummaryClasses.read(file), dump, top);
    }
}
