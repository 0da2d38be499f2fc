/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ChildEnvironment;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs this program on the same runtime, in a separate JVM. */
public final class ChildJvm {
    /** The flags of {@code heapsight analyze}; see docs/benchmarks.md for their effect. */
    private static final List<String> FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xms8m",
                    "-Xmx64m",
                    "-Xss512k",
                    "-XX:ReservedCodeCacheSize=32m",
                    "-XX:CompileThresholdScaling=4",
                    "-XX:FreqInlineSize=80",
                    "-XX:LoopOptsCount=12",
                    "-XX:-UsePerfData",
                    "-XX:-CreateCoredumpOnCrash",
                    "-XX:+DisableAttachMechanism",
                    "-XX:+DisplayVMOutputToStderr",
                    "-XX:+ErrorFileToStderr",
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:ArchiveRelocationMode=0",
                    "--enable-native-access=ALL-UNNAMED");

    /** The memory of the JVM in addition to its tables, including its Java heap. */
    public static final ByteSize JVM_BYTES = ByteSize.parse("96m");

    private static final String MAIN = "io.heapsight.Main";

    /** The AOT cache beside the jar that a child uses. */
    public enum Cache {
        /** The linked classes of an analysis, and methods to compile first. */
        ANALYSIS("analyze.aot", ""),
        /** The cache of all other commands. */
        COMMON("heapsight.aot", ""),
        /**
         * The same cache, with the upload libraries on the class path, which the cache does not
         * cover.
         */
        STORE("heapsight.aot", "store-lib");

        private final String fileName;
        private final String moreLibraries;

        Cache(String fileName, String moreLibraries) {
            this.fileName = fileName;
            this.moreLibraries = moreLibraries;
        }
    }

    private static final int KEPT_LINES = 20;
    private static final int MOST_LINE_CHARACTERS = 300;

    private final Process process;
    private final List<String> firstLines = new ArrayList<>();
    private final Thread reader;

    private ChildJvm(Process process) {
        this.process = process;
        reader = Thread.ofVirtual().start(this::readErrors);
    }

    /**
     * Starts a command of this program, without the environment's options for other JVMs.
     *
     * @param what for a problem: "analysis"
     * @param jvmOptions in addition to the common ones; they take precedence
     */
    public static ChildJvm start(
            String what, Cache cache, List<String> jvmOptions, List<String> arguments)
            throws ProblemException {
        return start(what, cache, jvmOptions, arguments, Map.of());
    }

    /**
     * Starts a command of this program.
     *
     * @param secrets variables of its environment, which other users can't read
     */
    public static ChildJvm start(
            String what,
            Cache cache,
            List<String> jvmOptions,
            List<String> arguments,
            Map<String, String> secrets)
            throws ProblemException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(jvmOptions);
        addProgram(command, cache);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(new File("/"));
        if (cache == Cache.STORE) {
            ChildEnvironment.isolateButStore(builder);
        } else {
            ChildEnvironment.isolate(builder);
        }
        // By default, glibc gives each thread its own arena.
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        builder.environment().putAll(secrets);
        try {
            return new ChildJvm(builder.start());
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The " + what + " could not be started",
                    "Starting a child process: " + IoReason.of(e),
                    "Raise the process limit or the memory limit of the sidecar's container.",
                    e);
        }
    }

    /**
     * Adds the program. AOT caches are beside the jar, if they exist; a cache that could not be
     * created is empty.
     */
    private static void addProgram(List<String> command, Cache cache) {
        String classPath = System.getProperty("java.class.path");
        if (classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator)) {
            Path jar = Path.of(classPath).toAbsolutePath();
            File archive = jar.resolveSibling(cache.fileName).toFile();
            if (archive.length() > 0) {
                command.add("-XX:AOTCache=" + archive);
            }
            if (cache.moreLibraries.isEmpty()) {
                command.add("-jar");
                command.add(jar.toString());
                return;
            }
            classPath =
                    jar + File.pathSeparator + jar.resolveSibling(cache.moreLibraries).resolve("*");
        }
        command.add("-cp");
        command.add(classPath);
        command.add(MAIN);
    }

    public Process process() {
        return process;
    }

    /** The child's output on standard error, truncated. */
    public String errors(String separator) throws InterruptedException {
        reader.join();
        return String.join(separator, firstLines);
    }

    /**
     * Reads the beginning of the output, which contains the reason if a JVM that crashes writes a
     * long report.
     */
    private void readErrors() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (firstLines.size() < KEPT_LINES) {
                    firstLines.add(
                            line.substring(0, Math.min(line.length(), MOST_LINE_CHARACTERS)));
                }
            }
        } catch (IOException _) {
            return; // the child was ended
        }
    }
}
