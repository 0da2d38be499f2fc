/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.OutputFormat;
import io.heapsight.explore.ClassList;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
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

/** The arguments of {@code heapsight heap}. */
final class HeapCommandArguments {
    private static final int MOST_ROWS = 100_000;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "the uncompressed heap dump; or its URL")
    private String file = "";

    @Parameters(
            index = "1",
            paramLabel = "VIEW",
            description = {
                "classes, instances CLASS, object 0xADDR, references 0xADDR, referrers 0xADDR,",
                "path 0xADDR, merged-paths CLASS, dominators [0xADDR] (default: the top of the"
                        + " tree),",
                "packages [PACKAGE], loaders, duplicate-classes, garbage, threads,",
                "locals NUMBER of a thread,",
                "diff FILE (growth from this dump to a later one),",
                "secrets (locations of credentials, never their values), or",
                "query \"class = java.util.HashMap and size > 1000 sort by retained\""
            },
            converter = ExplorerView.Converter.class)
    private ExplorerView view = ExplorerView.CLASSES;

    @Parameters(index = "2", arity = "0..1", paramLabel = "WHAT", description = "see VIEW")
    private @Nullable String what;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "rows of a list (default: 20)",
            converter = RowCountConverter.class)
    private int top = 20;

    @Option(
            names = "--sort",
            description = "for classes: retained, bytes, objects or unreachable",
            defaultValue = "retained")
    private ClassList.Order sort = ClassList.Order.RETAINED;

    @Option(
            names = "--package",
            paramLabel = "NAME",
            description = "for classes and duplicate-classes: only this package and those below it")
    private @Nullable String packageName;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "for path: number of paths, through different referrers (default: 1)")
    private int count = 1;

    @Option(
            names = "--weak",
            description =
                    "for merged-paths: include objects held only by soft, weak or phantom"
                            + " references")
    private boolean weak;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(names = "--reveal-strings", description = "show the text of strings")
    private boolean revealStrings;

    /** The arguments of one query. */
    @Command
    private static final class Question {
        @Mixin private HeapCommandArguments arguments = new HeapCommandArguments();
    }

    /**
     * Parses the arguments of an external query, which must not name files with arguments.
     *
     * @param line options, "--", and words that are not options
     * @throws ProblemException if it is not a query
     */
    static HeapCommandArguments of(List<String> line) throws ProblemException {
        Question question = new Question();
        try {
            new CommandLine(question)
                    .setExpandAtFiles(false)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .parseArgs(line.toArray(String[]::new));
            ExplorerQuery _ = question.arguments.question();
        } catch (CommandLine.ParameterException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The arguments of the heap explorer are wrong",
                    String.valueOf(e.getMessage()),
                    "See heapsight heap --help.",
                    e);
        }
        return question.arguments;
    }

    /** Returns the path or URL of the dump. */
    String file() {
        return file;
    }

    OutputFormat format() {
        return format;
    }

    boolean revealStrings() {
        return revealStrings;
    }

    /** Returns the maximum number of rows of a list. */
    int top() {
        return Math.min(top, MOST_ROWS);
    }

    /**
     * Returns the query, checked as far as possible without the dump.
     *
     * @throws CommandLine.ParameterException if it is not a query
     */
    ExplorerQuery question() {
        if (count < 1) {
            throw wrong("--count must be at least 1");
        }
        try {
            return new ExplorerQuery(
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
