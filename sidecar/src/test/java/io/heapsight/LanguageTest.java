/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.Prose.Passage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The language of README, docs/, manifests, dashboards and alerts: none of the habits that make a
 * sentence hard to read, no long sentence, and terms in order. Code is no prose, but its comments
 * are.
 */
class LanguageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Files and folders below the checkout. */
    private static final List<String> ROOTS =
            List.of(
                    "README.md",
                    "CONTRIBUTING.md",
                    "SECURITY.md",
                    "docs",
                    "ecs",
                    "k8s",
                    "grafana/dashboards",
                    "prometheus",
                    "heap-engine/src/main/java",
                    "sidecar/src/main/java");

    /** What the code prints is judged where the code says it. */
    private static final List<String> ELSEWHERE = List.of("docs/cli.md");

    private static final Pattern TEXT = Pattern.compile("\\.(?:md|json|ya?ml|java)$");
    private static final int MOST_WORDS = 40;
    private static final Pattern TERM = Pattern.compile("- \\*\\*(.+)\\*\\*: (.+)");

    /**
     * A way to write that readers stumble over.
     *
     * @param found where it is used
     * @param example a text in which it is found
     * @param instead the words to use
     */
    private record Habit(Pattern found, String example, String instead) {
        static Habit of(String regex, String example, String instead) {
            return new Habit(
                    Pattern.compile("\\b(?:" + regex + ")\\b", Pattern.CASE_INSENSITIVE),
                    example,
                    instead);
        }
    }

    private static final List<Habit> HABITS =
            List.of(
                    Habit.of("told", "It is told by POST", "reported, says, sends"),
                    Habit.of("of wh(?:at|ich|om)", "of what it has", "name the thing"),
                    Habit.of("nobody|somebody", "until somebody asks", "no caller, on request"),
                    Habit.of(
                            "st(?:ands?|ood) (?:in|for|at|on|as|by|behind|below|beside|there|here)",
                            "The reason stands in the log",
                            "is"),
                    Habit.of("has it", "The log has it", "contains, shows"),
                    Habit.of("hangs? (?:on|below|from|together)", "what hangs on it", "retained"),
                    Habit.of("bec(?:omes?|ame) of", "what became of it", "outcome"),
                    Habit.of("meanwhile|thereby|whereby", "It meanwhile runs", "in the meantime"),
                    Habit.of("left out", "Others are left out", "skipped, missing"),
                    Habit.of("(?:is|are|was|were) asked", "The JVM is asked", "queried, requested"),
                    Habit.of(
                            "goes? through (?:the|a|its) gate", "It goes through a gate", "passes"),
                    Habit.of("in sight", "the JVMs in sight", "visible"),
                    Habit.of("taken for", "what is taken for it", "recognized by"),
                    Habit.of("in earnest", "decides in earnest", "name the operation"),
                    Habit.of("by what", "by what they hold", "by outcome, by size"));

    @Test
    void everyHabitIsRecognized() {
        assertThat(HABITS)
                .allSatisfy(
                        habit ->
                                assertThat(habit.found().matcher(habit.example()).find()).isTrue());
    }

    @Test
    void noTextHasABadHabit() throws IOException {
        List<String> found = new ArrayList<>();
        for (Passage passage : passages()) {
            for (Habit habit : HABITS) {
                habit.found()
                        .matcher(passage.text())
                        .results()
                        .map(MatchResult::group)
                        .map(
                                words ->
                                        "%s: \"%s\"; better: %s"
                                                .formatted(passage, words, habit.instead()))
                        .forEach(found::add);
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void noSentenceOfAPageIsLong() throws IOException {
        List<String> found =
                passages().stream()
                        .filter(passage -> passage.file().toString().endsWith(".md"))
                        .flatMap(passage -> passage.sentences().stream().map(passage::with))
                        .filter(sentence -> sentence.words() > MOST_WORDS)
                        .map(sentence -> sentence.words() + " words, " + sentence)
                        .toList();
        assertThat(found).isEmpty();
    }

    @Test
    void codeIsOneWordAndOnlyCommentsOfBlocksCount() {
        String words = "one, two three ".repeat(13) + "and `all of this` ends. Next.\n";
        assertThat(Prose.of(Path.of("page.md"), words + "```\nrun it # its comment\n```\n"))
                .flatExtracting(Passage::sentences)
                .hasSize(3)
                .endsWith("its comment")
                .first()
                .satisfies(first -> assertThat(first.split(" ")).hasSize(42));
    }

    @Test
    void commentsAndTextsOfJavaAreProse() {
        String code = "/** Says it. */\nString told = \"by whom\"; // why\n";
        assertThat(Prose.of(Path.of("Some.java"), code))
                .extracting(Passage::text)
                .containsExactly("Says it. */", "by whom", "why");
    }

    @Test
    void glossaryIsSortedWithOneSentencePerTerm() throws IOException {
        List<String> terms = new ArrayList<>();
        String page = Files.readString(ROOT.resolve("docs/glossary.md"));
        TERM.matcher(page)
                .results()
                .forEach(
                        entry -> {
                            terms.add(entry.group(1));
                            assertThat(entry.group(2)).matches("\\p{Lu}[^.]*\\.");
                        });
        assertThat(terms).hasSizeGreaterThanOrEqualTo(40).doesNotHaveDuplicates();
        assertThat(terms).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
    }

    private static List<Passage> passages() throws IOException {
        List<Passage> passages = new ArrayList<>();
        for (String root : ROOTS) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(root))) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    Path name = ROOT.relativize(file);
                    if (TEXT.matcher(name.toString()).find()
                            && ELSEWHERE.stream().noneMatch(name::startsWith)) {
                        passages.addAll(Prose.of(name, Files.readString(file)));
                    }
                }
            }
        }
        assertThat(passages).hasSizeGreaterThan(1_000);
        return passages;
    }
}
