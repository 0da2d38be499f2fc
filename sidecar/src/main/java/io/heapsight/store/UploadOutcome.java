/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.Labelled;

/** How an upload ended. */
public enum UploadOutcome implements Labelled {
    DONE,
    FAILED,
    CANCELLED
}
