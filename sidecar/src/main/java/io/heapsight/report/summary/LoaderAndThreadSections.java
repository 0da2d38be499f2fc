/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.report.section.Cell;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.LoaderRow;
import io.heapsight.summary.ThreadRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Creates the sections about class loaders, and about threads with their local variables. */
final class LoaderAndThreadSections {
    /** Maximum rows of one thread's locals. */
    private static final int LOCALS = 5;

    private final HeapSummary summary;
    private final int top;

    LoaderAndThreadSections(HeapSummary summary, int top) {
        this.summary = summary;
        this.top = top;
    }

    Section loaders() {
        List<List<Cell>> rows = new ArrayList<>();
        for (LoaderRow loader : first(summary.loaders(), top)) {
            String name = loader.name().map(text -> " \"" + text + "\"").orElse("");
            rows.add(
                    List.of(
                            Cell.of(loader.retainedBytes()),
                            Cell.of(loader.classes()),
                            Cell.of(loader.instances().objects()),
                            Cell.of(loader.instances().bytes()),
                            Cell.of(ClassSections.loader(loader.address())),
                            Cell.of(loader.className() + name)));
        }
        return new Section.Table(
                "Class loaders",
                NumberText.plural(summary.loaders().size(), "loader"),
                List.of(
                        number("retained"),
                        number("classes"),
                        number("instances"),
                        number("bytes"),
                        words("address"),
                        words("class")),
                rows,
                true);
    }

    Section threads() {
        List<List<Cell>> rows = new ArrayList<>();
        for (ThreadRow thread : first(summary.threads(), top)) {
            String daemon = thread.daemon().orElse(false) ? " (daemon)" : "";
            rows.add(
                    List.of(
                            Cell.of(thread.retainedBytes()),
                            Cell.of(thread.name() + daemon),
                            object(thread.className(), thread.address())));
            for (ThreadRow.Local local : first(worthTelling(thread), LOCALS)) {
                rows.add(
                        List.of(
                                Cell.of(local.retainedBytes()),
                                Cell.of("  " + local.frame()),
                                object(local.className(), local.address())));
            }
        }
        return new Section.Table(
                "Threads and objects held by their stacks",
                NumberText.plural(summary.threads().size(), "thread"),
                List.of(number("retained"), words("thread, frame"), words("object")),
                rows,
                false);
    }

    /**
     * Lists each object once, in the first frame that refers to it. Omits the thread object itself,
     * to which many frames refer.
     */
    private static List<ThreadRow.Local> worthTelling(ThreadRow thread) {
        Set<Long> told = new HashSet<>(Set.of(thread.address()));
        return thread.locals().stream().filter(local -> told.add(local.address())).toList();
    }

    private static Cell object(String className, long address) {
        return Cell.of(className + " " + NumberText.address(address));
    }

    private static <T> List<T> first(List<T> rows, int most) {
        return rows.subList(0, Math.min(most, rows.size()));
    }
}
