/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.Labelled;

/** The state of a run. */
public enum RunState implements Labelled {
    /** Samples are added to it. */
    RECORDING,
    /** It has all that it will have. */
    STOPPED,
    /** The sidecar ended during the recording: earlier data is available. */
    INTERRUPTED
}
