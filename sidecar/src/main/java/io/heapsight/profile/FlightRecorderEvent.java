/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.recording.SettingsDocument;
import java.util.List;
import java.util.stream.Stream;

/** Flight Recorder events that sample running threads. */
enum FlightRecorderEvent {
    /**
     * Each 10 ms of CPU time of a thread that runs Java code or native code called by it. Linux
     * only.
     *
     * @see <a href="https://openjdk.org/jeps/509">JEP 509</a>
     */
    CPU_TIME("jdk.CPUTimeSample", "throttle", "10ms", CpuTimeSamplesLostEvent.EVENT),
    /** Samples some of the threads that run Java code, every 10 ms. */
    EXECUTION("jdk.ExecutionSample", "period", "10 ms");

    private static final int FIRST_WITH_CPU_TIME = 25;

    private final String event;
    private final String option;
    private final String value;

    @SuppressWarnings("ImmutableEnumChecker") // the list is immutable
    private final List<String> others;

    FlightRecorderEvent(String event, String option, String value, String... others) {
        this.event = event;
        this.option = option;
        this.value = value;
        this.others = List.of(others);
    }

    /** The best event of a JVM. */
    static FlightRecorderEvent of(TargetJvm jvm) {
        return jvm.javaMajor().orElse(0) >= FIRST_WITH_CPU_TIME ? CPU_TIME : EXECUTION;
    }

    /** The JDK's name of the event: the engine of its profiles. */
    String event() {
        return event;
    }

    /** The names of all events of a profile, this one first. */
    List<String> events() {
        return Stream.concat(Stream.of(event), others.stream()).toList();
    }

    /** The settings of a recording with these events only. */
    SettingsDocument settings() {
        StringBuilder text = new StringBuilder("<configuration version=\"2.0\">\n");
        text.append("<event name=\"%s\">".formatted(event))
                .append(setting("enabled", "true"))
                .append(setting("stackTrace", "true"))
                .append(setting(option, value))
                .append("</event>\n");
        for (String each : others) {
            text.append(
                    "<event name=\"%s\">%s</event>\n".formatted(each, setting("enabled", "true")));
        }
        return new SettingsDocument("cpu", text.append("</configuration>\n").toString());
    }

    private static String setting(String name, String value) {
        return "<setting name=\"%s\">%s</setting>".formatted(name, value);
    }
}
