/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A query about one target of a running sidecar: options and request. */
final class TargetQuestion {
    @Mixin private final SampledTarget target = new SampledTarget();

    @Option(names = "--format", description = "text or json; default: text")
    private OutputFormat format = OutputFormat.TEXT;

    @Mixin private final SidecarApi api = new SidecarApi();

    /**
     * Sends the request, and prints the answer.
     *
     * @param path of the endpoint
     */
    int ask(String path, Console console) throws IOException, ProblemException {
        api.print("GET", path + "?format=" + format + target.query(), "*/*", console);
        return ExitCode.DONE;
    }
}
