/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * Threads that are in the same state with the same stack.
 *
 * @param count how many, those included that were too many to keep
 * @param pools the thread pools that they belong to, largest first
 * @param awaited what they wait for, most awaited first
 * @param threads those that are kept
 */
public record StackGroup(
        int count,
        Optional<Thread.State> state,
        List<String> stack,
        List<Pool> pools,
        List<Awaited> awaited,
        List<JavaThread> threads) {
    /** Without its virtual threads that are kept. */
    StackGroup withoutVirtual() {
        List<JavaThread> others = threads.stream().filter(each -> !each.virtual()).toList();
        int gone = threads.size() - others.size();
        return gone == 0
                ? this
                : new StackGroup(count - gone, state, stack, pools, awaited, others);
    }

    /**
     * Several threads whose names differ in the number at the end only.
     *
     * @param name what the names have in common: "http-nio-8080-exec-"
     */
    public record Pool(String name, int count) {}

    /**
     * Objects of one class for which threads of the group wait.
     *
     * @param count how many threads wait
     * @param object the one for which all of them wait; empty where it is not the same one
     */
    public record Awaited(
            ThreadLock.Relation relation,
            String className,
            int count,
            Optional<ThreadLock> object) {}
}
