/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildWatcher;
import io.heapsight.kept.KeptFiles;
import io.heapsight.operation.RequestSlots;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DiskHeadroom;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Scrubs stored recordings, each in a child JVM, one at a time. */
public final class RecordingScrubs {
    private static final String FILE_END = ".scrubbed" + DurableFiles.PART;

    private final KeptFiles<RecordingRecord> files;
    private final AnalysisMemory memory;
    private final RequestSlots turn = new RequestSlots(1);

    /**
     * @param memory available to a child
     */
    public RecordingScrubs(KeptFiles<RecordingRecord> files, AnalysisMemory memory) {
        this.files = files;
        this.memory = memory;
    }

    /**
     * Writes a scrubbed copy beside the recording.
     *
     * @param cancel ends the child
     * @return the copy; the caller deletes it
     * @throws ProblemException on failure; no file is left behind
     */
    public Path scrub(RecordingRecord recording, CancelSignal cancel)
            throws IOException, ProblemException {
        if (!turn.acquire()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "Another recording is being scrubbed",
                    "Only one at a time: each needs as much memory as a summary.",
                    "Try again when that download has begun.");
        }
        try {
            requireRoom(recording);
            return scrubbed(recording, cancel);
        } finally {
            turn.release();
        }
    }

    private Path scrubbed(RecordingRecord recording, CancelSignal cancel)
            throws IOException, ProblemException {
        Path copy = Files.createTempFile(files.folder(), recording.id() + ".", FILE_END);
        try {
            Files.delete(copy); // the child creates it
            ChildWatcher.await(words(), child(recording, copy), (_, _, _) -> {}, _ -> {}, cancel);
            return copy;
        } catch (ProblemException | IOException | RuntimeException e) {
            Files.deleteIfExists(copy);
            throw e;
        }
    }

    private void requireRoom(RecordingRecord recording) throws ProblemException {
        try {
            DiskHeadroom.require(files.folder(), recording.bytes());
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "Not enough space to scrub the recording",
                    recording.id() + " is copied in the same folder: " + e.getMessage(),
                    "Delete a recording or a heap dump, or download the recording unscrubbed and"
                            + " run heapsight"
                            + " jfr scrub.",
                    e);
        }
    }

    private ChildJvm child(RecordingRecord recording, Path copy) throws ProblemException {
        return ChildJvm.start(
                "scrubbing",
                ChildJvm.Cache.COMMON,
                RecordingSummaries.heap(memory),
                List.of("scrub-child", files.file(recording).toString(), "--to=" + copy));
    }

    private static ChildWatcher.Words words() {
        return new ChildWatcher.Words(
                "scrubbing",
                "The recording is stored.",
                "Give the sidecar's container more memory, or download the recording unscrubbed"
                        + " and run heapsight jfr scrub.",
                "Download the recording unscrubbed and run heapsight jfr scrub on it; report what"
                        + " it"
                        + " says.");
    }
}
