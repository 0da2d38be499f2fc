/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.analysis.DumpExplorer;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.explore.ClassList;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.json.Schema;
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
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The heap explorer. Each route is a view of {@code heapsight heap}. */
final class ExplorerResource {
    private static final String ADDRESS_PATTERN = "0x[0-9a-fA-F]{1,16}";
    private static final String ADDRESS_EXPECTED = "an address, such as 0xc0001230";
    private static final String NAME_PATTERN = "[^\\x00-\\x1f\\x7f]{1,1000}";

    private static final Parameter<String> ADDRESS =
            Parameter.text("address", ADDRESS_PATTERN, ADDRESS_EXPECTED, "the object");
    private static final Parameter<String> OF =
            Parameter.text(
                    "of", ADDRESS_PATTERN, ADDRESS_EXPECTED, "the dominator; default: the roots");
    private static final Parameter<String> CLASS =
            Parameter.text(
                    "class",
                    NAME_PATTERN,
                    "a class, such as com.acme.Order$Line or int[], or its address",
                    "the class");
    private static final Parameter<String> NUMBER =
            Parameter.text(
                    "number",
                    "[0-9]{1,9}",
                    "the number of a thread, such as 17",
                    "the thread, by its number in the list of threads");
    private static final Parameter<String> QUERY =
            Parameter.text(
                            "q",
                            "[^\\x00-\\x1f\\x7f]{1,3000}",
                            "a query, such as class = java.util.HashMap and size > 1000",
                            "conditions, sort by, group by and limit")
                    .asNeeded();
    private static final Parameter<String> PACKAGE =
            Parameter.text(
                    "package",
                    NAME_PATTERN,
                    "a package, such as com.acme",
                    "classes of this package and below it");
    private static final Parameter<String> SORT =
            Parameter.choice(
                            "sort",
                            Stream.of(ClassList.Order.values())
                                    .map(ExplorerResource::label)
                                    .toList(),
                            "sort order, largest first")
                    .or(label(ClassList.Order.RETAINED));
    private static final Parameter<Integer> TOP =
            Parameter.integer("top", 1, 1000, "number of rows").or(20);
    private static final Parameter<Integer> COUNT =
            Parameter.integer("count", 1, 100, "number of paths, through different referrers")
                    .or(1);

    private static final Parameter<Boolean> WEAK =
            Parameter.bool("weak", "include objects held only by soft, weak or phantom references")
                    .or(false);

    /**
     * A view of {@code heapsight heap}.
     *
     * @param label its name in the command
     * @param path below the path of the dump
     * @param what its argument, if any
     * @param options named as in the command
     */
    private record View(
            String label,
            String path,
            String summary,
            Optional<Parameter<String>> what,
            List<Parameter<?>> options,
            Supplier<Schema> schema) {
        List<Parameter<?>> parameters() {
            return Stream.concat(
                            Stream.of(HeapDumpsResource.ID),
                            Stream.concat(what.stream(), options.stream()))
                    .toList();
        }
    }

