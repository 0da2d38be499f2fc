/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Builds a known heap, then parks forever and allocates nothing. It creates 1,000 orders, or as
 * many as the property {@code orders}, with 10 lines each, and drops every second one. 500 orders
 * with 5,000 lines are garbage until the first full GC.
 */
public final class Idle {
    private static final List<Order> KEPT = new ArrayList<>();

    private Idle() {}

    public static void main(String[] args) {
        int orders = Integer.getInteger("orders", 1_000);
        List<Order> all = new ArrayList<>();
        for (int i = 0; i < orders; i++) {
            all.add(new Order(i, 10));
        }
        for (int i = 0; i < all.size(); i += 2) {
            KEPT.add(all.get(i));
        }
        all = null;
        Ready.print();
        while (true) {
            LockSupport.park();
        }
    }
}
