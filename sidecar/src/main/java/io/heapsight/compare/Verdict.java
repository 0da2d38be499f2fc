/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.Locale;

/** What a comparison says of one metric. */
public enum Verdict {
    BETTER,
    WORSE,
    /** There is no evidence of a difference. */
    SAME,
    NOT_COMPARABLE;

    /** As documents have it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
