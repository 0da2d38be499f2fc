/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import java.util.OptionalLong;

/**
 * A place in the program that holds a large part of the heap.
 *
 * <pre>{@code
 * dump.report().suspects().stream()
 *         .filter(each -> each.severity() == LeakSuspect.Severity.HIGH)
 *         .forEach(each -> System.out.println(each.sentence() + " " + each.remedy()));
 * }</pre>
 *
 * @param severity how much it matters
 * @param place its holder in the code: {@code com.acme.Cache.SESSIONS}, a ThreadLocal, a local
 *     variable, or a class
 * @param sentence the held objects and their part of the heap, as text
 * @param remedy what to do, as text
 * @param retainedBytes bytes that it keeps alive
 * @param share of the reachable bytes, 0 to 1
 * @param address of the object that the place refers to, which {@link HeapDump#pathsToRoots} takes;
 *     empty for a group of objects
 */
public record LeakSuspect(
        Severity severity,
        String place,
        String sentence,
        String remedy,
        long retainedBytes,
        double share,
        OptionalLong address) {
    /** The importance of a suspect. */
    public enum Severity {
        /**
         * It holds so much that the program will run out of memory, or could run with much less.
         */
        HIGH,
        /** It is worth checking. */
        MEDIUM,
        /** One dump does not distinguish it from what healthy programs hold. */
        INFORMATION
    }
}
