/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.target.TargetConnection;
import io.heapsight.transfer.TargetFile;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code GC.heap_dump} of a JVM can do, as its own help says: updates of a release have got
 * options that the release lacked.
 *
 * @param gzip it compresses while it writes
 * @param overwrite it writes into a file that is there already, or a FIFO
 * @param segments it writes the heap with several threads into files of their own, FILE.p0,
 *     FILE.p1, and puts them together after the pause: for a moment it takes the room of two dumps
 */
record DumpCommandOptions(boolean gzip, boolean overwrite, boolean segments) {
    private static final JcmdCommand HELP = JcmdCommand.of("help", "GC.heap_dump");

    /** The JVM takes no more than its collector has; each needs a buffer of 1 MiB. */
    static final int THREADS = 4;

    /** JDK-8237354. */
    private static final int GZIP_SINCE = 15;

    /** JDK-8267666; updates of 11 have it since October 2021. */
    private static final int OVERWRITE_SINCE = 17;

    private static final int OVERWRITE_TOO = 11;

    /** JDK-8306441. */
    private static final int SEGMENTS_SINCE = 22;

    /**
     * What a Java version can do, as a rule.
     *
     * @param javaMajor 0 when it isn't known: the worst is thought of it
     */
    static DumpCommandOptions usualOf(int javaMajor) {
        return new DumpCommandOptions(
                javaMajor >= GZIP_SINCE,
                javaMajor >= OVERWRITE_SINCE || javaMajor == OVERWRITE_TOO,
                javaMajor == 0 || javaMajor >= SEGMENTS_SINCE);
    }

    static DumpCommandOptions of(TargetConnection target, Duration timeout, CancelSignal cancel)
            throws ProblemException {
        String help = target.jcmd(HELP, timeout, cancel);
        return new DumpCommandOptions(
                help.contains("-gz "), help.contains("-overwrite "), help.contains("-parallel "));
    }

    /** Whether it can write into a FIFO: from the first byte to the last, without going back. */
    boolean streams() {
        return overwrite && !segments;
    }

    /**
     * The command.
     *
     * @param live runs a full GC first; otherwise garbage is in the dump, too
     * @param compressed only where {@link #gzip}
     * @param place nothing may be there yet, unless it is a FIFO
     */
    JcmdCommand command(boolean live, boolean compressed, TargetFile place) {
        List<String> arguments = new ArrayList<>();
        if (!live) {
            arguments.add("-all");
        }
        if (compressed) {
            arguments.add("-gz=1");
        }
        if (segments) {
            arguments.add("-parallel=" + THREADS);
        }
        if (place.manner() == TargetFile.Manner.STREAMED) {
            arguments.add("-overwrite");
        }
        arguments.add(place.pathInTarget());
        return JcmdCommand.of("GC.heap_dump", arguments.toArray(String[]::new));
    }
}
