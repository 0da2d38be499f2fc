/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.concurrent.locks.LockSupport;

/** Does nothing until it is killed: a target to scrape. */
public final class Scraped {
    private Scraped() {}

    public static void main(String[] args) {
        System.out.println("READY");
        while (true) {
            LockSupport.park();
        }
    }
}
