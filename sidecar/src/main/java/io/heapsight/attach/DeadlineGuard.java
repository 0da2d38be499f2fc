/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.io.IOException;
import java.nio.channels.Channel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Closes a channel when its time is up, so that whoever is blocked on it wakes up. One virtual
 * thread per guarded channel, until it is closed.
 */
final class DeadlineGuard implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(25);

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Channel channel;
    private final Deadline deadline;

    DeadlineGuard(Channel channel, Deadline deadline) {
        this.channel = channel;
        this.deadline = deadline;
        Thread.ofVirtual().name("attach-deadline").start(this::watch);
    }

    private void watch() {
        try {
            while (!finished.await(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS)) {
                if (deadline.reached("").isPresent()) {
                    channel.close();
                    return;
                }
            }
        } catch (InterruptedException | IOException _) {
            return; // nobody interrupts this thread, and a socket that fails to close is closed
        }
    }

    /** The work on the channel is done; the channel stays open. */
    @Override
    public void close() {
        finished.countDown();
    }
}
