/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The folder for files of one kind in the data directory, created at the first use.
 *
 * @param path of the folder, absolute
 * @param what its content, in the plural: "heap dumps"
 */
public record KeptFolder(Path path, String what) {
    /** A folder in this data directory, which may not exist yet. */
    public static KeptFolder in(Path dataDirectory, String name, String what) {
        return new KeptFolder(dataDirectory.toAbsolutePath().resolve(name), what);
    }

    /** The folder, or its nearest existing parent. */
    public Path existing() {
        Path folder = path;
        while (!Files.exists(folder)) {
            folder = Objects.requireNonNull(folder.getParent(), "the root always exists");
        }
        return folder;
    }

    /** Finds the reason why files can't be stored there; creates nothing. */
    public Optional<Problem> obstacle() {
        Path folder = existing();
        return Files.isDirectory(folder) && Files.isWritable(folder)
                ? Optional.empty()
                : Optional.of(
                        notWritable(folder + " is not a folder that the sidecar may write to")
                                .problem());
    }

    /** Creates the problem of a folder that can't be created. */
    ProblemException notWritable(String reason) {
        return new ProblemException(
                Problem.Kind.NO_ROOM,
                "The sidecar has no folder for " + what,
                path + " can't be created: " + reason,
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
