/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import java.util.ArrayList;
import java.util.List;

/** Splits text into options by the three rules of a JVM and its launcher. */
final class OptionTokenizer {
    private OptionTokenizer() {}

    /**
     * Splits as the JVM splits JAVA_TOOL_OPTIONS, _JAVA_OPTIONS and an options file, and the
     * launcher JDK_JAVA_OPTIONS: by white space outside of quotes, without escapes.
     */
    static List<String> ofVariable(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = append(word, c, quote);
            } else if (Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
            } else {
                inWord = true;
                quote = c == '"' || c == '\'' ? c : append(word, c, (char) 0);
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    private static char append(StringBuilder word, char c, char quote) {
        if (c == quote) {
            return 0;
        }
        word.append(c);
        return quote;
    }

    /**
     * Splits as the launcher splits an @argfile: by white space. '#' begins a comment. In quotes, a
     * backslash escapes; at the end of a line, it joins the next line.
     */
    static List<String> ofArgFile(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                if (c == '\\' && i + 1 < text.length()) {
                    i = escaped(word, text, i + 1);
                } else {
                    quote = append(word, c, quote);
                }
            } else if (Character.isWhitespace(c) || (c == '#' && !inWord)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
                i = c == '#' ? endOfLine(text, i) : i;
            } else {
                inWord = true;
                quote = c == '"' || c == '\'' ? c : append(word, c, (char) 0);
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /** Returns the index of the last consumed character. */
    private static int escaped(StringBuilder word, String text, int at) {
        char c = text.charAt(at);
        switch (c) {
            case 'n' -> word.append('\n');
            case 't' -> word.append('\t');
            case 'r' -> word.append('\r');
            case 'f' -> word.append('\f');
            case '\r', '\n' -> {
                int next = at;
                while (next + 1 < text.length() && Character.isWhitespace(text.charAt(next + 1))) {
                    next++;
                }
                return next;
            }
            default -> word.append(c);
        }
        return at;
    }

    /**
     * Splits as the JVM reads a {@code -XX:Flags} file: "+Name", "-Name" or "Name=value", separated
     * by white space. '#' begins a comment.
     */
    static List<String> ofFlagsFile(String text) {
        List<String> words = new ArrayList<>();
        for (String line : text.split("\\R")) {
            int comment = line.indexOf('#');
            String settings = comment < 0 ? line : line.substring(0, comment);
            for (String setting : settings.trim().split("\\s+")) {
                if (!setting.isEmpty()) {
                    words.add("-XX:" + setting);
                }
            }
        }
        return words;
    }

    private static int endOfLine(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
