/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.cli.output.DocumentFormat;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.SizeConverter;
import io.heapsight.cli.output.TempDirectoryLocator;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code analyze}. */
final class AnalyzeOptions {
    private static final String MAX_MEMORY = "--max-memory";
    private static final String TOP = "--top";
    private static final String FORMAT = "--format";
    private static final String ONLY = "--only";
    private static final String WORK_DIR = "--work-dir";

    private static final int ROWS_OF_TEXT = 20;
    private static final int ROWS_OTHERWISE = 100;

    /** The size of the object index of the smallest JVM. */
    private static final ByteSize LEAST_MEMORY = ByteSize.parse("4m");

    private static final long MOST_FLAGS_BYTES = 1 << 20;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = MAX_MEMORY,
            paramLabel = "SIZE",
            description = {
                "the most memory for tables, such as 96m or 1g;",
                "default: as much as the dump needs, up to half of the available memory or what "
                        + "the container's limit leaves"
            },
            converter = MemoryConverter.class)
    private @Nullable ByteSize maxMemory;

    @Option(
            names = TOP,
            paramLabel = "N",
            description = "rows of each list (default: 20 as text, else 100; JSON has all classes)",
            converter = RowCountConverter.class)
    private @Nullable Integer top;

    @Option(names = FORMAT, description = "text, json or html", defaultValue = "text")
    private DocumentFormat format = DocumentFormat.TEXT;

    @Option(
            names = "--flags",
            paramLabel = "FLAGS|FILE",
            description = {
                "output of jcmd PID VM.flags, or a file with it;",
                "default: the object layout is inferred from the dump"
            })
    private @Nullable String flags;

    @Option(
            names = ONLY,
            description = "histogram or garbage: stop after it, in less time and memory")
    private @Nullable Only only;

    @Option(
            names = "--objects-out",
            paramLabel = "FILE",
            description = {
                "one line per object: address, class, shallow bytes, retained bytes, address of the"
                        + " immediate dominator (\"-\" below the root), separated by tabs;",
                "with /dev/stdout, the summary goes to standard error"
            })
    private @Nullable Path objectsOut;

    @Option(names = "--force", description = "--objects-out may overwrite an existing file")
    private boolean force;

    @Option(
            names = "--keep-index",
            description = {
                "keep an index, FILE.index, beside the dump for heapsight heap;",
                "usually a tenth to a third of the inflated dump"
            })
    private boolean keepIndex;

    @Option(
            names = "--plan",
            description =
                    "memory, disk and time of each level, and a container's resources, without an"
                            + " analysis; of a URL, upper bounds without a copy (--keep: with one)")
    private boolean plan;

    @Option(
            names = "--fleet",
            description = "suspects of all dumps below URL, by the summaries in the store")
    private boolean fleet;

    @Option(names = "--reveal-strings", description = "show contents of duplicate strings")
    private boolean revealStrings;

    @Option(
            names = WORK_DIR,
            paramLabel = "DIR",
            description =
                    "for tables that don't fit in memory (default: the system's directory for"
                            + " temporary files)")
    private Path workDirectory = TempDirectoryLocator.directory();

    /** The last step of a partial analysis. */
    enum Only {
        HISTOGRAM(AnalysisRequest.Scope.HISTOGRAM),
        GARBAGE(AnalysisRequest.Scope.GARBAGE);

        private final AnalysisRequest.Scope scope;

        Only(AnalysisRequest.Scope scope) {
            this.scope = scope;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Parses memory sizes; refuses a size that is too small for any dump. */
    static final class MemoryConverter implements CommandLine.ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String text) {
            ByteSize size = new SizeConverter().convert(text);
            if (size.compareTo(LEAST_MEMORY) < 0) {
                throw new CommandLine.TypeConversionException(
                        size + " is too little for any dump: give at least " + LEAST_MEMORY);
            }
            return size;
        }
    }

    /**
     * Parses an option without the parser, in the same way.
     *
     * @return false if the parser must handle it: a rare option, or an invalid value
     */
    boolean take(String name, String value) {
        try {
            switch (name) {
                case MAX_MEMORY -> maxMemory = new MemoryConverter().convert(value);
                case TOP -> top = new RowCountConverter().convert(value);
                case FORMAT -> format = DocumentFormat.valueOf(value.toUpperCase(Locale.ROOT));
                case ONLY -> only = Only.valueOf(value.toUpperCase(Locale.ROOT));
                case WORK_DIR -> workDirectory = Path.of(value);
                default -> {
                    return false;
                }
            }
        } catch (IllegalArgumentException | CommandLine.TypeConversionException e) {
            return false;
        }
        return true;
    }

    Path workDirectory() {
        return workDirectory;
    }

    DocumentFormat format() {
        return format;
    }

    /** Returns the maximum number of rows of each list. */
    int rows() {
        int usual = format == DocumentFormat.TEXT ? ROWS_OF_TEXT : ROWS_OTHERWISE;
        return top == null ? usual : top;
    }

    /** Returns the maximum number of classes in JSON; default: all. */
    int jsonClasses() {
        return top == null ? Integer.MAX_VALUE : rows();
    }

    /**
     * Returns the output file for one line per object; empty if not requested.
     *
     * @param dump the input
     */
    Optional<OutputFile> objectsOut(Path dump) throws ProblemException {
        if (objectsOut == null) {
            return Optional.empty();
        }
        List<Path> inputs =
                flags == null || isText(flags) ? List.of(dump) : List.of(dump, Path.of(flags));
        return Optional.of(OutputFile.create(objectsOut, "The list of objects", inputs, force));
    }

    /**
     * Refuses options that exclude each other.
     *
     * @param needsSummary whether an option needs the summary
     */
    void check(boolean needsSummary) {
        if (only != null && keepIndex) {
            throw wrong("--keep-index needs dominators, which --only skips");
        }
        if (plan && (keepIndex || objectsOut != null || format == DocumentFormat.HTML)) {
            throw wrong("--plan has no index, no list of objects and no HTML page");
        }
        if (fleet
                && (plan
                        || keepIndex
                        || needsSummary
                        || only != null
                        || objectsOut != null
                        || format == DocumentFormat.HTML)) {
            throw wrong("--fleet reads summaries: it has only --top and --format text or json");
        }
        if (needsSummary && (plan || only != null)) {
            throw wrong(
                    "--upload-summary and --termination-message need the whole analysis, without"
                            + " --plan and --only");
        }
        if (only != null && objectsOut != null) {
            throw wrong("--objects-out needs dominators, which --only skips");
        }
    }

    /** Returns whether to show what an analysis needs, without one. */
    boolean isPlan() {
        return plan;
    }

    /** Returns whether to show the suspects of many dumps. */
    boolean isFleet() {
        return fleet;
    }

    /** Returns whether a part of the analysis suffices. */
    boolean isPartial() {
        return only != null;
    }

    /** Returns whether to store an index. */
    boolean keepsIndex() {
        return keepIndex;
    }

    /**
     * Returns the request; the command chooses the path of the list of objects.
     *
     * @param most rows of each list, at least those that are shown
     */
    AnalysisRequest request(Path file, Optional<Path> objects, int most) throws ProblemException {
        return new AnalysisRequest(
                file,
                memory(),
                most,
                flags == null ? HeapFlags.NONE : readFlags(flags),
                only == null ? AnalysisRequest.Scope.EVERYTHING : only.scope,
                objects,
                revealStrings,
                workDirectory);
    }

    /** Returns the most memory for tables. */
    ByteSize memory() {
        return maxMemory == null ? AnalysisMemory.usual(ProcFs.system()) : maxMemory;
    }

    private HeapFlags readFlags(String textOrFile) throws ProblemException {
        HeapFlags read =
                HeapFlags.parse(isText(textOrFile) ? textOrFile : textOf(Path.of(textOrFile)));
        if (read.equals(HeapFlags.NONE)) {
            throw wrong("--flags: no flag such as -XX:+UseCompressedOops in " + textOrFile);
        }
        return read;
    }

    private static boolean isText(String textOrFile) {
        return textOrFile.contains("-XX:");
    }

    private static String textOf(Path file) throws ProblemException {
        try {
            if (Files.size(file) > MOST_FLAGS_BYTES) {
                throw new IOException("too large for flags: " + new ByteSize(Files.size(file)));
            }
            return Files.readString(file);
        } catch (IOException e) {
            String why = IoReason.of(e);
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The flags can't be read",
                    file + ": " + why,
                    "give the output of jcmd PID VM.flags, or the name of a file with it;"
                            + " without --flags the layout is inferred from the dump",
                    e);
        }
    }

    private CommandLine.ParameterException wrong(String why) {
        if (command == null) {
            throw new IllegalStateException("options without a command: " + why);
        }
        return new CommandLine.ParameterException(command.commandLine(), why);
    }
}
