/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.management.ManagementFactory;

/** Tells the test that the program has reached its state. */
final class Ready {
    private Ready() {}

    /** Prints "READY pid", the pid as this process sees itself. */
    static void print() {
        String name = ManagementFactory.getRuntimeMXBean().getName();
        System.out.println("READY " + name.substring(0, name.indexOf('@')));
        System.out.flush();
    }
}
