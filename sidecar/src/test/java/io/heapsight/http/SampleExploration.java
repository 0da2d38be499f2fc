/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.DuplicateClassList;
import io.heapsight.explore.GarbageRootList;
import io.heapsight.explore.LoaderList;
import io.heapsight.explore.MergedPaths;
import io.heapsight.explore.ObjectDetails;
import io.heapsight.explore.ObjectList;
import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.PackageList;
import io.heapsight.explore.PathList;
import io.heapsight.explore.ThreadList;
import io.heapsight.explore.ThreadStack;
import io.heapsight.explore.query.HeapQuery;
import io.heapsight.explore.query.QueryResult;
import io.heapsight.explore.secret.SecretKind;
import io.heapsight.explore.secret.SecretList;
import io.heapsight.report.Report;
import io.heapsight.report.SampleSummary;
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
import io.heapsight.summary.Total;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Answers of the heap explorer with every field. */
final class SampleExploration {
    private static final ClassList.Row CART =
            new ClassList.Row("com.acme.Cart", 8, 32, 1, 24, 48, 1, 24);

    private SampleExploration() {}

    /** One or more per route. */
    static Map<String, List<Report>> byRoute() {
        ObjectRow row =
                new ObjectRow(
                        16,
                        "com.acme.Cart",
                        Optional.of("main"),
                        Optional.of("cart"),
                        24,
                        OptionalLong.of(48));
        ObjectDetails object =
                new ObjectDetails(
                        row,
                        32,
                        OptionalLong.of(3),
                        Optional.of("thread"),
                        Optional.of(row),
                        OptionalLong.of(1),
                        List.of(
                                new ObjectDetails.Field(
                                        "com.acme.Cart",
                                        "lines",
                                        "int",
                                        false,
                                        Optional.of("3"),
                                        Optional.of(row))));
        ObjectListReport objects =
                new ObjectListReport(
                        new ObjectList(
                                ObjectList.Relation.REFERRERS,
                                Optional.of(row),
                                List.of(row),
                                OptionalLong.of(1),
                                List.of("a note")));
        String dump = "/heapdumps/{id}/";
        Map<String, List<Report>> reports = new HashMap<>();
        for (String list :
                List.of(
                        "classes/{class}/instances",
                        "objects/{address}/references",
                        "objects/{address}/referrers",
                        "dominators")) {
            reports.put(dump + list, List.of(objects));
        }
        reports.put(
                dump + "classes", List.of(new ClassListReport(new ClassList(List.of(CART), 1))));
        reports.put(
                dump + "packages",
                List.of(
                        new PackagesReport(
                                new PackageList(
                                        new PackageList.Row("", true, 1, 24, 48),
                                        List.of(new PackageList.Row("com", true, 1, 24, 48)),
                                        1))));
        MergedPaths.Tree tree =
                new MergedPaths.Tree(
                        new Total(1, 24),
                        List.of(
                                new MergedPaths.Row(
                                        0, Optional.of("thread"), row, new Total(1, 24), 1, 1)),
                        1,
                        1);
        reports.put(
                dump + "classes/{class}/merged-paths",
                List.of(new MergedPathsReport(new MergedPaths("com.acme.Cart", 1, 2, tree, tree))));
        ThreadList.Row thread = new ThreadList.Row(1, row, 1);
        reports.put(
                dump + "threads",
                List.of(new ThreadListReport(new ThreadList(List.of(thread), 1))));
        reports.put(
                dump + "threads/{number}/locals",
                List.of(
                        new ThreadStackReport(
                                new ThreadStack(
                                        thread,
                                        List.of(
                                                new ThreadStack.Frame(
                                                        "com.acme.Shop.sell(Shop.java:17)",
                                                        List.of(row))),
                                        1))));
        reports.put(
                dump + "garbage/roots",
                List.of(
                        new GarbageRootsReport(
                                new GarbageRootList(
                                        17,
                                        new Total(20, 480),
                                        new Total(2, 48),
                                        SampleSummary.complete()
                                                .garbageRoots()
                                                .orElseThrow()
                                                .byClass(),
                                        2))));
        reports.put(
                dump + "loaders",
                List.of(new LoadersReport(new LoaderList(SampleSummary.complete().loaders(), 1))));
        reports.put(
                dump + "secrets",
                List.of(
                        new SecretsReport(
                                new SecretList(
                                        List.of(
                                                new SecretList.Row(
                                                        SecretKind.JWT,
                                                        1,
                                                        "com.acme.Cart.token",
                                                        true,
                                                        0xc000_1230L)),
                                        1,
                                        List.of("a note")))));
        reports.put(
                dump + "duplicate-classes",
                List.of(
                        new DuplicateClassesReport(
                                new DuplicateClassList(
                                        List.of(
                                                new DuplicateClassList.Row(
                                                        "com.acme.Cart",
                                                        2,
                                                        1,
                                                        24,
                                                        List.of(
                                                                new DuplicateClassList.Copy(
                                                                        CART, "app")))),
                                        1))));
        reports.put(
                dump + "query",
                List.of(
                        new QueryReport(
                                new QueryResult(
                                        HeapQuery.parse("class = int[] group by loader"),
                                        new QueryResult.Total(1, 0, 24),
                                        List.of(new QueryResult.Row(row, OptionalLong.of(3))),
                                        List.of(
                                                new QueryResult.Group(
                                                        "app", OptionalLong.of(32), 1, 24, 48)),
                                        1,
                                        List.of("a note")))));
        reports.put(dump + "objects/{address}", List.of(new ObjectReport(object)));
        reports.put(
                dump + "objects/{address}/path-to-root",
                List.of(
                        new PathsReport(
                                new PathList(
                                        row,
                                        List.of(new PathList.Path("thread", List.of(row), true)),
                                        List.of("a note")))));
        return reports;
    }
}
