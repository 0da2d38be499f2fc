/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.memory.TuningOption;
import io.heapsight.unit.Labelled;
import java.util.List;
import java.util.Optional;

/**
 * A recommendation on one setting, with its figures.
 *
 * @param finding in a sentence or two
 * @param figures that it is based on
 * @param settings old and new values, including settings that already fit
 * @param refused settings under which the target would have failed in the recorded past
 * @param certainty of the recommendation
 * @param because the reason for the certainty
 */
public record Advice(
        Subject subject,
        Conclusion conclusion,
        String finding,
        List<Figure> figures,
        List<Setting> settings,
        List<Refused> refused,
        Certainty certainty,
        String because) {
    /** The subject. */
    public enum Subject implements Labelled {
        MEMORY_LIMIT,
        HEAP_SIZE,
        METASPACE,
        COLLECTOR,
        SOFT_LIMIT,
        CPU_LIMIT,
        NATIVE_MEMORY_TRACKING,
        JOBS
    }

    /** The conclusion from the figures. */
    public enum Conclusion implements Labelled {
        FINE,
        /** A setting should change. */
        CHANGE,
        /** Too little data yet. */
        WAIT,
        /** The target does not provide the required data. */
        UNKNOWN
    }

    /** The certainty of a recommendation. */
    public enum Certainty implements Labelled {
        LOW,
        MEDIUM,
        HIGH
    }

    /**
     * A measured or derived number.
     *
     * @param name in camel case, its unit at the end: {@code liveSetBytes}, {@code overheadRatio}
     */
    public record Figure(String name, double value) {}

    /**
     * A flag of the JVM or a limit of the container.
     *
     * @param current empty if unset or unknown
     */
    public record Setting(TuningOption option, Optional<String> current, String suggested) {
        /** Returns the name: {@code -Xmx}, {@code memory limit}. */
        public String name() {
            return option.label();
        }

        /** Returns the setting in the syntax of a command line or a manifest. */
        public String line() {
            return option.line(suggested);
        }

        /** Returns whether it would change anything. */
        public boolean isChange() {
            return !current.equals(Optional.of(suggested));
        }
    }

    /**
     * A setting under which the target would have failed in the recorded past.
     *
     * @param line in the syntax of a command line or a manifest
     */
    public record Refused(String line, String because) {}

    public Advice {
        refused = List.copyOf(refused);
        figures = figures.stream().filter(figure -> !Double.isNaN(figure.value())).toList();
        settings = List.copyOf(settings);
    }

    /** Returns the settings to show: for a change, only those that differ from the present ones. */
    public List<Setting> shown() {
        return conclusion == Conclusion.CHANGE
                ? settings.stream().filter(Setting::isChange).toList()
                : settings;
    }

    /** Returns a copy with only these settings. */
    Advice with(List<Setting> those, List<Refused> others) {
        return new Advice(subject, conclusion, finding, figures, those, others, certainty, because);
    }

    /** Creates advice without figures yet. */
    static Advice wait(Subject subject, String finding) {
        return new Advice(
                subject,
                Conclusion.WAIT,
                finding,
                List.of(),
                List.of(),
                List.of(),
                Certainty.LOW,
                "too little data");
    }

    /** Creates advice for a target that does not provide the figures. */
    static Advice unknown(Subject subject, String finding) {
        return new Advice(
                subject,
                Conclusion.UNKNOWN,
                finding,
                List.of(),
                List.of(),
                List.of(),
                Certainty.LOW,
                "the target does not provide the data that this advice needs");
    }
}
