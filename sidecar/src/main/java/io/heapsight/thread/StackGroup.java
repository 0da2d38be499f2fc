/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * Threads in the same state with the same stack.
 *
 * @param count their number, including those beyond the limit
 * @param pools their thread pools, largest first
 * @param threads the stored ones
 */
public record StackGroup(
        int count,
        Optional<Thread.State> state,
        List<String> stack,
        List<Pool> pools,
        List<JavaThread> threads) {
    /**
     * Several threads whose names differ only in the number at the end.
     *
     * @param name the common part of the names: "http-nio-8080-exec-"
     */
    public record Pool(String name, int count) {}
}
