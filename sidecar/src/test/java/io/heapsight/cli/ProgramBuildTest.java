/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class ProgramBuildTest {
    @TempDir private Path folder;

    @Test
    void readsTheCommitAndTheDigestOfTheJar() throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Commit", "d61e323d-dirty");

        Path jar = jar(manifest);

        byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
        assertThat(ProgramBuild.of(jar))
                .isEqualTo(new ProgramBuild("d61e323d-dirty", HexFormat.of().formatHex(sha256)));
    }

    @Test
    void jarWithoutACommitIsOfAnUnknownOne() throws IOException {
        assertThat(ProgramBuild.of(jar(new Manifest())).commit()).isEqualTo("unknown");
    }

    @Test
    void classesOutsideOfAJarHaveNoBuild() {
        assertThat(ProgramBuild.current()).isEmpty();
    }

    private Path jar(Manifest manifest) throws IOException {
        Path jar = folder.resolve("heapsight.jar");
        try (JarOutputStream _ = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            return jar;
        }
    }
}
