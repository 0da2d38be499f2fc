/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import java.util.ArrayList;
import java.util.List;

/** Formats descriptors of methods and arrays of class files (JVMS 4.3) as in Java source. */
final class DescriptorText {
    private DescriptorText() {}

    /**
     * Converts "(ILjava/lang/String;)V" to "int, String"; an invalid descriptor has no parameters.
     */
    static String parameters(String descriptor) {
        List<String> types = new ArrayList<>();
        int end = descriptor.lastIndexOf(')');
        for (int at = 1; at < end; ) {
            int next = end(descriptor, at);
            String type = type(descriptor.substring(at, next));
            types.add(type.substring(type.lastIndexOf('.') + 1));
            at = next;
        }
        return String.join(", ", types);
    }

    private static int end(String descriptor, int from) {
        int at = from;
        while (at < descriptor.length() - 1 && descriptor.charAt(at) == '[') {
            at++;
        }
        int semicolon = descriptor.indexOf(';', at);
        return descriptor.charAt(at) == 'L' && semicolon >= 0 ? semicolon + 1 : at + 1;
    }

    /** Converts "[[I" to "int[][]", "[Ljava.lang.String;" to "java.lang.String[]". */
    static String type(String descriptor) {
        int arrays = 0;
        while (arrays < descriptor.length() && descriptor.charAt(arrays) == '[') {
            arrays++;
        }
        String element = descriptor.substring(arrays);
        String name =
                switch (element) {
                    case "B" -> "byte";
                    case "C" -> "char";
                    case "D" -> "double";
                    case "F" -> "float";
                    case "I" -> "int";
                    case "J" -> "long";
                    case "S" -> "short";
                    case "Z" -> "boolean";
                    default ->
                            element.startsWith("L") && element.endsWith(";")
                                    ? element.substring(1, element.length() - 1).replace('/', '.')
                                    : element;
                };
        return name + "[]".repeat(Math.min(arrays, 255));
    }
}
