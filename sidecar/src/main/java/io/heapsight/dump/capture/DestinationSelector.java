/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.DirectWrite;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.TmpfsCheck;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Selects the path at which a target writes a dump, and checks the free space. Changes nothing. */
final class DestinationSelector {
    private final ProcFs own;
    private final DirectWrite straight;
    private final WriteInTarget throughTarget;

    /**
     * @param own the table of processes, read with the sidecar's own rights
     * @param throughTarget for a target that can't reach the sidecar's files
     */
    DestinationSelector(ProcFs own, WriteInTarget throughTarget) {
        this.own = own;
        this.straight = new DirectWrite(own);
        this.throughTarget = throughTarget;
    }

    /** A direct write into a file of the sidecar, or the obstacle to it. */
    Reading<TargetFile> straightTo(TargetConnection target, Path file) {
        return straight.to(target, file);
    }

    /**
     * Finds a path in the target. Prefers a file to a FIFO, because the target then doesn't wait
     * for the sidecar.
     *
     * @param why the reason against a direct write
     * @throws ProblemException if there is no path
     */
    TargetFile inTarget(TargetConnection target, String id, DumpSpaceEstimate needs, String why)
            throws ProblemException {
        Reading<TargetFile> found = throughTarget.to(target, id, needs.bytesToWrite(), why);
        if (found instanceof Reading.Missing<TargetFile>(String noRoom)
                && needs.options().streams()) {
            found = throughTarget.fifo(target, id, why + "; " + noRoom);
        }
        return switch (found) {
            case Reading.Present<TargetFile>(TargetFile place) -> place;
            case Reading.Missing<TargetFile>(String reason) ->
                    throw DumpProblem.noPlace(
                            target, needs.heap(), needs.bytesToWrite(), why + "; " + reason);
        };
    }

    /**
     * Checks that a folder of the sidecar has enough space.
     *
     * @param copied whether the target writes elsewhere
     * @throws ProblemException if there is not enough
     */
    void requireRoom(TargetConnection target, Path folder, DumpSpaceEstimate needs, boolean copied)
            throws ProblemException, IOException {
        long needed = needs.bytesToKeep(copied);
        long usable = new LocalFiles().usableBytes(folder);
        if (usable < needed) {
            throw DumpProblem.noRoom(
                    target, needs.heap(), needed, folder + " has room for " + new ByteSize(usable));
        }
        Optional<String> memory =
                TmpfsCheck.refusal(target, own, "self", folder.toRealPath().toString(), needed);
        if (memory.isPresent()) {
            throw DumpProblem.noRoom(target, needs.heap(), needed, folder + " " + memory.get());
        }
    }
}
