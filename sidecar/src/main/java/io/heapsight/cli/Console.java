/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.report.Report;
import io.heapsight.unit.Problem;
import java.io.PrintStream;

/**
 * Where a command writes: results to {@code out}, everything else to {@code err}.
 *
 * @param out standard output
 * @param err standard error
 */
public record Console(PrintStream out, PrintStream err) {
    /** Prints a document in the format that was asked for. */
    void print(Report report, Format format) {
        out.print(
                switch (format) {
                    case TEXT -> report.text();
                    case JSON -> report.json();
                });
        out.flush();
    }

    /** Tells what is wrong and which line mends it. */
    void print(Problem problem) {
        err.println("heapsight: " + problem.title() + ".");
        err.println("  " + problem.detail());
        err.println("  " + problem.remedy());
        err.flush();
    }

    /** Says something that is not the result. */
    void note(String line) {
        err.println(line);
        err.flush();
    }
}
