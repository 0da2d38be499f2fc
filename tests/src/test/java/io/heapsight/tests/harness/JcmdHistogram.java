/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Result of a JVM's own {@code GC.class_histogram}, class by class. Names are as in Java source.
 * Classes of several loaders with one name, and hidden classes of one origin, are merged.
 */
public record JcmdHistogram(Map<String, Count> classes) {
    private static final Pattern ROW =
            Pattern.compile(" *\\d+: +(\\d+) +(\\d+)  (.+?)(?: \\([^ ()]+\\))?");

    /**
     * The suffix of a hidden class: "+0x…" in a dump of JDK 17 and later, ".0x…" in its histogram;
     * "/0x…" and "/123" in histograms of JDK 11 and 8, whose dumps have none.
     */
    private static final Pattern HIDDEN = Pattern.compile("[+./]0x[0-9a-f]+|/\\d+");

    private static final Map<Character, String> PRIMITIVES =
            Map.of(
                    'Z', "boolean", 'C', "char", 'F', "float", 'D', "double", 'B', "byte", 'S',
                    "short", 'I', "int", 'J', "long");

    /** Instances and their total bytes. */
    public record Count(long objects, long bytes) {
        public static final Count NONE = new Count(0, 0);

        public Count plus(Count other) {
            return new Count(objects + other.objects, bytes + other.bytes);
        }
    }

    /** Reads the lines of the table. */
    public static JcmdHistogram parse(String text) {
        Map<String, Count> classes = new HashMap<>();
        for (String line : text.lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                Count count = new Count(Long.parseLong(row.group(1)), Long.parseLong(row.group(2)));
                classes.merge(withoutHidden(sourceName(row.group(3))), count, Count::plus);
            }
        }
        if (classes.isEmpty()) {
            throw new IllegalStateException("no histogram:\n" + text);
        }
        return new JcmdHistogram(Map.copyOf(classes));
    }

    public Count of(String name) {
        return classes.getOrDefault(name, Count.NONE);
    }

    /** The name without the suffix of hidden classes. */
    public static String withoutHidden(String name) {
        return HIDDEN.matcher(name).replaceAll("");
    }

    /** "[[I" is "int[][]". */
    private static String sourceName(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        if (dimensions == 0) {
            return name;
        }
        String element = name.substring(dimensions);
        String source =
                element.startsWith("L")
                        ? element.substring(1, element.length() - 1)
                        : PRIMITIVES.get(element.charAt(0));
        return source + "[]".repeat(dimensions);
    }
}
