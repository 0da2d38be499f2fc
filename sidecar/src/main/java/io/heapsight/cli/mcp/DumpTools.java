/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.explore.ClassOrder;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What is asked of a heap dump, one that a sidecar keeps or a file. */
final class DumpTools {
    private static final String ADDRESS_PATTERN = "0x[0-9a-fA-F]{1,16}";
    private static final String ADDRESS_EXPECTED = "an address, such as 0xc0001230";
    private static final String NAME_PATTERN = "[^\\x00-\\x1f\\x7f]{1,1000}";

    private static final Parameter<String> ADDRESS =
            Parameter.text("address", ADDRESS_PATTERN, ADDRESS_EXPECTED, "the object").asNeeded();
    private static final Parameter<String> OF =
            Parameter.text(
                    "of",
                    ADDRESS_PATTERN,
                    ADDRESS_EXPECTED,
                    "the object that dominates; without it the top of the tree");
    private static final Parameter<String> CLASS =
            Parameter.text(
                            "class",
                            NAME_PATTERN,
                            "such as com.acme.Order$Line or int[], or its address",
                            "the class")
                    .asNeeded();
    private static final Parameter<String> NUMBER =
            Parameter.text("number", "[0-9]{1,9}", "a number of heap_threads", "the thread")
                    .asNeeded();
    private static final Parameter<String> QUERY =
            Parameter.text(
                            "q",
                            "[^\\x00-\\x1f\\x7f]{1,3000}",
                            "such as class extends java.util.AbstractMap and size > 1000",
                            "conditions, then `sort by`, `group by`, `limit`")
                    .asNeeded();
    private static final Parameter<String> PACKAGE =
            Parameter.text(
                    "package",
                    NAME_PATTERN,
                    "such as com.acme",
                    "only its classes and those below");
    private static final Parameter<String> SORT =
            Parameter.choice(
                            "sort",
                            Stream.of(ClassOrder.values())
                                    .map(order -> order.name().toLowerCase(Locale.ROOT))
                                    .toList(),
                            "by which figure, most first")
                    .or("retained");
    private static final Parameter<Integer> TOP =
            Parameter.integer("top", 1, 1000, "how many rows").or(20);
    private static final Parameter<Integer> COUNT =
            Parameter.integer("count", 1, 100, "how many paths, through other referrers").or(1);
    private static final Parameter<Boolean> WEAK =
            Parameter.bool("weak", "also where soft, weak or phantom references alone lead")
                    .or(false);

    private static final String LANGUAGE =
            " Conditions: class = NAME (* for any characters), class under PACKAGE, class extends"
                    + " NAME, package = NAME, loader = 0xADDR or NAME or boot; shallow, retained,"
                    + " length (of arrays), size (of collections), field.NAME compared by = != < <="
                    + " > >= with a number such as 10m; reachable, garbage; joined by and, or, not"
                    + " and parentheses. Then: sort by retained|shallow|length|size|address, group"
                    + " by class|package|loader, limit N.";

