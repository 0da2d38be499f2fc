/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RootKind;
import io.heapsight.summary.LoaderRow;
import io.heapsight.summary.Total;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Class loaders with their classes and objects. */
class LoaderSurveyTest {
    private static List<LoaderRow> rows(MarkedHeap marked, RetainedSizeLookup retained) {
        return LoaderSurvey.rows(marked.heap(), marked.reachable(), retained);
    }

    @Test
    void countsClassesAndReachableInstancesByLoader() throws BudgetExceededException {
        DumpBuilder dump = new DumpBuilder();
        DumpClass base =
                dump.addClass("java.lang.ClassLoader").reference("parent").reference("name");
        DumpClass type = dump.addClass("com.acme.PluginLoader", base);
        long parent = dump.instance(type);
        long child = dump.instance(type, "parent", parent, "name", dump.string("plugins"));
        DumpClass plugin = dump.addClass("com.acme.Plugin").loadedBy(child);
        dump.addClass("com.acme.Unused").loadedBy(child);
        long first = dump.instance(plugin);
        dump.instance(plugin);
        dump.root(RootKind.JNI_GLOBAL, first);
        dump.stickyBootClasses();

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            RetainedSizeLookup retained =
                    address -> address == child ? OptionalLong.of(777) : OptionalLong.empty();

            List<LoaderRow> rows = rows(marked, retained);

            assertThat(rows).extracting(LoaderRow::address).containsExactly(child, 0L);
            assertThat(rows.getFirst())
                    .isEqualTo(
                            new LoaderRow(
                                    child,
                                    "com.acme.PluginLoader",
                                    Optional.of("plugins"),
                                    OptionalLong.of(parent),
                                    2,
                                    new Total(1, 16),
                                    OptionalLong.of(777)));
            LoaderRow boot = rows.getLast();
            assertThat(boot.className()).isEqualTo("(boot)");
            assertThat(boot.parent()).isEmpty();
            assertThat(boot.retainedBytes()).isEmpty();
            assertThat(boot.name()).isEmpty();
            assertThat(boot.classes()).isEqualTo(6);
            // Two loaders, the name with its array, the objects of its own classes and of Plugin.
            assertThat(boot.instances().objects()).isEqualTo(2 + 2 + 6 + 1);
        }
    }

    @Test
    void loadersOfARealDumpCoverAllClassesAndObjects() throws IOException, BudgetExceededException {
        try (MarkedHeap marked = MarkedHeap.of(GoldenDump.SERIAL_25.file())) {
            List<LoaderRow> rows = rows(marked, RetainedSizeLookup.UNKNOWN);

            assertThat(rows)
                    .extracting(LoaderRow::className)
                    .contains("(boot)", "jdk.internal.loader.ClassLoaders$AppClassLoader")
                    .doesNotContain("?");
            assertThat(rows.stream().mapToLong(LoaderRow::classes).sum())
                    .isEqualTo(
                            marked.heap().classes().all().stream()
                                    .filter(each -> each.dump() != null)
                                    .count());
            assertThat(rows.stream().map(LoaderRow::instances).reduce(Total.NONE, Total::plus))
                    .isEqualTo(marked.reachable().total());
            LoaderRow app =
                    rows.stream()
                            .filter(row -> row.name().equals(Optional.of("app")))
                            .findFirst()
                            .orElseThrow();
            assertThat(rows)
                    .filteredOn(row -> row.className().endsWith("$PlatformClassLoader"))
                    .allMatch(row -> row.address() == app.parent().orElseThrow());
        }
    }
}
