/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

/** Holds a leaking program at a quiet point, and gives the size of its leak. */
final class Held {
    private Held() {}

    /** Number of repetitions: the program's argument, or a number that fills some 20 MB. */
    static int times(String[] arguments, int usual) {
        return arguments.length > 0 ? Integer.parseInt(arguments[0]) : usual;
    }

    /** Prints that the program is ready, and waits forever. */
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
