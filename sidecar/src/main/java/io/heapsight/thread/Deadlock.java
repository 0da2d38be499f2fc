/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * Threads that wait for each other in a circle.
 *
 * @param waiters each waits for what the next one holds, and the last one for the first; begins
 *     with the oldest thread
 */
public record Deadlock(List<Waiter> waiters) {
    /**
     * One of the threads.
     *
     * @param lock what it waits for; empty where the JVM has found the deadlock by what it doesn't
     *     print, such as a monitor that native code has entered
     */
    public record Waiter(String thread, Optional<ThreadLock> lock) {}

    public List<String> threads() {
        return waiters.stream().map(Waiter::thread).toList();
    }
}
