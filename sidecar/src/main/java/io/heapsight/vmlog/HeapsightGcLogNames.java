/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats and recognises the names of the files into which targets log for heapsight:
 *
 * <pre>
 * heapsight-20261121T221930120Z-7.gc.log      by a sidecar, in the target's file system
 * 20261121T221930120Z-7.live.gc.log           by a sidecar, in its own
 * heapsight-1795900000000-7.cli.gc.log        by the command line, with the time of its end
 * </pre>
 */
final class HeapsightGcLogNames {
    /** Suffix of a sidecar's file in a target. */
    static final String END = ".gc.log";

    /** Suffix of a sidecar's file in its own folder. */
    static final String LIVE_END = ".live.gc.log";

    /** Suffix of a file of the command line. */
    static final String COMMAND_LINE_END = ".cli.gc.log";

    /** Suffix that the JVM appends when it starts a new file. */
    static final String ROTATED = ".0";

    private static final String DELETED = " (deleted)";
    private static final String ID = "[0-9]{8}T[0-9]{9}Z-[0-9]{1,10}";

    private static final Pattern OF_SIDECAR =
            Pattern.compile(
                    "/(?:heapsight-%s%s|%s%s)"
                            .formatted(ID, Pattern.quote(END), ID, Pattern.quote(LIVE_END)));

    private static final Pattern OF_COMMAND_LINE =
            Pattern.compile("/heapsight-([0-9]{13})-[0-9]{1,10}" + Pattern.quote(COMMAND_LINE_END));

    private static final Pattern FILE =
            Pattern.compile("file=(/\\S{1,4096}" + Pattern.quote(END) + ") .*");

    private HeapsightGcLogNames() {}

    /** Returns the id of a log of the command line, which ends at that time. */
    static String commandLineId(Instant end, int nsPid) {
        return end.toEpochMilli() + "-" + nsPid;
    }

    /** Finds a file with a name of heapsight in the line of an output. */
    static Optional<String> fileOf(String line) {
        Matcher file = FILE.matcher(line);
        return file.matches() && isOurs(file.group(1))
                ? Optional.of(file.group(1))
                : Optional.empty();
    }

    private static boolean isOurs(String path) {
        return isOfSidecar(path) || OF_COMMAND_LINE.matcher(nameOf(path)).matches();
    }

    /** Returns whether a sidecar named this file; its rotated one counts, too. */
    static boolean isOfSidecar(String path) {
        return OF_SIDECAR.matcher(nameOf(path)).matches();
    }

    /** Returns whether the command line named this file, and the end of the log has passed. */
    static boolean isOverdue(String path, Instant now) {
        Matcher name = OF_COMMAND_LINE.matcher(nameOf(path));
        return name.matches() && Long.parseLong(name.group(1)) < now.toEpochMilli();
    }

    /** Finds the path of an open file that heapsight named; the kernel marks deleted files. */
    static Optional<String> ofOpenFile(String link) {
        String path =
                link.endsWith(DELETED) ? link.substring(0, link.length() - DELETED.length()) : link;
        return isOurs(path) ? Optional.of(path) : Optional.empty();
    }

    private static String nameOf(String path) {
        String name = path.substring(Math.max(0, path.lastIndexOf('/')));
        return name.endsWith(ROTATED) ? name.substring(0, name.length() - ROTATED.length()) : name;
    }
}
