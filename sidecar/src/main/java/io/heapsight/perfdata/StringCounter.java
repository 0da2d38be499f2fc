/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/** A counter with text. */
public non-sealed interface StringCounter extends PerfCounter {
    /**
     * The current text, decoded as UTF-8; empty if the JVM has not set it.
     *
     * @throws CountersGoneException if the counters are closed, or their file is gone
     */
    String value();

    /**
     * Whether this is the current text. Allocates nothing.
     *
     * @param ascii the text in ASCII
     * @throws CountersGoneException as {@link #value}
     */
    default boolean is(String ascii) {
        return value().equals(ascii);
    }
}
