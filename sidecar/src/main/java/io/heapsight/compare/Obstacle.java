/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

/**
 * What makes two arms not comparable.
 *
 * @param subject what would lift it, if the comparison is about that
 * @param sentence what is different, with the values; without a full stop
 */
record Obstacle(Subject subject, String sentence) {
    /** Figures by unit of work stand another length and another load. */
    boolean hinders(Metric metric) {
        return subject == Subject.LIMITS || metric.group() != Metric.Group.WORK;
    }

    /** The sentence, and what lifts it. */
    String reason() {
        return sentence + "; say subject=" + subject.label() + " if that is what is compared";
    }
}
