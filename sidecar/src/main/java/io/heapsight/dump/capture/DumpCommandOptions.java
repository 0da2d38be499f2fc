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
 * The options that a JVM's {@code GC.heap_dump} supports. They come from its help text, because
 * updates of a release may add options.
 *
 * @param gzip whether it can compress while it writes
 * @param overwrite whether it can write into an existing file or a FIFO
 * @param segments whether several threads write the heap into separate files, FILE.p0, FILE.p1. The
 *     JVM joins them after the pause, which temporarily needs the space of two dumps
 */
record DumpCommandOptions(boolean gzip, boolean overwrite, boolean segments) {
    private static final JcmdCommand HELP = JcmdCommand.of("help", "GC.heap_dump");

    /**
     * Number of threads; the JVM uses at most as many as its collector has. Each needs a buffer of
     * 1 MiB.
     */
    static final int THREADS = 4;

    /** JDK-8237354. */
    private static final int GZIP_SINCE = 15;

    /** JDK-8267666; updates of 11 since October 2021 contain it. */
    private static final int OVERWRITE_SINCE = 17;

    private static final int OVERWRITE_TOO = 11;

    /** JDK-8306441. */
    private static final int SEGMENTS_SINCE = 22;

    /**
     * The options expected for a Java version.
     *
     * @param javaMajor 0 if unknown, which assumes the worst case
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

    /** Whether the JVM can write into a FIFO: sequentially from the first byte to the last. */
    boolean streams() {
        return overwrite && !segments;
    }

    /**
     * Returns the command.
     *
     * @param live runs a full GC first; otherwise the dump includes garbage
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
