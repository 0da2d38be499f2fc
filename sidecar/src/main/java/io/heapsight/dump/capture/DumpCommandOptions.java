/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.transfer.TargetFile;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of a JVM's {@code GC.heap_dump}, from its help text: updates of a release may add
 * options.
 *
 * @param gzip it compresses while it writes
 * @param overwrite it writes into an existing file or a FIFO
 * @param segments it writes the heap with several threads into separate files, FILE.p0, FILE.p1,
 *     and joins them after the pause: this temporarily takes the space of two dumps
 */
record DumpCommandOptions(boolean gzip, boolean overwrite, boolean segments) {
    private static final JcmdCommand HELP = JcmdCommand.of("help", "GC.heap_dump");

    /** The JVM uses at most as many as its collector has; each needs a buffer of 1 MiB. */
    static final int THREADS = 4;

    /** JDK-8237354. */
    private static final int GZIP_SINCE = 15;

    /** JDK-8267666; updates of 11 have it since October 2021. */
    private static final int OVERWRITE_SINCE = 17;

    private static final int OVERWRITE_TOO = 11;

    /** JDK-8306441. */
    private static final int SEGMENTS_SINCE = 22;

    /**
     * The options expected for a Java version.
     *
     * @param javaMajor 0 if unknown: the worst case is assumed
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
     * @param compressed only if {@link #gzip}
     * @param place must not exist, unless it is a FIFO
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
