/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.ArrayList;
import java.util.List;

/** A list of lambdas that capture their data. */
public final class ShutdownHooks {
    private static final List<Runnable> HOOKS = new ArrayList<>();
    private static long cleaned;

    private ShutdownHooks() {}

    private static void register(Payload temporary) {
        HOOKS.add(() -> cleaned += temporary.number);
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = Held.times(arguments, 80_000); i > 0; i--) {
            register(new Payload(i, 200));
        }
        Held.forever();
    }
}
