/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.target.TargetConnection;
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
 * @param segments it writes the heap into a second file, FILE.p0, and puts the two together after
 *     the pause: for a moment it takes the room of two dumps
 */
record DumpOptions(boolean gzip, boolean segments) {
    private static final JcmdCommand HELP = JcmdCommand.of("help", "GC.heap_dump");

    /** JDK-8237354. */
    private static final int GZIP_SINCE = 15;

    /** JDK-8306441. */
    private static final int SEGMENTS_SINCE = 22;

    /**
     * What the first release of a Java version could do.
     *
     * @param javaMajor 0 when it isn't known: the worst is thought of it
     */
    static DumpOptions usualOf(int javaMajor) {
        return new DumpOptions(
                javaMajor >= GZIP_SINCE, javaMajor == 0 || javaMajor >= SEGMENTS_SINCE);
    }

    static DumpOptions of(TargetConnection target, Duration timeout, CancelSignal cancel)
            throws ProblemException {
        String help = target.jcmd(HELP, timeout, cancel);
        return new DumpOptions(help.contains("-gz "), help.contains("-parallel "));
    }

    /**
     * The command.
     *
     * @param live runs a full GC first; otherwise garbage is in the dump, too
     * @param compressed only where {@link #gzip}
     * @param path as the target sees it; nothing may be there yet
     */
    JcmdCommand command(boolean live, boolean compressed, String path) {
        List<String> arguments = new ArrayList<>();
        if (!live) {
            arguments.add("-all");
        }
        if (compressed) {
            arguments.add("-gz=1");
        }
        arguments.add(path);
        return JcmdCommand.of("GC.heap_dump", arguments.toArray(String[]::new));
    }
}
