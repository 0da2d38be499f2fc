/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.gclog.GcLogFileReader;
import io.heapsight.gclog.GcLogSummary;
import io.heapsight.report.gclog.GcLogReport;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.List;

/** Reads the GC logs that the command line names, and shows the progress. */
final class GcLogArgumentReader {
    private GcLogArgumentReader() {}

    /** Reads the files of one log. */
    static GcLogReport report(List<Path> files, Console console) throws ProblemException {
        GcLogSummary log = summary(files, console);
        String first = log.source().files().getFirst();
        int others = files.size() - 1;
        return new GcLogReport(others == 0 ? first : first + " and " + others + " more", log);
    }

    static GcLogSummary summary(List<Path> files, Console console) throws ProblemException {
        try (ProgressLine progress = ProgressLine.on(console)) {
            return GcLogFileReader.read(files, progress);
        }
    }
}
