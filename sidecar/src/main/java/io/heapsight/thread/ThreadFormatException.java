/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

/** Thrown if the target's answer is not a complete thread dump. */
public final class ThreadFormatException extends Exception {
    ThreadFormatException(int line, String reason) {
        super("line " + line + ": " + reason);
    }
}
