/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * Threads that wait for each other in a cycle.
 *
 * @param waiters each waits for a lock of the next one, and the last one for the first; starts with
 *     the oldest thread
 */
public record Deadlock(List<Waiter> waiters) {
    /**
     * One of the threads.
     *
     * @param lock the lock it waits for; empty if the JVM detected the deadlock by data that it
     *     doesn't print, such as a monitor entered by native code
     */
    public record Waiter(String thread, Optional<ThreadLock> lock) {}

    public List<String> threads() {
        return waiters.stream().map(Waiter::thread).toList();
    }
}
