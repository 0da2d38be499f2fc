/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * Ends this process by SIGKILL some time after the timer was last set. The timer is a kernel timer,
 * so it also ends a stopped process (SIGSTOP) and, with cgroup v2, a frozen one ({@code docker
 * pause}). In a frozen group of version 1, it takes effect when the group continues.
 */
final class SelfKillTimer {
    /** Minimum time between updates, which cost time. */
    private static final long STEP_NANOS = 250_000_000;

    private final MemorySegment timer;
    private final Duration after;
    private long setNanos;

    private SelfKillTimer(MemorySegment timer, Duration after) {
        this.timer = timer;
        this.after = after;
    }

    /** Sets the timer. */
    static SelfKillTimer start(Duration after) {
        SelfKillTimer timer = new SelfKillTimer(SystemCalls.createKillTimer(), after);
        timer.set();
        return timer;
    }

    /** Postpones the end to this time from now. */
    void putOff() {
        if (System.nanoTime() - setNanos >= STEP_NANOS) {
            set();
        }
    }

    private void set() {
        setNanos = System.nanoTime();
        SystemCalls.setTimer(timer, after);
    }
}