    private static final List<View> VIEWS =
            List.of(
                    new View(
                            "classes",
                            "classes",
                            "classes of a heap dump with instances, bytes and retained size",
                            Optional.empty(),
                            List.of(SORT, PACKAGE, TOP),
                            () -> ClassListReport.SHAPE.document()),
                    list(
                            "instances",
                            "classes/{class}/instances",
                            "instances of a class, largest retained size first",
                            CLASS),
                    new View(
                            "merged-paths",
                            "classes/{class}/merged-paths",
                            "the shortest paths from GC roots to all instances of a class, merged",
                            Optional.of(CLASS),
                            List.of(WEAK, TOP),
                            () -> MergedPathsReport.SHAPE.document()),
                    new View(
                            "object",
                            "objects/{address}",
                            "an object: its fields, dominator and retained bytes",
                            Optional.of(ADDRESS),
                            List.of(),
                            () -> ObjectReport.SHAPE.document()),
                    list(
                            "references",
                            "objects/{address}/references",
                            "references of an object, by field",
                            ADDRESS),
                    list(
                            "referrers",
                            "objects/{address}/referrers",
                            "referrers of an object, by field",
                            ADDRESS),
                    new View(
                            "path",
                            "objects/{address}/path-to-root",
                            "the shortest paths from GC roots to an object",
                            Optional.of(ADDRESS),
                            List.of(COUNT),
                            () -> PathsReport.SHAPE.document()),
                    list(
                            "dominators",
                            "dominators",
                            "one level of the dominator tree of a heap dump",
                            OF),
                    new View(
                            "query",
                            "query",
                            "objects of a heap dump that match conditions, or sums over them",
                            Optional.of(QUERY),
                            List.of(TOP),
                            () -> QueryReport.SHAPE.document()),
                    new View(
                            "packages",
                            "packages",
                            "the top of the dominator tree by package, one level at a time",
                            Optional.of(PACKAGE),
                            List.of(TOP),
                            () -> PackagesReport.SHAPE.document()),
                    new View(
                            "loaders",
                            "loaders",
                            "class loaders of a heap dump with the instances of their classes",
                            Optional.empty(),
                            List.of(TOP),
                            () -> LoadersReport.SHAPE.document()),
                    new View(
                            "secrets",
                            "secrets",
                            "locations of credentials in a heap dump; never their values",
                            Optional.empty(),
                            List.of(TOP),
                            () -> SecretsReport.SHAPE.document()),
                    new View(
                            "duplicate-classes",
                            "duplicate-classes",
                            "classes with the same name that several loaders define",
                            Optional.empty(),
                            List.of(PACKAGE, TOP),
                            () -> DuplicateClassesReport.SHAPE.document()),
                    new View(
                            "garbage",
                            "garbage/roots",
                            "garbage of a heap dump, grouped by the classes of its roots",
                            Optional.empty(),
                            List.of(TOP),
                            () -> GarbageRootsReport.SHAPE.document()),
                    new View(
                            "threads",
                            "threads",
                            "threads of a heap dump, largest retained size first",
                            Optional.empty(),
                            List.of(TOP),
                            () -> ThreadListReport.SHAPE.document()),
                    new View(
                            "locals",
                            "threads/{number}/locals",
                            "the stack of a thread with the objects that it refers to",
                            Optional.of(NUMBER),
                            List.of(TOP),
                            () -> ThreadStackReport.SHAPE.document()));

    private final DumpStore store;
    private final DumpExplorer explorer;

    ExplorerResource(HeapDumpServices dumps) {
        store = dumps.store();
        explorer = dumps.analyses().explorer();
    }

    List<Route> routes() {
        return VIEWS.stream()
                .map(
                        view ->
                                new Route(
                                        Method.GET,
                                        "/heapdumps/{id}/" + view.path(),
                                        Access.PROTECTED,
                                        Cost.TRANSFER,
                                        new Route.About(
                                                view.summary(),
                                                view.parameters(),
                                                AnswerDeclaration.textOr(view.schema())),
                                        exchange -> answer(view, exchange)))
                .toList();
    }

    private static View list(String label, String path, String summary, Parameter<String> what) {
        return new View(
                label,
                path,
                summary,
                Optional.of(what),
                List.of(TOP),
                () -> ObjectListReport.SHAPE.document());
    }

    private static String label(ClassList.Order order) {
        return order.name().toLowerCase(Locale.ROOT);
    }

    private Reply answer(View view, Exchange exchange) throws ProblemException {
        DumpRecord dump = HeapDumpsResource.find(store, exchange);
        List<String> options = new ArrayList<>();
        options.add("--format=" + exchange.format().label());
        for (Parameter<?> option : view.options()) {
            option(exchange, option).ifPresent(options::add);
        }
        List<String> asked = new ArrayList<>();
        asked.add(view.label());
        view.what().flatMap(exchange::find).ifPresent(asked::add);
        byte[] document = explorer.ask(dump, options, asked, exchange.cancel());
        return new Reply.Content(exchange.format().contentType(), Buffer.buffer(document));
    }

    private static <T> Optional<String> option(Exchange exchange, Parameter<T> parameter) {
        return exchange.find(parameter)
                .or(parameter::fallback)
                .map(value -> "--" + parameter.name() + "=" + value);
    }
}
