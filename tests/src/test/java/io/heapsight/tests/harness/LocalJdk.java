/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A JDK of this machine. */
public record LocalJdk(Path home) {

    /**
     * A JDK of this feature version; if it is missing, the test is skipped, or fails with CI=true.
     */
    public static LocalJdk of(int version) {
        if (Runtime.version().feature() == version) {
            return new LocalJdk(Path.of(System.getProperty("java.home")));
        }
        Optional<Path> found = find(version);
        if (found.isEmpty() && Engine.isCi()) {
            throw new IllegalStateException("no JDK " + version + " in /usr/lib/jvm");
        }
        return new LocalJdk(
                found.orElseThrow(
                        () -> new TestAbortedException("no JDK " + version + " in /usr/lib/jvm")));
    }

    private static Optional<Path> find(int version) {
        Path folder = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(folder)) {
            return homes.filter(home -> Files.isExecutable(home.resolve("bin/jcmd")))
                    .filter(home -> release(home).contains("JAVA_VERSION=\"" + version + "."))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String release(Path home) {
        try {
            return Files.readString(home.resolve("release"));
        } catch (IOException none) {
            return "";
        }
    }

    /** The path of a tool: "java", "jcmd", "jstat", … */
    public String tool(String name) {
        return home.resolve("bin").resolve(name).toString();
    }
}
