/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Says what would become of a dump that were taken now. Asks nothing of the target: what its JVM
 * can do is guessed by its version, and the size of its heap is known by counters only.
 */
public final class DumpForecast {
    private static final String NAME = "forecast";

    private final DumpPlaces places;

    /**
     * @param own the processes as we see them, with our own rights
     * @param folderInTarget where a target may write that can't reach us; empty: where there is
     *     room
     */
    public DumpForecast(ProcFs own, Optional<String> folderInTarget) {
        places = new DumpPlaces(own, new WayThroughTarget(folderInTarget));
    }

    /**
     * The forecast.
     *
     * @param folder where the dump would be kept; is there
     */
    public ForeseenDump of(TargetConnection target, Path folder) {
        Optional<HeapFigures> heap = HeapFigures.counted(target);
        int javaMajor = target.jvm().javaMajor().orElse(0);
        DumpNeeds needs =
                new DumpNeeds(heap.orElse(HeapFigures.NONE), DumpOptions.usualOf(javaMajor), false);
        Reading<DumpPlace> direct = places.straightTo(target, folder.resolve(NAME));
        boolean copied = direct instanceof Reading.Missing<DumpPlace>;
        String wanted =
                heap.isEmpty()
                        ? "a heap whose size is not known without counters"
                        : new ByteSize(needs.bytesToKeep(copied)) + " at most";
        ByteSize usable = new ByteSize(new LocalFiles().usableBytes(folder));
        return new ForeseenDump(
                way(target, direct, needs),
                "%s in %s for %s".formatted(usable, folder, wanted),
                noRoom(target, folder, needs, copied));
    }

    private ForeseenDump.Way way(
            TargetConnection target, Reading<DumpPlace> direct, DumpNeeds needs) {
        try {
            return switch (direct) {
                case Reading.Present<DumpPlace>(DumpPlace place) -> open(place);
                case Reading.Missing<DumpPlace>(String reason) ->
                        open(places.inTarget(target, NAME, needs, reason));
            };
        } catch (ProblemException e) {
            return new ForeseenDump.Closed(e.problem());
        }
    }

    private static ForeseenDump.Way open(DumpPlace place) {
        return new ForeseenDump.Open(place.way());
    }

    private Optional<Problem> noRoom(
            TargetConnection target, Path folder, DumpNeeds needs, boolean copied) {
        try {
            places.requireRoom(target, folder, needs, copied);
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        } catch (IOException e) {
            return Optional.of(DumpProblem.files(target, e).problem());
        }
    }
}
