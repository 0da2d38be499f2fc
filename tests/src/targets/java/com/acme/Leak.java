/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps every order it makes: the first argument is how many orders with 10 lines a second (100).
 */
public final class Leak {
    private static final List<Order> KEPT = new ArrayList<>();

    private Leak() {}

    public static void main(String[] args) {
        int perSecond = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        long pauseNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        Ready.print();
        while (true) {
            KEPT.add(new Order(KEPT.size(), 10));
            LockSupport.parkNanos(pauseNanos);
        }
    }
}
