/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.concurrent.locks.LockSupport;

/** Does nothing until it is killed: a target for many restarts. */
public final class Blink {
    private Blink() {}

    public static void main(String[] args) {
        System.out.println("READY");
        while (true) {
            LockSupport.park();
        }
    }
}
