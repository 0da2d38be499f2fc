/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import java.util.List;

/**
 * Determines the origin of a class by its name: the JDK, a library of collections, or the program.
 * An object that a JDK class holds is attributed to the program's field that holds the JDK object;
 * the same applies to a library's caches and collections.
 */
public final class CodeOrigin {
    private static final List<String> JDK =
            List.of("java/", "javax/", "jdk/", "sun/", "com/sun/proxy/", "com/sun/jmx/");

    /** Prefixes of names that other classes share with the JDK's. */
    private static final List<String> ONLY_OF_BOOT_LOADER = List.of("com/sun/", "org/");

    private static final List<String> COLLECTIONS =
            List.of(
                    "com/google/common/",
                    "com/github/benmanes/caffeine/",
                    "org/apache/commons/collections",
                    "org/springframework/util/",
                    "it/unimi/dsi/fastutil/",
                    "org/eclipse/collections/",
                    "gnu/trove/",
                    "com/carrotsearch/hppc/",
                    "org/agrona/",
                    "org/jctools/",
                    "io/vavr/",
                    "org/ehcache/",
                    "io/netty/util/",
                    "kotlin/",
                    "scala/",
                    "clojure/lang/",
                    "groovy/lang/Reference");

    private CodeOrigin() {}

    /** Whether a class, or an array's element class, is the JDK's. */
    public static boolean isJdk(HeapClass of) {
        String name = elementName(of.rawName());
        return isJdk(name) || (of.loader() == 0 && startsWithAny(name, ONLY_OF_BOOT_LOADER));
    }

    /** Like {@link #isJdk(HeapClass)}, by the name in a dump. */
    public static boolean isJdk(String rawName) {
        return startsWithAny(rawName, JDK);
    }

    /** Whether a class is the program's own. */
    public static boolean isProgram(HeapClass of) {
        return of.kind() == ClassKind.INSTANCE
                && !isJdk(of)
                && !startsWithAny(of.rawName(), COLLECTIONS);
    }

    private static boolean startsWithAny(String name, List<String> beginnings) {
        for (String beginning : beginnings) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    private static String elementName(String rawName) {
        int at = 0;
        while (at < rawName.length() && rawName.charAt(at) == '[') {
            at++;
        }
        return at > 0 && at < rawName.length() && rawName.charAt(at) == 'L'
                ? rawName.substring(at + 1)
                : rawName.substring(at);
    }
}
