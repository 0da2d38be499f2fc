/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.config.ConfigKeys;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Locates the directory for temporary files of commands: the system's, or else the sidecar's data
 * directory. In a container with a read-only root, only the data directory is writable.
 */
public final class TempDirectoryLocator {
    private TempDirectoryLocator() {}

    public static Path directory() {
        return directory(
                Path.of(System.getProperty("java.io.tmpdir", "/tmp")),
                dataDirectory(System.getenv()));
    }

    /** Creates an empty folder that only this user can read. */
    public static Path createFolder() throws ProblemException {
        Path directory = directory();
        try {
            return Files.createTempDirectory(directory, "heapsight-");
        } catch (IOException e) {
            Path data = dataDirectory(System.getenv());
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "Temporary files can't be created",
                    directory + ": " + IoReason.why(e),
                    "mount a writable volume at %s, for instance a tmpfs".formatted(data),
                    e);
        }
    }

    /** Returns the first directory if neither is writable, so that an error names that one. */
    static Path directory(Path system, Path data) {
        return !isWritable(system) && isWritable(data) ? data : system;
    }

    private static boolean isWritable(Path directory) {
        return Files.isDirectory(directory) && Files.isWritable(directory);
    }

    private static Path dataDirectory(Map<String, String> environment) {
        return Path.of(
                environment.getOrDefault(
                        ConfigKeys.DATA_DIR.name(), ConfigKeys.DATA_DIR.defaultValue()));
    }
}
