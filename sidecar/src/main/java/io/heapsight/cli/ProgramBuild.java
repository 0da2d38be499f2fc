/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.unit.Sha256;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the build of this program. Builds of the same commit have the same digest.
 *
 * @param commit the Git commit; ends with "-dirty" if files had changed
 * @param sha256 digest of heapsight.jar
 */
record ProgramBuild(String commit, String sha256) {
    private static final String COMMIT = "Commit";

    /** Reads the jar that contains this class; empty if the classes are not in a jar. */
    static Optional<ProgramBuild> current() {
        @Nullable CodeSource source = ProgramBuild.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return Optional.empty();
        }
        try {
            Path jar = path(source.getLocation());
            return Files.isRegularFile(jar) ? Optional.of(of(jar)) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Reads a jar. */
    static ProgramBuild of(Path jar) throws IOException {
        return new ProgramBuild(commit(jar), Sha256.of(jar, _ -> {}));
    }

    private static Path path(URL location) throws IOException {
        try {
            return Path.of(location.toURI());
        } catch (URISyntaxException e) {
            throw new IOException(location + " is not a path", e);
        }
    }

    private static String commit(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            @Nullable Manifest manifest = file.getManifest();
            Attributes attributes =
                    manifest == null ? new Attributes() : manifest.getMainAttributes();
            @Nullable String commit = attributes.getValue(COMMIT);
            return commit == null ? "unknown" : commit;
        }
    }
}
