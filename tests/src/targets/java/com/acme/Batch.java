/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A job: creates orders, and ends. Argument: duration in seconds. */
public final class Batch {
    private static final int ORDERS_A_SECOND = 100;

    private Batch() {}

    public static void main(String[] args) {
        int orders = ORDERS_A_SECOND * Integer.parseInt(args[0]);
        List<Order> made = new ArrayList<>();
        Ready.print();
        while (made.size() < orders) {
            made.add(new Order(made.size(), 1));
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / ORDERS_A_SECOND);
        }
        System.out.println("DONE " + made.size());
    }
}
