/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/** How a counter's value may change; the byte in the file is the position here, counted from 1. */
public enum Variability {
    CONSTANT,
    MONOTONIC,
    VARIABLE,
    /** A code that this reader does not know. */
    UNKNOWN;

    static Variability ofCode(byte code) {
        return switch (code) {
            case 1 -> CONSTANT;
            case 2 -> MONOTONIC;
            case 3 -> VARIABLE;
            default -> UNKNOWN;
        };
    }
}
