/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

/** A custom linked list that only grows. */
public final class Journal {
    private static Entry last;

    private Journal() {}

    /** One line, linked to the one before it. */
    static final class Entry {
        final Entry before;
        final byte[] line;

        Entry(Entry before, byte[] line) {
            this.before = before;
            this.line = line;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 300_000); i > 0; i--) {
            last = new Entry(last, new byte[24]);
        }
        Held.forever();
    }
}
