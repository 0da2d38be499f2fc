/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildScheduler;
import io.heapsight.child.ChildWatcher;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads recordings in child processes, one at a time: each needs up to {@value #HEAP} of Java heap.
 */
public final class ProfileReaderProcess {
    private static final String HEAP = "-Xmx96m";

    private static final ChildWatcher.Words WORDS =
            new ChildWatcher.Words(
                    "reading of the profile",
                    "The recording is stored.",
                    "Give the sidecar's container more memory, or take a shorter profile.",
                    "Download the recording (GET /profiles/ID/jfr) and read it elsewhere; report"
                            + " what it"
                            + " says.");

    private final ChildScheduler turn = new ChildScheduler();

    /**
     * Writes all forms of a recording, beside it.
     *
     * @param outcome of the profile; events that don't belong to it are removed from the recording
     */
    void makeAll(
            Path recording,
            ProfileEvent event,
            AsyncProfiler.Outcome outcome,
            Path folder,
            String id,
            CancelSignal cancel)
            throws ProblemException {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "profile-child",
                                recording.toString(),
                                "--event=" + event.label(),
                                "--folder=" + folder,
                                "--id=" + id));
        outcome.events().forEach(name -> arguments.add("--only=" + name));
        outcome.collectedAt().ifPresent(at -> arguments.add("--collected-at=" + at));
        run(arguments, cancel);
    }

    /** Compares two recordings, and writes the result in a form into a file. */
    public void compare(Path base, Path candidate, List<String> options, CancelSignal cancel)
            throws ProblemException {
        List<String> arguments =
                new ArrayList<>(
                        List.of("profile-diff-child", base.toString(), candidate.toString()));
        arguments.addAll(options);
        run(arguments, cancel);
    }

    private void run(List<String> arguments, CancelSignal cancel) throws ProblemException {
        turn.await(() -> {}, cancel);
        try {
            ChildWatcher.await(
                    WORDS,
                    ChildJvm.start(
                            "reading of the profile",
                            ChildJvm.Cache.COMMON,
                            List.of(HEAP),
                            arguments),
                    Progress.SILENT,
                    _ -> {},
                    cancel);
        } finally {
            turn.end();
        }
    }
}
