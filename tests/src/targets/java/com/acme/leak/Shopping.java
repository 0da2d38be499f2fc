/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Customers with long histories, shared by two maps. */
public final class Shopping {
    private static final Map<String, Customer> BY_NAME = new HashMap<>();
    private static final Map<Integer, Customer> BY_NUMBER = new TreeMap<>();

    private Shopping() {}

    /** A customer and what was bought. */
    static final class Customer {
        final List<Payload> history = new ArrayList<>();
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 2_000); i > 0; i--) {
            Customer customer = new Customer();
            for (int purchase = 0; purchase < 80; purchase++) {
                customer.history.add(new Payload(purchase, 100));
            }
            BY_NAME.put("customer-" + i, customer);
            BY_NUMBER.put(i, customer);
        }
        Held.forever();
    }
}
