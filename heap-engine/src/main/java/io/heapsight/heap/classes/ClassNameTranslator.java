/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.hprof.BasicType;

/** Translates class names from the JVM's spelling in a dump to that of Java source. */
public final class ClassNameTranslator {
    private ClassNameTranslator() {}

    /** {@code [[I} is {@code int[][]}, {@code java/lang/String} is {@code java.lang.String}. */
    public static String javaName(String name) {
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') {
            dimensions++;
        }
        String element = name.substring(dimensions);
        if (dimensions > 0 && element.length() == 1) {
            element = primitive(element.charAt(0));
        } else if (dimensions > 0 && element.startsWith("L") && element.endsWith(";")) {
            element = element.substring(1, element.length() - 1);
        }
        return element.replace('/', '.') + "[]".repeat(dimensions);
    }

    /**
     * The package of a class, or of an array's elements; "" for none.
     *
     * @param name as in Java source
     */
    public static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** The array class of a primitive type, in the JVM's spelling. */
    public static String arrayName(BasicType type) {
        return "[" + descriptor(type);
    }

    private static String primitive(char descriptor) {
        for (BasicType type : BasicType.values()) {
            if (type != BasicType.OBJECT && descriptor(type) == descriptor) {
                return type.javaName();
            }
        }
        return String.valueOf(descriptor);
    }

    private static char descriptor(BasicType type) {
        return switch (type) {
            case OBJECT -> 'L';
            case BOOLEAN -> 'Z';
            case CHAR -> 'C';
            case FLOAT -> 'F';
            case DOUBLE -> 'D';
            case BYTE -> 'B';
            case SHORT -> 'S';
            case INT -> 'I';
            case LONG -> 'J';
        };
    }
}
