/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.JvmFlags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The option that makes a JVM log its collections to a file: {@code -Xlog:gc*:file=/tmp/gc.log},
 * {@code -Xloggc:/tmp/gc.log}.
 *
 * @param path in the option; %p, %t are the pid and the start time
 * @param isNumbered whether the file's name ends in a number and ".current", as JDK 8 rotates it
 * @param isDetailed whether it selects all tags of gc, which ZGC needs to log its pauses
 */
record GcLogOption(String path, boolean isNumbered, boolean isDetailed) {
    private static final String UNIFIED = "-Xlog:";
    private static final String LEGACY = "-Xloggc:";

    /** Finds the JVM's first option that logs collections, preferably one with details. */
    static Optional<GcLogOption> of(JvmFlags flags) {
        Optional<GcLogOption> found = Optional.empty();
        for (JvmFlag flag : flags.all()) {
            String text = flag.text();
            if (text.startsWith(LEGACY)) {
                boolean isNumbered = flags.switchedOn("UseGCLogFileRotation").isPresent();
                found =
                        Optional.of(
                                new GcLogOption(
                                        text.substring(LEGACY.length()), isNumbered, false));
            } else if (text.equals(UNIFIED + "disable")) {
                found = Optional.empty();
            } else if (text.startsWith(UNIFIED)) {
                Optional<GcLogOption> other = unified(text.substring(UNIFIED.length()));
                found = found.isEmpty() || isBetter(found.get(), other) ? other : found;
            }
        }
        return found.filter(option -> !option.path.isBlank());
    }

    private static boolean isBetter(GcLogOption found, Optional<GcLogOption> other) {
        return !found.isDetailed && other.filter(GcLogOption::isDetailed).isPresent();
    }

    private static Optional<GcLogOption> unified(String option) {
        List<String> parts = parts(option);
        if (parts.size() < 2 || !isSelected(parts.getFirst(), "gc\\*?|all")) {
            return Optional.empty();
        }
        String output = parts.get(1).replace("\"", "");
        boolean isFile = !output.isEmpty() && !output.matches("stdout|stderr|#\\d+");
        String path = output.startsWith("file=") ? output.substring("file=".length()) : output;
        boolean isDetailed = isSelected(parts.getFirst(), "gc\\*|all");
        return isFile ? Optional.of(new GcLogOption(path, false, isDetailed)) : Optional.empty();
    }

    /** Splits at colons outside quotes. */
    private static List<String> parts(String option) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < option.length(); i++) {
            char c = option.charAt(i);
            quoted ^= c == '"';
            if (c == ':' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    /** Returns whether some tags are logged at the level info or below; without tags, all are. */
    private static boolean isSelected(String what, String tags) {
        if (what.isEmpty()) {
            return true;
        }
        for (String selection : what.split(",")) {
            String[] words = selection.split("=", 2);
            boolean isLogged = words.length < 2 || words[1].matches("info|debug|trace");
            if (isLogged && words[0].matches(tags)) {
                return true;
            }
        }
        return false;
    }
}
