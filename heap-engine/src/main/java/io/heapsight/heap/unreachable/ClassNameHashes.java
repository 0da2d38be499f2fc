/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.StringCursor;
import io.heapsight.hprof.LongMap;

/**
 * Holds 64-bit hashes of the strings that class objects hold: their classes' names as {@code
 * Class.getName} returns them, their packages' names, and the names of their source files where a
 * stack trace has asked for them.
 *
 * <p>A hidden class has a suffix that a dump spells with a plus sign, as {@code Lambda+0x71}, and
 * its name with a slash. Up to JDK 14 the dump doesn't have the suffix at all.
 */
final class ClassNameHashes {
    /** What {@link #find} says of a text that is no such name. */
    static final long NONE = LongMap.ABSENT;

    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /** In the key of strings whose characters were taken out of the dump, with their length. */
    private static final long REDACTED = 1L << 62;

    /** Of a hidden class, such as {@code /0x00007f9c6a2c7298}. */
    private static final int LONGEST_SUFFIX = 20;

    /** Stands for what follows the name of a class in that of its source file. */
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
     * The key of the name that a string is equal to; {@link #NONE} when there is none. Equal
     * strings have one key. Of a string of zeros, as redacted dumps have them, the key is its
     * length's.
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

    /** Whether a key is that of the only string that class objects may hold. */
    static boolean isUnique(long key) {
        return (key & REDACTED) == 0;
    }

    /** How many there are. */
    int size() {
        return names.size();
    }
}
