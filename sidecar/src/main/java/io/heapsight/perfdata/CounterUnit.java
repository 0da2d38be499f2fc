/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/** The unit of a counter. Its code in the file is the constant's position here, from 1. */
public enum CounterUnit {
    NONE,
    BYTES,
    /** Ticks of the high-resolution timer, with the frequency {@code sun.os.hrt.frequency}. */
    TICKS,
    EVENTS,
    STRING,
    HERTZ,
    /** An unknown code. */
    UNKNOWN;

    private static final CounterUnit[] ALL = values();

    static CounterUnit ofCode(byte code) {
        return code >= 1 && code < ALL.length ? ALL[code - 1] : UNKNOWN;
    }
}
