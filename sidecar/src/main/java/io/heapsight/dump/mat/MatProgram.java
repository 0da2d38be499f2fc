/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.mat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command for MAT's batch mode: its script or, without a shell as in the sidecar's image, the
 * program with the arguments of the script.
 *
 * @param words before the arguments of the batch mode
 */
record MatProgram(List<String> words) {
    /** The script of the batch mode in an installation. */
    static final String SCRIPT = "ParseHeapDump.sh";

    private static final Path SHELL = Path.of("/bin/sh");

    /** Returns the command of an installation. */
    static MatProgram of(Path installation) {
        return of(installation, SHELL);
    }

    static MatProgram of(Path installation, Path shell) {
        return new MatProgram(
                Files.isExecutable(shell)
                        ? List.of(installation.resolve(SCRIPT).toString())
                        : List.of(
                                installation.resolve("MemoryAnalyzer").toString(),
                                "-consolelog",
                                "-application",
                                "org.eclipse.mat.api.parse"));
    }

    /** Appends the arguments of the batch mode. */
    List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(words);
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
