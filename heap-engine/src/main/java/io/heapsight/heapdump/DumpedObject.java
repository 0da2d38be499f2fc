/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * An object of a heap dump.
 *
 * <pre>{@code
 * for (DumpedObject cart : dump.instances("com.acme.Cart", 10).rows()) {
 *     System.out.printf("0x%x %d%n", cart.address(), cart.retainedBytes().orElse(0));
 * }
 * }</pre>
 *
 * @param address identifies the object in this dump
 * @param className as in Java source
 * @param label text that distinguishes it from others of its class: the name of the class that a
 *     class object represents, the name of a thread, and with {@link DumpOptions#withText} the text
 *     of a string
 * @param shallowBytes its own size
 * @param retainedBytes size of all objects that it dominates, itself included; empty if no GC root
 *     reaches it
 */
public record DumpedObject(
        long address,
        String className,
        Optional<String> label,
        long shallowBytes,
        OptionalLong retainedBytes) {
    /** Returns whether a GC root reaches the object. */
    public boolean isReachable() {
        return retainedBytes.isPresent();
    }
}
