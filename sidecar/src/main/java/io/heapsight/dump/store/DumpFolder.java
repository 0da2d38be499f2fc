/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
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
                        notWritable(path, folder + " is not a folder that we may write to")
                                .problem());
    }

    /** The problem of a folder that can't be made. */
    static ProblemException notWritable(Path folder, String reason) {
        return new ProblemException(
                Problem.Kind.NO_ROOM,
                "The sidecar has nowhere to keep heap dumps",
                folder + " can't be made: " + reason,
                "mount a volume that the sidecar's user may write to at"
                        + " HEAPSIGHT_DATA_DIR of the sidecar's container: volumeMounts:"
                        + " - {name: data, mountPath: /var/lib/heapsight} with volumes:"
                        + " - {name: data, emptyDir: {sizeLimit: 10Gi}}"
                        + " (docker run -v heapsight:/var/lib/heapsight; ECS:"
                        + " \"mountPoints\": [{\"sourceVolume\": \"data\","
                        + " \"containerPath\": \"/var/lib/heapsight\"}] with"
                        + " \"volumes\": [{\"name\": \"data\"}]; on Fargate, with a container of"
                        + " this image before it that has the mount, \"user\": \"0:0\" and"
                        + " \"command\": [\"volume-permissions\"])");
    }
}
