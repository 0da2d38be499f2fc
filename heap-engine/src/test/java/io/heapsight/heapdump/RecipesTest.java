/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.GoldenDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipes of docs/heap-engine.md: each runs on a real dump, and the page has its code. A
 * recipe's code is between the lines {@code // recipe: TITLE} and {@code // end}.
 */
class RecipesTest {
    private static final Path MANUAL = Path.of("../docs/heap-engine.md");
    private static final Path SOURCE =
            Path.of("src/test/java/io/heapsight/heapdump/RecipesTest.java");

    private static final int INDENT = 8;

    private static final Pattern RECIPE =
            Pattern.compile("(?sm)^ +// recipe: ([^\n]+)\n(.*?)^ +// end\n");
    private static final Pattern BLOCK =
            Pattern.compile("(?s)\n## ([^\n]+)\n((?:(?!\n## ).)*?)```java\n(.*?)```\n");

    @TempDir private Path directory;

    private final Path file = GoldenDump.SMALL_27.file();
    private DumpOptions options = DumpOptions.of(0, Path.of(""));

    @BeforeEach
    void setOptions() {
        options = DumpOptions.of(256 << 20, directory);
    }

    @Test
    void suspects() throws Exception {
        // recipe: Find leak suspects
        List<String> lines = new ArrayList<>();
        try (HeapDump dump = HeapDump.open(file, options)) {
            for (LeakSuspect suspect : dump.report().suspects()) {
                lines.add(suspect.severity() + ": " + suspect.sentence());
                lines.add("  " + suspect.remedy());
            }
        }
        // end
        assertThat(lines).isNotEmpty();
    }

    @Test
    void garbage() throws Exception {
        // recipe: Measure garbage
        double least;
        double most;
        try (HeapDump dump = HeapDump.open(file, options)) {
            HeapReport report = dump.report();
            double all = report.all().bytes();
            least = 100 * report.garbage().atLeast().bytes() / all;
            most = 100 * report.garbage().atMost().bytes() / all;
        }
        // end
        assertThat(least).isPositive();
        assertThat(most).isBetween(least, 100.0);
    }

    @Test
    void classes() throws Exception {
        // recipe: List the classes that retain most
        List<String> lines;
        try (HeapDump dump = HeapDump.open(file, options)) {
            lines =
                    dump.classes().stream()
                            .filter(each -> !each.name().startsWith("java."))
                            .limit(10)
                            .map(each -> each.retainedBytes() + " " + each.name())
                            .toList();
        }
        // end
        assertThat(lines).hasSize(10);
    }

    @Test
    void dominators() throws Exception {
        // recipe: Walk down the dominator tree
        List<String> lines = new ArrayList<>();
        try (HeapDump dump = HeapDump.open(file, options)) {
            Listing<DumpedObject> level = dump.dominators(1);
            for (int depth = 0; depth < 5 && !level.rows().isEmpty(); depth++) {
                DumpedObject largest = level.rows().getFirst();
                lines.add(
                        "  ".repeat(depth)
                                + largest.className()
                                + " retains "
                                + largest.retainedBytes().orElse(0));
                level = dump.dominatedBy(largest.address(), 1);
            }
        }
        // end
        assertThat(lines).hasSizeGreaterThan(1);
    }

    @Test
    void paths() throws Exception {
        // recipe: Explain why an object is alive
        List<String> lines = new ArrayList<>();
        try (HeapDump dump = HeapDump.open(file, options)) {
            DumpedObject largest = dump.instances("java.util.HashMap", 1).rows().getFirst();
            for (GcRootPath path : dump.pathsToRoots(largest.address(), 1)) {
                lines.add("GC root: " + path.root());
                for (ObjectReference step : path.steps()) {
                    lines.add(step.via() + " -> " + step.object().className());
                }
            }
        }
        // end
        assertThat(lines).hasSizeGreaterThan(1);
        assertThat(lines.getLast()).endsWith("java.util.HashMap");
    }

