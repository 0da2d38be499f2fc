/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Builds the command line of a child process for a target: this runtime and program, with little
 * memory. The JVM writes no messages to standard output, which carries frames or a dump. It does
 * not use the sidecar's class archive: the archive's heap objects need more memory than they save
 * in a process that starts once.
 */
final class WorkerCommandLine {
    private static final List<String> SMALL =
            List.of(
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xms2m",
                    "-Xmx12m",
                    "-Xss256k",
                    "-XX:ReservedCodeCacheSize=8m",
                    "-XX:-UsePerfData",
                    "-XX:+DisableAttachMechanism",
                    "-XX:+DisplayVMOutputToStderr",
                    "-Xlog:disable",
                    "-Xlog:all=warning:stderr",
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:ArchiveRelocationMode=0",
                    "-XX:-CreateCoredumpOnCrash",
                    "-XX:+ErrorFileToStderr",
                    "--enable-native-access=ALL-UNNAMED");

    private WorkerCommandLine() {}

    static List<String> of(Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.add("-cp");
        command.add(
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator)));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return command;
    }
}
