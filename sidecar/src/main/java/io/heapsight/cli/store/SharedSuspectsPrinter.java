/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.report.evidence.SharedSuspectsReport;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.store.read.StoredDumps;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Prints the leak suspects that the summaries of many heap dumps in a store share. */
public record SharedSuspectsPrinter(Console console, Map<String, String> environment) {
    /** Maximum number of dumps. */
    private static final int MOST = 2_000;

    /**
     * Reads the summaries, and prints one table.
     *
     * @param prefix the URL of a store, or of a folder in it
     * @param rows maximum number of suspects in text
     * @return the exit code
     */
    public int print(String prefix, int rows, OutputFormat format)
            throws IOException, ProblemException {
        StoreSettings settings =
                new StoreEnvironment(environment)
                        .settings(Optional.of(prefix.replaceFirst("/+$", "")));
        CancelSignal cancel = new CancelSignal();
        StoredDumps found;
        try (InterruptHandler _ = new InterruptHandler(cancel)) {
            found = new StoreReadChild(settings).dumps(MOST, cancel);
        }
        SharedSuspectsReport report = new SharedSuspectsReport(found, rows);
        console.print(report, format);
        return report.isComplete() ? ExitCode.DONE : ExitCode.REPORTED;
    }
}
