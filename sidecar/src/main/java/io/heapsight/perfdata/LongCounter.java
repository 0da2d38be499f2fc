/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/** A counter with a number. */
public non-sealed interface LongCounter extends PerfCounter {
    /**
     * The current value.
     *
     * @throws CountersGoneException if the counters are closed, or their file is gone
     */
    long value();

    CounterUnit units();
}
