/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.util.Map;

/**
 * Names the signals that end JVMs, by their numbers on x86 and ARM.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/signal.7.html">signal(7)</a>
 */
final class SignalNames {
    static final int KILL = 9;

    private static final int HUP = 1;
    private static final int INT = 2;
    private static final int TERM = 15;

    /**
     * Added to a signal's number in the exit status of a process that ends itself after the signal,
     * by convention.
     */
    private static final int EXIT_BASE = 128;

    private static final Map<Integer, String> NAMES =
            Map.ofEntries(
                    Map.entry(HUP, "SIGHUP"),
                    Map.entry(INT, "SIGINT"),
                    Map.entry(3, "SIGQUIT"),
                    Map.entry(4, "SIGILL"),
                    Map.entry(5, "SIGTRAP"),
                    Map.entry(6, "SIGABRT"),
                    Map.entry(7, "SIGBUS"),
                    Map.entry(8, "SIGFPE"),
                    Map.entry(KILL, "SIGKILL"),
                    Map.entry(11, "SIGSEGV"),
                    Map.entry(TERM, "SIGTERM"),
                    Map.entry(31, "SIGSYS"));

    private SignalNames() {}

    /** "signal 9 (SIGKILL)". */
    static String name(int signal) {
        String name = NAMES.get(signal);
        return "signal " + signal + (name == null ? "" : " (" + name + ")");
    }

    /** Returns whether the signal requests a program to end. */
    static boolean asksToEnd(int signal) {
        return signal == HUP || signal == INT || signal == TERM;
    }

    /**
     * Returns whether a fault of the program, or the JVM's own abort after one, raises the signal.
     */
    static boolean isFault(int signal) {
        return switch (signal) {
            case 4, 5, 6, 7, 8, 11, 31 -> true;
            default -> false;
        };
    }

    /**
     * Returns the signal that a JVM handled before it ended with this status; 0 if there is none.
     */
    static int behindStatus(int status) {
        return asksToEnd(status - EXIT_BASE) ? status - EXIT_BASE : 0;
    }
}
