/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.profile;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.heapdump.ChildOfSidecar;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileFiles;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight profile-child}: a child process of the sidecar that reads a recording of a
 * profile. Communicates by {@link ChildProtocol}, and ends with its parent.
 */
@Command(name = "profile-child", hidden = true, description = "Started by the sidecar.")
public final class ProfileChildCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    @Option(names = "--event", required = true)
    private ProfileEvent event = ProfileEvent.CPU;

    @Option(names = "--folder", required = true)
    private Path folder = Path.of("");

    @Option(names = "--id", required = true)
    private String id = "";

    public ProfileChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ChildOfSidecar.become();
        try {
            ProfileFiles.makeAll(file, event, folder, id);
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
            return ExitCode.REPORTED;
        }
    }
}
