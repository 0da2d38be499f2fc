/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.profile;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.heapdump.ChildStartup;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DocumentFormat;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight profile-diff-child}: a child process of the sidecar that compares two profiles.
 * Communicates by {@link ChildProtocol}, and ends with its parent.
 */
@Command(name = "profile-diff-child", hidden = true, description = "Started by the sidecar.")
public final class ProfileDiffChildCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "2", paramLabel = "FILE")
    private List<Path> files = List.of();

    @Option(names = "--base-name", required = true)
    private String base = "";

    @Option(names = "--candidate-name", required = true)
    private String candidate = "";

    @Option(names = "--base-collected-at")
    private @Nullable Instant baseCollectedAt;

    @Option(names = "--candidate-collected-at")
    private @Nullable Instant candidateCollectedAt;

    @Option(names = "--format", required = true)
    private DocumentFormat format = DocumentFormat.TEXT;

    @Option(names = "--output", required = true)
    private Path output = Path.of("");

    public ProfileDiffChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ChildStartup.become();
        try {
            write(
                    ProfileDifference.of(
                            new ProfileDifference.Source(
                                    files.getFirst(), base, Optional.ofNullable(baseCollectedAt)),
                            new ProfileDifference.Source(
                                    files.getLast(),
                                    candidate,
                                    Optional.ofNullable(candidateCollectedAt))));
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
        } catch (IOException e) {
            ChildProtocol.fail(
                    console.out(),
                    new Problem(
                            Problem.Kind.NO_ROOM,
                            "The comparison could not be written",
                            output + ": " + IoReason.of(e),
                            "Check the free space of HEAPSIGHT_DATA_DIR."));
        }
        return ExitCode.REPORTED;
    }

    private void write(ProfileDifference difference) throws IOException {
        try (Writer out = Channels.newWriter(DurableFiles.create(output), StandardCharsets.UTF_8)) {
            switch (format) {
                case TEXT -> difference.report().writeText(out);
                case JSON -> difference.report().writeJson(out);
                case HTML -> difference.writePage(out);
            }
        }
    }
}
