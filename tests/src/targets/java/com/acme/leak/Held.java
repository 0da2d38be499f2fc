/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

/** Holds a leaking program at a quiet point, and tells how much it is to leak. */
final class Held {
    private Held() {}

    /** How often to do it: the program's argument, or a number that fills some 20 MB. */
    static int times(String[] arguments, int usual) {
        return arguments.length > 0 ? Integer.parseInt(arguments[0]) : usual;
    }

    /** Prints that the program is ready, and waits for ever. */
    static void forever() throws InterruptedException {
        System.out.println("READY");
        Object never = new Object();
        synchronized (never) {
            while (true) {
                never.wait();
            }
        }
    }
}
