/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.Remedies;
import io.heapsight.proc.Capability;
import io.heapsight.target.TargetConnection;
import io.heapsight.transfer.TargetFile;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;

/** What goes wrong when a dump is taken, in words for the user. */
public final class DumpProblem {
    private DumpProblem() {}

    static ProblemException noRoom(
            TargetConnection target, HeapSize heap, long needed, String found) {
        return new ProblemException(
                Problem.Kind.NO_ROOM,
                "There is no room for a heap dump",
                "%s; a dump of %s may take %s."
                        .formatted(found, target.jvm().label(), amount(heap, needed)),
                "mount a larger volume at HEAPSIGHT_DATA_DIR of the sidecar's container:"
                        + " volumes: - {name: data, emptyDir: {sizeLimit: %sMi}}, on disk"
                                .formatted((needed >> 20) + 1)
                        + " and not medium: Memory (docker run -v"
                        + " heapsight:/var/lib/heapsight; ECS: a volume without"
                        + " \"tmpfs\", and more \"ephemeralStorage\"); or delete older"
                        + " dumps (DELETE /heapdumps/ID)");
    }

    static ProblemException noPlace(
            TargetConnection target, HeapSize heap, long needed, String why) {
        return new ProblemException(
                Problem.Kind.NO_ROOM,
                "There is no place for a heap dump",
                "A dump of %s may take %s. Straight into the sidecar's file system: %s."
                        .formatted(target.jvm().label(), amount(heap, needed), why),
                Remedies.sameRights(target.jvm().uid(), target.jvm().gid(), capabilities(target))
                        + "; or name a folder of"
                        + " the target that has room: env: - {name: HEAPSIGHT_DUMP_DIR,"
                        + " value: /FOLDER} (docker run -e HEAPSIGHT_DUMP_DIR=/FOLDER; ECS:"
                        + " \"environment\": [{\"name\": \"HEAPSIGHT_DUMP_DIR\", \"value\":"
                        + " \"/FOLDER\"}])");
    }

    /** The names of those that the target has, as far as that can be told. */
    private static String capabilities(TargetConnection target) {
        try {
            return Capability.namesIn(target.procFs().status(target.jvm().pid()).capPermitted());
        } catch (IOException _) {
            return "";
        }
    }

    private static String amount(HeapSize heap, long needed) {
        if (!heap.isKnown()) {
            return "as much as its heap, whose size is not known without counters";
        }
        return "%s (heap of %s and a fifth%s)"
                .formatted(
                        new ByteSize(needed),
                        new ByteSize(heap.committedBytes()),
                        needed > heap.dumpBytes() ? ", twice for a moment" : "");
    }

    static ProblemException incomplete(TargetConnection target, TargetFile place, String reply) {
        return new ProblemException(
                Problem.Kind.REFUSED_BY_TARGET,
                "The target could not write the whole heap dump",
                "%s wrote to %s and answered: %s. What it had written is removed."
                        .formatted(target.jvm().label(), place.pathInTarget(), lastLine(reply)),
                "Look at the room there; a dump of a heap of many small objects can take"
                        + " twice the heap.");
    }

    static ProblemException stalled(TargetConnection target, long bytes) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The sidecar did not read fast enough",
                "After %s of the dump of %s nothing moved for 5 seconds, for which the target"
                                .formatted(new ByteSize(bytes), target.jvm().label())
                        + " stood still. It was let go, and what was read is removed.",
                "Give the sidecar's container more CPU and a faster disk, or name a folder of"
                        + " the target that has room: HEAPSIGHT_DUMP_DIR=/FOLDER.");
    }

    static ProblemException broken(TargetConnection target, long bytes, String fault) {
        return new ProblemException(
                Problem.Kind.REFUSED_BY_TARGET,
                "The heap dump is not whole",
                "%s said that its dump was written, but of its %s %s. It is removed."
                        .formatted(target.jvm().label(), new ByteSize(bytes), fault),
                "Look at the disk and its quota, and take it again.");
    }

    public static ProblemException files(TargetConnection target, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The heap dump could not be kept",
                "The dump of " + target.jvm().label() + ": " + IoReason.of(e),
                "Look at room and rights of HEAPSIGHT_DATA_DIR.",
                e);
    }

    /** JVMs end with what happened; before it stands what they were about to do. */
    static String lastLine(String reply) {
        String text = reply.strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }
}
