/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes a run from memory to a file in the format of a recording. */
final class RunFileWriter {
    private RunFileWriter() {}

    static void write(Run run, RunLog log) throws IOException {
        log.append(RunLineWriter.head(run));
        for (ProgressMark mark : run.marks()) {
            log.append(RunLineWriter.mark(mark));
        }
        if (run.heapAtStart().isPresent()) {
            log.append(RunLineWriter.heapAtStart(run.heapAtStart().get()));
        }
        if (run.heapAtStop().isPresent()) {
            log.append(RunLineWriter.heapAtStop(run.heapAtStop().get()));
        }
        if (run.profile().isPresent()) {
            log.append(RunLineWriter.profile(run.profile().get()));
        }
        for (String warning : run.warnings()) {
            log.append(RunLineWriter.warning(warning));
        }
        RunSamples samples = run.samples();
        List<RunColumn> columns = new ArrayList<>(samples.columns());
        log.append(RunLineWriter.columns(columns));
        double[] row = new double[columns.size()];
        for (int i = 0; i < samples.size(); i++) {
            for (int j = 0; j < row.length; j++) {
                row[j] = samples.value(columns.get(j), i);
            }
            log.append(RunLineWriter.row(samples.epochMillis(i), row));
        }
        log.append(RunLineWriter.stopped(run.end()));
    }

    /** Reads the time of the stop from the last line of a run's file. */
    static Optional<Instant> readStop(byte[] lastLine) throws IOException {
        RunDraft draft = new RunDraft(0);
        RunJsonReader.readLine(
                lastLine, lastLine.length, "last line", draft, new SampleRowReader());
        return Optional.ofNullable(draft.stopped);
    }
}
