/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Compares the figure of docs/architecture.md with the packages and their dependencies. */
@AnalyzeClasses(packages = "io.heapsight", importOptions = MainClasses.class)
class ArchitectureFigureTest {
    private static final Pattern BOX = Pattern.compile("(\\w+)\\[\"<b>[^<]*</b><br>([^\"]*)\"]");
    private static final Pattern ARROW = Pattern.compile("(\\w+)(?:\\[[^\\]]*])? --> (\\w+)");

    private final Map<String, String> boxOfPackage = new HashMap<>();
    private final Map<String, Set<String>> arrows;

    ArchitectureFigureTest() throws IOException {
        String figure = Files.readString(Path.of("..", "docs", "architecture.md"));
        BOX.matcher(figure)
                .results()
                .forEach(
                        box ->
                                Stream.of(box.group(2).split(" · "))
                                        .forEach(each -> boxOfPackage.put(each, box.group(1))));
        arrows =
                ARROW.matcher(figure)
                        .results()
                        .filter(arrow -> boxOfPackage.containsValue(arrow.group(1)))
                        .collect(
                                groupingBy(
                                        arrow -> arrow.group(1),
                                        mapping(
                                                (MatchResult arrow) -> arrow.group(2),
                                                toCollection(TreeSet::new))));
    }

    @ArchTest
    void namesEveryPackage(JavaClasses classes) {
        Set<String> packages = new TreeSet<>();
        classes.forEach(each -> packages.add(name(each)));
        packages.remove("");
        assertThat(new TreeSet<>(boxOfPackage.keySet())).isEqualTo(packages);
    }

    @ArchTest
    void arrowsShowEveryDependency(JavaClasses classes) {
        Map<String, Set<String>> used = uses(classes);

        used.forEach((box, others) -> assertThat(reachable(box)).as(box).containsAll(others));
        arrows.forEach((box, others) -> assertThat(used.get(box)).as(box).containsAll(others));
    }

    private Map<String, Set<String>> uses(JavaClasses classes) {
        Map<String, Set<String>> uses = new HashMap<>();
        for (JavaClass each : classes) {
            String from = boxOfPackage.get(name(each));
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String to = boxOfPackage.get(name(dependency.getTargetClass()));
                if (from != null && to != null && !to.equals(from)) {
                    uses.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
                }
            }
        }
        return uses;
    }

    private Set<String> reachable(String box) {
        Set<String> all = new TreeSet<>();
        for (String next : arrows.getOrDefault(box, Set.of())) {
            all.add(next);
            all.addAll(reachable(next));
        }
        return all;
    }

    /** The package below io.heapsight; "" for foreign classes or none. */
    private static String name(JavaClass each) {
        String prefix = ArchitectureFigureTest.class.getPackageName() + ".";
        String full = each.getPackageName();
        return full.startsWith(prefix) ? full.substring(prefix.length()).split("\\.")[0] : "";
    }
}
