/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.StringCursor;
import io.heapsight.hprof.LongMap;

/**
 * Stores 64-bit hashes of the strings that class objects hold: names of classes as of {@code
 * Class.getName}, of packages, and of source files that a stack trace has used.
 *
 * <p>The name of a hidden class has a suffix: in a dump after a plus sign, as in {@code
 * Lambda+0x71}, in {@code Class.getName} after a slash. Up to JDK 14, the dump lacks the suffix.
 */
final class ClassNameHashes {
    /** The result of {@link #find} for a text that is not such a name. */
    static final long NONE = LongMap.ABSENT;

    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** Bit in the key of a redacted string, which otherwise contains its length. */
    private static final long REDACTED = 1L << 62;

    /** Maximum length of a hidden class' suffix, such as {@code /0x00007f9c6a2c7298}. */
    private static final int LONGEST_SUFFIX = 20;

    /** Replaces the rest of a source file's name after the name of its class. */
    private static final char SOURCE = '*';

    private static final String[] EXTENSIONS = {".java", ".kt", ".scala", ".groovy", ".clj"};

    private final LongMap names = new LongMap();
    private final boolean[] isOfLength;
    private final boolean suffixesAreMissing;

    ClassNameHashes(HeapClasses classes) {
        int longest = 0;
        boolean missing = true;
        for (HeapClass each : classes.all()) {
            longest = Math.max(longest, each.rawName().length());
            missing &= each.rawName().indexOf('+') < 0;
        }
        this.isOfLength = new boolean[longest + LONGEST_SUFFIX];
        this.suffixesAreMissing = missing;
        for (HeapClass each : classes.all()) {
            add(each.rawName().replace('/', '.').replace('+', '/'));
        }
    }

    private void add(String className) {
        put(className);
        if (className.startsWith("[")) {
            return;
        }
        int end = className.lastIndexOf('.');
        if (end > 0) {
            put(className.substring(0, end));
        }
        String simpleName = className.substring(end + 1);
        int nested = simpleName.indexOf('$', 1);
        String outermost = nested < 0 ? simpleName : simpleName.substring(0, nested);
        names.put(key(next(hash(outermost), SOURCE)), 0);
        for (String extension : EXTENSIONS) {
            isOfLength[outermost.length() + extension.length()] = true;
        }
    }

    private void put(String name) {
        names.put(key(hash(name)), 0);
        isOfLength[name.length()] = true;
    }

    private static long hash(String text) {
        long hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = next(hash, text.charAt(i));
        }
        return hash;
    }

    private static long next(long hash, char c) {
        return (hash + c + 1) * SPREAD;
    }

    private static long key(long hash) {
        return hash & ~REDACTED;
    }

    private boolean has(long hash) {
        return names.get(key(hash)) != LongMap.ABSENT;
    }

    /**
     * Returns the key of the name that equals a string, or else {@link #NONE}. Equal strings have
     * the same key. The key of a string of zeros, as in redacted dumps, depends on its length.
     */
    long find(StringCursor string) {
        long length = string.length();
        boolean possible =
                length > 0
                        && length < isOfLength.length
                        && (suffixesAreMissing || isOfLength[(int) length]);
        if (!possible) {
            return NONE;
        }
        if (string.charAt(0) == 0) {
            return findRedacted(string, (int) length);
        }
        long hash = 0;
        long beforeSlash = 0;
        long beforeDot = 0;
        int dot = 0;
        for (int i = 0; i < length; i++) {
            char c = string.charAt(i);
            if (c == '/') {
                beforeSlash = hash;
            } else if (c == '.') {
                beforeDot = hash;
                dot = i;
            }
            hash = next(hash, c);
        }
        boolean found =
                has(hash)
                        || (suffixesAreMissing && beforeSlash != 0 && has(beforeSlash))
                        || (dot > 0 && isExtension(string, dot) && has(next(beforeDot, SOURCE)));
        return found ? key(hash) : NONE;
    }

    private static boolean isExtension(StringCursor string, int from) {
        for (String extension : EXTENSIONS) {
            if (string.length() - from == extension.length() && endsWith(string, extension)) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsWith(StringCursor string, String end) {
        long from = string.length() - end.length();
        for (int i = 0; i < end.length(); i++) {
            if (string.charAt(from + i) != end.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long findRedacted(StringCursor string, int length) {
        for (int i = 0; i < length; i++) {
            if (string.charAt(i) != 0) {
                return NONE;
            }
        }
        return isOfLength[length] ? REDACTED | length : NONE;
    }

    /** Returns whether a key identifies one text: the key of a redacted string does not. */
    static boolean isUnique(long key) {
        return (key & REDACTED) == 0;
    }

    /** Number of hashes. */
    int size() {
        return names.size();
    }
}
