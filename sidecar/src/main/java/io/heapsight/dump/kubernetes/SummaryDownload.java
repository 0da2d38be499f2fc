/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.store.read.CheckedDownload;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Copies the summary of a dump from the store, in all formats, beside the sidecar's own dump.
 *
 * @param folder of the dump in the store, as a URL
 */
record SummaryDownload(DumpStore store, AnalysisJobs.Copying copying, String folder) {
    /** JSON last: that file marks the dump as analysed. */
    private static final List<SummaryFormat> FORMATS =
            List.of(SummaryFormat.TEXT, SummaryFormat.HTML, SummaryFormat.JSON);

    /**
     * Copies the summary.
     *
     * @throws ProblemException from the store or the disk
     */
    void fetch(DumpRecord dump, Job job) throws ProblemException {
        for (SummaryFormat form : FORMATS) {
            Path file = store.summary(dump, form);
            Path part = file.resolveSibling(file.getFileName() + DurableFiles.PART);
            try {
                CheckedDownload.delete(part);
                copying.copy(folder + "/" + dump.id() + form.end(), part, job);
                DurableFiles.publish(part, file);
            } catch (IOException e) {
                throw new ProblemException(
                        Problem.Kind.NO_ROOM,
                        "The summary can't be stored",
                        file + ": " + IoReason.why(e),
                        "Check the free space and permissions of HEAPSIGHT_DATA_DIR.",
                        e);
            } finally {
                remove(part);
            }
        }
    }

    /** The next start of the sidecar deletes what can't be deleted now. */
    private static void remove(Path part) {
        try {
            CheckedDownload.delete(part);
        } catch (IOException _) {
            return;
        }
    }
}
