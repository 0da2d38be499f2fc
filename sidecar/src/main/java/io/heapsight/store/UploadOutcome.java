/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Locale;

/** The outcome of an upload. */
public enum UploadOutcome {
    DONE,
    FAILED,
    CANCELLED;

    /** The name in metrics and logs. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
