/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

/** The exit codes of commands. */
public final class ExitCode {
    public static final int DONE = 0;

    /** A finding or a failure was reported. */
    public static final int REPORTED = 1;

    /** The command line is wrong. */
    public static final int USAGE = 2;

    /**
     * The reader of a pipe ended first ({@code | head}); equals the code of a program that SIGPIPE
     * ends.
     */
    public static final int PIPE_CLOSED = 141;

    private ExitCode() {}
}
