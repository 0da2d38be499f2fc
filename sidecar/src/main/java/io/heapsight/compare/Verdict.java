/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.unit.Labelled;
import java.util.Optional;

/** The verdict of a comparison on one metric. */
public enum Verdict implements Labelled {
    BETTER,
    WORSE,
    /** Any difference is smaller than the relevant change. */
    EQUIVALENT,
    /** The difference may be chance. */
    NO_EVIDENCE,
    /** Too few runs for any verdict. */
    TOO_FEW_RUNS,
    /**
     * These runs differ. It is unknown whether other runs would differ, or whether the change is
     * the cause.
     */
    DIFFERS,
    NOT_COMPARABLE;

    /** The name of {@link #NO_EVIDENCE} in documents of 0.1. */
    private static final String FORMERLY = "same";

    /** Finds a verdict by its label or former label. */
    public static Optional<Verdict> of(String label) {
        return label.equals(FORMERLY) ? Optional.of(NO_EVIDENCE) : Labelled.find(values(), label);
    }

    /** Returns whether it means that the change made a difference. */
    public boolean isDifference() {
        return this == BETTER || this == WORSE;
    }
}
