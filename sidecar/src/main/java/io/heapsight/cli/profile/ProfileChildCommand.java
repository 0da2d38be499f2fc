/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.profile;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.heapdump.ChildStartup;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.profile.ProfileConverter;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.unit.ProblemException;
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

    @Option(names = "--collected-at")
    private @Nullable Instant collectedAt;

    @Option(names = "--only")
    private List<String> only = List.of();

    @Option(names = "--id", required = true)
    private String id = "";

    public ProfileChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ChildStartup.become();
        try {
            ProfileConverter.keepOnly(file, only);
            ProfileConverter.makeAll(file, event, Optional.ofNullable(collectedAt), folder, id);
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
            return ExitCode.REPORTED;
        }
    }
}
