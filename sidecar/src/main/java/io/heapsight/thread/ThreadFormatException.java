/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

/** Says that the target's answer is not a thread dump, or not a complete one. */
public final class ThreadFormatException extends Exception {
    ThreadFormatException(int line, String reason) {
        super("line " + line + ": " + reason);
    }
}
