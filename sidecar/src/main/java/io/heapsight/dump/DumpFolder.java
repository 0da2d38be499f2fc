/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.unit.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Where dumps are kept: {@code heapdumps} in the data directory, made when it is first needed.
 *
 * @param path of the folder, absolute
 */
public record DumpFolder(Path path) {
    /** In this data directory, which need not be there. */
    public static DumpFolder in(Path dataDirectory) {
        return new DumpFolder(dataDirectory.toAbsolutePath().resolve("heapdumps"));
    }

    /** The folder, or the nearest above it that is there. */
    public Path existing() {
        Path folder = path;
        while (!Files.exists(folder)) {
            folder = Objects.requireNonNull(folder.getParent(), "the root is always there");
        }
        return folder;
    }

    /** Why nothing can be kept there; makes nothing. */
    public Optional<Problem> obstacle() {
        Path folder = existing();
        return Files.isDirectory(folder) && Files.isWritable(folder)
                ? Optional.empty()
                : Optional.of(
                        DumpProblem.noFolder(path, folder + " is not a folder that we may write to")
                                .problem());
    }
}
