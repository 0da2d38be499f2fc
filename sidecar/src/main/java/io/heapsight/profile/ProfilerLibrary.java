/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds the native library of async-profiler that a target can load: beside the program, in {@code
 * native/linux-x64/libasyncProfiler.so} or {@code native/linux-arm64/…}.
 *
 * @param folder contains one folder per architecture
 */
public record ProfilerLibrary(Path folder) {
    private static final String NAME = "libasyncProfiler.so";

    /** The two bytes of an ELF file that contain the architecture. */
    private static final int MACHINE_AT = 18;

    private static final int X64 = 62;
    private static final int ARM64 = 183;

    /** The library of the running program. */
    public static ProfilerLibrary ofProgram() {
        String first = System.getProperty("java.class.path").split(File.pathSeparator, 2)[0];
        return new ProfilerLibrary(Path.of(first).toAbsolutePath().resolveSibling("native"));
    }

    /**
     * Returns the library for a target's architecture.
     *
     * @throws ProblemException if there is none
     */
    public Path of(TargetConnection target) throws ProblemException {
        String architecture = architecture(target);
        Path file = folder.resolve(architecture).resolve(NAME);
        if (!Files.isRegularFile(file)) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "No profiler library for the target's architecture",
                    "%s runs on %s, and %s does not exist."
                            .formatted(target.jvm().label(), architecture, file),
                    "Use a heapsight image built for the architecture of the target.");
        }
        return file;
    }

    private static String architecture(TargetConnection target) throws ProblemException {
        int pid = target.jvm().pid();
        try {
            Path program = target.procFs().of(pid).resolve("exe");
            byte[] head = target.procFs().files().read(program, MACHINE_AT, 2);
            int machine = head.length == 2 ? (head[0] & 0xff) | ((head[1] & 0xff) << 8) : 0;
            return switch (machine) {
                case X64 -> "linux-x64";
                case ARM64 -> "linux-arm64";
                default -> "an unknown architecture (ELF machine " + machine + ")";
            };
        } catch (IOException e) {
            throw ProfileProblem.failed(target, "reading the head of its program", e);
        }
    }
}
