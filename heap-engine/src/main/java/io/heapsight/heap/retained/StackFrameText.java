/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.ClassNameTranslator;
import io.heapsight.hprof.StackTraces;

/** Formats a stack frame as Java does. */
public final class StackFrameText {
    /** Special values of line numbers. */
    private static final int NATIVE = -3;

    private StackFrameText() {}

    /** Formats a frame as a stack trace does: {@code com.acme.Shop.sell(Shop.java:17)}. */
    public static String of(StackTraces.Frame frame) {
        return ClassNameTranslator.javaName(frame.className())
                + "."
                + frame.method()
                + "("
                + source(frame)
                + ")";
    }

    private static String source(StackTraces.Frame frame) {
        String file = frame.sourceFile();
        if (frame.line() == NATIVE) {
            return "Native Method";
        }
        if (file == null) {
            return "Unknown Source";
        }
        return frame.line() > 0 ? file + ":" + frame.line() : file;
    }
}
