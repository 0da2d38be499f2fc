/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.util.Locale;

/** The state of a run. */
public enum RunState {
    /** The run is being recorded. */
    RECORDING,
    /** The run is complete. */
    STOPPED,
    /** The sidecar ended during the recording: earlier data is available. */
    INTERRUPTED;

    /** Returns the name in documents. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
