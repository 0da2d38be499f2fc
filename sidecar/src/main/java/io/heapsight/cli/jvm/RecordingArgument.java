/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks the recording file that a command names. */
final class RecordingArgument {
    private RecordingArgument() {}

    /** Fails if this is not a regular file that the user may read. */
    static void check(Path file) throws ProblemException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new ProblemException(
                    Problem.Kind.NOT_FOUND,
                    "The recording can't be read",
                    file + " is not a regular file that this user may read",
                    "give the path of a .jfr file");
        }
    }
}
