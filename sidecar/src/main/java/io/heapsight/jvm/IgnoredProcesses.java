/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import java.util.List;
import java.util.Set;

/**
 * Recognises JVMs that are never targets: heapsight's own, and the JDK's tools. A program that
 * {@code java Shop.java} compiles and runs is a target, although the compiler's module starts it.
 */
final class IgnoredProcesses {
    private static final Set<String> OWN_MAIN =
            Set.of("io.heapsight.Main", "io.heapsight.attach.WorkerMain");
    private static final String OWN_JAR = "heapsight.jar";

    /** The modules of their main classes since JDK 9; JDK 8 has no modules. */
    private static final List<String> TOOLS_PACKAGES =
            List.of(
                    "sun.tools.",
                    "com.sun.tools.",
                    "jdk.jcmd/",
                    "jdk.compiler/",
                    "jdk.jartool/",
                    "jdk.jfr/",
                    "jdk.hotspot.agent/");

    private static final Set<String> TOOLS =
            Set.of(
                    "jcmd",
                    "jstat",
                    "jps",
                    "jinfo",
                    "jmap",
                    "jstack",
                    "jhsdb",
                    "jfr",
                    "jstatd",
                    "jconsole",
                    "jdb",
                    "javac",
                    "jar",
                    "javadoc",
                    "jlink",
                    "jpackage",
                    "jdeps",
                    "javap",
                    "jmod",
                    "keytool",
                    "jrunscript");

    private IgnoredProcesses() {}

    /** Whether the process is ignored. */
    static boolean includes(List<String> commandLine, String main) {
        String program = commandLine.isEmpty() ? "" : commandLine.getFirst();
        String name = program.substring(program.lastIndexOf('/') + 1);
        return TOOLS.contains(name)
                || name.equals("heapsight")
                || OWN_MAIN.contains(main)
                || main.equals(OWN_JAR)
                || main.endsWith("/" + OWN_JAR)
                || (TOOLS_PACKAGES.stream().anyMatch(main::startsWith)
                        && !SourceProgram.isLaunchedBy(main));
    }
}
