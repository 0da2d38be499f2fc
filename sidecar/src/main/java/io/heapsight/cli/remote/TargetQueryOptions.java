/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.LiveView;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that query one target of a running sidecar. Also sends the query. */
final class TargetQueryOptions {
    @Mixin private final TargetArgument target = new TargetArgument();

    @Option(names = "--format", description = "text or json")
    private OutputFormat format = OutputFormat.TEXT;

    @Mixin private final SidecarApi api = new SidecarApi();

    /** Returns the file with a bearer token; empty if none was given. */
    Optional<Path> tokenFile() {
        return api.tokenFile();
    }

    OutputFormat format() {
        return format;
    }

    /** Returns whether a target is named. */
    boolean hasTarget() {
        return !target.query().isEmpty();
    }

    /**
     * Sends the request, and prints the answer.
     *
     * @param path of the endpoint
     */
    int ask(String path, Console console) throws IOException, ProblemException {
        return ask(path, "", console);
    }

    /**
     * Queries a path with more parameters.
     *
     * @param more "&amp;name=value", or ""
     */
    int ask(String path, String more, Console console) throws IOException, ProblemException {
        api.print("GET", request(path, more), "*/*", console);
        return ExitCode.DONE;
    }

    /** Sends the request again and again, and shows the answers. */
    int watch(String path, String more, Console console, LiveView view, Duration interval)
            throws IOException, ProblemException {
        view.refresh(() -> SidecarAnswer.to(request(path, more), api, console), interval);
        return ExitCode.DONE;
    }

    private String request(String path, String more) {
        return path + "?format=" + format + more + target.query();
    }
}
