/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

/**
 * The exit status of a process, as its parent learns it from wait(2).
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/wait.2.html">wait(2)</a>
 */
public sealed interface ExitStatus {
    /** Ended by a signal. */
    record Signalled(int signal) implements ExitStatus {}

    /** Ended by itself. */
    record Exited(int status) implements ExitStatus {}

    /**
     * Parses a wait status: the signal in the low 7 bits, above it the bit of a core dump. Without
     * a signal, the exit status is in the second byte.
     */
    static ExitStatus of(int waitStatus) {
        int signal = waitStatus & 0x7f;
        return signal == 0 ? new Exited(waitStatus >> 8 & 0xff) : new Signalled(signal);
    }

    /** Returns a predicate: "was killed by signal 9 (SIGKILL)", "ended with status 143". */
    default String text() {
        return switch (this) {
            case Signalled(int signal) -> "was killed by " + SignalNames.name(signal);
            case Exited(int status) -> "ended with status " + status;
        };
    }
}
