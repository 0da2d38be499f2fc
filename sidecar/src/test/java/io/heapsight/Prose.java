/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The parts of a file that people read: prose without code. */
final class Prose {
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");
    private static final Pattern TARGET = Pattern.compile("]\\([^)]*\\)|<[^>]*>");
    private static final Pattern NEW_PASSAGE =
            Pattern.compile("(?:\\d+\\.|[-*]) .*|#.*|\\|.*|\\s*");
    private static final Pattern DESCRIPTION =
            Pattern.compile("\"(?:description|title|summary)\": \"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern COMMENT = Pattern.compile("(?:^|\\s)# ?(.*)");
    private static final Pattern YAML_TEXT = Pattern.compile("\\s*(?:summary|description): (.*)");
    private static final Pattern JAVA_TEXT =
            Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|^\\s*/?\\*+ ?(.*)|// (.*)");
    private static final Pattern END = Pattern.compile("(?<=[.!?…])[)\"*]*\\s+");

    /** Rows of tables that tests generate from the code. */
    private static final Pattern WRITTEN_BY_CODE =
            Pattern.compile(
                    "docs/metrics\\.md:\\| `[a-z_]+` \\| (?:gauge|counter|info|summary|histogram) .*"
                            + "|docs/configuration\\.md:\\| `HEAPSIGHT_.*"
                            + "|docs/rules\\.md:\\| `[\\w.]+` \\| (?:a size|per cent|a whole|CPUs).*"
                            + "|docs/mcp\\.md:\\| `[a-z_]+` \\| .*");

    private Prose() {}

    /**
     * A paragraph, an item of a list, a cell of a table, a comment or a description.
     *
     * @param line its first line, from 1
     */
    record Passage(Path file, int line, String text) {
        List<String> sentences() {
            return Stream.of(END.split(text)).filter(each -> !each.isBlank()).toList();
        }

        int words() {
            return (int) Stream.of(text.split("\\s+")).filter(each -> !each.isBlank()).count();
        }

        Passage with(String sentence) {
            return new Passage(file, line, sentence);
        }

        @Override
        public String toString() {
            return file + ":" + line + ": " + text;
        }
    }

    static List<Passage> of(Path file, String text) {
        String name = file.toString();
        List<String> lines = text.lines().toList();
        if (name.endsWith(".md")) {
            return ofMarkdown(file, lines);
        }
        if (name.endsWith(".json")) {
            return found(file, lines, DESCRIPTION);
        }
        if (name.endsWith(".java")) {
            return found(file, lines, JAVA_TEXT);
        }
        List<Passage> passages = new ArrayList<>(found(file, lines, COMMENT));
        passages.addAll(found(file, lines, YAML_TEXT));
        return passages;
    }

    private static List<Passage> found(Path file, List<String> lines, Pattern pattern) {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            passages.addAll(found(file, i + 1, lines.get(i), pattern));
        }
        return passages;
    }

    private static List<Passage> found(Path file, int number, String line, Pattern pattern) {
        return pattern.matcher(line)
                .results()
                .flatMap(
                        match ->
                                IntStream.rangeClosed(1, match.groupCount()).mapToObj(match::group))
                .filter(group -> group != null && !group.isBlank())
                .map(group -> new Passage(file, number, group))
                .toList();
    }

    private static List<Passage> ofMarkdown(Path file, List<String> lines) {
        List<Passage> passages = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        int begin = 1;
        boolean code = false;
        for (int i = 0; i <= lines.size(); i++) {
            String line = i < lines.size() ? lines.get(i) : "";
            boolean fence = line.strip().startsWith("```");
            if (fence || code || NEW_PASSAGE.matcher(line).matches()) {
                add(passages, file, begin, paragraph.toString());
                paragraph.setLength(0);
                begin = i + 1;
            }
            if (!fence && !code) {
                paragraph.append(line.strip()).append(' ');
            } else if (code) {
                passages.addAll(found(file, i + 1, line, COMMENT));
            }
            code ^= fence;
        }
        return passages;
    }

    private static void add(List<Passage> passages, Path file, int line, String paragraph) {
        if (WRITTEN_BY_CODE.matcher(file + ":" + paragraph.strip()).matches()) {
            return;
        }
        String prose = INLINE_CODE.matcher(paragraph).replaceAll("CODE");
        prose = TARGET.matcher(prose).replaceAll("").replace("[", "");
        String[] cells =
                paragraph.startsWith("|") ? prose.split("(?<!\\\\)\\|") : new String[] {prose};
        for (String cell : cells) {
            if (!cell.isBlank()) {
                passages.add(new Passage(file, line, cell.strip()));
            }
        }
    }
}
