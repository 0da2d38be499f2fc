/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.FileAccess;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets the target write into its own file system, which the sidecar accesses through {@code
 * /proc/PID/root}: into a file that is copied and deleted or, if there is not enough space, into a
 * FIFO.
 *
 * @param folder the only folder to use, as seen by the target; empty: the first one with enough
 *     space
 * @param fileEnd the suffix of these files: ".hprof"
 * @param holdsCode whether the target maps a file as code, which excludes noexec mounts
 */
public record WriteInTarget(Optional<String> folder, String fileEnd, boolean holdsCode) {
    private static final List<String> USUAL = List.of("/tmp", "/var/tmp");
    private static final String PREFIX = "heapsight-";
    private static final Pattern OF_COMMAND_LINE = Pattern.compile("(\\d{13})-\\d{1,10}");

    /** Creates an instance for files that are data. */
    public WriteInTarget(Optional<String> folder, String fileEnd) {
        this(folder, fileEnd, false);
    }

    /**
     * Creates the id of a file of the command line. Before {@code end}, a starting sidecar does not
     * delete the file, because the command may use it.
     */
    public static String idUntil(Instant end, int pid) {
        return end.toEpochMilli() + "-" + pid;
    }

    /**
     * Finds the path of a file, or the reason why there is none.
     *
     * @param id part of the file's name
     * @param why the reason for this manner of transfer
     */
    public Reading<TargetFile> to(
            TargetConnection target, String id, long neededBytes, String why) {
        return to(target, id, NeededSpace.of(neededBytes), why);
    }

    /**
     * Finds the path of a file whose copy may be on the same file system, or the reason why there
     * is none.
     */
    public Reading<TargetFile> to(
            TargetConnection target, String id, NeededSpace needed, String why) {
        return to(
                target,
                id,
                needed,
                TargetFile.Manner.COPIED,
                "through %s of the target, because " + why);
    }

    /** Finds the path of a FIFO, or the reason why there is none. */
    public Reading<TargetFile> fifo(TargetConnection target, String id, String why) {
        return to(
                target,
                id,
                NeededSpace.of(0),
                TargetFile.Manner.STREAMED,
                "through a FIFO in %s of the target, because " + why);
    }

    private Reading<TargetFile> to(
            TargetConnection target,
            String id,
            NeededSpace needed,
            TargetFile.Manner manner,
            String way) {
        List<String> refusals = new ArrayList<>();
        ProcFs procFs = target.procFs();
        for (String each : candidates(target)) {
            Reading<Path> found = usable(target, each, needed);
            if (found instanceof Reading.Present<Path>(Path reached)) {
                String name = PREFIX + id + fileEnd;
                return Reading.of(
                        new TargetFile(
                                (each.equals("/") ? "" : each) + "/" + name,
                                reached.resolve(name),
                                procFs.files(),
                                manner,
                                way.replace("%s", each)));
            }
            refusals.add(each + " " + found.reason());
        }
        return Reading.missing("in the target, " + String.join("; ", refusals));
    }

    private Set<String> candidates(TargetConnection target) {
        Set<String> candidates = new LinkedHashSet<>();
        if (folder.isPresent()) {
            candidates.add(folder.get());
            return candidates;
        }
        candidates.addAll(USUAL);
        try {
            candidates.add(target.procFs().cwd(target.jvm().pid()));
        } catch (IOException _) {
            return candidates; // no access
        }
        return candidates;
    }

    private Reading<Path> usable(TargetConnection target, String folder, NeededSpace needed) {
        ProcFs procFs = target.procFs();
        FileAccess files = procFs.files();
        int pid = target.jvm().pid();
        if (!JcmdCommand.takesFileName(folder)) {
            return Reading.missing("is a name that a JVM does not accept");
        }
        try {
            Path root = procFs.rootOf(pid);
            Path reached = RootedPath.resolve(files, root, folder);
            if (!files.isWritable(reached)) {
                return Reading.missing("is not writable");
            }
            String named = "/" + root.relativize(reached);
            if (holdsCode && procFs.isNoexec(pid, named)) {
                return Reading.missing("is on a mount that is noexec");
            }
            Optional<String> memory =
                    TmpfsCheck.refusal(
                            target, procFs, Integer.toString(pid), named, needed.bytes());
            if (memory.isPresent()) {
                return Reading.missing(memory.get());
            }
            String noRoom = needed.shortage(procFs, pid, reached);
            return noRoom.isEmpty() ? Reading.of(reached) : Reading.missing(noRoom);
        } catch (IOException e) {
            return Reading.missing("can't be inspected: " + IoReason.of(e));
        }
    }

    /**
     * Deletes files that a killed sidecar left in the target, except for the files of transfers in
     * progress: another target may use the same folder.
     *
     * @param inUse whether an id is in use; checked after the files were listed, so it may change
     *     concurrently
     * @return the deleted files, as seen by the target
     */
    public List<String> removeLeftovers(TargetConnection target, Predicate<String> inUse) {
        List<String> removed = new ArrayList<>();
        for (Map.Entry<String, Path> each : leftovers(target, inUse).entrySet()) {
            try {
                target.procFs().files().delete(each.getValue());
                removed.add(each.getKey());
            } catch (IOException _) {
                // no access, so it was not used
            }
        }
        return removed;
    }

    /** Returns whether a killed sidecar left files that {@link #removeLeftovers} would delete. */
    public boolean hasLeftovers(TargetConnection target, Predicate<String> inUse) {
        return !leftovers(target, inUse).isEmpty();
    }

    private boolean isLeftover(Path file, Predicate<String> inUse) {
        String name = file.getFileName().toString();
        String id = name.substring(PREFIX.length(), name.lastIndexOf(fileEnd));
        return !isOfRunningCommand(id) && !inUse.test(id);
    }

    private static boolean isOfRunningCommand(String id) {
        Matcher until = OF_COMMAND_LINE.matcher(id);
        return until.matches()
                && Instant.ofEpochMilli(Long.parseLong(until.group(1))).isAfter(Instant.now());
    }

    /**
     * Finds leftover files: paths as seen by the target, with the same paths as seen by the
     * sidecar.
     *
     * @param inUse as in {@link #removeLeftovers}
     */
    public Map<String, Path> leftovers(TargetConnection target, Predicate<String> inUse) {
        Map<String, Path> found =
                named(target, PREFIX + "[0-9TZ-]{1,40}" + Pattern.quote(fileEnd) + "(\\.p\\d+)?");
        found.values().removeIf(file -> !isLeftover(file, inUse));
        return found;
    }

    /** Returns whether one of the folders has a file or a folder with a fully matching name. */
    public boolean has(TargetConnection target, String pattern) {
        return !named(target, pattern).isEmpty();
    }

    private Map<String, Path> named(TargetConnection target, String pattern) {
        Map<String, Path> found = new LinkedHashMap<>();
        ProcFs procFs = target.procFs();
        for (String folder : candidates(target)) {
            try {
                Path reached =
                        RootedPath.resolve(
                                procFs.files(), procFs.rootOf(target.jvm().pid()), folder);
                for (String name : procFs.files().list(reached)) {
                    if (name.matches(pattern)) {
                        found.put(folder + "/" + name, reached.resolve(name));
                    }
                }
            } catch (IOException _) {
                // missing or without access, so it was not used
            }
        }
        return found;
    }
}
