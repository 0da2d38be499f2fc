/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds tables in static fields of the JDK that never shrink. */
final class JdkStaticTables implements LeakKind {
    private record Table(String className, String field, LibraryLeakText kind) {
        String place() {
            return className.replace('/', '.') + "." + field;
        }
    }

    private static final List<Table> TABLES =
            List.of(
                    new Table("java/io/DeleteOnExitHook", "files", LibraryLeakTexts.FILES),
                    new Table(
                            "java/lang/ApplicationShutdownHooks", "hooks", LibraryLeakTexts.HOOKS),
                    new Table("java/util/ResourceBundle", "cacheList", LibraryLeakTexts.BUNDLES),
                    new Table(
                            "java/sql/DriverManager",
                            "registeredDrivers",
                            LibraryLeakTexts.DRIVERS));

    /**
     * Returns a class that has objects in each heap, because {@link #find} reads static fields
     * without an object.
     */
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Thread");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        List<KnownLeak> leaks = new ArrayList<>();
        for (Table each : TABLES) {
            leak(each, heap).ifPresent(leaks::add);
        }
        return leaks;
    }

    private static Optional<KnownLeak> leak(Table table, LeakObjectReader heap) {
        long collection = heap.staticReference(table.className(), table.field());
        long count = heap.size(collection).orElse(0);
        int rank = heap.rank(collection);
        if (rank == 0 || count < table.kind().some()) {
            return Optional.empty();
        }
        String content = new ElementClass(heap).of(collection);
        String detail =
                Thousands.of(count)
                        + " "
                        + table.kind().noun()
                        + (content.isEmpty() ? "" : " (" + content + ")");
        return Optional.of(
                new KnownLeak(
                        table.kind().cause(table.place(), table.place(), detail, count),
                        heap.retained(rank),
                        new int[] {rank},
                        heap.places(collection)));
    }
}
