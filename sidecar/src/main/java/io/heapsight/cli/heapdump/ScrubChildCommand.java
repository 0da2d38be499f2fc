/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.recording.reader.RecordingScrubber;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight scrub-child}: scrubs a recording in a child process of the sidecar. Communicates
 * by {@link ChildProtocol}, and ends with its parent.
 */
@Command(name = "scrub-child", hidden = true, description = "Started by the sidecar.")
public final class ScrubChildCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    @Option(names = "--to", required = true)
    private Path to = Path.of("");

    public ScrubChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ChildStartup.become();
        try {
            RecordingScrubber.scrub(file, to);
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
            return ExitCode.REPORTED;
        }
    }
}
