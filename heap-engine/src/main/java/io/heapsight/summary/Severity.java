/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import io.heapsight.unit.Labelled;

/** The severity of a finding, the most severe first. */
public enum Severity implements Labelled {
    /** Takes so much memory that the program will fail, or could run with much less. */
    HIGH("high"),
    /** Worth checking. */
    MEDIUM("medium"),
    /** One dump does not distinguish it from what healthy programs hold. */
    INFORMATION("for information");

    private final String words;

    Severity(String words) {
        this.words = words;
    }

    /** The text in reports. */
    public String words() {
        return words;
    }
}
