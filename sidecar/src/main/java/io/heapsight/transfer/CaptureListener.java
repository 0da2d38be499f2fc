/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.unit.Progress;

/**
 * Observes a recording or a profile.
 *
 * @param begun runs when the target has started the capture
 * @param progress of the capture
 */
public record CaptureListener(Runnable begun, Progress progress) {}
