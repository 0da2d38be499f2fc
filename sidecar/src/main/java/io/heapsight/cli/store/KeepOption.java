/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.cli.output.Console;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --keep} of commands that read files or URLs. */
public final class KeepOption {
    @Option(
            names = "--keep",
            description = "with a URL: keep the downloaded file in the work directory")
    private boolean keep;

    /** Returns the input files of a command. */
    public InputFiles files(Console console, Path workDirectory) {
        return new InputFiles(console, workDirectory, keep);
    }
}
