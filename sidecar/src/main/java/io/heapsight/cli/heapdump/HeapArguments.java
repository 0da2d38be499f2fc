/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.Format;
import io.heapsight.explore.ClassOrder;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What one asks of which dump: the arguments of {@code heapsight heap}. */
final class HeapArguments {
    private static final int MOST_ROWS = 100_000;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Parameters(index = "0", paramLabel = "FILE", description = "the heap dump, not compressed")
    private Path file = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "VIEW",
            description = {
                "classes, instances CLASS, object 0xADDR, references 0xADDR, referrers 0xADDR,",
                "path 0xADDR, merged-paths CLASS, dominators [0xADDR]: without address the top of the tree,",
                "packages [PACKAGE], loaders, duplicate-classes, garbage, threads,",
                "locals NUMBER: of a thread,",
                "diff FILE: what grew from the dump to a later one,",
                "secrets: where credentials are, never what they are, or",
                "query \"class = java.util.HashMap and size > 1000 sort by retained\""
            },
            converter = HeapView.Converter.class)
    private HeapView view = HeapView.CLASSES;

    @Parameters(index = "2", arity = "0..1", paramLabel = "WHAT", description = "see VIEW")
    private @Nullable String what;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "rows of a list (default: 20)",
            converter = RowCount.class)
    private int top = 20;

    @Option(
            names = "--sort",
            description = "of classes: retained, bytes, objects or unreachable",
            defaultValue = "retained")
    private ClassOrder sort = ClassOrder.RETAINED;

    @Option(
            names = "--package",
            paramLabel = "NAME",
            description = "of classes and duplicate-classes: those of a package and below it")
    private @Nullable String packageName;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "of path: so many, through other referrers (default: 1)")
    private int count = 1;

    @Option(
            names = "--weak",
            description =
                    "of merged-paths: also to objects that soft, weak or phantom references alone hold")
    private boolean weak;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private Format format = Format.TEXT;

    @Option(names = "--reveal-strings", description = "show the text of strings")
    private boolean revealStrings;

    /** The arguments of one question. */
    @Command
    private static final class Question {
        @Mixin private HeapArguments arguments = new HeapArguments();
    }

    /**
     * The arguments of a question that comes from outside: it names no files with arguments.
     *
     * @param line options, "--", and what is not to be taken for one
     * @throws ProblemException when it is no question
     */
    static HeapArguments of(List<String> line) throws ProblemException {
        Question question = new Question();
        try {
            new CommandLine(question)
                    .setExpandAtFiles(false)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .parseArgs(line.toArray(String[]::new));
            HeapQuestion _ = question.arguments.question();
        } catch (CommandLine.ParameterException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The heap explorer does not understand the question",
                    String.valueOf(e.getMessage()),
                    "Ask as heapsight heap --help says.",
                    e);
        }
        return question.arguments;
    }

    Path file() {
        return file;
    }

    Format format() {
        return format;
    }

    boolean revealStrings() {
        return revealStrings;
    }

    /** Rows of a list. */
    int top() {
        return Math.min(top, MOST_ROWS);
    }

    /**
     * What is asked, checked as far as it can be without the dump.
     *
     * @throws CommandLine.ParameterException when it is no question
     */
    HeapQuestion question() {
        if (count < 1) {
            throw wrong("--count must be 1 at least");
        }
        try {
            return new HeapQuestion(
                    view,
                    Optional.ofNullable(what),
                    Optional.ofNullable(packageName),
                    sort,
                    top(),
                    count,
                    weak);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private CommandLine.ParameterException wrong(String why) {
        if (command == null) {
            throw new IllegalStateException("options without a command: " + why);
        }
        return new CommandLine.ParameterException(command.commandLine(), why);
    }
}