    static final List<Tool> ALL =
            List.of(
                    new Tool(
                            "heapdumps",
                            "Heap dumps that are kept",
                            "The heap dumps that the sidecar keeps, with their ids, and whether each"
                                    + " has a summary and an index.",
                            new Tool.Endpoint(Method.GET, "/heapdumps"),
                            Optional.empty(),
                            Optional.empty(),
                            ToolList.withForm()),
                    tool(
                            "heap_summary",
                            "What a heap dump tells",
                            "What a heap dump tells: leak suspects with what holds them, what to do,"
                                    + " what is garbage, the objects and classes that retain most,"
                                    + " waste. Ask this of a dump first.",
                            whole(Tool.View.SUMMARY),
                            "summary"),
                    tool(
                            "heap_classes",
                            "Classes of a heap dump",
                            "Objects, bytes and retained bytes by class.",
                            whole("classes"),
                            "classes",
                            SORT,
                            PACKAGE,
                            TOP),
                    tool(
                            "heap_instances",
                            "Objects of a class",
                            "The objects of a class, those that retain most first, with addresses.",
                            of("instances", CLASS),
                            "classes/{class}/instances",
                            CLASS,
                            TOP),
                    tool(
                            "heap_object",
                            "One object",
                            "An object: its fields with their values or addresses, its dominator,"
                                    + " shallow and retained bytes. The text of strings is not shown, unless the sidecar"
                                    + " reveals it.",
                            of("object", ADDRESS),
                            "objects/{address}",
                            ADDRESS),
                    tool(
                            "heap_references",
                            "What an object refers to",
                            "What an object refers to, by field or element: the way down.",
                            of("references", ADDRESS),
                            "objects/{address}/references",
                            ADDRESS,
                            TOP),
                    tool(
                            "heap_referrers",
                            "What refers to an object",
                            "What refers to an object, by field or element: the way up.",
                            of("referrers", ADDRESS),
                            "objects/{address}/referrers",
                            ADDRESS,
                            TOP),
                    tool(
                            "heap_path_to_root",
                            "Why an object lives",
                            "The shortest paths of references from GC roots to an object: why it is"
                                    + " not collected.",
                            of("path", ADDRESS),
                            "objects/{address}/path-to-root",
                            ADDRESS,
                            COUNT),
                    tool(
                            "heap_merged_paths",
                            "Why the objects of a class live",
                            "The shortest paths from GC roots to all objects of a class, merged into"
                                    + " a tree: what holds most of them. Reads the whole dump.",
                            of("merged-paths", CLASS),
                            "classes/{class}/merged-paths",
                            CLASS,
                            WEAK,
                            TOP),
                    tool(
                            "heap_dominators",
                            "The dominator tree",
                            "What would be collected if an object were: one level of the dominator"
                                    + " tree, those that retain most first.",
                            of("dominators", OF),
                            "dominators",
                            OF,
                            TOP),
                    tool(
                            "heap_query",
                            "Objects by conditions",
                            "Objects for which conditions hold, or sums over them." + LANGUAGE,
                            of("query", QUERY),
                            "query",
                            QUERY,
                            TOP),
                    tool(
                            "heap_packages",
                            "The top of the dominator tree by package",
                            "What the packages of the program retain, one level of names at a time:"
                                    + " without package the top.",
                            of("packages", PACKAGE),
                            "packages",
                            PACKAGE,
                            TOP),
                    tool(
                            "heap_loaders",
                            "Class loaders of a heap dump",
                            "Class loaders with their classes and what these hold and retain: which"
                                    + " of them leak.",
                            whole("loaders"),
                            "loaders",
                            TOP),
                    tool(
                            "heap_secrets",
                            "Which credentials a heap dump holds",
                            "Which credentials are in a heap dump, how many, and in which field or map;"
                                    + " never what they are. Reads the whole dump.",
                            whole("secrets"),
                            "secrets",
                            TOP),
                    tool(
                            "heap_garbage",
                            "What hung together before it died",
                            "Garbage by the class of its roots, which no other garbage refers to, with"
                                    + " all that hangs below them.",
                            whole("garbage"),
                            "garbage/roots",
                            TOP),
                    tool(
                            "heap_threads",
                            "Threads of a heap dump",
                            "Threads by what they retain, with their numbers and names.",
                            whole("threads"),
                            "threads",
                            TOP),
                    tool(
                            "heap_locals",
                            "The stack of a thread",
                            "The stack of a thread, frame by frame, with the objects that each refers"
                                    + " to.",
                            of("locals", NUMBER),
                            "threads/{number}/locals",
                            NUMBER,
                            TOP));

    private DumpTools() {}

    private static Tool.View whole(String label) {
        return new Tool.View(label, Optional.empty());
    }

    private static Tool.View of(String label, Parameter<?> what) {
        return new Tool.View(label, Optional.of(what.name()));
    }

    private static Tool tool(
            String name,
            String title,
            String about,
            Tool.View view,
            String path,
            Parameter<?>... own) {
        List<Parameter<?>> parameters = new ArrayList<>(ToolList.withForm(own));
        parameters.addFirst(ToolList.DUMP);
        return new Tool(
                name,
                title,
                about,
                new Tool.Endpoint(Method.GET, "/heapdumps/{id}/" + path),
                Optional.of(view),
                Optional.empty(),
                List.copyOf(parameters));
    }
}
