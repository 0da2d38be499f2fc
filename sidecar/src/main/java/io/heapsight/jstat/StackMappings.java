/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.proc.Mapping;

/**
 * Recognises the stacks of threads among mappings: a stack follows at most 64 KiB of guard pages
 * and has at most 8 MiB.
 */
public final class StackMappings {
    private static final long MOST_GUARD_BYTES = 64 * 1024;
    private static final long MOST_BYTES = 8 << 20;

    private StackMappings() {}

    public static boolean isGuard(Mapping mapping) {
        return mapping.isAnonymous()
                && mapping.isInaccessible()
                && mapping.bytes() <= MOST_GUARD_BYTES;
    }

    /**
     * Whether a mapping is a stack.
     *
     * @param before the mapping before it
     */
    public static boolean isStack(Mapping mapping, Mapping before) {
        return mapping.isAnonymous()
                && !mapping.isInaccessible()
                && isGuard(before)
                && before.end() == mapping.start()
                && mapping.bytes() <= MOST_BYTES;
    }
}
