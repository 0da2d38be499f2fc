/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A thread and the objects that its stack holds.
 *
 * @param address of the Thread object
 * @param daemon empty when the dump doesn't tell
 * @param retainedBytes by the Thread object, its locals included; empty when dominators were left
 *     out
 * @param locals the largest first, or in stack order without retained sizes
 */
public record ThreadRow(
        String name,
        long address,
        String className,
        Optional<Boolean> daemon,
        OptionalLong retainedBytes,
        List<Local> locals) {
    /**
     * An object that a stack frame refers to.
     *
     * @param frame "com.acme.Shop.sell(Shop.java:17)", or what else of the thread holds it
     */
    public record Local(String frame, String className, long address, OptionalLong retainedBytes) {}

    public ThreadRow {
        locals = List.copyOf(locals);
    }
}
