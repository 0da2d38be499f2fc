/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

/** Says that the target's answer is not a class histogram, or not a complete one. */
public final class HistogramFormatException extends Exception {
    HistogramFormatException(int line, String reason) {
        super("line " + line + ": " + reason);
    }
}
