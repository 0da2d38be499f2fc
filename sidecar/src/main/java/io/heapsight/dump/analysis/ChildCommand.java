/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.unit.ByteSize;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line that starts an analysis: our own run-time and program, in a JVM of its own. */
final class ChildCommand {
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

    private ChildCommand() {}

    /** Writes the redacted dump on its standard output. */
    static List<String> ofRedaction(DumpStore store, DumpRecord dump) {
        List<String> command = program(COMMON_CACHE);
        command.add("redact");
        command.add(store.file(dump).toString());
        command.add("--output=/dev/stdout");
        command.add("--work-dir=" + store.folder());
        return command;
    }

    /** Says the digest of the dump's file. */
    static List<String> ofDigest(DumpStore store, DumpRecord dump) {
        List<String> command = program(COMMON_CACHE);
        command.add("digest-child");
        command.add(store.file(dump).toString());
        return command;
    }

    static List<String> of(
            DumpStore store, DumpRecord dump, ByteSize memory, boolean revealStrings) {
        List<String> command = program(ANALYSIS_CACHE);
        command.add("analysis-child");
        command.add(store.file(dump).toString());
        command.add("--max-memory=" + memory.bytes());
        command.add("--work-dir=" + store.folder());
        if (Files.exists(store.flags(dump))) {
            command.add("--flags=" + store.flags(dump));
        }
        if (Files.exists(store.countedGarbage(dump))) {
            command.add("--counted-garbage=" + store.countedGarbage(dump));
        }
        if (revealStrings) {
            command.add("--reveal-strings");
        }
        for (DumpStore.SummaryForm form : DumpStore.SummaryForm.values()) {
            command.add("--" + form.label() + "=" + store.summary(dump, form));
        }
        return command;
    }

    private static List<String> program(String cache) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        addProgram(command, cache);
        return command;
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
}
