/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A recorded run: the measurements of one target from a start to a stop.
 *
 * @param flags the target's options in their order
 * @param labels set by the user, may include {@code image}
 * @param started start of the recording
 * @param stopped time of the stop; empty while the run is being recorded, or if it was interrupted
 * @param marks reported by the user, oldest first
 * @param heapAtStart objects by class, if requested
 * @param heapAtStop objects by class at the stop, if requested
 * @param profile if requested and available
 * @param warnings defects of the recording, in sentences
 */
public record Run(
        RunName name,
        RunTarget target,
        List<String> flags,
        RunLimits limits,
        Map<String, String> labels,
        Instant started,
        Optional<Instant> stopped,
        RunSamples samples,
        List<ProgressMark> marks,
        Optional<RunHistogram> heapAtStart,
        Optional<RunHistogram> heapAtStop,
        Optional<RunProfile> profile,
        List<String> warnings) {
    /** The label that records whether the last warm-up jobs took equally long. */
    public static final String STEADY = "steady";

    private static final String ENDED = "recording ended";
    private static final String SET_BACK = "the clock was set back";

    public Run {
        flags = List.copyOf(flags);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        marks = List.copyOf(marks);
        warnings = List.copyOf(warnings);
    }

    /** Returns the warning of a run that ended before its stop. */
    static String ended(String why) {
        return ENDED + why;
    }

    /** Returns whether a warning means that the run ended before its stop. */
    public static boolean tellsOfEarlyEnd(String warning) {
        return warning.startsWith(ENDED);
    }

    /**
     * Returns whether a warning means that the clock was set back: the order of runs may be wrong.
     */
    public static boolean tellsOfClockSetBack(String warning) {
        return warning.startsWith(SET_BACK);
    }

    /** Returns a copy with another name. */
    public Run named(RunName other) {
        return new Run(
                other,
                target,
                flags,
                limits,
                labels,
                started,
                stopped,
                samples,
                marks,
                heapAtStart,
                heapAtStop,
                profile,
                warnings);
    }

    /** Returns a copy with other measurements. */
    public Run with(RunSamples otherSamples, Optional<RunProfile> otherProfile) {
        return new Run(
                name,
                target,
                flags,
                limits,
                labels,
                started,
                stopped,
                otherSamples,
                marks,
                heapAtStart,
                heapAtStop,
                otherProfile,
                warnings);
    }

    /** Returns the changes of the container's limits, oldest first. */
    public List<RunLimitChange> limitChanges() {
        return RunLimitChange.of(samples);
    }

    /** Returns the time of the stop, or else of the last sample. */
    public Instant end() {
        return stopped.orElseGet(
                () -> samples.size() == 0 ? started : samples.at(samples.size() - 1));
    }

    /** Returns the time from the start to the {@link #end}; never negative. */
    public Duration duration() {
        Duration duration = Duration.between(started, end());
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
