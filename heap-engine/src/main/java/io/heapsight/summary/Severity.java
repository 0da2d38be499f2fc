/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/** How much something that was found matters, the most pressing first. */
public enum Severity {
    /** Takes so much that the program will not last, or could run with much less. */
    HIGH("high"),
    /** Worth a look. */
    MEDIUM("medium"),
    /** What healthy programs have, too, as far as one dump tells. */
    INFORMATION("for information");

    private final String words;

    Severity(String words) {
        this.words = words;
    }

    /** As reports have it. */
    public String words() {
        return words;
    }
}
