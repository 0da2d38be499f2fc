/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

/**
 * A program that {@code java Shop.java arguments} compiles and runs. To the JVM, its name is {@code
 * jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher Shop.java arguments} (JDK 11 to 21:
 * {@code …launcher.Main}); heapsight calls it {@code Shop.java}.
 *
 * @see <a href="https://openjdk.org/jeps/330">JEP 330</a>
 */
final class SourceProgram {
    private static final String LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";

    private SourceProgram() {}

    static boolean isLaunchedBy(String mainClass) {
        return mainClass.startsWith(LAUNCHER);
    }

    /**
     * Returns the main class of a JVM, or the source file that it runs; never an argument of the
     * program.
     *
     * @param javaCommand the counter {@code sun.rt.javaCommand}: main class and arguments
     */
    static String mainOf(String javaCommand) {
        String[] words = javaCommand.split(" ", 3);
        return isLaunchedBy(words[0]) && words.length > 1 ? words[1] : words[0];
    }
}
