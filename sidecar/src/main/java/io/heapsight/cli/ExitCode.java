/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

/** What a command ends with. */
final class ExitCode {
    static final int DONE = 0;

    /** A finding or a failure was reported. */
    static final int REPORTED = 1;

    /** The command line is wrong. */
    static final int USAGE = 2;

    private ExitCode() {}
}
