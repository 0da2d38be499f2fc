/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.Labelled;

/** The state of a run. */
public enum RunState implements Labelled {
    /** The run is being recorded. */
    RECORDING,
    /** The run is complete. */
    STOPPED,
    /** The sidecar ended during the recording: earlier data is available. */
    INTERRUPTED
}
