/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.util.Locale;

/** The state of a run. */
public enum RunState {
    /** Samples are added to it. */
    RECORDING,
    /** It has all that it will have. */
    STOPPED,
    /** The sidecar ended while it was recorded: what was recorded until then is there. */
    INTERRUPTED;

    /** The name in documents. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
