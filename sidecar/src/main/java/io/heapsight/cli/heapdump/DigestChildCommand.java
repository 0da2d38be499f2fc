/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight digest-child}: a child process of the sidecar that computes the SHA-256 of a
 * dump that is not analysed. Communicates by {@link ChildProtocol}, and ends with its parent.
 */
@Command(name = "digest-child", hidden = true, description = "Started by the sidecar.")
public final class DigestChildCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    public DigestChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ChildStartup.become();
        try {
            String digest =
                    new DumpProblems(file)
                            .during(
                                    () ->
                                            DumpDigest.sha256(
                                                    file, ChildProtocol.progressTo(console.out())));
            ChildProtocol.digest(console.out(), digest);
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
            return ExitCode.REPORTED;
        }
    }
}
