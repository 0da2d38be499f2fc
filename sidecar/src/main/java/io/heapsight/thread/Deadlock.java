/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;

/**
 * Threads that wait for each other in a cycle.
 *
 * @param waiters the oldest thread first; each waits for a lock of the next one, the last one for a
 *     lock of the first
 */
public record Deadlock(List<Waiter> waiters) {
    /**
     * A thread of a deadlock.
     *
     * @param lock the awaited lock; empty if the JVM doesn't print it, such as a monitor entered by
     *     native code
     */
    public record Waiter(String thread, Optional<ThreadLock> lock) {}

    public List<String> threads() {
        return waiters.stream().map(Waiter::thread).toList();
    }
}
