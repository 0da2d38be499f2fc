/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.unit.Progress;

/**
 * Hears of a recording or a profile as it goes.
 *
 * @param begun is run when the target has begun
 * @param progress how far it is
 */
public record CaptureListener(Runnable begun, Progress progress) {}
