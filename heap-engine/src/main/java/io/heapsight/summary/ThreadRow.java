/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A thread and the objects that its stack holds.
 *
 * @param address of the Thread object
 * @param daemon empty if unknown
 * @param retainedBytes by the Thread object, including its locals; empty without dominators
 * @param failedIn the method in which the thread's allocation failed, if an OutOfMemoryError caused
 *     the dump
 * @param locals the largest first, or in stack order without retained sizes
 */
public record ThreadRow(
        String name,
        long address,
        String className,
        Optional<Boolean> daemon,
        OptionalLong retainedBytes,
        Optional<String> failedIn,
        List<Local> locals) {
    /**
     * An object to which a stack frame refers.
     *
     * @param frame "com.acme.Shop.sell(Shop.java:17)", or another part of the thread that holds it
     * @param caller ", called by com.acme.Shop.sell(Shop.java:17)" for a frame of the JDK; else ""
     */
    public record Local(
            String frame,
            String className,
            long address,
            OptionalLong retainedBytes,
            String caller) {
        public Local(String frame, String className, long address, OptionalLong retainedBytes) {
            this(frame, className, address, retainedBytes, "");
        }
    }

    public ThreadRow {
        locals = List.copyOf(locals);
    }
}
