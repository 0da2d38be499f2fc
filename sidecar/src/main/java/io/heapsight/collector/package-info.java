/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Observes the garbage collector of a live target.
 *
 * <p>{@link LiveGcActivityReader} makes an {@link io.heapsight.gc.GcActivity} from the sampler's
 * data: {@link PauseFigures} of the pauses, {@link SampleWindow} of the samples. It reads no
 * counters itself; it queries the target for its flags.
 */
@NullMarked
package io.heapsight.collector;

import org.jspecify.annotations.NullMarked;
