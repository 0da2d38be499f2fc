/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/** The threads of the running jobs. Thread-safe. */
final class JobThreads {
    private final ThreadFactory factory;
    private final SteadyClock clock;
    private final ConcurrentHashMap<String, Thread> running = new ConcurrentHashMap<>();

    JobThreads(ThreadFactory factory, SteadyClock clock) {
        this.factory = factory;
        this.clock = clock;
    }

    /**
     * Starts a thread.
     *
     * @param id of its job
     * @throws ProblemException if the system refuses another thread
     */
    void start(String id, Runnable work) throws ProblemException {
        Thread thread = factory.newThread(() -> run(id, work));
        thread.setName("job " + id);
        running.put(id, thread);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            running.remove(id);
            throw JobProblem.noThread(e);
        }
    }

    private void run(String id, Runnable work) {
        try {
            work.run();
        } finally {
            running.remove(id);
        }
    }

    /** Waits until all threads have ended, at most for this time. */
    void join(Duration most) throws InterruptedException {
        join(running.keySet(), most);
    }

    /** Waits until the threads of these jobs have ended, at most for this time. */
    void join(Collection<String> ids, Duration most) throws InterruptedException {
        long began = clock.nanoTime();
        for (Thread thread : ids.stream().map(running::get).filter(Objects::nonNull).toList()) {
            Duration left = most.minus(clock.since(began));
            if (left.isPositive()) {
                boolean _ = thread.join(left);
            }
        }
    }
}
