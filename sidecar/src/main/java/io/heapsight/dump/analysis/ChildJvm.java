/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ChildEnvironment;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs our own run-time and program over a dump that is kept, in a JVM of its own. */
final class ChildJvm {
    /** Those of {@code heapsight analyze}; what they are worth is in docs/benchmarks.md. */
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

    /** What the JVM takes beside its tables, its Java heap included. */
    static final ByteSize JVM_BYTES = ByteSize.parse("96m");

    private static final String MAIN = "io.heapsight.Main";

    /** Beside the jar: the classes of an analysis, linked, and what to compile first. */
    private static final String ANALYSIS_CACHE = "analyze.aot";

    /** That of everything else. */
    private static final String COMMON_CACHE = "heapsight.aot";

    private static final int KEPT_LINES = 20;
    private static final int MOST_LINE_CHARACTERS = 300;

    private final Process process;
    private final List<String> firstLines = new ArrayList<>();
    private final Thread reader;

    private ChildJvm(Process process) {
        this.process = process;
        reader = Thread.ofVirtual().start(this::readErrors);
    }

    /** Writes the redacted dump on its standard output. */
    static ChildJvm redacting(DumpStore store, DumpRecord dump) throws ProblemException {
        return start(
                "redaction",
                COMMON_CACHE,
                List.of(
                        "redact",
                        store.file(dump).toString(),
                        "--output=/dev/stdout",
                        "--work-dir=" + store.folder()));
    }

    /** Says the digest of the dump's file. */
    static ChildJvm digesting(DumpStore store, DumpRecord dump) throws ProblemException {
        return start(
                "analysis", COMMON_CACHE, List.of("digest-child", store.file(dump).toString()));
    }

    /** Writes the dump's summary. */
    static ChildJvm analysing(
            DumpStore store, DumpRecord dump, ByteSize memory, boolean revealStrings)
            throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add("analysis-child");
        arguments.add(store.file(dump).toString());
        arguments.add("--max-memory=" + memory.bytes());
        arguments.add("--work-dir=" + store.folder());
        if (Files.exists(store.flags(dump))) {
            arguments.add("--flags=" + store.flags(dump));
        }
        if (Files.exists(store.countedGarbage(dump))) {
            arguments.add("--counted-garbage=" + store.countedGarbage(dump));
        }
        if (revealStrings) {
            arguments.add("--reveal-strings");
        }
        for (DumpStore.SummaryForm form : DumpStore.SummaryForm.values()) {
            arguments.add("--" + form.label() + "=" + store.summary(dump, form));
        }
        return start("analysis", ANALYSIS_CACHE, arguments);
    }

    /** It keeps options that are meant for others from the child. */
    private static ChildJvm start(String what, String cache, List<String> arguments)
            throws ProblemException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        addProgram(command, cache);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(new File("/"));
        ChildEnvironment.isolate(builder);
        // glibc gives each thread an arena of its own otherwise.
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        try {
            return new ChildJvm(builder.start());
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The " + what + " could not be started",
                    "Starting a child process: " + IoReason.of(e),
                    "Give the sidecar's container more processes or memory.",
                    e);
        }
    }

    /**
     * A jar brings its AOT caches along, where it has some; one that could not be made is empty.
     */
    private static void addProgram(List<String> command, String cache) {
        String classPath = System.getProperty("java.class.path");
        if (classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator)) {
            Path jar = Path.of(classPath).toAbsolutePath();
            File archive = jar.resolveSibling(cache).toFile();
            if (archive.length() > 0) {
                command.add("-XX:AOTCache=" + archive);
            }
            command.add("-jar");
            command.add(jar.toString());
            return;
        }
        command.add("-cp");
        command.add(classPath);
        command.add(MAIN);
    }

    Process process() {
        return process;
    }

    /** What it said on standard error until its end, as far as it is kept. */
    String errors(String separator) throws InterruptedException {
        reader.join();
        return String.join(separator, firstLines);
    }

    /** A JVM that crashes writes a long report: its head says why. */
    private void readErrors() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (firstLines.size() < KEPT_LINES) {
                    firstLines.add(
                            line.substring(0, Math.min(line.length(), MOST_LINE_CHARACTERS)));
                }
            }
        } catch (IOException _) {
            return; // it was ended
        }
    }
}
