/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The {@code release} file in the top directory of a JDK, with lines {@code NAME="value"}. The
 * search begins at libjvm.so and goes upwards.
 */
record JdkRelease(Map<String, String> values) {
    private static final int MAX_BYTES = 64 * 1024;

    /**
     * Levels to search: in JDK 8, the file is five folders above {@code
     * jre/lib/amd64/server/libjvm.so}.
     */
    private static final int MAX_LEVELS = 5;

    static JdkRelease beside(ProcFs procFs, int pid, String libjvm) {
        String folder = libjvm;
        for (int level = 0; level < MAX_LEVELS && folder.lastIndexOf('/') > 0; level++) {
            folder = folder.substring(0, folder.lastIndexOf('/'));
            JdkRelease release = read(procFs, pid, folder + "/release");
            if (!release.version().isEmpty()) {
                return release;
            }
        }
        return new JdkRelease(Map.of());
    }

    private static JdkRelease read(ProcFs procFs, int pid, String path) {
        try {
            Path file = RootedPath.resolve(procFs.files(), procFs.rootOf(pid), path);
            return parse(
                    new String(procFs.files().read(file, 0, MAX_BYTES), StandardCharsets.UTF_8));
        } catch (IOException _) {
            return new JdkRelease(Map.of());
        }
    }

    static JdkRelease parse(String text) {
        Map<String, String> values = new HashMap<>();
        for (String line : text.split("\\R")) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(
                        line.substring(0, equals).trim(),
                        line.substring(equals + 1).trim().replace("\"", ""));
            }
        }
        return new JdkRelease(values);
    }

    /** "17.0.15", "1.8.0_452"; "" if unknown. */
    String version() {
        return values.getOrDefault("JAVA_VERSION", "");
    }

    /** "Eclipse Adoptium"; "" if unknown. */
    String vendor() {
        return values.getOrDefault("IMPLEMENTOR", "");
    }
}
