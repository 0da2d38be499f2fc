/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The verdict of a comparison on one metric. */
public enum Verdict {
    BETTER,
    WORSE,
    /** If there is a difference, it is smaller than what was said to be relevant. */
    EQUIVALENT,
    /** What was seen could be chance. */
    NO_EVIDENCE,
    /** There are not enough runs for any verdict. */
    TOO_FEW_RUNS,
    /**
     * These runs differ; whether others would, or whether it was the change that did it, can't be
     * told from them.
     */
    DIFFERS,
    NOT_COMPARABLE;

    /** What {@link #NO_EVIDENCE} was called in documents of 0.1. */
    private static final String FORMERLY = "same";

    /** As documents have it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** By its label, or by what it was called. */
    public static Optional<Verdict> of(String label) {
        return label.equals(FORMERLY)
                ? Optional.of(NO_EVIDENCE)
                : Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    /** Whether it says that the change made a difference. */
    public boolean isDifference() {
        return this == BETTER || this == WORSE;
    }
}
