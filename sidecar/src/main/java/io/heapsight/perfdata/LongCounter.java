/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/** A counter that holds a number. */
public non-sealed interface LongCounter extends PerfCounter {
    /**
     * The value now.
     *
     * @throws CountersGoneException if the counters have been closed, or their file is gone
     */
    long value();

    Units units();
}
