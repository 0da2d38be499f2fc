/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.query.HeapQuery;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.report.Report;
import io.heapsight.report.explore.ClassListReport;
import io.heapsight.report.explore.DuplicateClassesReport;
import io.heapsight.report.explore.GarbageRootsReport;
import io.heapsight.report.explore.LoadersReport;
import io.heapsight.report.explore.MergedPathsReport;
import io.heapsight.report.explore.ObjectListReport;
import io.heapsight.report.explore.ObjectReport;
import io.heapsight.report.explore.PackagesReport;
import io.heapsight.report.explore.PathsReport;
import io.heapsight.report.explore.QueryReport;
import io.heapsight.report.explore.SecretsReport;
import io.heapsight.report.explore.ThreadListReport;
import io.heapsight.report.explore.ThreadStackReport;
import io.heapsight.unit.ProblemException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A query of the heap explorer, checked as far as possible without the dump.
 *
 * @param what an address (0x…), a class, a number, a query or a second dump, if the view needs one
 * @param packageName of classes
 * @param top maximum rows of a list
 * @param count of paths
 * @param weak whether merged paths follow soft, weak and phantom references if necessary
 */
record ExplorerQuery(
        ExplorerView view,
        Optional<String> what,
        Optional<String> packageName,
        ClassList.Order order,
        int top,
        int count,
        boolean weak) {
    private static final int HEX = 16;

    ExplorerQuery {
        switch (view) {
            case CLASSES, LOADERS, DUPLICATE_CLASSES, GARBAGE, THREADS, SECRETS -> {
                if (what.isPresent()) {
                    throw new IllegalArgumentException(
                            view.label() + " takes no address: " + what.get());
                }
            }
            case PACKAGES -> {}
            case INSTANCES, MERGED_PATHS -> require(what, view, "a class, such as int[]");
            case OBJECT, REFERENCES, REFERRERS, PATH -> {
                require(what, view, "an address, such as 0xc0001230");
                what.ifPresent(ExplorerQuery::address);
            }
            case DIFF -> require(what, view, "a second dump: heapsight heap A.hprof diff B.hprof");
            case LOCALS -> {
                require(what, view, "the number of a thread, such as 1");
                what.ifPresent(ExplorerQuery::number);
            }
            case DOMINATORS -> what.ifPresent(ExplorerQuery::address);
            case QUERY -> {
                require(what, view, "conditions, such as \"class = int[] and length > 1m\"");
                what.ifPresent(HeapQuery::parse);
            }
        }
    }

    private static void require(Optional<String> what, ExplorerView view, String needed) {
        if (what.isEmpty()) {
            throw new IllegalArgumentException(view.label() + " needs " + needed);
        }
    }

    private static long address(String text) {
        try {
            if (text.startsWith("0x")) {
                return Long.parseUnsignedLong(text.substring(2), HEX);
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw new IllegalArgumentException(
                text + " is not an address: expected 0x and hexadecimal digits");
    }

    private static long number(String text) {
        try {
            return Integer.parseUnsignedInt(text) & 0xFFFF_FFFFL;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(text + " is not a thread number", e);
        }
    }

    private long address() {
        return address(what.orElseThrow());
    }

    /** Answers from one dump; the caller compares two dumps. */
    Report ask(HeapExplorer explorer) throws ProblemException {
        return switch (view) {
            case CLASSES -> new ClassListReport(explorer.classes(this::isWanted, order, top));
            case INSTANCES -> new ObjectListReport(explorer.instances(what.orElseThrow(), top));
            case OBJECT -> new ObjectReport(explorer.object(address()));
            case REFERENCES -> new ObjectListReport(explorer.references(address(), top));
            case REFERRERS -> new ObjectListReport(explorer.referrers(address(), top));
            case PATH -> new PathsReport(explorer.paths(address(), count));
            case DOMINATORS ->
                    new ObjectListReport(
                            explorer.dominated(
                                    what.isPresent()
                                            ? OptionalLong.of(address())
                                            : OptionalLong.empty(),
                                    top));
            case QUERY -> new QueryReport(explorer.query(HeapQuery.parse(what.orElseThrow()), top));
            case PACKAGES -> new PackagesReport(explorer.packages(what.orElse(""), top));
            case LOADERS -> new LoadersReport(explorer.loaders(top));
            case DUPLICATE_CLASSES ->
                    new DuplicateClassesReport(explorer.duplicateClasses(this::isWanted, top));
            case SECRETS -> new SecretsReport(explorer.secrets(top));
            case DIFF -> throw new IllegalStateException("needs two dumps");
            case THREADS -> new ThreadListReport(explorer.threads(top));
            case LOCALS -> new ThreadStackReport(explorer.stack(number(what.orElseThrow()), top));
            case MERGED_PATHS ->
                    new MergedPathsReport(explorer.mergedPaths(what.orElseThrow(), weak, top));
            case GARBAGE -> new GarbageRootsReport(explorer.garbageRoots(top));
        };
    }

    private boolean isWanted(String className) {
        return packageName.map(name -> className.startsWith(name + ".")).orElse(true);
    }
}
