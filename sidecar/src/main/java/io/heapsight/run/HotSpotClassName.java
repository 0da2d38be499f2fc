/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.util.Map;

/** Converts class names of Java source to those of HotSpot's class histogram. */
final class HotSpotClassName {
    private static final String ARRAY = "[]";
    private static final Map<String, String> PRIMITIVES =
            Map.of(
                    "boolean", "Z", "char", "C", "float", "F", "double", "D", "byte", "B", "short",
                    "S", "int", "I", "long", "J");

    private HotSpotClassName() {}

    /**
     * Converts a name in a heap summary: {@code byte[][]} becomes {@code [[B}, and the hidden class
     * {@code Shop$$Lambda+0x7f3a} becomes {@code Shop$$Lambda/0x7f3a}.
     */
    static String of(String javaName) {
        String element = javaName;
        int dimensions = 0;
        while (element.endsWith(ARRAY)) {
            element = element.substring(0, element.length() - ARRAY.length());
            dimensions++;
        }
        element = element.replace("+0x", "/0x");
        if (dimensions == 0) {
            return element;
        }
        String primitive = PRIMITIVES.get(element);
        return "[".repeat(dimensions) + (primitive == null ? "L" + element + ";" : primitive);
    }
}
