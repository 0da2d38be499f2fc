/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/** A single-file program that java can run from source: keeps one instance of itself, and parks. */
public final class Single {
    private static final Single KEPT = new Single();

    private Single() {}

    public static void main(String[] args) {
        String name = ManagementFactory.getRuntimeMXBean().getName();
        System.out.println("READY " + name.substring(0, name.indexOf('@')));
        System.out.flush();
        while (KEPT != null) {
            LockSupport.park();
        }
    }
}
