/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures how late this machine runs a thread that is due, until it is closed. A sidecar on the
 * same machine can't be more punctual.
 */
public final class MachineDelays implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(50);

    /** A machine with a free CPU is never that late. */
    private static final Duration LATE = Duration.ofMillis(250);

    private final AtomicLong excused = new AtomicLong();
    private final Thread thread;

    private MachineDelays() {
        thread = Thread.ofPlatform().daemon().name("machine-delays").unstarted(this::run);
    }

    /** Starts to measure. */
    public static MachineDelays measure() {
        MachineDelays delays = new MachineDelays();
        delays.thread.start();
        return delays;
    }

    private void run() {
        try {
            while (true) {
                long begun = System.nanoTime();
                Thread.sleep(STEP);
                Duration late = Duration.ofNanos(System.nanoTime() - begun).minus(STEP);
                if (late.compareTo(LATE) >= 0) {
                    excused.addAndGet(1 + late.toSeconds());
                }
            }
        } catch (InterruptedException _) {
            return; // closed
        }
    }

    /** The number of ticks, one a second, that a program may have missed because of the machine. */
    public long excusedTicks() {
        return excused.get();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
