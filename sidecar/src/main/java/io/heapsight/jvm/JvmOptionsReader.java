/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects the options of one process from all sources of a JVM. Their order is: the file of {@code
 * -XX:Flags}, JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS (the launcher puts it before the command line),
 * the command line with its @argfiles and {@code -XX:VMOptionsFile}, _JAVA_OPTIONS. A later option
 * overrides an earlier one.
 *
 * <p>A {@code .hotspotrc} in the working directory counts only where {@code -XX:Flags=.hotspotrc}
 * names it: otherwise a release JVM only warns that it ignores the file.
 *
 * <p>The target controls all of this input: sizes are bounded, and only regular files are read.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/runtime/arguments.cpp">arguments.cpp</a>
 */
final class JvmOptionsReader {
    private static final int MAX_FILE_BYTES = 1024 * 1024;
    private static final String FLAGS_FILE = "-XX:Flags=";
    private static final String OPTIONS_FILE = "-XX:VMOptionsFile=";

    private final ProcFs procFs;
    private final int pid;
    private final List<String> notes = new ArrayList<>();

    JvmOptionsReader(ProcFs procFs, int pid) {
        this.procFs = procFs;
        this.pid = pid;
    }

    /**
     * The options, and the main class from the command line.
     *
     * @param main main class, jar or source file; empty if a program that embeds the JVM started
     *     it, because that parses its own arguments
     */
    record Found(JvmFlags flags, Optional<String> main) {}

    Found read(List<String> commandLine) {
        Map<String, String> environ = environ();
        JavaCommandLine command = new JavaCommandLine(this::argFile);
        boolean isJava = !commandLine.isEmpty() && commandLine.getFirst().endsWith("java");
        if (isJava) {
            command.take(
                    OptionTokenizer.ofVariable(environ.getOrDefault("JDK_JAVA_OPTIONS", "")),
                    variable("JDK_JAVA_OPTIONS"));
        }
        if (!commandLine.isEmpty()) {
            command.take(commandLine.subList(1, commandLine.size()), "the command line");
        }
        List<JvmFlag> flags = new ArrayList<>(fromVariable(environ, "JAVA_TOOL_OPTIONS"));
        for (JvmFlag flag : command.flags()) {
            if (flag.text().startsWith(OPTIONS_FILE)) {
                flags.addAll(optionsFile(flag.text().substring(OPTIONS_FILE.length())));
            } else {
                flags.add(flag);
            }
        }
        flags.addAll(fromVariable(environ, "_JAVA_OPTIONS"));
        Optional<String> flagsFile = new JvmFlags(flags, List.of()).value(FLAGS_FILE);
        flagsFile.ifPresent(path -> flags.addAll(0, flagsFile(path)));
        return new Found(new JvmFlags(flags, notes), isJava ? command.main() : Optional.empty());
    }

    private Map<String, String> environ() {
        try {
            return procFs.environ(pid);
        } catch (IOException _) {
            notes.add(
                    "the environment is not readable with the sidecar's uid, gid and capabilities");
            return Map.of();
        }
    }

    private static List<JvmFlag> fromVariable(Map<String, String> environ, String name) {
        return OptionTokenizer.ofVariable(environ.getOrDefault(name, "")).stream()
                .map(word -> new JvmFlag(word, variable(name)))
                .toList();
    }

    private static String variable(String name) {
        return "the environment variable " + name;
    }

    private Optional<List<String>> argFile(String path) {
        return file(path).map(OptionTokenizer::ofArgFile);
    }

    private List<JvmFlag> optionsFile(String path) {
        return file(path).map(OptionTokenizer::ofVariable).orElse(List.of()).stream()
                .map(word -> new JvmFlag(word, "the options file " + path))
                .toList();
    }

    private List<JvmFlag> flagsFile(String path) {
        return file(path).map(OptionTokenizer::ofFlagsFile).orElse(List.of()).stream()
                .map(word -> new JvmFlag(word, "the flags file " + path))
                .toList();
    }

    /** Reads a file that the target names: relative to its working directory, below its root. */
    private Optional<String> file(String path) {
        try {
            String absolute = path.startsWith("/") ? path : procFs.cwd(pid) + "/" + path;
            Path here = RootedPath.resolve(procFs.files(), procFs.rootOf(pid), absolute);
            return Optional.of(
                    new String(
                            procFs.files().read(here, 0, MAX_FILE_BYTES), StandardCharsets.UTF_8));
        } catch (IOException | RuntimeException e) {
            notes.add("the file " + path + " could not be read: " + IoReason.of(e));
            return Optional.empty();
        }
    }
}
