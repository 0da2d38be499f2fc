/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.util.List;
import java.util.Optional;

/**
 * The verdicts of JDK Mission Control's rules about a recording.
 *
 * @param verdicts most severe first; inapplicable ones are omitted
 * @param failed rules without a verdict, each with the reason
 * @param note the reason for no verdicts, or the part of the recording that they cover; empty if
 *     they cover all of it
 */
public record JmcRuleVerdicts(List<Verdict> verdicts, List<String> failed, Optional<String> note) {
    /** Severities with the names and the order of JDK Mission Control. */
    public enum Severity {
        WARNING("Warning"),
        INFORMATION("Information"),
        OK("OK");

        private final String title;

        Severity(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /**
     * The verdict of one rule.
     *
     * @param id of the rule: "ApplicationHalts"
     * @param name of the rule: "Application Halts"
     * @param topic of the rule: "java_application"
     * @param score 0 to 100; empty if the rule only has severities
     * @param summary in plain text, like the next two
     * @param explanation empty if there is none
     * @param solution empty if there is none
     */
    public record Verdict(
            String id,
            String name,
            String topic,
            Severity severity,
            Optional<Double> score,
            String summary,
            Optional<String> explanation,
            Optional<String> solution) {}

    /** No verdicts, with the reason. */
    public static JmcRuleVerdicts leftOut(String why) {
        return new JmcRuleVerdicts(List.of(), List.of(), Optional.of("Skipped: " + why));
    }
}
