/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.management.ManagementFactory;

/** Signals the test that the program has reached its state. */
final class Ready {
    private Ready() {}

    /** Prints "READY pid", the pid in the process's own namespace. */
    static void print() {
        String name = ManagementFactory.getRuntimeMXBean().getName();
        System.out.println("READY " + name.substring(0, name.indexOf('@')));
        System.out.flush();
    }
}
