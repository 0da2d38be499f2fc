/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.Labelled;

/** The outcome of an upload. */
public enum UploadOutcome implements Labelled {
    DONE,
    FAILED,
    CANCELLED
}
