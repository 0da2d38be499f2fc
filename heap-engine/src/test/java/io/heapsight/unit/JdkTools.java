/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands of the JDK that runs the tests. */
public final class JdkTools {
    private JdkTools() {}

    /** Runs a command such as {@code jcmd} with its arguments. */
    public static ProcessBuilder tool(String name, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** Runs a JVM with the class path of the tests: options, main class, arguments. */
    public static ProcessBuilder java(String... arguments) {
        ProcessBuilder jvm = tool("java", "-cp", System.getProperty("java.class.path"));
        jvm.command().addAll(List.of(arguments));
        return jvm;
    }
}
