/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * Threads that are in the same state with the same stack.
 *
 * @param count how many, those included that were too many to keep
 * @param pools the thread pools that they belong to, largest first
 * @param threads those that are kept
 */
public record StackGroup(
        int count,
        Optional<Thread.State> state,
        List<String> stack,
        List<Pool> pools,
        List<JavaThread> threads) {
    /**
     * Several threads whose names differ in the number at the end only.
     *
     * @param name what the names have in common: "http-nio-8080-exec-"
     */
    public record Pool(String name, int count) {}
}
