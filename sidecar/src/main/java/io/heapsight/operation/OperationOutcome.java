/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.Labelled;

/** How an operation ended. */
public enum OperationOutcome implements Labelled {
    DONE,
    /** The target, the environment or a bug was in the way. */
    FAILED,
    /** The caller went away. */
    CANCELLED,
    /** It never started: another one ran, the last one was too recent, or its pause too long. */
    REFUSED
}
