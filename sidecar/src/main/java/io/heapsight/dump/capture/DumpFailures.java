/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.AttachRemedies;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.Capability;
import io.heapsight.transfer.TargetFile;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;

/** Creates the problems that heap dumps report. */
public final class DumpFailures {
    private static final String LATE = "The target did not write the heap dump in time";
    private static final String RAISE_TIMEOUT =
            "raise HEAPSIGHT_DUMP_TIMEOUT (heapsight dump --timeout), or use a faster disk.";

    private DumpFailures() {}

    static ProblemException noRoom(
            TargetConnection target, HeapSize heap, long needed, String found) {
        return new ProblemException(
                Problem.Kind.NO_ROOM,
                "Not enough space for a heap dump",
                "%s; a dump of %s may take %s."
                        .formatted(found, target.jvm().label(), amount(heap, needed)),
                "mount a larger volume at HEAPSIGHT_DATA_DIR of the sidecar's container:"
                        + " volumes: - {name: data, emptyDir: {sizeLimit: %sMi}}, on disk"
                                .formatted(
                                        heap.isCounted()
                                                ? (needed >> 20) + 1
                                                : HeapSize.volumeMebibytes(needed))
                        + " and not medium: Memory (docker run -v"
                        + " heapsight:/var/lib/heapsight; ECS: a volume without"
                        + " \"tmpfs\", and more \"ephemeralStorage\"); or delete older"
                        + " dumps (DELETE /heapdumps/ID)");
    }

    static ProblemException noPlace(
            TargetConnection target, HeapSize heap, long needed, String why) {
        return new ProblemException(
                Problem.Kind.NO_ROOM,
                "No path for a heap dump has enough space",
                "A dump of %s may take %s. Direct write into the sidecar's file system: %s."
                        .formatted(target.jvm().label(), amount(heap, needed), why),
                AttachRemedies.sameRights(
                                target.jvm().uid(), target.jvm().gid(), capabilities(target))
                        + "; or set a folder of the target that has enough space: env: - {name:"
                        + " HEAPSIGHT_DUMP_DIR,"
                        + " value: /FOLDER} (docker run -e HEAPSIGHT_DUMP_DIR=/FOLDER; ECS:"
                        + " \"environment\": [{\"name\": \"HEAPSIGHT_DUMP_DIR\", \"value\":"
                        + " \"/FOLDER\"}])");
    }

    /** Lists the target's capabilities, if readable. */
    private static String capabilities(TargetConnection target) {
        try {
            return Capability.namesIn(target.procFs().status(target.jvm().pid()).capPermitted());
        } catch (IOException _) {
            return "";
        }
    }

    private static String amount(HeapSize heap, long needed) {
        if (!heap.isKnown()) {
            return "as much as its heap, of unknown size (no counters)";
        }
        return "%s (%s%s)"
                .formatted(
                        new ByteSize(needed),
                        heap.basis(),
                        needed > heap.dumpBytes() ? ", temporarily twice that" : "");
    }

    static ProblemException incomplete(TargetConnection target, TargetFile place, String reply) {
        return new ProblemException(
                Problem.Kind.REFUSED_BY_TARGET,
                "The target could not write the whole heap dump",
                "%s wrote to %s and answered: %s. The partial dump was deleted."
                        .formatted(target.jvm().label(), place.pathInTarget(), lastLine(reply)),
                "Check the free space there; a heap of many small objects can need a dump of"
                        + " twice its size.");
    }

    static ProblemException stalled(TargetConnection target, long bytes) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The sidecar did not read fast enough",
                "After %s of the dump of %s, no data was read for 5 seconds while the target was"
                                .formatted(new ByteSize(bytes), target.jvm().label())
                        + " stopped. The dump was aborted and its partial file deleted.",
                "Give the sidecar's container more CPU and a faster disk, or set a folder of the"
                        + " target that has enough space: HEAPSIGHT_DUMP_DIR=/FOLDER.");
    }

    static ProblemException broken(TargetConnection target, long bytes, String fault) {
        return new ProblemException(
                Problem.Kind.REFUSED_BY_TARGET,
                "The heap dump is incomplete",
                "%s reported a written dump of %s, but %s. The file was deleted."
                        .formatted(target.jvm().label(), new ByteSize(bytes), fault),
                "Check the disk and its quota, and take the dump again.");
    }

    /** The dump ended after its timeout. */
    static ProblemException late(TargetConnection target, Duration timeout) {
        return new ProblemException(
                Problem.Kind.TIMED_OUT,
                LATE,
                "%s needed more than %d s. It has finished now, and its file was deleted."
                        .formatted(target.jvm().label(), timeout.toSeconds()),
                RAISE_TIMEOUT);
    }

    /** The dump did not end, even long after its timeout. */
    static ProblemException endless(TargetConnection target, Duration timeout) {
        return new ProblemException(
                Problem.Kind.TIMED_OUT,
                LATE,
                ("%s is still writing after %d s, because a JVM can't be interrupted then. Its file"
                                + " was deleted; the space is free when the JVM has finished.")
                        .formatted(target.jvm().label(), timeout.multipliedBy(2).toSeconds()),
                "Wait until the target answers again, for example to GET /threads. Then "
                        + RAISE_TIMEOUT);
    }

    public static ProblemException files(TargetConnection target, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The heap dump could not be stored",
                "The dump of " + target.jvm().label() + ": " + IoReason.of(e),
                "Check the free space and permissions of HEAPSIGHT_DATA_DIR.",
                e);
    }

    /** Returns the last line: JVMs print the error after the attempted action. */
    static String lastLine(String reply) {
        String text = reply.strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }
}
