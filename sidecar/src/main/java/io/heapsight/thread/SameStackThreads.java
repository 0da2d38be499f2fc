/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * The threads of a dump with one state and stack.
 *
 * @param count their number, including those beyond the limit
 * @param pools their thread pools, largest first
 * @param awaited the objects they wait for, most awaited first
 * @param threads the stored ones
 */
public record SameStackThreads(
        int count,
        Optional<Thread.State> state,
        List<String> stack,
        List<Pool> pools,
        List<Awaited> awaited,
        List<JavaThread> threads) {
    /** Returns a copy without stored virtual threads. */
    SameStackThreads withoutVirtual() {
        List<JavaThread> others = threads.stream().filter(each -> !each.virtual()).toList();
        int gone = threads.size() - others.size();
        return gone == 0
                ? this
                : new SameStackThreads(count - gone, state, stack, pools, awaited, others);
    }

    /**
     * Threads with names that differ only in the number at the end.
     *
     * @param name the common part of the names: "http-nio-8080-exec-"
     */
    public record Pool(String name, int count) {}

    /**
     * Objects of one class that threads of the group wait for.
     *
     * @param count the number of waiting threads
     * @param object the object, if all of them wait for the same one
     */
    public record Awaited(
            ThreadLock.Relation relation,
            String className,
            int count,
            Optional<ThreadLock> object) {}
}
