/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps every order that it creates, each with 10 lines. Arguments: orders a second (100), and
 * orders at the start (none).
 */
public final class Leak {
    private static final int LINES = 10;
    private static final List<Order> KEPT = new ArrayList<>();

    private Leak() {}

    public static void main(String[] args) {
        int perSecond = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        int first = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        long pauseNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        while (KEPT.size() < first) {
            KEPT.add(new Order(KEPT.size(), LINES));
        }
        Ready.print();
        while (true) {
            KEPT.add(new Order(KEPT.size(), LINES));
            LockSupport.parkNanos(pauseNanos);
        }
    }
}
