/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Parses the words of a {@code java} command as its launcher does: options, then a main class, a
 * jar or a module, then the program's arguments.
 */
final class JavaCommandLine {
    private static final Set<String> WITH_VALUE =
            Set.of(
                    "-cp",
                    "-classpath",
                    "--class-path",
                    "-p",
                    "--module-path",
                    "--upgrade-module-path",
                    "--add-modules",
                    "--add-exports",
                    "--add-opens",
                    "--add-reads",
                    "--limit-modules",
                    "--patch-module",
                    "--enable-native-access",
                    "--illegal-native-access",
                    "--sun-misc-unsafe-memory-access",
                    "--finalization",
                    "--source",
                    "-d",
                    "--describe-module");
    private static final int MAX_WORDS = 100_000;

    private final Function<String, Optional<List<String>>> argFiles;
    private final List<JvmFlag> flags = new ArrayList<>();
    private Optional<String> main = Optional.empty();
    private Expecting expecting = Expecting.OPTION;
    private boolean expands = true;
    private int words;

    /** The kind of the next word. */
    private enum Expecting {
        OPTION,
        VALUE,
        JAR,
        MODULE,
        NOTHING
    }

    /**
     * Begins a command line.
     *
     * @param argFiles reads the words in the file of that name; empty if it can't be read
     */
    JavaCommandLine(Function<String, Optional<List<String>>> argFiles) {
        this.argFiles = argFiles;
    }

    /** Consumes the next words, found at {@code where}. */
    void take(List<String> next, String where) {
        for (String word : next) {
            if (expecting == Expecting.NOTHING || words > MAX_WORDS) {
                return;
            }
            if (expands && word.startsWith("@") && expecting != Expecting.VALUE) {
                expand(word, where);
            } else {
                takeWord(word, where);
            }
        }
    }

    private void expand(String word, String where) {
        if (word.startsWith("@@")) {
            takeWord(word.substring(1), where);
            return;
        }
        String file = word.substring(1);
        for (String inFile : argFiles.apply(file).orElse(List.of())) {
            if (expecting == Expecting.NOTHING) {
                return;
            }
            takeWord(inFile, "the argument file " + file);
        }
    }

    private void takeWord(String word, String where) {
        words++;
        switch (expecting) {
            case OPTION -> takeOption(word, where);
            case VALUE -> expecting = Expecting.OPTION;
            case JAR, MODULE -> isMain(word);
            case NOTHING -> {}
        }
    }

    private void takeOption(String word, String where) {
        if (word.equals("-jar")) {
            expecting = Expecting.JAR;
        } else if (word.equals("-m") || word.equals("--module")) {
            expecting = Expecting.MODULE;
        } else if (word.startsWith("--module=")) {
            isMain(word.substring("--module=".length()));
        } else if (word.equals("--disable-@files")) {
            expands = false;
        } else if (WITH_VALUE.contains(word)) {
            expecting = Expecting.VALUE;
        } else if (word.startsWith("-")) {
            flags.add(new JvmFlag(word, where));
        } else if (!word.isEmpty()) {
            isMain(word);
        }
    }

    private void isMain(String word) {
        main = Optional.of(word);
        expecting = Expecting.NOTHING;
    }

    /** The JVM's options, in order. */
    List<JvmFlag> flags() {
        return flags;
    }

    /** Main class, path of the jar, or module with class. */
    Optional<String> main() {
        return main;
    }
}
