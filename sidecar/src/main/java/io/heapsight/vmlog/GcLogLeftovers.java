/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.FileAccess;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Ends logs that a killed sidecar left in a target, and those of a killed command after their end
 * time. Sends no command to a target without open files of such names.
 *
 * @param ways the folders of the target
 * @param inUse whether a log with this id, of any target, is in progress
 */
record GcLogLeftovers(
        TargetConnection target, WriteInTarget ways, Duration timeout, Predicate<String> inUse) {
    /** Number of open files above which the list of outputs is read instead. */
    private static final int MOST_OPEN_FILES = 20_000;

    /**
     * Ends the logs and deletes their files.
     *
     * @return the leftovers, as seen by the target
     */
    List<String> remove(Instant now) {
        List<String> removed = new ArrayList<>();
        if (VmLogProblem.obstacle(target).isEmpty() && mayLog()) {
            try {
                for (String file : overdue(now)) {
                    if (new VmLogCommands(target, timeout).remove(file, new CancelSignal())) {
                        removed.add("log " + file);
                    }
                }
            } catch (ProblemException e) {
                removed.add("could not end GC logs: " + e.problem().detail());
                return removed; // the files stay for the next start
            }
        }
        removed.addAll(removeFiles(now));
        return removed;
    }

    private List<String> overdue(Instant now) throws ProblemException {
        return new VmLogCommands(target, timeout)
                .list(new CancelSignal()).files().stream()
                        .filter(file -> isLeftover(file, now))
                        .toList();
    }

    /**
     * Returns whether to end a log: it is overdue or, when a sidecar discovers the target, an
     * earlier sidecar started it.
     */
    private boolean isLeftover(String file, Instant now) {
        return HeapsightGcLogNames.isOverdue(file, now)
                || (ways.fileEnd().equals(HeapsightGcLogNames.END)
                        && HeapsightGcLogNames.isOfSidecar(file));
    }

    /** Returns whether the open files show a running log of a sidecar. */
    boolean isOn() {
        return openFiles().orElse(List.of()).stream().anyMatch(HeapsightGcLogNames::isOfSidecar);
    }

    private boolean mayLog() {
        return openFiles().map(files -> !files.isEmpty()).orElse(true);
    }

    /** Finds the target's open files with a name of heapsight; empty if it has too many files. */
    private Optional<List<String>> openFiles() {
        FileAccess files = target.procFs().files();
        Path open = target.procFs().rootOf(target.jvm().pid()).resolveSibling("fd");
        List<String> found = new ArrayList<>();
        try {
            List<String> descriptors = files.list(open);
            if (descriptors.size() > MOST_OPEN_FILES) {
                return Optional.empty();
            }
            for (String each : descriptors) {
                linkOf(files, open.resolve(each))
                        .flatMap(HeapsightGcLogNames::ofOpenFile)
                        .ifPresent(found::add);
            }
        } catch (IOException _) {
            found.clear(); // no access, so no commands either
        }
        return Optional.of(found);
    }

    private static Optional<String> linkOf(FileAccess files, Path descriptor) {
        try {
            return Optional.of(files.readLink(descriptor));
        } catch (IOException _) {
            return Optional.empty(); // closed
        }
    }

    private List<String> removeFiles(Instant now) {
        List<String> removed = new ArrayList<>();
        for (String end : List.of(HeapsightGcLogNames.END, HeapsightGcLogNames.COMMAND_LINE_END)) {
            for (String rotated : List.of("", HeapsightGcLogNames.ROTATED)) {
                WriteInTarget named = new WriteInTarget(ways.folder(), end + rotated);
                removed.addAll(
                        named.removeLeftovers(
                                target, id -> inUse.test(id) || !isLeftover(file(id, end), now)));
            }
        }
        return removed;
    }

    private static String file(String id, String end) {
        return "/heapsight-" + id + end;
    }
}
