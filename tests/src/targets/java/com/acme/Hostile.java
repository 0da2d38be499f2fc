/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Keeps lists and creates garbage; its threads have names that a page must show as text. If markup
 * in a name is run, it writes to the console.
 */
public final class Hostile {
    private static final int ORDERS = 20_000;
    private static final int KEPT_ROUNDS = 5;
    private static final List<List<Order>> KEPT = new ArrayList<>();

    private Hostile() {}

    /** The most frequent class. */
    static final class Order {
        final long id;
        final String customer;

        Order(long id, String customer) {
            this.id = id;
            this.customer = customer;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<String> names =
                Arrays.asList(
                        "<img src=x onerror=\"console.error('broken out')\">",
                        "'\"&amp;</pre><script>console.error('broken out')</script>",
                        "\u202eright to left",
                        String.join("", Collections.nCopies(4000, "n")));
        for (String name : names) {
            Thread thread = new Thread(() -> await(new CountDownLatch(1)), name);
            thread.setDaemon(true);
            thread.start();
        }
        Ready.print();
        for (long round = 0; ; round++) {
            List<Order> orders = new ArrayList<>();
            for (long id = 0; id < ORDERS; id++) {
                orders.add(new Order(id, "customer " + round + "/" + id));
            }
            if (round < KEPT_ROUNDS) {
                KEPT.add(orders);
            }
            Thread.sleep(500);
        }
    }

    private static void await(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
