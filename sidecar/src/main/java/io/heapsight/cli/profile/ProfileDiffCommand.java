/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.profile;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DocumentFormat;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.ProgressLine;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight profile diff}: compares two profiles by method. */
@Command(
        name = "diff",
        description = {
            "Shows which methods have a larger or smaller share in one profile than in another,"
                    + " and which differences exceed chance.",
            "Reads recordings (.jfr) of async-profiler or Flight Recorder, or collapsed stacks,"
                    + " which are compared without a verdict."
        },
        mixinStandardHelpOptions = true)
public final class ProfileDiffCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "BASE", description = "the base profile")
    private Path base = Path.of("");

    @Parameters(index = "1", paramLabel = "CANDIDATE", description = "the candidate profile")
    private Path candidate = Path.of("");

    @Option(names = "--format", description = "text, json or html", defaultValue = "text")
    private DocumentFormat format = DocumentFormat.TEXT;

    public ProfileDiffCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        ProfileDifference difference;
        try (ProgressLine _ = ProgressLine.waiting(console, "comparing the profiles")) {
            difference = ProfileDifference.of(source(base), source(candidate));
        }
        console.print(difference.report(), difference::writePage, format);
        return ExitCode.DONE;
    }

    private static ProfileDifference.Source source(Path file) {
        return new ProfileDifference.Source(file, file.toString(), Optional.empty());
    }
}
