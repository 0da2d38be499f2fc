/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.TargetFile;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Predicts the result of a dump without a command to the target. Infers the options of the JVM from
 * its version, and reads the heap size only from counters.
 */
public final class DumpPrecheck {
    private static final String NAME = "forecast";

    private final DestinationSelector places;
    private final PauseEstimator pauses;

    /**
     * @param own the table of processes, read with the sidecar's own rights
     * @param folderInTarget destination for a target that can't reach the sidecar's files; empty: a
     *     folder with enough space
     * @param pauses knows the number of objects from earlier histograms
     */
    public DumpPrecheck(ProcFs own, Optional<String> folderInTarget, PauseEstimator pauses) {
        this.pauses = pauses;
        places =
                new DestinationSelector(own, new WriteInTarget(folderInTarget, DumpWrite.FILE_END));
    }

    /**
     * Predicts the result.
     *
     * @param folder an existing folder for the dump
     */
    public DumpPrecheckResult of(TargetConnection target, Path folder) {
        Optional<HeapSize> heap =
                HeapSize.counted(target).map(size -> size.with(pauses.content(target)));
        int javaMajor = target.jvm().javaMajor().orElse(0);
        DumpSpaceEstimate needs =
                new DumpSpaceEstimate(
                        heap.orElse(HeapSize.NONE), DumpCommandOptions.usualOf(javaMajor), false);
        Reading<TargetFile> direct = places.straightTo(target, folder.resolve(NAME));
        boolean copied = direct instanceof Reading.Missing<TargetFile>;
        String wanted =
                heap.isEmpty() ? "a heap of unknown size (no counters)" : needs.wanted(copied);
        ByteSize usable = new ByteSize(new LocalFiles().usableBytes(folder));
        return new DumpPrecheckResult(
                way(target, folder, direct, needs),
                "%s in %s for %s".formatted(usable, folder, wanted),
                noRoom(target, folder, needs, copied));
    }

    private DumpPrecheckResult.Way way(
            TargetConnection target,
            Path folder,
            Reading<TargetFile> direct,
            DumpSpaceEstimate needs) {
        DestinationSelector.Copy copy = new DestinationSelector.Copy(folder, 0);
        try {
            TargetFile place =
                    direct instanceof Reading.Present<TargetFile>(TargetFile ours)
                            ? ours
                            : places.inTarget(target, NAME, needs, copy, direct.reason());
            return new DumpPrecheckResult.Open(place.way());
        } catch (ProblemException e) {
            return new DumpPrecheckResult.Closed(e.problem());
        }
    }

    private Optional<Problem> noRoom(
            TargetConnection target, Path folder, DumpSpaceEstimate needs, boolean copied) {
        try {
            places.requireRoom(target, folder, needs, copied, 0);
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        } catch (IOException e) {
            return Optional.of(DumpFailures.files(target, e).problem());
        }
    }
}
