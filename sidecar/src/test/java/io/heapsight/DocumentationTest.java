/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README and the pages of docs/: links have targets, and figures are measured ones. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Path INDEX = DOCS.resolve("README.md");

    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`[^`\n]*`");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|<img src=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern NO_ANCHOR = Pattern.compile("[^\\p{L}\\p{N}_ -]");
    private static final Pattern FIGURE = Pattern.compile("\\*\\*([0-9][^*]*)\\*\\*");

    @Test
    void everyLinkHasATarget() {
        List<String> dead = new ArrayList<>();
        for (Path page : pages()) {
            for (String link : links(page)) {
                if (!isExternal(link) && !leadsSomewhere(page, link)) {
                    dead.add(ROOT.relativize(page) + ": " + link);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void indexLinksEveryPage() {
        Set<Path> linked = linkedFrom(INDEX);
        assertThat(pages())
                .filteredOn(page -> DOCS.equals(page.getParent()))
                .filteredOn(page -> !page.equals(INDEX))
                .isSubsetOf(linked);
        assertThat(linkedFrom(ROOT.resolve("README.md"))).contains(INDEX);
    }

    @Test
    void readmeFiguresEqualTheBenchmarks() {
        String readme = text(ROOT.resolve("README.md"));
        String measured = text(ROOT.resolve("docs/benchmarks.md"));
        List<String> figures = FIGURE.matcher(readme).results().map(each -> each.group(1)).toList();

        assertThat(figures).hasSizeGreaterThanOrEqualTo(3);
        assertThat(figures).allSatisfy(figure -> assertThat(measured).contains(figure));
    }

    private static Set<Path> linkedFrom(Path page) {
        return links(page).stream()
                .filter(link -> !isExternal(link))
                .map(link -> page.resolveSibling(link.replaceFirst("#.*", "")).normalize())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean leadsSomewhere(Path page, String link) {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
    }

    private static boolean isExternal(String link) {
        return link.startsWith("https://") || link.startsWith("http://");
    }

    private static List<String> links(Path page) {
        return LINK.matcher(CODE.matcher(text(page)).replaceAll(""))
                .results()
                .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                .toList();
    }

    /** As GitHub derives them from headings. */
    private static Set<String> anchors(Path page) {
        return HEADING.matcher(FENCED.matcher(text(page)).replaceAll(""))
                .results()
                .map((MatchResult heading) -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(title -> NO_ANCHOR.matcher(title).replaceAll("").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static List<Path> pages() {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(DOCS);
                Stream<Path> ecs = Files.list(ROOT.resolve("ecs"))) {
            return Stream.of(top, docs, ecs)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
