/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows the selected JVMs across restarts. The start time shows that a JVM with the pid of an
 * earlier one is new. If a program replaced itself, the inode of its counters file shows that. Not
 * thread-safe.
 */
public final class TargetWatcher {
    private final TargetFinder finder;
    private final TargetSelector selector;
    private Map<Integer, TargetJvm> known = Map.of();

    public TargetWatcher(TargetFinder finder, TargetSelector selector) {
        this.finder = finder;
        this.selector = selector;
    }

    /**
     * The changes since the last poll.
     *
     * @param came new JVMs
     * @param went JVMs that have ended
     * @param restarted other JVMs with the same pid
     * @param present all current JVMs, in their current state
     */
    public record Changes(
            List<TargetJvm> came,
            List<TargetJvm> went,
            List<Restart> restarted,
            List<TargetJvm> present) {}

    /** A JVM that replaced another one under the same pid. */
    public record Restart(TargetJvm before, TargetJvm after) {}

    /** Scans for changes; cheap enough for once a second. */
    public Changes poll() throws IOException {
        List<TargetJvm> found = followed(selector.all(finder.find()));
        Map<Integer, TargetJvm> now = new LinkedHashMap<>();
        found.forEach(jvm -> now.put(jvm.pid(), jvm));
        List<TargetJvm> came = new ArrayList<>();
        List<Restart> restarted = new ArrayList<>();
        for (TargetJvm jvm : found) {
            TargetJvm before = known.get(jvm.pid());
            if (before == null) {
                came.add(jvm);
            } else if (isAnother(before, jvm)) {
                restarted.add(new Restart(before, jvm));
            }
        }
        List<TargetJvm> went =
                known.values().stream().filter(jvm -> !now.containsKey(jvm.pid())).toList();
        known = now;
        return new Changes(came, went, restarted, List.copyOf(now.values()));
    }

    /**
     * Chooses the JVMs to follow. Without a selection, these are all JVMs. But a JVM that appears
     * while others are followed may be short-lived (a health check, a script), so it must reach a
     * minimum age first.
     */
    private List<TargetJvm> followed(List<TargetJvm> found) {
        if (!(selector instanceof TargetSelector.Unnamed)
                || found.stream().noneMatch(this::isKnown)) {
            return found;
        }
        return found.stream().filter(jvm -> isKnown(jvm) || !finder.isYoung(jvm)).toList();
    }

    private boolean isKnown(TargetJvm jvm) {
        TargetJvm before = known.get(jvm.pid());
        return before != null && before.isSameProcessAs(jvm);
    }

    private static boolean isAnother(TargetJvm before, TargetJvm now) {
        if (!before.isSameProcessAs(now)) {
            return true;
        }
        Optional<CountersFile> file = before.countersFile().toOptional();
        Optional<CountersFile> newFile = now.countersFile().toOptional();
        return file.isPresent()
                && newFile.isPresent()
                && file.get().inode() != newFile.get().inode();
    }
}
