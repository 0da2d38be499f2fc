/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

/** Thrown if the target's answer is not a complete class histogram. */
public final class HistogramFormatException extends Exception {
    HistogramFormatException(int line, String reason) {
        super("line " + line + ": " + reason);
    }
}
