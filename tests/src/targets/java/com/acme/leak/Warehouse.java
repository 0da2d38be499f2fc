/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One object with two growing fields. */
public final class Warehouse {
    private static final Warehouse ONLY = new Warehouse();

    private final Map<Integer, Payload> stock = new HashMap<>();
    private final List<String> audit = new ArrayList<>();

    private Warehouse() {}

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 80_000); i > 0; i--) {
            ONLY.stock.put(i, new Payload(i, 100));
            ONLY.audit.add(
                    "item "
                            + i
                            + " was put on a shelf of the warehouse, by somebody, at some time");
        }
        Held.forever();
    }
}
