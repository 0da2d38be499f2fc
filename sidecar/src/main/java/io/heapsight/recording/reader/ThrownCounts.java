/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static io.heapsight.recording.reader.EventGroupKeys.className;
import static io.heapsight.recording.reader.EventGroupKeys.number;

import io.heapsight.recording.RecordingSummary.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Counts thrown objects by class and by site, in bounded memory. For each Error, the JDK commits
 * one {@code jdk.JavaErrorThrow} and two {@code jdk.JavaExceptionThrow}. If a recording has error
 * events of a class, the exception events of that class do not count.
 */
final class ThrownCounts {
    /** Ratio of thrown to recorded objects above which the recording is a sample. */
    private static final double SAMPLED = 1.05;

    private static final Thrown OTHERS = new Thrown("(others)", "(others)");

    private record Thrown(String type, String site) {}

    private final Map<Thrown, Long> errors = new HashMap<>();
    private final Map<Thrown, Long> exceptions = new HashMap<>();
    private long recorded;
    private long least = Long.MAX_VALUE;
    private long most;

    /** Adds a {@code jdk.JavaErrorThrow}. */
    void addError(RecordedEvent event) {
        add(errors, event);
    }

    /** Adds a {@code jdk.JavaExceptionThrow}, which JDK 25 and later throttle. */
    void addException(RecordedEvent event) {
        add(exceptions, event);
        recorded++;
    }

    /** Adds a {@code jdk.ExceptionStatistics}: the throwables since the start of the JVM. */
    void addStatistics(RecordedEvent event) {
        long throwables = number(event, "throwables");
        least = Math.min(least, throwables);
        most = Math.max(most, throwables);
    }

    private static void add(Map<Thrown, Long> counts, RecordedEvent event) {
        Thrown thrown =
                new Thrown(
                        EventCountsByName.shorten(className(event, "thrownClass")),
                        EventCountsByName.shorten(
                                EventGroupKeys.topNotInitFrame(event)
                                        .orElse(EventGroupKeys.UNKNOWN)));
        boolean fits = counts.size() < EventCountsByName.MOST_NAMES || counts.containsKey(thrown);
        counts.merge(fits ? thrown : OTHERS, 1L, Long::sum);
    }

    EventCountsByName byClass() {
        EventCountsByName counts = new EventCountsByName(Kind.EXCEPTION_BY_TYPE);
        once().forEach((thrown, times) -> counts.addTimes(thrown.type(), times));
        return counts;
    }

    EventCountsByName bySite() {
        EventCountsByName counts = new EventCountsByName(Kind.EXCEPTION_BY_SITE);
        once().forEach((thrown, times) -> counts.addTimes(thrown.site(), times));
        return counts;
    }

    private Map<Thrown, Long> once() {
        Set<String> types = new HashSet<>();
        errors.keySet().forEach(thrown -> types.add(thrown.type()));
        Map<Thrown, Long> once = new HashMap<>(errors);
        exceptions.forEach(
                (thrown, times) -> {
                    if (!types.contains(thrown.type()) || thrown.equals(OTHERS)) {
                        once.merge(thrown, times, Long::sum);
                    }
                });
        return once;
    }

    /** Returns a note if the recording has a sample of the exceptions only. */
    Optional<String> note() {
        long thrown = most - least;
        return recorded > 0 && thrown > SAMPLED * recorded
                ? Optional.of(
                        String.format(
                                Locale.ROOT,
                                "The recording samples exceptions: it has %,d of %,d.",
                                recorded,
                                thrown))
                : Optional.empty();
    }
}
