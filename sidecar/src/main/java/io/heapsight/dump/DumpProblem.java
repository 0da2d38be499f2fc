/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.target.TargetConnection;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;

/** What goes wrong when a dump is taken, in words for the user. */
final class DumpProblem {
    private DumpProblem() {}

    static ProblemException noRoom(
            TargetConnection target, HeapFigures heap, long needed, String found) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.NO_ROOM,
                        "There is no room for a heap dump",
                        "%s; a dump of %s may take %s (%s)."
                                .formatted(
                                        found,
                                        target.jvm().label(),
                                        new ByteSize(needed),
                                        sum(heap, needed)),
                        "Mount a larger volume at HEAPSIGHT_DATA_DIR (Kubernetes: an emptyDir on"
                                + " disk), or delete older dumps."));
    }

    static ProblemException noFolder(Path folder, IOException e) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.NO_ROOM,
                        "The sidecar has nowhere to keep heap dumps",
                        folder + " can't be made: " + e,
                        "Mount a volume that the sidecar's user may write to at"
                                + " HEAPSIGHT_DATA_DIR (Kubernetes: an emptyDir at"
                                + " /var/lib/heapsight)."),
                e);
    }

    static ProblemException noPlace(
            TargetConnection target, HeapFigures heap, long needed, String why) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.NO_ROOM,
                        "There is no place for a heap dump",
                        "A dump of %s may take %s (%s). Straight into the sidecar's file system: %s."
                                .formatted(
                                        target.jvm().label(),
                                        new ByteSize(needed),
                                        sum(heap, needed),
                                        why),
                        "Run the sidecar with the target's uid and gid and without capabilities"
                                + " (runAsUser, runAsGroup, drop: ALL), or name a folder of the"
                                + " target with room as HEAPSIGHT_DUMP_DIR."));
    }

    private static String sum(HeapFigures heap, long needed) {
        String fifth = "heap of " + new ByteSize(heap.committedBytes()) + " and a fifth";
        return needed > heap.dumpBytes() ? fifth + ", twice for a moment" : fifth;
    }

    static ProblemException incomplete(TargetConnection target, DumpPlace place, String reply) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.REFUSED_BY_TARGET,
                        "The target could not write the whole heap dump",
                        "%s wrote to %s and answered: %s. What it had written is removed."
                                .formatted(
                                        target.jvm().label(),
                                        place.pathInTarget(),
                                        lastLine(reply)),
                        "Look at the room there; a dump of a heap of many small objects can take"
                                + " twice the heap."));
    }

    static ProblemException broken(TargetConnection target, long bytes, String fault) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.REFUSED_BY_TARGET,
                        "The heap dump is not whole",
                        "%s said that its dump was written, but of its %s %s. It is removed."
                                .formatted(target.jvm().label(), new ByteSize(bytes), fault),
                        "Look at the disk and its quota, and take it again."));
    }

    static ProblemException files(TargetConnection target, IOException e) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.UNAVAILABLE,
                        "The heap dump could not be kept",
                        "The dump of " + target.jvm().label() + ": " + e,
                        "Look at room and rights of HEAPSIGHT_DATA_DIR."),
                e);
    }

    /** JVMs end with what happened; before it stands what they were about to do. */
    static String lastLine(String reply) {
        String text = reply.strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }
}
