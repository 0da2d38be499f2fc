/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.explore.ClassList;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Defines the tools that query a heap dump, stored in a sidecar or in a local file. */
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
                    "the dominating object; default: the top of the tree");
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
                    "only classes of this package and below");
    private static final Parameter<String> SORT =
            Parameter.choice(
                            "sort",
                            Stream.of(ClassList.Order.values())
                                    .map(order -> order.name().toLowerCase(Locale.ROOT))
                                    .toList(),
                            "sort order, largest first")
                    .or("retained");
    private static final Parameter<Integer> TOP =
            Parameter.integer("top", 1, 1000, "number of rows").or(20);
    private static final Parameter<Integer> COUNT =
            Parameter.integer("count", 1, 100, "number of paths, through different referrers")
                    .or(1);
    private static final Parameter<Boolean> WEAK =
            Parameter.bool("weak", "include objects held only by soft, weak or phantom references")
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
                            "Stored heap dumps",
                            "Lists the stored heap dumps with their ids, and whether each has a"
                                    + " summary and an index.",
                            new Tool.Endpoint(Method.GET, "/heapdumps"),
                            Optional.empty(),
                            Optional.empty(),
                            ToolList.withForm()),
                    tool(
                            "heap_summary",
                            "Summary of a heap dump",
                            "Summarises a heap dump: leak suspects with their holders and"
                                    + " remedies, garbage, the objects and classes with the"
                                    + " largest retained size, waste. Call this first for a dump.",
                            whole(Tool.View.SUMMARY),
                            "summary"),
                    tool(
                            "heap_classes",
                            "Classes of a heap dump",
                            "Lists objects, bytes and retained bytes by class.",
                            whole("classes"),
                            "classes",
                            SORT,
                            PACKAGE,
                            TOP),
                    tool(
                            "heap_instances",
                            "Instances of a class",
                            "Lists the instances of a class with their addresses, largest retained"
                                    + " size first.",
                            of("instances", CLASS),
                            "classes/{class}/instances",
                            CLASS,
                            TOP),
                    tool(
                            "heap_object",
                            "One object",
                            "Shows an object: its fields with values or addresses, its dominator,"
                                    + " shallow and retained bytes. The text of strings is not"
                                    + " shown, unless the sidecar"
                                    + " reveals it.",
                            of("object", ADDRESS),
                            "objects/{address}",
                            ADDRESS),
                    tool(
                            "heap_references",
                            "References of an object",
                            "Lists the objects that an object refers to, by field or element.",
                            of("references", ADDRESS),
                            "objects/{address}/references",
                            ADDRESS,
                            TOP),
                    tool(
                            "heap_referrers",
                            "Referrers of an object",
                            "Lists the objects that refer to an object, by field or element.",
                            of("referrers", ADDRESS),
                            "objects/{address}/referrers",
                            ADDRESS,
                            TOP),
                    tool(
                            "heap_path_to_root",
                            "Paths from GC roots to an object",
                            "Shows the shortest reference paths from GC roots to an object: why it"
                                    + " is"
                                    + " not collected.",
                            of("path", ADDRESS),
                            "objects/{address}/path-to-root",
                            ADDRESS,
                            COUNT),
                    tool(
                            "heap_merged_paths",
                            "Paths from GC roots to a class",
                            "Merges the shortest paths from GC roots to all instances of a class"
                                    + " into a tree that shows what holds most of them. Reads the"
                                    + " whole dump.",
                            of("merged-paths", CLASS),
                            "classes/{class}/merged-paths",
                            CLASS,
                            WEAK,
                            TOP),
                    tool(
                            "heap_dominators",
                            "The dominator tree",
                            "Shows one level of the dominator tree, largest retained size first:"
                                    + " the objects that would be collected together with an"
                                    + " object.",
                            of("dominators", OF),
                            "dominators",
                            OF,
                            TOP),
                    tool(
                            "heap_query",
                            "Objects by conditions",
                            "Lists objects that match conditions, or sums over them." + LANGUAGE,
                            of("query", QUERY),
                            "query",
                            QUERY,
                            TOP),
                    tool(
                            "heap_packages",
                            "The top of the dominator tree by package",
                            "Shows the retained size of packages, one level of names at a time;"
                                    + " default: the top level.",
                            of("packages", PACKAGE),
                            "packages",
                            PACKAGE,
                            TOP),
                    tool(
                            "heap_loaders",
                            "Class loaders of a heap dump",
                            "Lists class loaders with their classes, instances and retained size:"
                                    + " shows loaders that leak.",
                            whole("loaders"),
                            "loaders",
                            TOP),
                    tool(
                            "heap_secrets",
                            "Credentials in a heap dump",
                            "Counts credentials in a heap dump by kind, field or map; never shows"
                                    + " their values. Reads the whole dump.",
                            whole("secrets"),
                            "secrets",
                            TOP),
                    tool(
                            "heap_garbage",
                            "Garbage by its roots",
                            "Groups garbage by the class of its roots (objects that no other"
                                    + " garbage refers to), with everything reachable from them.",
                            whole("garbage"),
                            "garbage/roots",
                            TOP),
                    tool(
                            "heap_threads",
                            "Threads of a heap dump",
                            "Lists threads by retained size, with numbers and names.",
                            whole("threads"),
                            "threads",
                            TOP),
                    tool(
                            "heap_locals",
                            "The stack of a thread",
                            "Shows the stack of a thread, frame by frame, with the objects that"
                                    + " each frame refers"
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