    @Test
    void fields() throws Exception {
        // recipe: Print the fields of an object
        List<String> lines = new ArrayList<>();
        try (HeapDump dump = HeapDump.open(file, options)) {
            DumpedObject thread = dump.instances("java.lang.Thread", 1).rows().getFirst();
            for (ObjectDescription.Field field : dump.object(thread.address()).fields()) {
                String value = field.object().map(DumpedObject::className).orElse("null");
                lines.add(field.type() + " " + field.name() + " = " + field.value().orElse(value));
            }
        }
        // end
        assertThat(lines).anyMatch(line -> line.startsWith("reference name = java.lang.String"));
    }

    @Test
    void referrers() throws Exception {
        // recipe: Count who refers to an object, by class and field
        Map<String, Integer> counts = new TreeMap<>();
        try (HeapDump dump = HeapDump.open(file, options)) {
            DumpedObject loader =
                    dump.query("class extends java.lang.ClassLoader", 1).objects().getFirst();
            for (ObjectReference each : dump.referrers(loader.address(), 10_000).rows()) {
                counts.merge(each.object().className() + "." + each.via(), 1, Integer::sum);
            }
        }
        // end
        assertThat(counts).isNotEmpty();
    }

    @Test
    void query() throws Exception {
        // recipe: Find collections that are empty
        List<QueryAnswer.Group> empty;
        try (HeapDump dump =
                HeapDump.open(file, options.withQueryTimeout(Duration.ofSeconds(30)))) {
            String query = "class extends java.util.AbstractMap and size = 0 group by class";
            empty = dump.query(query, 20).groups();
        }
        // end
        assertThat(empty).anyMatch(each -> each.name().equals("java.util.HashMap"));
    }

    @Test
    void indexes() throws Exception {
        // recipe: Analyze once, ask often
        DumpOptions kept = options.withIndex(directory.resolve("shop.index"));
        try (HeapDump dump = HeapDump.open(file, kept)) {
            dump.report();
        }
        // Later, or in another process: no analysis.
        DumpedObject top;
        try (HeapDump dump = HeapDump.open(file, kept)) {
            top = dump.dominators(1).rows().getFirst();
        }
        // end
        assertThat(top.isReachable()).isTrue();
    }

    @Test
    void progress() throws Exception {
        String outcome;
        // recipe: Show progress, and cancel
        Cancellation cancellation = new Cancellation();
        ProgressListener listener =
                (phase, done, total) -> {
                    if (phase.equals("marking")) {
                        cancellation.cancel();
                    }
                };
        DumpOptions watched = options.withProgress(listener).withCancellation(cancellation);
        try (HeapDump dump = HeapDump.open(file, watched)) {
            outcome = dump.report().all().objects() + " objects";
        } catch (CancellationException e) {
            outcome = "cancelled";
        }
        // end
        assertThat(outcome).isEqualTo("cancelled");
    }

    @Test
    void redaction() throws Exception {
        // recipe: Redact a dump before you share it
        Path copy = directory.resolve("shop-redacted.hprof");
        List<String> warnings = HeapDump.redact(file, copy, options);
        // end
        assertThat(warnings).isEmpty();
        assertThat(Files.size(copy)).isEqualTo(Files.size(file));
    }

    @Test
    void manualHasTheCodeOfEachRecipe() throws IOException {
        Map<String, String> recipes = new TreeMap<>();
        RECIPE.matcher(Files.readString(SOURCE))
                .results()
                .forEach(each -> recipes.put(each.group(1), each.group(2).indent(-INDENT)));
        String page = Files.readString(MANUAL);
        String expected = BLOCK.matcher(page).replaceAll(block -> filled(block, recipes));
        if (System.getProperty("golden.update") != null) {
            Files.writeString(MANUAL, expected);
        }
        assertThat(MANUAL).as("-Dgolden.update rewrites it").content().isEqualTo(expected);
        assertThat(BLOCK.matcher(page).results().map(block -> block.group(1)))
                .containsAll(recipes.keySet());
        assertThat(recipes).hasSizeGreaterThanOrEqualTo(10);
    }

    /** Returns a section with the code of its recipe; a section without recipe is unchanged. */
    private static String filled(MatchResult block, Map<String, String> recipes) {
        String code = recipes.getOrDefault(block.group(1), block.group(3));
        return Matcher.quoteReplacement(
                "\n## %s\n%s```java\n%s```\n".formatted(block.group(1), block.group(2), code));
    }
}
