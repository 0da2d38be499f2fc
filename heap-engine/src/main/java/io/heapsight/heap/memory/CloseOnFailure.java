/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import java.util.ArrayDeque;

/** Closes the resources opened so far, unless all steps of a construction succeed. */
public final class CloseOnFailure implements AutoCloseable {
    private final ArrayDeque<AutoCloseable> parts = new ArrayDeque<>();

    public <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /** Keeps the resources open, after the last step. */
    public void keep() {
        parts.clear();
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("giving memory back", e);
            }
        }
    }
}
