/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * Ends this process, by SIGKILL, some time after it was last set. The kernel keeps the time, so
 * that a process that is stopped (SIGSTOP) ends, too, and with cgroup v2 one that is frozen ({@code
 * docker pause}); one in a frozen group of version 1 ends when it goes on.
 */
final class KillTimer {
    /** Setting it more often than that would only cost time. */
    private static final long STEP_NANOS = 250_000_000;

    private final MemorySegment timer;
    private final Duration after;
    private long setNanos;

    private KillTimer(MemorySegment timer, Duration after) {
        this.timer = timer;
        this.after = after;
    }

    /** Sets one. */
    static KillTimer start(Duration after) {
        KillTimer timer = new KillTimer(NativeCalls.createKillTimer(), after);
        timer.set();
        return timer;
    }

    /** Puts the end off, to that time from now. */
    void putOff() {
        if (System.nanoTime() - setNanos >= STEP_NANOS) {
            set();
        }
    }

    private void set() {
        setNanos = System.nanoTime();
        NativeCalls.setTimer(timer, after);
    }
}
