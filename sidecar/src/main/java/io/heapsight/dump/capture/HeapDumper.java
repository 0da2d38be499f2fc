/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Makes targets write heap dumps, and transfers them into files of the sidecar. */
public final class HeapDumper {
    private final DestinationSelector places;
    private final WriteInTarget throughTarget;
    private final Duration commandTimeout;
    private final Duration dumpTimeout;

    /**
     * @param own the table of processes, read with the sidecar's own rights
     * @param folderInTarget destination for a target that can't reach the sidecar's files; empty: a
     *     folder with enough space
     * @param commandTimeout of a command that ends immediately
     * @param dumpTimeout of the dump itself
     */
    public HeapDumper(
            ProcFs own,
            Optional<String> folderInTarget,
            Duration commandTimeout,
            Duration dumpTimeout) {
        this.throughTarget = new WriteInTarget(folderInTarget, DumpWrite.FILE_END);
        this.places = new DestinationSelector(own, throughTarget);
        this.commandTimeout = commandTimeout;
        this.dumpTimeout = dumpTimeout;
    }

    /**
     * Queries the target for the data that determines how it can write a dump; writes nothing yet.
     *
     * @param id part of the names of files in the target
     * @param file path for the dump, which must not exist
     * @param progress receives the written bytes
     * @param cancel the target can't be interrupted: its file is deleted when it is complete
     * @throws ProblemException if it does not answer, or its heap size is unknown
     */
    public DumpWrite prepare(
            TargetConnection target,
            DumpRequest request,
            String id,
            Path file,
            Progress progress,
            CancelSignal cancel)
            throws ProblemException {
        DumpCommandOptions options = DumpCommandOptions.of(target, commandTimeout, cancel);
        HeapSize heap = HeapSize.read(target, commandTimeout, cancel);
        DumpSpaceEstimate needs =
                new DumpSpaceEstimate(heap, options, request.gzip() && !options.gzip());
        return new DumpWrite(
                places, target, request, id, file, needs, dumpTimeout, progress, cancel);
    }

    /**
     * Deletes files that a killed sidecar left in a target's file system.
     *
     * @return the deleted files, as seen by the target
     */
    public List<String> removeLeftovers(TargetConnection target) {
        return throughTarget.removeLeftovers(target, places::isInProgress);
    }
}
