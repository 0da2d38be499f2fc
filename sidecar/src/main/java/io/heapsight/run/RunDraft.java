/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a run while a reader parses it. */
final class RunDraft {
    final RunSamples.Builder samples;
    final List<String> flags = new ArrayList<>();
    final Map<String, String> labels = new LinkedHashMap<>();
    final List<ProgressMark> marks = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    @Nullable RunName name;
    @Nullable RunTarget target;
    RunLimits limits = RunLimits.UNKNOWN;
    @Nullable Instant started;
    @Nullable Instant stopped;
    @Nullable RunHistogram heapAtStart;
    @Nullable RunHistogram heapAtStop;
    @Nullable RunProfile profile;
    boolean versionSeen;

    /**
     * @param mostBytes maximum memory of its samples
     */
    RunDraft(long mostBytes) {
        samples = new RunSamples.Builder(mostBytes);
    }

    /**
     * Returns a quarter of the heap, since a comparison loads two runs while other work continues.
     */
    static long usualBytes() {
        return Runtime.getRuntime().maxMemory() / 4;
    }

    /** Returns a missing mandatory field, if there is one. */
    Optional<String> missing() {
        if (!versionSeen) {
            return Optional.of("schemaVersion");
        }
        if (name == null) {
            return Optional.of("name");
        }
        if (target == null) {
            return Optional.of("target");
        }
        return started == null ? Optional.of("started") : Optional.empty();
    }

    Run run() {
        if (name == null || target == null || started == null) {
            throw new IllegalStateException("no " + missing().orElse("field"));
        }
        if (stopped != null && !stopped.isBefore(started)) {
            samples.endAt(stopped.toEpochMilli());
        }
        return new Run(
                name,
                target,
                flags,
                limits,
                labels,
                started,
                Optional.ofNullable(stopped),
                samples.build(),
                marks,
                Optional.ofNullable(heapAtStart),
                Optional.ofNullable(heapAtStop),
                Optional.ofNullable(profile),
                warnings);
    }
}
