/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.util.Locale;

/** The state of a run. */
public enum RunState {
    /** Samples are added to it. */
    RECORDING,
    /** It has all that it will have. */
    STOPPED,
    /** The sidecar ended during the recording: earlier data is available. */
    INTERRUPTED;

    /** The name in documents. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
